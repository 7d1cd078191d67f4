/**
 * Publishes one act from a JSON file, beside a running server or without one:
 *
 *   node src/cli/run.mjs docs/how-to/publish.ts act.json
 *
 * DATA_DIR or DATABASE_URL name the store, as they do for the server. What the file may say: publish-an-act.md. A
 * register's `definition` may be its name, and an attachment may have a `path`, from the folder of the act's file,
 * instead of a `filepath`: that file is then stored first.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { openBesideServer } from '#cli/stored-site.ts';
import { checkRegister } from '#page/check-register.ts';
import { formatProblem } from '#page/problems.ts';
import type { Release } from '#page/data-shapes.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { ActRefused, RowProblems } from '#server/content/act-problems.ts';
import type { Act, ArticleInput, Change } from '#server/content/acts.ts';
import { publish } from '#server/content/publish.ts';
import { databaseFolder } from '#server/db/data-folder.ts';
import type { Db } from '#server/db/tables.ts';
import { StoreProblem } from '#server/db/store-problem.ts';
import { storeFile } from '#server/files/store.ts';
import { actProblems } from './act-structure.ts';

/** What the person at the terminal can mend. Printed without a stack. */
class Refused extends Error {}

type GivenAttachment = { filename: string; filepath?: string; path?: string; release?: Release };
const REGISTERS = new URL('../../page-schemas/registers/', import.meta.url);
const dataDir = resolve(process.env.DATA_DIR || 'data');

function readJson(file: string | URL): unknown {
  const name = file instanceof URL ? basename(file.pathname) : file;
  try {
    return JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new Refused(error instanceof SyntaxError ? `${name} is not JSON: ${error.message}` : `${name} cannot be read: ${(error as Error).message}`);
  }
}

/** The act with times as times and registers by their definitions; attachments still as they were given. */
function readAct(file: string): Act {
  const document = readJson(file);
  const registers = readdirSync(REGISTERS).flatMap((name) => (name.endsWith('.json') ? [basename(name, '.json')] : [])).sort();
  const problems = actProblems(document, registers);
  if (problems.length > 0) throw new Refused(problems.map((problem) => formatProblem({ ...problem, file })).join('\n'));
  const act = document as Act & { at?: string };
  const missing = attachmentsOf(act).filter(({ path }) => path !== undefined && !isFile(resolve(dirname(file), path)));
  if (missing.length > 0) throw new Refused(missing.map(({ filename, path }) => `${filename}: there is no file ${path} in the folder of ${file}.`).join('\n'));
  return { ...act, ...(act.at !== undefined && { at: new Date(act.at) }), changes: act.changes.map(readChange) } as Act;
}

const attachmentsOf = ({ changes }: Act): GivenAttachment[] => changes.flatMap((change) => (change.kind === 'article' ? (change.article.attachments ?? []) : []));

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();

function readChange(change: Change): Change {
  if (change.kind === 'article') return { ...change, article: { ...change.article, contentTime: new Date(change.article.contentTime) } };
  if (change.kind !== 'register' || typeof change.definition !== 'string') return change;
  const name: string = change.definition;
  const { register, problems } = checkRegister(readJson(new URL(`${name}.json`, REGISTERS)));
  if (register === null) throw new Refused(problems.map((problem) => formatProblem({ ...problem, file: `registers/${name}.json` })).join('\n'));
  return { ...change, definition: register satisfies RegisterDefinition };
}

/** @param folder of the act's file */
async function withStoredFiles(change: Change, db: Db, folder: string): Promise<Change> {
  if (change.kind !== 'article' || !change.article.attachments) return change;
  const attachments: ArticleInput['attachments'] = [];
  for (const { filename, filepath = '', path, release } of change.article.attachments as GivenAttachment[]) {
    const stored = path === undefined ? null : await storeFile({ db, dir: join(dataDir, 'files') }, { path: resolve(folder, path), extension: extname(path).slice(1) });
    attachments.push({ filename, filepath: stored?.filepath ?? filepath, ...(release && { release }) });
  }
  return { ...change, article: { ...change.article, attachments } };
}

async function main([file]: string[]): Promise<void> {
  if (file === undefined) throw new Refused('Name the file of the act: node src/cli/run.mjs docs/how-to/publish.ts act.json');
  const act = readAct(file);
  const databaseUrl = process.env.DATABASE_URL || null;
  if (databaseUrl === null && !existsSync(databaseFolder(dataDir))) {
    throw new Refused(`There is no store in ${dataDir}. Start the site once (npm start), or set DATA_DIR or DATABASE_URL to the one that is meant.`);
  }
  const database = await openBesideServer(dataDir, databaseUrl);
  try {
    const changes: Change[] = [];
    for (const change of act.changes) changes.push(await withStoredFiles(change, database.db, dirname(file)));
    const { no, articleIds } = await publish(database, { ...act, changes });
    const articles = articleIds.filter((id) => id !== null);
    console.log(`Published as no. ${no}.${articles.length > 0 ? ` Articles: ${articles.join(', ')}.` : ''}`);
  } finally {
    await database.close();
  }
}

/** A wrong cell with what would be right, then whatever else is wrong. */
function wordsOf(error: ActRefused): string {
  if (!(error instanceof RowProblems)) return error.message;
  const cells = error.rows.map(({ register, message, value, expected }) => `${register}: ${message}${value === null ? '' : `（${value}）`}。应为：${expected}`);
  const told = new Set(error.rows.map(({ message }) => message));
  return [...cells, ...error.problems.flatMap(({ message }) => (told.has(message) ? [] : [message]))].join('\n');
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Refused || error instanceof ActRefused || error instanceof StoreProblem)) throw error;
  console.error(`Nothing was published:\n${error instanceof ActRefused ? wordsOf(error) : error.message}`);
  process.exitCode = 1;
}
