import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { databaseFolder } from '#server/db/data-folder.ts';
import { writeBackup } from '#server/db/backup/write-backup.ts';
import { isRestoring } from '#server/db/backup/restoring.ts';
import { loadEnv, misspeltSettings } from '#server/env.ts';
import { openBesideServer } from './stored-site.ts';
import { isOneFile, printError, printWords, tellUsage } from './print.ts';
import { endWith } from './store-command.ts';

const USAGE = 'Usage: npm run backup -- FILE   writes the store to a new file, and reads it again';

/**
 * BK1: `backup FILE` writes the store that DATABASE_URL or DATA_DIR names to a new file, with or without a running server.
 * Exit codes: 0 written and verified; 1 written, but stored files were missing or changed; 2 not written.
 */
async function main(args: string[]): Promise<number> {
  const told = tellUsage(args, USAGE);
  if (told !== null) return told;
  if (!isOneFile(args)) {
    printError(USAGE);
    return 2;
  }
  const env = loadEnv(process.env);
  for (const hint of misspeltSettings(process.env)) printError(hint);
  const path = resolve(args[0]);
  if ((env.databaseUrl === null && !existsSync(databaseFolder(env.dataDir))) || isRestoring(env.dataDir)) {
    printError(`There is no whole store in ${env.dataDir}. Set DATA_DIR or DATABASE_URL to the one to be backed up.`);
    return 2;
  }
  const began = performance.now();
  const database = await openBesideServer(env);
  try {
    const { at, head, tables, entries, damaged } = await writeBackup({
      database,
      dataDir: env.dataDir,
      path,
      say: printWords,
    });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const megabytes = statSync(path).size / 1_000_000;
    const seconds = (performance.now() - began) / 1000;
    printWords(
      `${path}: the store as of ${at}, publication ${head?.no ?? 'none'}; ${rows} rows of ${tables.length} tables, ${Object.keys(entries).length - tables.length} files; ${megabytes.toFixed(1)} MB in ${seconds.toFixed(1)} s, read again and verified.`,
    );
    for (const name of damaged) printWords(`not as it was stored: ${name}`);
    return damaged.length > 0 ? 1 : 0;
  } finally {
    await database.close();
  }
}

await endWith(main);
