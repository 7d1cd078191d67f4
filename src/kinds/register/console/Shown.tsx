import { Source } from '#console/editions/Source.tsx';
import { summaryOf } from '../../change-words.ts';
import type { WrittenOf } from '../../index.ts';
import type { ShownProps } from '../../shown.ts';

export function Shown({ change, names }: ShownProps<WrittenOf<'register'>>) {
  return (
    <>
      <p>{summaryOf(change, names)}</p>
      <Source title="全部内容" of={change.document} />
    </>
  );
}
