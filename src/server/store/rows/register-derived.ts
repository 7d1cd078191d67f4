import { sql } from 'kysely';
import type { Row } from '#page/data-shapes.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import type { Db } from '../../db/tables.ts';
import { derivedForm, rowDeriver, type Derived } from './derive-row.ts';
import { MOST_COUNTED, type PieceCounts } from './list-register-rows.ts';
import { lockLog } from '../publication/publication-log.ts';

/** rows that are derived and sent at once: their pieces are some hundred bytes each */
const BATCH = 1_000;

/**
 * Rows in batches, in their order. What `work` does before it first waits, it does while the database still writes the
 * batch before.
 */
export async function inBatches<T>(rows: readonly T[], work: (batch: T[]) => Promise<void>): Promise<void> {
  let written = Promise.resolve();
  for (let from = 0; from < rows.length; from += BATCH) {
    const before = written;
    written = work(rows.slice(from, from + BATCH));
    // the first of two failures is reported
    written.catch(() => {});
    await before;
  }
  await written;
}

/** Whether the rows of a register are derived as its definition says now. */
export async function isDerived(db: Db, definition: RegisterDefinition): Promise<boolean> {
  const row = await db
    .selectFrom('register_derived')
    .select('form')
    .where('register', '=', definition.register)
    .executeTakeFirst();
  return row?.form === derivedForm(definition);
}

/** Writes the derived columns of stored rows anew; `sort_no` only where it is given. */
export async function writeDerived(
  db: Db,
  definition: RegisterDefinition,
  rows: readonly { row_id: number; data: Row; sort_no?: number }[],
): Promise<void> {
  const derive = rowDeriver(definition);
  await inBatches(rows, async (batch) => {
    const fresh = batch.map(({ row_id, data, sort_no }) => ({ row_id, sort_no, ...derive(data) }));
    await sql`update register_row set search = fresh.search, pieces = fresh.pieces, sort_no = coalesce(fresh.sort_no, register_row.sort_no)
      from json_to_recordset(${JSON.stringify(fresh)}::json) as fresh (row_id bigint, search jsonb, pieces text[], sort_no bigint)
      where register_row.row_id = fresh.row_id`.execute(db);
  });
}

/** Counts in how many public rows each piece is, to know those that are too common to be counted at each search. */
export function pieceCounter() {
  const counts = new Map<string, number>();
  return {
    add: ({ pieces }: Pick<Derived, 'pieces'>): void => {
      for (const piece of pieces) counts.set(piece, (counts.get(piece) ?? 0) + 1);
    },
    common: (): PieceCounts => new Map([...counts].filter(([, count]) => count > MOST_COUNTED)),
  };
}

/** Notes how the rows of a register are derived. @param common of pieces of more than MOST_COUNTED public rows */
export async function storeDerived(db: Db, definition: RegisterDefinition, common: PieceCounts): Promise<void> {
  const stored = { form: derivedForm(definition), common: [...common.keys()], counts: [...common.values()] };
  await db
    .insertInto('register_derived')
    .values({ register: definition.register, ...stored })
    .onConflict((conflict) => conflict.column('register').doUpdateSet(stored))
    .execute();
}

/**
 * Derives the rows of registers whose definition says otherwise than when they were last derived: after an upgrade, and
 * after a definition was changed without its rows. Closed rows too, for past dates are searched as well. Idempotent.
 */
export async function deriveRegisters(db: Db, definitions: Iterable<RegisterDefinition>): Promise<void> {
  const forms = new Map(
    (await db.selectFrom('register_derived').select(['register', 'form']).execute()).map(({ register, form }) => [
      register,
      form,
    ]),
  );
  for (const definition of definitions) {
    if (forms.get(definition.register) !== derivedForm(definition)) await deriveRegister(db, definition);
  }
}

async function deriveRegister(db: Db, definition: RegisterDefinition): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    // a publication meanwhile would bring rows that are not seen here
    await lockLog(trx);
    await deriveRegisterIn(trx, definition);
  });
}

/** Derives all rows of a register anew. @param trx a transaction that holds the log */
export async function deriveRegisterIn(trx: Db, definition: RegisterDefinition): Promise<void> {
  const counter = pieceCounter();
  const derive = rowDeriver(definition);
  for (let after = 0; ;) {
    const rows = await trx
      .selectFrom('register_row')
      .select(['row_id', 'data', 'public_to'])
      .where('register', '=', definition.register)
      .where('row_id', '>', after)
      .orderBy('row_id')
      .limit(BATCH)
      .execute();
    await writeDerived(trx, definition, rows);
    for (const { data, public_to } of rows) if (public_to === null) counter.add(derive(data));
    if (rows.length < BATCH) break;
    after = rows.at(-1)!.row_id;
  }
  await sql`select clean_pending_pieces()`.execute(trx);
  await storeDerived(trx, definition, counter.common());
}
