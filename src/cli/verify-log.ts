import { existsSync } from 'node:fs';
import { verifyFiles } from '#server/store/verify-files.ts';
import { findLogHead, verifyLog } from '#server/store/verify-log.ts';
import type { Database } from '#server/db/connect.ts';
import { databaseFolder, filesFolder } from '#server/db/data-folder.ts';
import { damageProblem, StoreProblem } from '#server/db/store-problem.ts';
import { EnvProblems, loadEnv, misspeltSettings } from '#server/env.ts';
import { printError, printWords } from './print.ts';
import { openBesideServer } from './stored-site.ts';

/**
 * PB3: `verify-log [--expect no:hash]` recomputes the publication log and prints every problem found. With --expect the
 * log must also contain that entry: if the printed head is kept outside of this machine, this also detects a store that
 * was restored as a whole to an earlier state. Exit codes: 0 the log is intact; 1 problems were found; 2 it could not
 * be checked.
 */
async function main(args: string[]): Promise<number> {
  const expected = readExpected(args);
  if (expected === 'unreadable') {
    printError('Usage: verify-log [--expect no:hash], as printed by an earlier run.');
    return 2;
  }
  const env = loadEnv(process.env);
  for (const hint of misspeltSettings(process.env)) printError(hint);
  if (env.databaseUrl === null && !existsSync(databaseFolder(env.dataDir))) {
    printError(`There is no store in ${env.dataDir}. Set DATA_DIR or DATABASE_URL to the one to be checked.`);
    return 2;
  }
  const database = await openBesideServer(env.dataDir, env.databaseUrl);
  try {
    return await check(database, filesFolder(env.dataDir), expected);
  } finally {
    await database.close();
  }
}

async function check(
  { db }: Database,
  filesDir: string,
  expected: { no: number; hash: string } | null,
): Promise<number> {
  const { files, problems: fileProblems } = await verifyFiles(db, filesDir);
  const problems = [...(await verifyLog(db)), ...fileProblems];
  for (const { code, message } of problems) printWords(`${code}: ${message}`);
  let found = problems.length;
  if (expected) {
    const entry = await db.selectFrom('publication').select('hash').where('no', '=', expected.no).executeTakeFirst();
    if (entry?.hash !== expected.hash) {
      printWords(
        `head-differs: entry ${expected.no} is ${entry ? `now ${entry.hash}` : 'not in the log'}, expected ${expected.hash}`,
      );
      found++;
    }
  }
  const head = await findLogHead(db);
  printWords(
    head ? `${head.no} publications, newest ${head.at.toISOString()}, head ${head.no}:${head.hash}` : 'no publications',
  );
  printWords(
    found === 0
      ? `The log and all dated rows are as they were published, and ${files} files hold the bytes that were stored.`
      : `${found} problem${found === 1 ? '' : 's'} found.`,
  );
  return found === 0 ? 0 : 1;
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
  if (!(error instanceof StoreProblem || error instanceof EnvProblems)) throw error;
  printError(error.message);
  process.exitCode = 2;
}
