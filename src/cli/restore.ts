import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { restoreBackup } from '#server/db/backup/restore.ts';
import { BackupProblem } from '#server/db/backup/format.ts';
import { filesFolder } from '#server/db/data-folder.ts';
import { EXIT } from '#server/exit-codes.mjs';
import { phrase } from '#server/phrase.mjs';
import { verifyFiles } from '#server/store/publication/verify-files.ts';
import { verifyLog } from '#server/store/publication/verify-log.ts';
import { runAsCommand, type GivenWords } from './command.ts';
import { restore } from './commands.ts';
import { printWords } from './print.ts';
import { recordProblem } from './record-problems.ts';
import { environment } from './with-site.ts';

/**
 * BK2: `restore FILE` writes a backup into an empty DATA_DIR, and into an empty database where DATABASE_URL names one.
 * Exit codes: 0 restored and verified; 2 not restored.
 */
async function main({ operands: [file] }: GivenWords<typeof restore.options>): Promise<number> {
  const env = environment();
  const began = performance.now();
  const { at, head, tables } = await restoreBackup({
    path: resolve(file!),
    address: env,
    say: printWords,
    verify: async ({ db }) => {
      const [log, { problems }] = [await verifyLog(db), await verifyFiles(db, filesFolder(env.dataDir))];
      // losses known when the backup was made are reported, and no reason to have no site
      for (const problem of problems) printWords(recordProblem(problem));
      const found = log.map(({ message }) => message).join('; ');
      if (log.length > 0)
        throw new BackupProblem({
          zh: `恢复的日志不完整：${found}。`,
          en: `The restored log is not whole: ${found}.`,
        });
    },
  });
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  printWords(
    phrase({
      zh: `已恢复：截至 ${at}，发布 ${head?.no ?? '（没有）'}，${rows} 行，用了 ${seconds} 秒。照常启动即可；更新的版本会自行升级它。`,
      en: `Restored: the store as of ${at}, publication ${head?.no ?? 'none'}, ${rows} rows, in ${seconds} s. Start it as before; a newer version brings it forward by itself.`,
    }),
  );
  const heads = env.heads.file;
  if (!existsSync(heads))
    printWords(
      phrase({
        zh: `文件 ${heads} 不存在：它存放记录的校验值，备份中不含这些校验值。请在第一次启动之前放回它的副本，verify-log 会与它比较；没有副本的，启动时重新开始。`,
        en: `The file of heads ${heads} is not there: the heads of the record are no part of a backup. Put a copy of the file in its place before the first start, and verify-log compares with it; without one the start begins it anew.`,
      }),
    );
  return EXIT.done;
}

await runAsCommand(restore, main);
