import { cellText, keyWords, typedRow } from '#console/registers/cell-text.ts';
import { nameOf } from '#console/registers/row-name.ts';
import type { FormProblem } from '#console/editor/edition-form.ts';
import type { MergeWords } from '#console/merge/merge-words.ts';
import { mergeThreeWay, type Merge } from '#console/merge/three-way.ts';
import { isSameRow } from '#rules/registers/same-row.ts';
import type { RowsDifference } from '#wire/edition-answers.ts';
import type { RegisterFacts, RegisterRow, RowChange } from '#wire/register-answers.ts';

/** A change of a row that was not saved yet: its cells as they are typed. */
export interface PendingChange {
  /** key of the public row; absent: a new one */
  key?: string[];
  /** absent: the row goes */
  row?: Record<string, string>;
  /** the public row as a form shows it; absent of a new one, and of one that goes */
  was?: Record<string, string>;
}

/** Content of an edition of rows: the changed rows, and the facts stated for all rows. */
export interface TypedRows {
  list: readonly PendingChange[];
  /** yyyy-mm-dd */
  dataDate: string;
  department: string;
  /** a new edition, or the open one that the register has already */
  into: 'new' | 'open';
}

/** '修改 证书编号 S9901 沈若川' */
export function changeName(facts: RegisterFacts, { key, row, was }: PendingChange): string {
  const what = !row ? '删除' : key ? '修改' : '新增';
  const shown = row ?? was ?? {};
  return `${what} ${nameOf(facts, key ?? facts.key.map((name) => shown[name] ?? ''), shown)}`;
}

/** '3 行：新增 1，修改 2' */
export function changeCounts(list: readonly PendingChange[]): string {
  const counts = [
    ['新增', list.filter(({ key, row }) => !key && row).length],
    ['修改', list.filter(({ key, row }) => key && row).length],
    ['删除', list.filter(({ row }) => !row).length],
  ] as const;
  const parts = counts.flatMap(([what, count]) => (count > 0 ? [`${what} ${count}`] : []));
  return `${list.length} 行${parts.length > 0 ? `：${parts.join('，')}` : ''}`;
}

/** Changes in the form in which they are sent. */
export const rowChanges = (list: readonly PendingChange[]): RowChange[] =>
  list.map(({ key, row }) => ({ ...(key && { key }), ...(row && { row }) }));

/** Place of a public row among the changes; -1: it stays as it is. */
export const placeOf = (list: readonly PendingChange[], key: readonly string[]): number =>
  list.findIndex((change) => change.key?.join('\n') === key.join('\n'));

/**
 * Adds a changed row: in the place of its change before, else as the last.
 * @param of the change that was gone on with; it may be gone meanwhile
 */
export function withChange(
  list: readonly PendingChange[],
  change: PendingChange,
  of?: PendingChange,
): readonly PendingChange[] {
  const known = of ? list.indexOf(of) : -1;
  const at = known < 0 && change.key ? placeOf(list, change.key) : known;
  return at < 0 ? [...list, change] : list.with(at, change);
}

/** A row of the table that is changed in place: a public one, or a new one by its place among the new ones. */
export type RowTarget = { key: readonly string[]; was: Readonly<Record<string, string>> } | { fresh: number };

/**
 * Sets typed cells of a row. A row that is as it was again is no change any more, and one that goes stays gone.
 */
export function withCells(
  list: readonly PendingChange[],
  target: RowTarget,
  cells: Readonly<Record<string, string>>,
): readonly PendingChange[] {
  const at = 'key' in target ? placeOf(list, target.key) : freshPlaces(list)[target.fresh];
  const before = at === undefined ? undefined : list[at];
  if (at === undefined || (before && !before.row)) return list;
  if (!('key' in target)) return list.with(at, { ...before, row: { ...before!.row, ...cells } });
  const { key, was } = target;
  const row = { ...(before?.row ?? was), ...cells };
  if (isSameRow(row, was)) return before ? list.toSpliced(at, 1) : list;
  return before ? list.with(at, { ...before, row }) : [...list, { key: [...key], row, was: { ...was } }];
}

/** Places of the new rows among the changes. */
export const freshPlaces = (list: readonly PendingChange[]): number[] =>
  list.flatMap(({ key }, at) => (key ? [] : [at]));

/**
 * Sets a block of typed cells from one cell on, rightwards and downwards.
 * @param targets rows from that cell's on; new ones that are missing are added
 * @param fields columns from that cell's on; what goes beyond them is left out
 */
