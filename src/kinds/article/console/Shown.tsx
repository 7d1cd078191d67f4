import { EditionFiles } from '#console/editions/EditionFiles.tsx';
import { linesOfHtml } from '#console/editions/edition-words.ts';
import { Facts } from '#console/editions/Facts.tsx';
import { kindOf, type WrittenOf } from '../../index.ts';
import type { ShownProps } from '../../shown.ts';

export function Shown({ edition, change, names }: ShownProps<WrittenOf<'article'>>) {
  const { content = '', attachments = [], image = '', ...facts } = change.document;
  return (
    <>
      <Facts of={facts} kind={kindOf(change)} names={names}>
        <EditionFiles attachments={attachments} image={image} files={edition.files} />
      </Facts>
      <div className="draft-text">
        {content === '' ? (
          <p className="quiet">没有正文</p>
        ) : (
          linesOfHtml(content).map((line, at) => <p key={`${at} ${line}`}>{line}</p>)
        )}
      </div>
    </>
  );
}
