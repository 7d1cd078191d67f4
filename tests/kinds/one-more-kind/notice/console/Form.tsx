import { SchemaForm } from '#console/documents/SchemaForm.tsx';
import { begunFrom, type EditionForm, type EditProps } from '#console/editor/edition-form.ts';
import { Editor } from '#console/editor/Editor.tsx';
import { schemaMergeWords } from '#console/merge/merge-words.ts';
import { mergeThreeWay } from '#console/merge/three-way.ts';
import { Panel } from '#console/parts/Panel.tsx';
import { writtenOf } from '#kinds/changes.ts';
import { notice, type NoticeDocument } from '../index.ts';

/** Form of an edition with a notice. @param id of the notice */
const noticeForm = (id: string): EditionForm<NoticeDocument> => ({
  valueOf: (changes) => writtenOf(notice, changes).find((one) => one.id === id)?.document ?? null,
  changesOf: (document) => [{ kind: 'notice', id, document }],
  titleOf: (_document, { draft }) => draft?.title ?? '修改提示条',
  merge: mergeThreeWay,
});

/** An edition that holds one notice and nothing else. */
export function Edit({ edition }: EditProps) {
  const { id } = writtenOf(notice, edition.shown.changes)[0]!;
  const form = noticeForm(id!);
  return (
    <Editor
      name={`edition-${edition.editionId}`}
      form={form}
      begun={begunFrom(form, edition)}
      edition={edition}
      words={schemaMergeWords(notice.schema, notice.title)}
    >
      {({ value, onChange }) => (
        <Panel title={notice.title}>
          <SchemaForm
            name="notice"
            schema={notice.schema}
            value={value}
            problems={[]}
            onChange={(next) => onChange(next as NoticeDocument)}
          />
        </Panel>
      )}
    </Editor>
  );
}
