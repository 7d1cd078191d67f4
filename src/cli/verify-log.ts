import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Database } from '#server/db/connect.ts';
import { excessRights, excessSentence } from '#server/db/server-rights.ts';
import { assertMigrated } from '#server/db/migrate.ts';
import { checkRecord, type CheckedStore } from '#server/record/check-record.ts';
import { NOT_COVERED } from '#server/record/coverage.ts';
import { coveredSince } from '#server/record/verify-standing.ts';
import { findLogHead } from '#server/store/publication/verify-log.ts';
import { databaseFolder, filesFolder } from '#server/db/data-folder.ts';
import { damageProblem, StoreProblem } from '#server/db/store-problem.ts';
import { EnvProblems, loadEnv, misspeltSettings } from '#server/env.ts';
import { printError, printWords, tellUsage } from './print.ts';
import { openBesideServer } from './stored-site.ts';

const USAGE =
  'Usage: npm run verify-log [-- --expect no:hash]   checks the whole record; no:hash as printed by an earlier run';

/**
 * RC4: `verify-log [--expect no:hash]` checks the whole record and prints every problem found: the catalogue of the
 * database (RC7), the publication log with all dated rows (PB3), the seals with audit lines, editions and roles (RC1), what
 * searches look through (RC5), the stored files (PD5), and the heads in HEADS_FILE (RC3). With --expect the log must also
 * contain that entry, as an earlier run printed it. It waits for a busy machine. Its last line names what it does not cover (RC9). Exit codes: 0 all is as it was; 1
 * problems were found; 2 it could not be checked, or not all of it, with one sentence why.
 */
async function main(args: string[]): Promise<number> {
  const told = tellUsage(args, USAGE);
  if (told !== null) return told;
  const expected = readExpected(args);
  if (expected === 'unreadable') {
    printError(USAGE);
    return 2;
  }
  const env = loadEnv(process.env);
  for (const hint of misspeltSettings(process.env)) printError(hint);
  if (env.databaseUrl === null && !existsSync(databaseFolder(env.dataDir))) {
    printError(`There is no store in ${env.dataDir}. Set DATA_DIR or DATABASE_URL to the one to be checked.`);
    return 2;
  }
  const database = await openBesideServer(env, { isPatient: true });
  try {
    await assertMigrated(database);
    const store = {
      database,
      pagesDir: fileURLToPath(new URL('../../page-schemas', import.meta.url)),
      filesDir: filesFolder(env.dataDir),
      headsFile: env.heads.file,
    };
    return await check(database, store, expected);
  } finally {
    await database.close();
  }
}

async function check(
  database: Database,
  store: CheckedStore,
  expected: { no: number; hash: string } | null,
): Promise<number> {
  const { check: result, problems } = await checkRecord(store);
  for (const { code, message } of problems) printWords(`${code}: ${message}`);
  let found = problems.length;
  if (expected) {
    const entry = await database.db
      .selectFrom('publication')
      .select('hash')
      .where('no', '=', expected.no)
      .executeTakeFirst();
    if (entry?.hash !== expected.hash) {
      printWords(
        `head-differs: entry ${expected.no} is ${entry ? `now ${entry.hash}` : 'not in the log'}, expected ${expected.hash}`,
      );
      found++;
    }
  }
  const excess = await excessRights(database);
  if (excess.length > 0) printWords(excessSentence(excess, database.hasOwner));
  const head = await findLogHead(database.db);
  printWords(
    head ? `${head.no} publications, newest ${head.at.toISOString()}, head ${head.no}:${head.hash}` : 'no publications',
  );
  const { seals, sealed, unsealed, heads, newestHead, headsFile, files } = result;
  printWords(
    `${seals} seals cover ${sealed} audit lines, steps of editions, roles and publications; ${unsealed} more wait for the next seal.`,
  );
  printWords(
    heads === 0
      ? `Compared with no heads: ${headsFile} holds none.`
      : `Compared with ${heads} heads in ${headsFile}, the newest of seal ${newestHead}.`,
  );
  const since = await coveredSince(database.db);
  printWords(
    since === null
      ? 'Accounts, sessions, tokens, deliveries, customers and the opening of the site are covered from the first check on that ends.'
      : `Accounts, sessions, tokens, deliveries, customers and the opening of the site are covered since ${since.toISOString()}; how they came to be before that no line tells.`,
  );
  if (result.unfinished) printError(result.unfinished);
  printWords(
    found === 0
      ? `The log and all dated rows are as they were published, and ${files} files hold the bytes that were stored; audit lines, editions, roles, accounts, tokens, deliveries and what searches look through are as they were written.`
      : `${found} problem${found === 1 ? '' : 's'} found.`,
  );
  printWords(`Not covered: ${NOT_COVERED.map(({ what }) => what).join('; ')}.`);
  if (found > 0) return 1;
  return result.unfinished ? 2 : 0;
}

function readExpected(args: string[]): { no: number; hash: string } | null | 'unreadable' {
  if (args.length === 0) return null;
  const match = args.length === 2 && args[0] === '--expect' ? /^(\d{1,15}):([0-9a-f]{64})$/.exec(args[1]!) : null;
  return match ? { no: Number(match[1]), hash: match[2]! } : 'unreadable';
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (reason) {
  const error = damageProblem(reason);
  printError(
    error instanceof StoreProblem || error instanceof EnvProblems
      ? error.message
      : `The record could not be checked: ${error instanceof Error ? error.message : String(error)}. Try again.`,
  );
  process.exitCode = 2;
}
