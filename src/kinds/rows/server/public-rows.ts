import { sha256OfJson } from '#server/db/sha256.ts';
import { sql, type RawBuilder } from 'kysely';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { rowChecker } from '#server/store/rows/check-rows.ts';
import { findRegisterPublication, openAfter } from '#server/store/rows/register-publication.ts';
import type { Db } from '#server/db/tables.ts';
import type { Reader } from '../../define-store.ts';
import type { Row, RowSetRef } from '../index.ts';
import { getSet, inParts, storeRows, LARGE, listRows, PART } from './row-sets.ts';

/**
 * The rows of a register that are public, or were after a publication, as a set: told by what publications have noted,
 * and read, kept and noted where none has.
 */
export async function storePublicRows(
  { db, runInWorker }: Reader,
  definition: RegisterDefinition,
  after?: number,
): Promise<RowSetRef> {
  const { register } = definition;
  const { no, rows } = await findRegisterPublication(db, register, after);
  const known = await findPublicSet(db, definition, after);
  if (known && (await renewStoredSet(db, known.hash))) return { hash: known.hash, count: known.count };
  if (runInWorker && rows > LARGE) {
    const task = { definition, ...(after !== undefined && { after }) };
    const stored = await runInWorker('public-rows', task, `${register} ${no} ${after}`);
    // an answer that is remembered may be older than the set is kept
    return (await renewStoredSet(db, stored.hash)) ? stored : runInWorker('public-rows', task);
  }
  const check = rowChecker(definition);
  let isFit = true;
  async function* looked(): AsyncGenerator<readonly Row[]> {
    for await (const part of after === undefined
      ? publicParts(db, register)
      : inParts(await rowsAfter(db, register, after))) {
      for (const row of part) isFit &&= check(row).length === 0;
      yield part;
    }
  }
  const stored = await storeRows(db, register, looked());
  // rows published while they were read may be among them
  if (no !== null && (await findRegisterPublication(db, register, after)).no === no)
    await notePublicSet(db, no, stored.hash, definition, isFit);
  return stored;
}

/**
 * Keeps a set as if it were made now, until an edition names it (server/editions/cleaning). @returns false where it is
 * gone
 */
const renewStoredSet = async (db: Db, hash: string): Promise<boolean> =>
  (await db
    .updateTable('row_set')
    .set({ made_at: new Date() })
    .where('row_set_hash', '=', hash)
    .returning('row_set_hash')
    .executeTakeFirst()) !== undefined;

export interface PublicSet extends RowSetRef {
  /** the publication that made the register so */
  no: number;
  /** its rows were checked against this very definition */
  isChecked: boolean;
}

/** null where it is not known. */
export async function findPublicSet(db: Db, definition: RegisterDefinition, after?: number): Promise<PublicSet | null> {
  const { register } = definition;
  const { no } = await findRegisterPublication(db, register, after);
  const noted =
    no === null
      ? undefined
      : await db
          .selectFrom('public_row_set')
          .select(['row_set_hash', 'definition_hash'])
          .where('register', '=', register)
          .where('no', '=', no)
          .executeTakeFirst();
  if (!noted || no === null) return null;
  return {
    no,
    hash: noted.row_set_hash,
    count: (await getSet(db, noted.row_set_hash, register)).count,
    isChecked: noted.definition_hash === definitionHash(definition),
  };
}

/**
 * Remembers which rows a publication left public of a register. @param isChecked they were checked against the
 * definition
 */
export async function notePublicSet(
  db: Db,
  no: number,
  hash: string,
  definition: RegisterDefinition,
  isChecked = true,
): Promise<void> {
  const noted = {
    register: definition.register,
    no,
    row_set_hash: hash,
    definition_hash: isChecked ? definitionHash(definition) : '',
  };
  await db
    .insertInto('public_row_set')
    .values(noted)
    .onConflict((conflict) => conflict.columns(['register', 'no']).doNothing())
    .execute();
}

export const definitionHash = (definition: RegisterDefinition): string => sha256OfJson(definition);

/** The rows that are public now, in parts, in their order: their numbers are distinct, and an index has them. */
export async function* publicParts(db: Db, register: string): AsyncGenerator<Row[]> {
  let after: number | null = null;
  for (;;) {
    const beyond: RawBuilder<unknown> = after === null ? sql`` : sql` and sort_no > ${after}`;
    const { rows }: { rows: { sort_no: number; data: Row }[] } = await sql<{
      sort_no: number;
      data: Row;
    }>`select sort_no, data from register_row where register = ${sql.lit(register)} and public_to is null${beyond} order by sort_no limit ${sql.lit(PART)}`.execute(
      db,
    );
    if (rows.length > 0) yield rows.map(({ data }) => data);
    if (rows.length < PART) return;
    after = rows.at(-1)!.sort_no;
  }
}

/** The rows that are public, or were after a publication, in their order and all at once. */
export async function rowsAfter(db: Db, register: string, after: number | undefined): Promise<Row[]> {
  const rows = await db
    .selectFrom('register_row')
    .select('data')
    .where('register', '=', register)
    .where(openAfter(after))
    .orderBy('sort_no')
    .orderBy('row_id')
    .execute();
  return rows.map(({ data }) => data);
}

/** The first rows of a set, or of what is public. */
export async function firstRows(db: Db, register: string, { hash }: RowSetRef, size: number): Promise<Row[]> {
  if (hash !== 'public') return (await listRows(db, hash, register, { from: 0, size })).list;
  for await (const rows of publicParts(db, register)) return rows.slice(0, size);
  return [];
}
