import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { noteBackup } from '#server/db/backup/last-backup.ts';
import { writeBackup } from '#server/db/backup/write-backup.ts';
import { assertNotRestoring } from '#server/db/backup/restoring.ts';
import { EXIT } from '#server/exit-codes.mjs';
import { phrase } from '#server/phrase.mjs';
import { runAsCommand, type GivenWords } from './command.ts';
import { backup } from './commands.ts';
import { printError, printWords } from './print.ts';
import { openBesideServer } from './stored-site.ts';
import { assertStore, environment } from './with-site.ts';

/**
 * BK1: `backup FILE` writes the store that DATABASE_URL or DATA_DIR names to a new file, with or without a running server.
 * Exit codes: 0 written and verified; 1 written, but stored files were missing or changed; 2 not written.
 */
async function main({ operands: [file] }: GivenWords<typeof backup.options>): Promise<number> {
  const env = environment();
  const path = resolve(file!);
  assertNotRestoring(env.dataDir);
  assertStore(env);
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
    const files = Object.keys(entries).length - tables.length;
    const megabytes = (statSync(path).size / 1_000_000).toFixed(1);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    printWords(
      phrase({
        zh: `备份 ${path}：截至 ${at}，发布 ${head?.no ?? '（没有）'}；${tables.length} 张表共 ${rows} 行，${files} 个文件；${megabytes} MB，用了 ${seconds} 秒，已重新读取并核对。`,
        en: `Backup ${path}: the store as of ${at}, publication ${head?.no ?? 'none'}; ${rows} rows of ${tables.length} tables, ${files} files; ${megabytes} MB in ${seconds} s, read again and verified.`,
      }),
    );
    try {
      await noteBackup(env.dataDir, { at, path });
    } catch (error) {
      const { message } = error as Error;
      printError(
        phrase({
          zh: `服务的指标不知道这次备份：${message}`,
          en: `The server’s metrics do not know of this backup: ${message}`,
        }),
      );
    }
    for (const name of damaged)
      printWords(phrase({ zh: `与当初保存的不同：${name}`, en: `not as it was stored: ${name}` }));
    return damaged.length > 0 ? EXIT.problems : EXIT.done;
  } finally {
    await database.close();
  }
}

await runAsCommand(backup, main);
