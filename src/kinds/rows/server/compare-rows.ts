import type { RegisterDefinition } from '#page/register-schema.ts';
import type { RowDifference, RowsDifference } from '#wire/edition-answers.ts';
import { differingFields, isSameRow } from '#rules/registers/same-row.ts';
import { rowKey } from '#server/store/rows/check-rows.ts';
import { compareKeyed, heldByKey } from '#server/store/rows/compare-keyed.ts';
import type { Db } from '#server/db/tables.ts';
import type { Reader } from '../../define-store.ts';
import type { Row, RowsDocument } from '../index.ts';
import { rowRewriter } from './rewrite.ts';
import { shownKey } from './rows-by-key.ts';
import { getPart, getSet, LARGE } from './row-sets.ts';

/** ED14: rows that are returned of those that came, became others and left each; all are counted */
const MOST_ROWS = 2_000;

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
  const [one, other] = [mine, theirs].map((parts) => parts.filter(({ hash }) => !shared.has(hash))) as [Part[], Part[]];
  if (runInWorker && countOf([...one, ...other]) > LARGE)
    return runInWorker('compare-rows', { before, after }, keyOf(definition, before, after));
  const rewriter = after?.rewrite && rowRewriter(definition, after.rewrite);
  const held = await heldByKey(rowsIn(one), (row) => {
    const now = rewriter ? rewriter(row) : row;
    return [rowKey(definition, now), { row, now }];
  });
  const found: RowsDifference = { added: 0, changed: 0, removed: 0, list: [] };
  const add = (row: RowDifference): void => {
    found[row.how] += 1;
    if (found[row.how] <= MOST_ROWS) found.list.push({ ...row, key: shownKey(row.key) });
  };
  let rewritten = 0;
  await compareKeyed(
    held,
    rowsIn(other),
    (row) => rowKey(definition, row),
    ({ key, held: was, came: row }) => {
      if (!row) return add({ how: 'removed', key, before: was!.row, fields: [] });
      if (!was) return add({ how: 'added', key, after: row, fields: [] });
      // a rewritten row, too, shows what somebody changed
      const fields = differingFields(was.now, row);
      if (fields.length > 0) add({ how: 'changed', key, before: was.now, after: row, fields });
      else if (rewriter && !isSameRow(was.row, row)) rewritten += 1;
    },
  );
  const same = countOf(theirs) - found.added - found.changed - rewritten;
  return { ...found, same, ...(rewritten > 0 && { rewritten }) };
}

const countOf = (parts: readonly Part[]): number => parts.reduce((sum, { count }) => sum + count, 0);

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
