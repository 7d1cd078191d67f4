import { sql } from 'kysely';
import type { RecordCheck } from '#wire/console-answers.ts';
import { isStoreAway } from '../errors.ts';
import { findKept, keep } from '../db/kept.ts';
import type { Db } from '../db/tables.ts';
import { openStoredBytes } from '../files/stored-bytes.ts';
import { createTextReader, type TextReader } from '../files/text-reader.ts';
import { createCurrentPages } from '../site/current-pages.ts';
import { listPageEditions } from '../store/documents/list-page-editions.ts';
import { readRemovedHashes } from '../store/publication/removed-hashes.ts';
import { verifyFiles } from '../store/publication/verify-files.ts';
import { verifyLogIn } from '../store/publication/verify-log.ts';
import { readHeads, type StoredHeads } from './heads.ts';
import type { RecordProblem } from './record-problem.ts';
import type { Seal } from './seal.ts';
import { verifyCatalogue, type CheckedDatabase } from './verify-catalogue.ts';
import { verifyDerived, verifyTexts } from './verify-derived.ts';
import { beginMarks, verifyMarks } from './verify-standing.ts';
import { verifyEditions } from './verify-editions.ts';
import { verifyNumbers, verifySets } from './verify-sets.ts';
import { verifySeals } from './verify-seals.ts';

/** Places of the parts of a store that a check reads. */
export interface CheckedStore {
  database: CheckedDatabase;
  /** page-schemas/ */
  pagesDir: string;
  /** DATA_DIR/files */
  filesDir: string;
  /** heads of the record (RC3) */
  headsFile: string;
}

/** kept.name of the last check. */
const NAME = 'record check';
/** problems that are kept and shown; their number is always told */
const MOST_HEADS = 200;

/**
 * RC4: checks the catalogue first (RC7), then log, dated rows, seals, editions and searched columns as of one moment.
 * Then it checks the files, and compares the seals with the heads that went out. The result is kept for the console and
 * /metrics.
 * @throws what is no matter of the data; where the catalogue was changed that is the result, whatever then failed
 */
export async function checkRecord(
  store: CheckedStore,
  reader: TextReader = createTextReader(),
): Promise<{ check: RecordCheck; problems: RecordProblem[] }> {
  const { problems, unfinished } = await verifyCatalogue(store.database);
  const contents = await checkContents(store, reader)
    .catch((error: unknown) => {
      if (problems.length === 0 || isStoreAway(error)) throw error;
      return nothingRead(store, error);
    })
    .finally(() => reader.close());
  const all = [...problems, ...contents.problems];
  const check: RecordCheck = {
    at: new Date().toISOString(),
    ...contents.counts,
    found: all.length,
    problems: all.slice(0, MOST_HEADS),
    headsFile: store.headsFile,
    unfinished,
  };
  await keep(store.database.db, NAME, JSON.stringify(check));
  return { check, problems: all };
}

type Counts = Pick<
  RecordCheck,
  'publications' | 'files' | 'sealed' | 'unsealed' | 'seals' | 'heads' | 'newestHead' | 'removals'
>;

/** A changed catalogue can keep everything else from being read. */
const nothingRead = ({ headsFile }: CheckedStore, error: unknown): { counts: Counts; problems: RecordProblem[] } => ({
  counts: { publications: 0, files: 0, sealed: 0, unsealed: 0, seals: 0, heads: 0, newestHead: 0, removals: [] },
  problems: [
    {
      no: null,
      code: 'unreadable',
      message: `what the tables hold cannot be read, nor compared with ${headsFile}: ${error instanceof Error ? error.message : String(error)}`,
    },
  ],
});

