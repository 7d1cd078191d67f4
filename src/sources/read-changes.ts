import { ROW_CHANGE_KINDS, type Changes, type Paging, type RowChange, type RowChangeKind } from '#page/data-shapes.ts';
import type { RegisterView } from '#page/register-schema.ts';
import { count, field, isAbsent, items, text, Unreadable, whole, type Part } from './read.ts';
import { rowReader, updatesOf } from './read-rows.ts';

/** The change list of a register. @throws Unreadable */
export function readChanges(data: unknown, view: RegisterView, paging: Pick<Paging, 'pageNum' | 'pageSize'>): Changes {
  const answer = whole(data);
  const readRow = rowReader(view);
  const counts = field(answer, 'counts');
  return {
    from: text(field(answer, 'from')),
    to: text(field(answer, 'to')),
    dates: items(field(answer, 'dates')).map(text),
    counts: Object.fromEntries(
      ROW_CHANGE_KINDS.map((kind) => [kind, count(field(counts, kind), 0)]),
    ) as Changes['counts'],
    ...(!isAbsent(field(answer, 'rewritten')) && { rewritten: count(field(answer, 'rewritten')) }),
    ...(!isAbsent(field(answer, 'endedRows')) && { endedRows: count(field(answer, 'endedRows')) }),
    ...updatesOf(answer),
    items: items(field(answer, 'items')).map((item): RowChange => {
      const before = field(item, 'before');
      return {
        kind: changeKind(field(item, 'kind')),
        row: readRow(field(item, 'row')),
        before: isAbsent(before) ? null : readRow(before),
      };
    }),
    total: count(field(answer, 'total')),
    pageNum: count(field(answer, 'pageNum'), paging.pageNum),
    pageSize: count(field(answer, 'pageSize'), paging.pageSize),
  };
}

function changeKind(part: Part): RowChangeKind {
  const kind = ROW_CHANGE_KINDS.find((one) => one === text(part));
  if (!kind) throw new Unreadable(part.pointer, `kind of change (${ROW_CHANGE_KINDS.join(', ')})`);
  return kind;
}
