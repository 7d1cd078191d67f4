import { sql } from 'kysely';
import { findKept } from '../../db/kept.ts';
import { readRemovedHashes, type Removed } from './removed-hashes.ts';
import type { Db } from '../../db/tables.ts';
import {
  closedProof,
  contentHash,
  DATED,
  entryHash,
  isEmpty,
  LOG_HEAD,
  openedProof,
  type Entry,
} from './publication-log.ts';

/** One sign that the log or a dated row is not what was published. */
export interface LogProblem {
  /** number of the publication concerned; null when it is unknown */
  no: number | null;
  code:
    | 'entry-missing'
    | 'entry-edited'
    | 'chain-broken'
    | 'rows-differ'
    | 'row-date'
    | 'row-orphan'
    | 'head-differs'
    | 'removal-differs'
    | 'file-missing'
    | 'file-changed';
  message: string;
}

const PAGE = 5_000;

/**
 * PB3: recomputes the whole log from what is stored: every entry's hash, the chain, and from the dated rows each
 * entry's content hash. An empty list means that log and rows are as they were published. A store rolled back as a
 * whole to an earlier publication can only be told by somebody who noted a later head; so the command prints it.
 */
export async function verifyLog(db: Db): Promise<LogProblem[]> {
  // one snapshot: a publication committed meanwhile must not look like tampering
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx);
      return (await verifyLogIn(trx)).problems;
    });
}

/**
 * The same within a snapshot of the caller's, with the number of publications.
 * @param given removals that were read, and whose problems the caller tells (RE4)
 */
export async function verifyLogIn(trx: Db, given?: Removed): Promise<{ entries: number; problems: LogProblem[] }> {
  const removed = given ?? (await readRemovedHashes(trx));
  const entries = await readEntries(trx);
  const { proofs, problems } = await readRows(trx, entries, removed);
  return {
    entries: entries.size,
    problems: [
      ...(given ? [] : removed.problems),
      ...chainProblems(entries, removed),
      ...problems,
      ...contentProblems(entries, proofs),
      ...(await headProblems(trx, entries)),
    ],
  };
}

/** Number and hash of the newest entry; undefined for an empty log. */
export async function findLogHead(db: Db): Promise<{ no: number; hash: string; at: Date } | undefined> {
  return db.selectFrom('publication').select(['no', 'hash', 'at']).orderBy('no', 'desc').limit(1).executeTakeFirst();
}

async function readEntries(db: Db): Promise<Map<number, Entry>> {
  const entries = new Map<number, Entry>();
  for (let after = -1; ;) {
    const page = await db
      .selectFrom('publication')
      .selectAll()
      .where('no', '>', after)
      .orderBy('no')
      .limit(PAGE)
      .execute();
    for (const entry of page) entries.set(entry.no, entry);
    if (page.length < PAGE) return entries;
    after = page.at(-1)!.no;
  }
}

function chainProblems(entries: Map<number, Entry>, removed: Removed): LogProblem[] {
  const problems: LogProblem[] = [];
  let expected = 1;
  let previous: Entry | undefined;
  for (const entry of entries.values()) {
    const { no } = entry;
    if (no > expected)
      problems.push({ no: expected, code: 'entry-missing', message: `entries ${expected} to ${no - 1} are missing` });
    if (removed.was(`entry ${no}`, entryHash(entry)) !== entry.hash)
      problems.push({ no, code: 'entry-edited', message: `entry ${no} does not match its own hash` });
    if (entry.previous_hash !== (previous?.hash ?? ''))
      problems.push({ no, code: 'chain-broken', message: `entry ${no} does not follow the entry before it` });
    if (previous && entry.at < previous.at)
      problems.push({ no, code: 'chain-broken', message: `entry ${no} is dated before entry ${previous.no}` });
    previous = entry;
    expected = no + 1;
  }
  return problems;
}

interface RowEvidence {
  /** proofs of the rows that a publication opened and closed, by its number */
  proofs: Map<number, string[]>;
  problems: LogProblem[];
}

async function readRows(db: Db, entries: Map<number, Entry>, removed: Removed): Promise<RowEvidence> {
  const evidence: RowEvidence = { proofs: new Map(), problems: [] };
  for (const table of Object.keys(DATED)) {
    for (let after = 0; ;) {
      const page = await readPage(db, table, after);
      for (const row of page) weigh(evidence, entries, removed, table, row);
      if (page.length < PAGE) break;
      after = page.at(-1)!.row_id;
    }
  }
  return evidence;
}

type StoredRow = Record<string, unknown> & {
  row_id: number;
  opened_in: number;
  closed_in: number | null;
  public_from: Date;
  public_to: Date | null;
};

async function readPage(db: Db, table: string, after: number): Promise<StoredRow[]> {
  const { rows } =
    await sql<StoredRow>`select * from ${sql.table(table)} where row_id > ${after} order by row_id limit ${PAGE}`.execute(
      db,
    );
  return rows;
}

function weigh(
  { proofs, problems }: RowEvidence,
  entries: Map<number, Entry>,
  removed: Removed,
  table: string,
  row: StoredRow,
): void {
  const name = `${table} row ${row.row_id}`;
  const note = (no: number, at: Date | null, found: string, what: 'opened' | 'closed') => {
    const proof = removed.was(`${table} ${row.row_id} ${what}`, found);
    const entry = entries.get(no);
    if (!entry)
      problems.push({
        no,
        code: 'row-orphan',
        message: `${name} was ${what} by publication ${no}, which is not in the log`,
      });
    else if (at?.getTime() !== entry.at.getTime())
      problems.push({
        no,
        code: 'row-date',
        message: `${name} was ${what} by publication ${no} but bears another moment`,
      });
    const list = proofs.get(no);
    if (list) list.push(proof);
    else proofs.set(no, [proof]);
  };
  note(row.opened_in, row.public_from, openedProof(table, row), 'opened');
  if (row.closed_in !== null) note(row.closed_in, row.public_to, closedProof(table, row), 'closed');
  else if (row.public_to !== null)
    problems.push({ no: row.opened_in, code: 'row-date', message: `${name} is closed, but by no publication` });
  else if (!isEmpty(row.closed_reason) || !isEmpty(row.closed_successor))
    problems.push({ no: row.opened_in, code: 'row-date', message: `${name} is public, but says why it ended` });
}

function contentProblems(entries: Map<number, Entry>, proofs: Map<number, string[]>): LogProblem[] {
  return [...entries.values()]
    .filter(({ no, content_hash }) => contentHash(proofs.get(no) ?? []) !== content_hash)
    .map(({ no, at, title }) => ({
      no,
      code: 'rows-differ',
      message: `rows opened or closed by publication ${no} (${at.toISOString()}, ${title}) are not what it published`,
    }));
}

/** The head noted beside the log tells of entries cut off its end. */
async function headProblems(db: Db, entries: Map<number, Entry>): Promise<LogProblem[]> {
  const stored = await findKept(db, LOG_HEAD);
  const newest = [...entries.values()].at(-1);
  const head = newest ? `${newest.no} ${newest.hash}` : undefined;
  if (stored === head) return [];
  return [
    {
      no: newest?.no ?? null,
      code: 'head-differs',
      message: `the log ends with ${head ?? 'nothing'}, but its head was noted as ${stored ?? 'nothing'}`,
    },
  ];
}
