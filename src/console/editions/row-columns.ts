import { fieldOrder, type RegisterShape } from '#kinds/register/register-words.ts';
import type { RowDifference } from '#wire/edition-answers.ts';

/** columns of a table that is no wider than its frame */
const MOST_COLUMNS = 6;

/** Fields of a row that a reader has to look at: those that differ, or all that one that comes or goes has. */
function listedFields({ how, before = {}, after = {}, fields }: RowDifference): string[] {
  if (how === 'changed') return fields;
  const side = how === 'added' ? after : before;
  return Object.keys(side).filter((name) => (side[name] ?? '') !== '');
}

/** Fields that say which row it is: its key, and the first text beside it. */
export function namingFields({ key = [], columns = [], fields }: RegisterShape): string[] {
  const called = columns.find((name) => !key.includes(name) && fields[name]?.type === 'text');
  return [...key, ...(called === undefined ? [] : [called])];
}

/**
 * ED14: columns of a table of changed rows, in the reading order. The key and the name come first, then what changed in
 * most rows, then the first columns of the page that are not empty.
 */
export function rowColumns(definition: RegisterShape, rows: readonly RowDifference[]): string[] {
  const isFilled = (name: string): boolean =>
    rows.some(({ before, after }) => (before?.[name] ?? '') !== '' || (after?.[name] ?? '') !== '');
  const order = fieldOrder(definition).filter(isFilled);
  const counts = new Map<string, number>();
  for (const row of rows)
    for (const name of listedFields(row)) counts.set(name, (counts.get(name) ?? 0) + (row.how === 'changed' ? 2 : 1));
  const named = namingFields(definition).filter(isFilled);
  const listed = order
    .filter((name) => counts.has(name))
    .toSorted((one, other) => counts.get(other)! - counts.get(one)!);
  const chosen = new Set([...named, ...listed, ...(definition.columns ?? []).filter(isFilled)]);
  const first = new Set([...chosen].slice(0, MOST_COLUMNS));
  return order.filter((name) => first.has(name));
}

/** Further fields of a row, which have none of these columns; those that the definition has no more come last. */
export function restOf(definition: RegisterShape, row: RowDifference, columns: readonly string[]): string[] {
  const listed = listedFields(row).filter((name) => !columns.includes(name));
  const order = fieldOrder(definition);
  return [...order.filter((name) => listed.includes(name)), ...listed.filter((name) => !order.includes(name))];
}

/** ED14: rows that are drawn at first, and with each press of the button */
export const FIRST_ROWS = 20;
export const MORE_ROWS = 100;

export type RowHow = RowDifference['how'];
export const ROW_HOW: Readonly<Record<RowHow, string>> = { changed: '修改', added: '新增', removed: '删除' };
