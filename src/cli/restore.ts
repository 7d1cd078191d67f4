import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { restoreBackup } from '#server/db/backup/restore.ts';
import { BackupProblem } from '#server/db/backup/format.ts';
import { filesFolder } from '#server/db/data-folder.ts';
import { loadEnv, misspeltSettings } from '#server/env.ts';
import { verifyFiles } from '#server/store/publication/verify-files.ts';
import { verifyLog } from '#server/store/publication/verify-log.ts';
import { isOneFile, printError, printWords, tellUsage } from './print.ts';
import { endWith } from './store-command.ts';

const USAGE =
  'Usage: npm run restore -- FILE   writes a backup into an empty DATA_DIR, and an empty database where DATABASE_URL names one';

/**
 * BK2: `restore FILE` writes a backup into an empty DATA_DIR, and into an empty database where DATABASE_URL names one.
 * Exit codes: 0 restored and verified; 2 not restored.
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
  const began = performance.now();
  const { at, head, tables } = await restoreBackup({
    path: resolve(args[0]),
    address: env,
    say: printWords,
    verify: async ({ db }) => {
      const [log, { problems }] = [await verifyLog(db), await verifyFiles(db, filesFolder(env.dataDir))];
      // what was missing when the backup was made is told, and no reason to have no site
      for (const { code, message } of problems) printWords(`${code}: ${message}`);
      if (log.length > 0)
        throw new BackupProblem(`The restored log is not whole: ${log.map(({ message }) => message).join('; ')}.`);
    },
  });
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  printWords(
    `Restored: the store as of ${at}, publication ${head?.no ?? 'none'}, ${rows} rows, in ${((performance.now() - began) / 1000).toFixed(1)} s. Start it as before; a newer version brings it forward by itself.`,
  );
  if (!existsSync(env.heads.file))
    printWords(
      `${env.heads.file} is not there: the heads of the record are no part of a backup. Put a copy of the file in its place before the first start, and verify-log compares with it; without one the start begins it anew.`,
    );
  return 0;
}

await endWith(main);
