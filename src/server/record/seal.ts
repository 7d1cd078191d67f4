import { sha256OfJson } from '../db/sha256.ts';
import { sql, type Selectable } from 'kysely';
import { LOCKS } from '../db/locks.ts';
import type { Db, Tables } from '../db/tables.ts';
import {
  lineHasher,
  LINES,
  LINE_TABLES,
  readEndedGrants,
  readLines,
  type EndedGrant,
  type LineTable,
} from './lines.ts';

export type Seal = Selectable<Tables['record_seal']>;

/** Column of a seal that names the last line of a table that it covers. */
export const BOUND = {
  audit: 'audit_to',
  edition_step: 'step_to',
  staff_grant: 'grant_to',
  publication: 'publication_no',
} as const satisfies Record<LineTable, keyof Seal>;

/** milliseconds that acts in the console may wait for a seal, because a transaction before them has not ended */
const PATIENCE = 300;
/** lines of a table that one seal covers: the first seal of an old store holds nobody up */
export const MOST_SEALED = 20_000;

/** Hashes of what one seal covers. */
export interface SealedHashes extends Record<LineTable, string> {
  ended: string;
}

/** The hash over everything that a seal covers. */
export const sealedHash = (hashes: SealedHashes): string =>
  sha256OfJson([...LINE_TABLES.map((table) => hashes[table]), hashes.ended]);

/** The hash of a seal, over all else that it says. */
export function sealHash(seal: Omit<Seal, 'hash'>): string {
  const { no, at, publication_no, publication_hash, audit_to, step_to, grant_to, ended_grants } = seal;
  const line = [no, at.toISOString(), publication_no, publication_hash, audit_to, step_to, grant_to, ended_grants];
  return sha256OfJson([...line, seal.content_hash, seal.previous_hash]);
}

/** Hash of the ends of these roles; one that has not ended counts as missing. */
export function endedHash(ids: readonly number[], ended: ReadonlyMap<number, EndedGrant>): string {
  const hasher = lineHasher();
  for (const id of ids) hasher.add(ended.get(id)?.said ?? 'missing');
  return hasher.digest();
}

/**
 * Seals what was added since the last seal (RC1). It waits for transactions that are adding lines, a moment at most.
 * @returns the new seal; null where there is nothing new @throws the driver's 55P03 where such a transaction lasts
 */
export async function sealRecord(db: Db): Promise<Seal | null> {
  // each statement after the lock has to see what was committed while it was waited for
  const transaction = db.transaction().setIsolationLevel('read committed');
  return transaction.execute(async (trx) => {
    await sql`set local lock_timeout = ${sql.lit(PATIENCE)}`.execute(trx);
    await sql`select pg_advisory_xact_lock(${LOCKS.record})`.execute(trx);
    const last = await newestSeal(trx);
    const to = await newBounds(trx, last);
    const ended = await readEndedGrants(trx);
    const known = await sealedEnds(trx);
    const endedNow = [...ended.keys()].filter((id) => id <= to.staff_grant && !known.has(id)).sort((a, b) => a - b);
    const isNew = LINE_TABLES.some((table) => to[table] > (last?.[BOUND[table]] ?? 0));
    if (!isNew && endedNow.length === 0) return null;
    const hashes = { ended: endedHash(endedNow, ended) } as SealedHashes;
    for (const table of LINE_TABLES) {
      const hasher = lineHasher();
      for await (const { said: line } of readLines(trx, table, last?.[BOUND[table]] ?? 0, to[table])) hasher.add(line);
      hashes[table] = hasher.digest();
    }
    const covered = await trx
      .selectFrom('publication')
      .select('hash')
      .where('no', '=', to.publication)
      .executeTakeFirst();
    const seal = {
      no: (last?.no ?? 0) + 1,
      at: new Date(),
      publication_no: covered ? to.publication : null,
      publication_hash: covered?.hash ?? '',
      audit_to: to.audit,
      step_to: to.edition_step,
      grant_to: to.staff_grant,
      ended_grants: endedNow,
      content_hash: sealedHash(hashes),
      previous_hash: last?.hash ?? '',
    };
    const sealed = { ...seal, hash: sealHash(seal) };
    await trx
      .insertInto('record_seal')
      .values({ ...sealed, ended_grants: JSON.stringify(endedNow) })
      .execute();
    return sealed;
  });
}

export const newestSeal = (db: Db): Promise<Seal | undefined> =>
  db.selectFrom('record_seal').selectAll().orderBy('no', 'desc').limit(1).executeTakeFirst();

/** The last line of each table that a seal made now covers. */
async function newBounds(db: Db, last: Seal | undefined): Promise<Record<LineTable, number>> {
  const bounds = {} as Record<LineTable, number>;
  for (const table of LINE_TABLES) {
    const key = sql.ref(LINES[table].key);
    const from = last?.[BOUND[table]] ?? 0;
    const { rows } = await sql<{
      to: number | null;
    }>`select max(key) as to from (
      select ${key} as key from ${sql.table(table)} where ${key} > ${from} order by ${key} limit ${MOST_SEALED}
    ) as fresh`.execute(db);
    bounds[table] = rows[0]?.to ?? from;
  }
  return bounds;
}

/** Roles whose end a seal covers already. */
async function sealedEnds(db: Db): Promise<Set<number>> {
  const { rows } = await sql<{
    id: number;
  }>`select jsonb_array_elements(ended_grants)::bigint as id from record_seal where ended_grants <> '[]'`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