async function checkContents(
  store: CheckedStore,
  reader: TextReader,
): Promise<{ counts: Counts; problems: RecordProblem[] }> {
  const { db } = store.database;
  await beginMarks(db);
  const { registers } = await createCurrentPages(db, store.pagesDir, () => {}).load({
    editions: await listPageEditions(db, 'now'),
    previous: undefined,
  });
  // before the snapshot: a seal that is made meanwhile is in neither
  const stored = await readHeads(store.headsFile);
  const { seals, sealed, unsealed, problems, publications, removed } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx);
      const problems: RecordProblem[] = [];
      const read = async <T>(what: string, work: Promise<T>, otherwise: T): Promise<T> =>
        work.catch((error: unknown) => {
          problems.push(unreadable(what, error));
          return otherwise;
        });
      const removed = await readRemovedHashes(trx);
      const log = await read('the log', verifyLogIn(trx, removed), { entries: 0, problems: [] });
      const evidence = await read('the record', verifySeals(trx, removed), {
        seals: [],
        sealed: 0,
        unsealed: 0,
        problems: [],
      });
      const editions = await read('an edition', verifyEditions(trx, removed), []);
      const sets = await read('rows or articles of a draft', verifySets(trx, removed), []);
      const numbers = await read('a sequence', verifyNumbers(trx), []);
      const uncovered = await read('what stands of an act', verifyMarks(trx), []);
      const derived = await read('a search column', verifyDerived(trx, Object.values(registers)), []);
      return {
        ...evidence,
        publications: log.entries,
        removed,
        problems: [
          ...removed.problems,
          ...log.problems,
          ...evidence.problems,
          ...editions,
          ...sets,
          ...numbers,
          ...uncovered,
          ...derived,
          ...problems,
        ],
      };
    });
  const heads = compareHeads(store.headsFile, stored, seals);
  const { files, problems: fileProblems } = await verifyFiles(db, store.filesDir, removed.files);
  const texts = await verifyTexts(db, openStoredBytes(store.filesDir), reader);
  return {
    counts: {
      publications,
      files,
      sealed,
      unsealed,
      seals: seals.length,
      heads: heads.compared,
      newestHead: heads.newest,
      removals: removed.list.map(({ no, at, items, files: gone, exports }) => ({
        no,
        at: at.toISOString(),
        items,
        files: gone,
        exports,
      })),
    },
    problems: [...problems, ...heads.problems, ...fileProblems, ...texts],
  };
}

/**
 * Problem of content that no program of ours has written: a check goes on without it, and says so. @throws what is no
 * matter of the data
 */
function unreadable(what: string, error: unknown): RecordProblem {
  if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
  return { no: null, code: 'unreadable', message: `${what} cannot be read: ${error.message}` };
}

/** RC3, RC4: the seals against the heads that went out. */
function compareHeads(
  file: string,
  stored: StoredHeads | null,
  seals: readonly Seal[],
): { compared: number; newest: number; problems: RecordProblem[] } {
  const newestSeal = seals.at(-1);
  if (stored === null || (stored.heads.length === 0 && newestSeal !== undefined)) {
    const message = `${file} holds no heads: nothing outside of the database tells what the record was`;
    return { compared: 0, newest: 0, problems: newestSeal ? [{ no: null, code: 'heads-missing', message }] : [] };
  }
  const bySeal = new Map(seals.map((seal) => [seal.no, seal]));
  const problems: RecordProblem[] = stored.unreadable.map((line) => ({
    no: null,
    code: 'heads-unreadable',
    message: `line ${line} of ${file} is no head`,
  }));
  for (const { no, hash, publication } of stored.heads) {
    const seal = bySeal.get(no);
    if (seal?.hash !== hash)
      problems.push({
        no: publication,
        code: 'head-differs',
        message: `seal ${no} is ${seal ? `now ${seal.hash}` : 'not in the record'}, and went out as ${hash} (${file})`,
      });
  }
  const newest = stored.heads.reduce((most, { no }) => Math.max(most, no), 0);
  return { compared: stored.heads.length, newest, problems };
}

/** The last check, by whichever server or command; null before the first. */
export async function findRecordCheck(db: Db): Promise<RecordCheck | null> {
  const stored = await findKept(db, NAME);
  return stored === undefined ? null : (JSON.parse(stored) as RecordCheck);
}
