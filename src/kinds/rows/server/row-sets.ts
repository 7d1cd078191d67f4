import { sha256OfJson } from '#server/db/sha256.ts';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { KEY_SEPARATOR } from '#server/store/rows/check-rows.ts';
import { isRemovedFrom } from '#server/store/publication/removed-hashes.ts';
import type { Db } from '#server/db/tables.ts';
import { Refused } from '#server/errors.ts';
import type { Row, RowSetRef } from '../index.ts';

/** rows from which an act takes longer than a thread takes to begin */
export const LARGE = 2_000;

/** rows that are stored in the edition itself */
export const MOST_INLINE = 200;
/** rows of a part as it is made; changes may make it shorter or longer */
export const PART = 1_000;

export interface RowPart {
  hash: string;
  count: number;
}

/** A row without its empty cells. */
export const filled = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== undefined));

/** Stores some rows as a part. One that exists already counts as made now, so that it is not removed before a set refers to
 * it. */
export async function storePart(db: Db, rows: readonly Row[]): Promise<RowPart> {
  const stored = rows.map(filled);
  const hash = sha256OfJson(stored);
  await db
    .insertInto('row_part')
    .values({ part_hash: hash, rows: JSON.stringify(stored), made_at: new Date() })
    .onConflict((conflict) => conflict.column('part_hash').doUpdateSet({ made_at: new Date() }))
    .execute();
  return { hash, count: rows.length };
}

/** Makes a set of parts that are kept. */
export async function storeSet(db: Db, register: string, parts: readonly RowPart[]): Promise<RowSetRef> {
  const full = parts.filter(({ count }) => count > 0);
  const hash = sha256OfJson([register, full.map((part) => part.hash)]);
  await db
    .insertInto('row_set')
    .values({
      row_set_hash: hash,
      register,
      parts: full.map((part) => part.hash),
      counts: full.map(({ count }) => count),
      made_at: new Date(),
    })
    .onConflict((conflict) => conflict.column('row_set_hash').doUpdateSet({ made_at: new Date() }))
    .execute();
  return { hash, count: full.reduce((sum, { count }) => sum + count, 0) };
}

/** Keeps rows in parts, one part at a time, so that others have their turn in between. */
export async function storeRows(
  db: Db,
  register: string,
  batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): Promise<RowSetRef> {
  const parts: RowPart[] = [];
  for await (const rows of batches) parts.push(await storePart(db, rows));
  return storeSet(db, register, parts);
}

export function* inParts(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += PART) yield rows.slice(from, from + PART);
}

/**
 * The caller names the register of the set: rights are checked for that register, and a hash gives no access to rows of
 * another.
 * @throws Refused invalidInput where there is no such set of this register
 */
export async function getSet(db: Db, hash: string, register: string): Promise<{ parts: RowPart[]; count: number }> {
  const found = await db
    .selectFrom('row_set')
    .select(['parts', 'counts'])
    .where('row_set_hash', '=', hash)
    .where('register', '=', register)
    .executeTakeFirst();
  if (!found) throw new Refused('invalidInput', '登记表的数据行不在库中，请重新导入');
  const parts = found.parts.map((part, at) => ({ hash: part, count: found.counts[at]! }));
  return { parts, count: parts.reduce((sum, { count }) => sum + count, 0) };
}

/** Content of a part, which its hash covers. @throws Error where the store holds something else */
export async function getPart(db: Db, hash: string): Promise<Row[]> {
  const found = await db.selectFrom('row_part').select('rows').where('part_hash', '=', hash).executeTakeFirstOrThrow();
  const rows = found.rows as unknown as Row[];
  const now = sha256OfJson(rows);
  if (now !== hash && !(await isRemovedFrom(db, `row_part ${hash}`, hash, now)))
    throw new Refused('editionState', '登记表的数据行与保存时的校验值不符，请联系系统管理员');
  await setImmediate();
  return rows;
}

/** The rows of some parts, each part read when it is wanted. */
export async function* readParts(db: Db, parts: readonly RowPart[]): AsyncGenerator<Row[]> {
  for (const { hash } of parts) yield await getPart(db, hash);
}

/**
 * The keys that a set has, each with the hash of the part that holds its row. The database looks through the parts: of
 * a hundred thousand rows a few are wanted.
 * @param definition its `key` are the fields that stand joined in `keys` (content/check-rows.ts rowKey)
 */
export async function findPartsOfKeys(
  db: Db,
  definition: Pick<RegisterDefinition, 'register' | 'key'>,
  hash: string,
  keys: readonly string[],
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const { parts } = await getSet(db, hash, definition.register);
  const key = sql.join(
    definition.key.map((field) => sql`coalesce(one.data ->> ${field}::text, '')`),
    sql` || ${KEY_SEPARATOR}::text || `,
  );
  const { rows } = await sql<{ part: string; key: string }>`select part, key from (
      select row_part.part_hash as part, ${key} as key from row_part, json_array_elements(row_part.rows) as one(data) where row_part.part_hash = any(${parts.map((part) => part.hash)}::text[])) as keyed
    where key = any(${[...keys]}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.key, row.part]));
}

/** All rows of a set, in order, each part checked against its hash. */
export async function getRows(db: Db, hash: string, register: string): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const part of readParts(db, (await getSet(db, hash, register)).parts))
    for (const row of part) rows.push(row);
  return rows;
}

/** Rows from place `from`, from 0. */
export async function listRows(
  db: Db,
  hash: string,
  register: string,
  { from, size }: { from: number; size: number },
): Promise<{ total: number; list: Row[] }> {
  const { parts, count } = await getSet(db, hash, register);
  const list: Row[] = [];
  let before = 0;
  for (const part of parts) {
    if (before + part.count > from && before < from + size)
      list.push(...(await getPart(db, part.hash)).slice(Math.max(0, from - before), from + size - before));
    before += part.count;
  }
  return { total: count, list };
}
