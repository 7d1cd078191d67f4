import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import { findKept, keep } from '../../db/kept.ts';

/** A state in which both sides once had a thing. */
export interface Taken {
  /** markOf its document */
  hash: string;
  /** ISO: of the file that brought it */
  at: string;
  /** place of a thing whose id differs between environments, as they knew it then */
  place?: string;
  /** store in the header of that file */
  store?: string;
}

/** Things taken from one environment, by that environment's subject: 'page:home', 'article:12'. */
type BySubject = Record<string, Taken>;

/** BE4: what this environment remembers of another one. */
export interface Memory {
  settled: BySubject;
  /** things of an edition that is not public yet */
  pending?: { edition: number; things: BySubject };
}

const PREFIX = 'transfer:';

/**
 * Things taken from the holder of a key. What an edition brought counts from its publication on, and is forgotten where
 * it was discarded; `pending` is left where neither has happened.
 */
export async function recall(db: Db, key: string): Promise<Memory> {
  return settle(db, await findKept(db, PREFIX + key));
}

/** The same within a transaction, in which nobody else changes it. */
export async function recallAlone(trx: Db, key: string): Promise<Memory> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${PREFIX + key}, 0))`.execute(trx);
  return recall(trx, key);
}

export const remember = (db: Db, key: string, memory: Memory): Promise<void> =>
  keep(db, PREFIX + key, JSON.stringify(memory));

/** The same of all environments that anything was taken from, by key. */
export async function recallAll(db: Db): Promise<Map<string, BySubject>> {
  const rows = await db.selectFrom('kept').selectAll().where('name', 'like', `${PREFIX}%`).orderBy('name').execute();
  const all = new Map<string, BySubject>();
  for (const { name, value } of rows) all.set(name.slice(PREFIX.length), (await settle(db, value)).settled);
  return all;
}

/**
 * BE8: of what an edition brings, what stays as it is here because it was published anew meanwhile: both sides will not
 * have had it.
 * @param places by which environments know it
 */
export async function forgetPending(trx: Db, editionId: number, places: readonly string[]): Promise<void> {
  if (places.length === 0) return;
  const left = new Set(places);
  const rows = await trx.selectFrom('kept').selectAll().where('name', 'like', `${PREFIX}%`).forUpdate().execute();
  for (const { name, value } of rows) {
    const memory = JSON.parse(value) as Memory;
    if (memory.pending?.edition !== editionId) continue;
    const things = Object.entries(memory.pending.things).filter(([, { place = '' }]) => !left.has(place));
    await remember(trx, name.slice(PREFIX.length), {
      ...memory,
      pending: { ...memory.pending, things: Object.fromEntries(things) },
    });
  }
}

async function settle(db: Db, value: string | undefined): Promise<Memory> {
  if (value === undefined) return { settled: {} };
  const memory = JSON.parse(value) as Memory;
  if (!memory.pending) return memory;
  const edition = await db
    .selectFrom('edition')
    .select('state')
    .where('edition_id', '=', memory.pending.edition)
    .executeTakeFirst();
  if (edition?.state === 'published') return { settled: { ...memory.settled, ...memory.pending.things } };
  return edition === undefined || edition.state === 'discarded' ? { settled: memory.settled } : memory;
}
