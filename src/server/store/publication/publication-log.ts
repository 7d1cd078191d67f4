import { sql, type Transaction } from 'kysely';
import type { DatedColumns } from '#kinds/define-kind.ts';
import { kinds } from '#kinds/index.ts';
import { keep } from '../../db/kept.ts';
import { LOCKS } from '../../db/locks.ts';
import type { Tables } from '../../db/tables.ts';
import { sha256, sha256OfJson } from '../../db/sha256.ts';

/**
 * The publication log (PB3). Every entry is chained to the one before by its hash. Its content hash covers each dated
 * row that the publication opened (all public columns) and each that it closed (which, why, successor). So an edited,
 * added, removed or reopened row is found as surely as an edited entry. Not covered: register_row.search and
 * register_row.pieces, which the check of the record derives again (RC5), and register_row.sort_no, which orders rows
 * and says nothing. Files are covered through the hash in their path.
 */
/** Files that a public thing shows: written with the thing. */
const FILE_USE: DatedColumns = {
  identity: ['used_by', 'filepath', 'filename', 'risk_level'],
  content: ['filepath', 'used_by', 'filename', 'risk_level'],
  reasoned: false,
};

/** All tables of dated rows by name: those of the kinds, and of the files that they show. */
export const DATED: Readonly<Record<string, DatedColumns>> = Object.assign(
  { file_use: FILE_USE },
  ...kinds.map(({ tables }) => tables),
);

/** @throws Error for a table that the log does not cover */
export function datedTable(name: string): DatedColumns {
  const found = DATED[name];
  if (!found) throw new Error(`${name} is no table of dated rows`);
  return found;
}

export type Entry = Tables['publication'];

/** kept.name of the newest entry's number and hash: an entry cut off the end of the log is missed by it. */
export const LOG_HEAD = 'publication log head';

/** Proof of one opened row. Dates count as instants, so it is the same before it is stored and after it is read. */
export function openedProof(table: string, row: Record<string, unknown>): string {
  const { content, later = [] } = datedTable(table);
  const brought = later.filter((column) => !isEmpty(row[column]));
  const proved = pick(
    row,
    content.filter((column) => !later.includes(column)),
  );
  return sha256OfJson(['opened', table, proved, ...brought.map((column) => [column, row[column]])]);
}

/** Proof of one closed row; its content is proved by the publication that opened it. */
export function closedProof(table: string, row: Record<string, unknown>): string {
  const { identity, reasoned } = datedTable(table);
  const why = reasoned ? [row.closed_reason ?? null, row.closed_successor ?? null] : [];
  return sha256OfJson(['closed', table, pick(row, identity), row.opened_in, ...why]);
}

export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0);

function pick(row: Record<string, unknown>, columns: readonly string[]): unknown[] {
  return columns.map((column) => {
    const value = row[column] ?? null;
    return value instanceof Date ? value.toISOString() : value;
  });
}

/** The content hash of a publication; the order of its rows does not matter. */
export function contentHash(proofs: string[]): string {
  return sha256([...proofs].sort().join('\n'));
}

export function entryHash(entry: Omit<Entry, 'hash'>): string {
  const { no, at, written_by, approved_by, title, content_hash, previous_hash } = entry;
  return sha256OfJson([no, at.toISOString(), written_by, approved_by, title, content_hash, previous_hash]);
}

/**
 * The newest entry, read under the lock that makes numbers gapless: the next publication waits here until this
 * transaction ends. Readers are not held up.
 */
export async function lockLog(trx: Transaction<Tables>): Promise<Entry | undefined> {
  await sql`select pg_advisory_xact_lock(${LOCKS.publication})`.execute(trx);
  // and of a server of an earlier version, which locks the table
  await sql`lock table publication in row exclusive mode`.execute(trx);
  return trx.selectFrom('publication').selectAll().orderBy('no', 'desc').limit(1).executeTakeFirst();
}

/** Writes the entry at once, because dated rows refer to it; its hashes follow when all rows are written. */
export async function beginEntry(trx: Transaction<Tables>, entry: Omit<Entry, 'hash' | 'content_hash'>): Promise<void> {
  await trx
    .insertInto('publication')
    .values({ ...entry, content_hash: '', hash: '' })
    .execute();
}

/** Completes the entry and tells all servers of it; they hear when the transaction is committed. */
export async function completeEntry(
  trx: Transaction<Tables>,
  begun: Omit<Entry, 'hash' | 'content_hash'>,
  proofs: string[],
): Promise<void> {
  const entry = { ...begun, content_hash: contentHash(proofs) };
  const hash = entryHash(entry);
  await trx
    .updateTable('publication')
    .set({ content_hash: entry.content_hash, hash })
    .where('no', '=', entry.no)
    .execute();
  await keep(trx, LOG_HEAD, `${entry.no} ${hash}`);
  await sql`select pg_notify('publication', ${String(entry.no)})`.execute(trx);
}
