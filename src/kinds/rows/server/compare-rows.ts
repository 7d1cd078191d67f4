import type { RegisterDefinition } from '#page/register-schema.ts';
import type { RowDifference, RowsDifference } from '#wire/edition-answers.ts';
import { KEY_SEPARATOR, rowKey } from '#server/store/rows/check-rows.ts';
import { compareKeyed, turns } from '#server/store/rows/compare-keyed.ts';
import type { Db } from '#server/db/tables.ts';
import type { Reader } from '../../define-store.ts';
import type { Row, RowsDocument } from '../index.ts';
import { rowRewriter } from './rewrite.ts';
import { getPart, getSet, LARGE } from './row-sets.ts';

/** rows that are returned; all are counted */
const MOST_ROWS = 500;

/** Rows by key, of two sides of a register; undefined where neither is one. */
export async function compareRows(
  { db, runInWorker }: Reader,
  before: RowsDocument | null,
  after: RowsDocument | null,
): Promise<RowsDifference | undefined> {
  const definition = after?.definition ?? before?.definition;
  if (!definition) return undefined;
  const [mine, theirs] = [await partsOf(db, before), await partsOf(db, after)];
  // rows in both sets are equal and need not be read
  const shared = new Set(
    mine.flatMap(({ hash }) => (hash !== '' && theirs.some((part) => part.hash === hash) ? [hash] : [])),
  );
  const differing = [...mine, ...theirs].filter(({ hash }) => !shared.has(hash));
  if (runInWorker && differing.reduce((sum, { count }) => sum + count, 0) > LARGE)
    return runInWorker('compare-rows', { before, after }, keyOf(definition, before, after));
  const rewriter = after?.rewrite && rowRewriter(definition, after.rewrite);
  const [one, other] = [await keyed(definition, mine, shared, rewriter), await keyed(definition, theirs, shared)];
  const found: RowsDifference = { added: 0, changed: 0, removed: 0, list: [] };
  const add = (row: RowDifference): void => {
    found[row.how] += 1;
    if (found.list.length < MOST_ROWS) found.list.push({ ...row, key: row.key.replaceAll(KEY_SEPARATOR, ' / ') });
  };
  let rewritten = 0;
  const gone = await compareKeyed(
    one,
    [other],
    ([key]) => key,
    ([key, { row }], held) => {
      if (!held) return add({ how: 'added', key, after: row, fields: [] });
      // of a row that is rewritten, too, what somebody changed
      const fields = fieldsThatDiffer(held.now, row);
      if (fields.length > 0) add({ how: 'changed', key, before: held.now, after: row, fields });
      else if (rewriter && fieldsThatDiffer(held.row, row).length > 0) rewritten += 1;
    },
  );
  for (const [key, { row }] of gone) add({ how: 'removed', key, before: row, fields: [] });
  return rewritten > 0 ? { ...found, rewritten } : found;
}

const fieldsThatDiffer = (was: Row, row: Row): string[] =>
  [...new Set([...Object.keys(was), ...Object.keys(row)])].filter((field) => (was[field] ?? '') !== (row[field] ?? ''));

/** Rows of one side that are read when they are wanted. */
export interface Part {
  /** '' where it has none */
  hash: string;
  count: number;
  rows: () => Promise<readonly Row[]>;
}

export async function partsOf(db: Db, document: RowsDocument | null): Promise<Part[]> {
  if (!document) return [];
  const { rows = [], rowSet, definition } = document;
  if (!rowSet) return [{ hash: '', count: rows.length, rows: async () => rows }];
  return (await getSet(db, rowSet.hash, definition.register)).parts.map(({ hash, count }) => ({
    hash,
    count,
    rows: () => getPart(db, hash),
  }));
}

/** The rows of some parts, one part after another. */
export async function* rowsIn(parts: readonly Part[]): AsyncGenerator<readonly Row[]> {
  for (const part of parts) yield await part.rows();
}

/** Sets never change: what differs between two of them is the same for ever, by one definition of their keys. */
function keyOf({ key }: RegisterDefinition, ...sides: (RowsDocument | null)[]): string | undefined {
  const hashes = sides.map((side) => (side ? side.rowSet?.hash : ''));
  const rewrites = sides.map((side) => JSON.stringify(side?.rewrite ?? null));
  return hashes.includes(undefined) ? undefined : [...key, ...hashes, ...rewrites].join(' ');
}

async function keyed(
  definition: RegisterDefinition,
  parts: readonly Part[],
  shared: ReadonlySet<string>,
  rewriter: (row: Row) => Row = (row) => row,
): Promise<Map<string, { row: Row; now: Row }>> {
  const rows = new Map<string, { row: Row; now: Row }>();
  const turn = turns();
  for await (const part of rowsIn(parts.filter(({ hash }) => !shared.has(hash))))
    for (const row of part) {
      const now = rewriter(row);
      rows.set(rowKey(definition, now), { row, now });
      await turn();
    }
  return rows;
}
