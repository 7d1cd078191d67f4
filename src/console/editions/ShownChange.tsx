import { summaryOf } from '#kinds/change-words.ts';
import type { Names } from '#kinds/define-kind.ts';
import { kindOf, type Change } from '#kinds/index.ts';
import { Facts } from './Facts.tsx';
import { Source } from './Source.tsx';

/** A change of a kind that has no view of its own. */
export function ShownChange({ change, names }: { change: Change; names: Names }) {
  const kind = kindOf(change);
  if (change.withdraw) return <Facts of={{ ...change.withdraw }} below="/withdraw" kind={kind} names={names} />;
  if (kind.comparedBy === 'field') return <Facts of={{ ...(change.document as object) }} kind={kind} names={names} />;
  const summary = summaryOf(change, names);
  const isWhole = typeof change.document !== 'object' && summary !== '';
  return (
    <>
      {summary !== '' && <p>{summary}</p>}
      {!isWhole && <Source title="全部内容" of={change.document} />}
    </>
  );
}
