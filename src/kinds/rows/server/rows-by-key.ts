import { KEY_SEPARATOR, rowKey } from '#server/store/rows/check-rows.ts';
import type { Db } from '#server/db/tables.ts';
import type { Row, RowsDocument } from '../index.ts';
import { findPartsOfKeys, getPart } from './row-sets.ts';

/** A key as a comparison names it (compare-rows.ts). */
export const shownKey = (key: string): string => key.replaceAll(KEY_SEPARATOR, ' / ');

/** The rows of a register with some keys, by these, each with its key fields; of a large one, the parts alone that hold them are read. */
export async function rowsByKey(
  db: Db,
  { definition, rows = [], rowSet }: RowsDocument,
  keys: readonly string[],
): Promise<Map<string, { row: Row; key: Row }>> {
  const wanted = new Set(keys);
  const found = new Map<string, { row: Row; key: Row }>();
  const look = (some: readonly Row[]): void => {
    for (const row of some) {
      const key = shownKey(rowKey(definition, row));
      if (!wanted.has(key)) continue;
      found.set(key, { row, key: Object.fromEntries(definition.key.map((field) => [field, row[field] ?? null])) });
    }
  };
  if (!rowSet) look(rows);
  else {
    const stored = keys.map((key) => (definition.key.length > 1 ? key.replaceAll(' / ', KEY_SEPARATOR) : key));
    const parts = new Set((await findPartsOfKeys(db, definition, rowSet.hash, stored)).values());
    for (const part of parts) look(await getPart(db, part));
  }
  return found;
}