export function withBlock(
  list: readonly PendingChange[],
  targets: readonly RowTarget[],
  fields: readonly string[],
  block: readonly (readonly string[])[],
): readonly PendingChange[] {
  const first = targets[0];
  let next = list;
  for (const [at, line] of block.entries()) {
    const cells = Object.fromEntries(line.slice(0, fields.length).map((text, column) => [fields[column]!, text]));
    let target = targets[at];
    if (!target && first && 'fresh' in first) {
      target = { fresh: freshPlaces(next).length };
      next = [...next, { row: {} }];
    }
    if (target) next = withCells(next, target, cells);
  }
  return next;
}

/**
 * Number of wrong cells among the changes of a paste; a fault of a row as a whole counts as one of its cells.
 * @param kept changes that were there before it
 */
export function wrongCells(
  list: readonly PendingChange[],
  existing: ReadonlySet<PendingChange>,
  problems: readonly FormProblem[],
): number {
  const own = problems.filter(({ change }) => list[change ?? -1] && !existing.has(list[change!]!));
  return new Set(own.map(({ change, field }) => `${change} ${field ?? ''}`)).size;
}

/** A problem goes with its change, wherever that stands now, until the change becomes another one. */
export function problemInRows(problem: FormProblem, of: TypedRows, now: TypedRows): FormProblem | null {
  const { change, field } = problem;
  if (change === undefined || change === null) {
    const isMended = (field === 'dataDate' || field === 'department') && of[field] !== now[field];
    return isMended ? null : problem;
  }
  const at = now.list.indexOf(of.list[change]!);
  return at < 0 ? null : { ...problem, change: at };
}

/** An edition as changes of the public rows, to continue from; null when there are too many to list. */
export function changesFrom(
  { key, fields }: RegisterFacts,
  { added, changed, removed, list }: RowsDifference,
): PendingChange[] | null {
  if (added + changed + removed > list.length) return null;
  const keyOf = (row: RegisterRow): string[] => key.map((name) => String(row[name] ?? ''));
  return list.map(({ before, after }): PendingChange => {
    const was = before && typedRow(fields, before);
    return {
      ...(before && { key: keyOf(before) }),
      ...(after && { row: typedRow(fields, after) }),
      ...(was && { was }),
    };
  });
}

/** The changes by the row that they concern. */
interface ByRow extends Omit<TypedRows, 'list'> {
  rows: Record<string, PendingChange>;
}

/** A new row is another one than the public row of the same key, which may get another key or go. */
const rowName = (facts: RegisterFacts, { key, row }: PendingChange): string =>
  key ? keyWords(key) : `新增 ${keyWords(facts.key.map((name) => row?.[name] ?? ''))}`;

const byRow = (facts: RegisterFacts, { list, ...stated }: TypedRows): ByRow => ({
  ...stated,
  rows: Object.fromEntries(list.map((change) => [rowName(facts, change), change])),
});

/**
 * Merges the changes of two persons to one edition of rows, row by row and field by field. Whether a row goes is one
 * question.
 */
export function mergeRows(
  facts: RegisterFacts,
  was: TypedRows | undefined,
  mine: TypedRows,
  theirs: TypedRows,
): Merge<TypedRows> {
  const isWhole = (path: readonly unknown[], sides: readonly unknown[]): boolean =>
    path[0] === 'rows' &&
    path.length === 2 &&
    sides.some((side) => (side as PendingChange | undefined)?.row === undefined);
  const { changes, merged } = mergeThreeWay(
    was && byRow(facts, was),
    byRow(facts, mine),
    byRow(facts, theirs),
    isWhole,
  );
  return {
    changes,
    merged: (own) => {
      const { rows, ...stated } = merged(own);
      return { ...stated, list: Object.values(rows) };
    },
  };
}

const STATED: Readonly<Record<string, string>> = { dataDate: '数据日期', department: '责任部门', into: '存到哪里' };

/** Words for the differences between two versions of the changes. */
export const rowsMergeWords = (facts: RegisterFacts): MergeWords => ({
  nameOf: ([part, row, , field]) =>
    part === 'rows'
      ? `${String(row)}${field === undefined ? '' : ` ${facts.fields[String(field)]?.title ?? String(field)}`}`
      : (STATED[String(part)] ?? ''),
  textOf: ([part, , , field], value) => {
    if (part !== 'rows') return String(value ?? '');
    if (field !== undefined) return cellText({ type: 'text', title: '' }, String(value ?? ''));
    const change = value as PendingChange | undefined;
    return change === undefined ? '不改动' : changeName(facts, change);
  },
  entryOf: String,
});
