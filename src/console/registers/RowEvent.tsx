import { Link } from 'react-router-dom';
import { shanghaiTime } from '#rules/time/shanghai-date.ts';
import type { RegisterFacts, RegisterRow, RowHistoryEvent } from '#wire/register-answers.ts';
import { cellText } from './cell-text.ts';
import { RowFields } from './RowFields.tsx';

const HOWS = { added: '新增', changed: '修改', removed: '删除', rewritten: '随定义改写' } as const;

interface Props {
  facts: RegisterFacts;
  event: RowHistoryEvent;
}

/** RG22: what one publication did to a row: the fields that read otherwise, and of one that it made or took away all. */
export function RowEvent({ facts, event }: Props) {
  const { no, at, title, writtenBy, approvedBy, editionId, how, before, after } = event;
  const textOf = (row: RegisterRow) => (name: string) =>
    (row[name] ?? '') === '' ? '' : cellText(facts.fields[name], row[name]);
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const sides = { ...(before && { before: textOf(before) }), ...(after && { after: textOf(after) }) };
  const changed = before && after ? names.filter((name) => textOf(before)(name) !== textOf(after)(name)) : [];
  const fields = (which: readonly string[]) => (
    <span className="rows">
      <RowFields definition={facts} names={which} {...sides} />
    </span>
  );
  return (
    <li>
      <p>
        <strong>{HOWS[how]}</strong> <time dateTime={at}>{shanghaiTime(at)}</time>
      </p>
      {changed.length > 0 && fields(changed)}
      {(how !== 'changed' || changed.length === 0) && (
        <details>
          <summary>全部字段</summary>
          {fields(names)}
        </details>
      )}
      <p className="quiet">
        {`第 ${no} 次发布“${title}”，${writtenBy} 编写，${approvedBy} 审批`}
        {editionId !== null && (
          <>
            ，<Link to={`/editions/${editionId}`}>第 {editionId} 号稿件</Link>
          </>
        )}
      </p>
    </li>
  );
}
