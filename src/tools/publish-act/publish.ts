/**
 * Publishes one act from a JSON file, with or without a running server:
 *
 *   node src/cli/run.mjs src/tools/publish-act/publish.ts act.json
 *   node src/cli/run.mjs src/tools/publish-act/publish.ts act.json --check
 *
 * DATA_DIR or DATABASE_URL names the store, as for the server. publish-an-act.md describes the file. A register's
 * `definition` may be its name. An attachment may have a `path`, relative to the folder of the act's file, instead of a
 * `filepath`: that file is then stored first.
 */
import type { Change } from '#kinds/index.ts';
import { article, type ArticleDocument } from '#kinds/article/index.ts';
import { documentIn } from '#kinds/changes.ts';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { printError, printWords } from '#cli/print.ts';
import { openBesideServer } from '#cli/stored-site.ts';
import { formatProblem, nearest, type Problem } from '#page/problems.ts';
import { checkSuccessors } from '#server/editions/check-successors.ts';
import { PublicationRefused } from '#server/store/publication-problems.ts';
import { listPageEditions } from '#server/store/list-page-editions.ts';
import { listPublicationChanges } from '#server/store/publication-changes.ts';
import { findMisfits } from '#server/store/register-misfits.ts';
import { publish, type PublishOptions } from '#server/store/publish.ts';
import type { Database } from '#server/db/connect.ts';
import { databaseFolder } from '#server/db/data-folder.ts';
import type { Db } from '#server/db/tables.ts';
import { StoreFull } from '#server/db/free-space.ts';
import { StoreProblem } from '#server/db/store-problem.ts';
import { isStoreAway } from '#server/errors.ts';
import { storeFile, type StoredFile } from '#server/files/store.ts';
import { siteAfter } from '#server/editions/site-after.ts';
import { documentProblems, refusalLines } from './act-refusal.ts';
import { changeLines } from './act-report.ts';
import { attachmentsOf, besideAct, changeOf, isFile, readAct, Refused, type ReadAct } from './read-act.ts';

const PAGES = fileURLToPath(new URL('../../../page-schemas', import.meta.url));
const dataDir = resolve(process.env.DATA_DIR || 'data');

/**
 * Replaces the `path` of each attachment by the `filepath` of the stored file.
 * @param store stores a file and returns its filepath
 */
async function withStoredFiles(change: Change, file: string, store: StoreFile): Promise<Change> {
  const document = documentIn(article, change);
  if (!document?.attachments) return change;
  const attachments: NonNullable<ArticleDocument['attachments']> = [];
  for (const { filename, filepath = '', path, release } of attachmentsOf(change)) {
    const there = path !== undefined && isFile(besideAct(file, path));
    attachments.push({
      filename,
      filepath: there ? await store(besideAct(file, path)) : filepath,
      ...(release && { release }),
    });
  }
  return { kind: article.name, document: { ...document, attachments } };
}

type StoreFile = (path: string) => Promise<string>;

const toStore =
  (db: Db): StoreFile =>
  async (path) =>
    (await storeFile({ db, dir: join(dataDir, 'files') }, { path, extension: extname(path).slice(1) })).filepath;

/**
 * Returns where a file would be stored, without storing it.
 * @param tried receives the rows of these files
 */
const toNowhere =
  (db: Db, tried: StoredFile[]): StoreFile =>
  async (path) => {
    const dir = mkdtempSync(join(tmpdir(), 'act-'));
    const trial = await db.startTransaction().execute();
    try {
      const file = await storeFile({ db: trial, dir }, { path, extension: extname(path).slice(1) });
      tried.push(file);
      return file.filepath;
    } finally {
      await trial.rollback().execute();
      rmSync(dir, { recursive: true, force: true });
    }
  };

