import { Facts } from '#console/editions/Facts.tsx';
import { Source } from '#console/editions/Source.tsx';
import { EditionRows } from '#console/registers/EditionRows.tsx';
import { summaryOf } from '../../change-words.ts';
import { kindOf, type WrittenOf } from '../../index.ts';
import type { ShownProps } from '../../shown.ts';

export function Shown({ edition, at, change, names }: ShownProps<WrittenOf<'rows'>>) {
  const { definition, dataDate, department } = change.document;
  return (
    <>
      <p>{summaryOf(change, names)}</p>
      <Facts of={{ dataDate, department }} kind={kindOf(change)} names={names} />
      <EditionRows edition={edition} change={at} definition={definition} />
      <Source title="登记表的定义" of={definition} />
    </>
  );
}