const OPTIONS = { check: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;
const USAGE = `node src/cli/run.mjs src/tools/publish-act/publish.ts act.json           publishes the act
node src/cli/run.mjs src/tools/publish-act/publish.ts act.json --check   checks it against the store and says what it would change; nothing is published
What an act may say: docs/how-to/publish-an-act.md`;

/** @returns null where only the usage was asked for */
function readArguments(args: string[]): { file: string; check: boolean } | null {
  const { values, positionals, tokens } = parseArgs({
    args,
    options: OPTIONS,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const meant =
      nearest(token.name, Object.keys(OPTIONS)) ?? (/dry|try|test|preview/.test(token.name) ? 'check' : undefined);
    if (!Object.hasOwn(OPTIONS, token.name))
      throw new Refused(
        `There is no option ${token.rawName}.${meant === undefined ? '' : ` Did you mean --${meant}?`}\n${USAGE}`,
      );
    if (token.value !== undefined) throw new Refused(`The option ${token.rawName} takes no value.\n${USAGE}`);
  }
  if (values.help) return null;
  const [file, ...more] = positionals;
  if (file === undefined) throw new Refused(`Name the file of the act.\n${USAGE}`);
  if (more.length > 0) throw new Refused(`One act at a time; ${more.join(' ')} is one argument too many.\n${USAGE}`);
  return { file, check: values.check === true };
}

async function main(args: string[]): Promise<void> {
  const given = readArguments(args);
  if (given === null) return printWords(USAGE);
  const { file, check } = given;
  const read = readAct(file);
  const databaseUrl = process.env.DATABASE_URL || null;
  if (databaseUrl === null && !existsSync(databaseFolder(dataDir))) {
    throw new Refused(
      [
        ...linesOf(file, read.problems),
        `There is no store in ${dataDir}. Start the site once (npm start), or set DATA_DIR or DATABASE_URL to the one that is meant.`,
      ].join('\n'),
    );
  }
  const database = await openBesideServer({
    dataDir,
    databaseUrl,
    ownerDatabaseUrl: process.env.OWNER_DATABASE_URL || null,
  });
  try {
    printWords((await publishRead(database, file, read, check)).join('\n'));
  } finally {
    await database.close();
  }
}

const linesOf = (file: string, problems: readonly Problem[]): string[] =>
  problems.map((problem) => formatProblem({ file, ...problem }));

/**
 * Publishes the act. Where it has problems, tries its sound part without storing anything, so that all problems are
 * reported at once.
 * @returns lines that tell what was done
 * @throws Refused
 */
async function publishRead(database: Database, file: string, read: ReadAct, check: boolean): Promise<string[]> {
  const problems = [
    ...read.problems,
    ...documentProblems(file, read.changes, PAGES, await listPageEditions(database.db, 'now')),
  ];
  const commit = !check && problems.length === 0;
  const unsound = new Set(problems.filter(({ code }) => code !== 'unreadable-file').map(changeOf));
  const places = read.changes.flatMap((change, at) => (change === null || unsound.has(at) ? [] : [at]));
  const changes: Change[] = [];
  const tried: StoredFile[] = [];
  const store = commit ? toStore(database.db) : toNowhere(database.db, tried);
  for (const at of places) changes.push(await withStoredFiles(read.changes[at]!, file, store));
  const before: PublishOptions['before'] = async (trx) => {
    const rows = tried.map(({ mediaType: media_type, ...one }) => ({ ...one, media_type, stored_at: new Date() }));
    if (rows.length > 0)
      await trx
        .insertInto('file')
        .values(rows)
        .onConflict((conflict) => conflict.column('filepath').doNothing())
        .execute();
  };
  let lines: string[] = [];
  const inspect: PublishOptions['inspect'] = async (trx, { no }) => {
    // with problems, this is not the site as the whole act would make it
    if (problems.length > 0) return [];
    const site = await siteAfter(trx, PAGES);
    lines = changeLines(await listPublicationChanges(trx, no, changes), site, { check });
    lines.push(...(await findMisfits(trx, Object.values(site.registers))).map((misfit) => `warning: ${misfit}`));
    return checkSuccessors(trx, site, changes);
  };
  const refused: string[] = [];
  const published = await publish(database, { ...read.act, changes }, { before, inspect, commit }).catch(
    (error: unknown) => {
      if (!(error instanceof PublicationRefused)) throw error;
      refused.push(...refusalLines(file, read.changes, places, error));
      return null;
    },
  );
  if (published === null || problems.length > 0) throw new Refused([...linesOf(file, problems), ...refused].join('\n'));
  return [
    check ? 'Nothing is published: this was a check. The act would do this:' : `Published as no. ${published.no}.`,
    ...lines,
  ];
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (isStoreAway(error)) {
    printError(
      `The database went away (${(error as Error).message}). Look whether the act is public before you publish it again: its last answer may be what was lost.`,
    );
    process.exit(1);
  }
  if (!(error instanceof Refused || error instanceof StoreFull || error instanceof StoreProblem)) throw error;
  printError(`Nothing was published:\n${error instanceof StoreFull ? error.english : error.message}`);
  process.exitCode = 1;
}
