import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StoreProblem } from './store-problem.ts';

/** The folders below DATA_DIR: the embedded PostgreSQL's own, and the stored files. */
export const databaseFolder = (dataDir: string): string => join(dataDir, 'postgres');
export const filesFolder = (dataDir: string): string => join(dataDir, 'files');

/**
 * Entries of a folder that initdb makes. Copying tools leave out empty folders, and PostgreSQL answers their loss late
 * and obscurely.
 */
const PARTS = [
  'PG_VERSION',
  'postgresql.conf',
  'pg_hba.conf',
  'pg_ident.conf',
  'base',
  'global',
  'global/pg_control',
  'pg_commit_ts',
  'pg_dynshmem',
  'pg_logical',
  'pg_logical/mappings',
  'pg_logical/snapshots',
  'pg_multixact',
  'pg_multixact/members',
  'pg_multixact/offsets',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_tblspc',
  'pg_twophase',
  'pg_wal',
  'pg_xact',
];

const RESTORE = { zh: '请用同一份备份恢复整个文件夹', en: 'Restore the whole folder from one backup' };

/**
 * A DATA_DIR with an embedded PostgreSQL is either empty or whole. One that has lost a part is refused: a new database
 * beside old files, or the reverse, would look like a working site without its content.
 * @throws StoreProblem naming what is missing
 */
export function assertDataFolderWhole(dataDir: string): void {
  const folder = databaseFolder(dataDir);
  if (!existsSync(folder)) {
    const files = filesFolder(dataDir);
    if (!existsSync(files) || readdirSync(files).length === 0) return;
    throw new StoreProblem({
      zh: `文件夹 ${files} 中有文件，但与它们一起的数据库 ${folder} 不见了。${RESTORE.zh}；要重新开始，请移走 ${files}。`,
      en: `The folder ${files} holds stored files, but their database ${folder} is gone. ${RESTORE.en}; to begin anew, move ${files} away.`,
    });
  }
  const missing = PARTS.filter((part) => !existsSync(join(folder, part)));
  if (missing.length > 0) {
    throw new StoreProblem({
      zh: `数据库 ${folder} 缺少 ${missing.join('、')}。${RESTORE.zh}；要重新开始，请移走 ${dataDir}。`,
      en: `The database ${folder} has lost ${missing.join(', ')}. ${RESTORE.en}; to begin anew, move ${dataDir} away.`,
    });
  }
  const owner = statSync(folder).uid;
  const user = process.getuid?.();
  if (user !== undefined && owner !== user) {
    throw new StoreProblem({
      zh: `数据库 ${folder} 属于用户 ${owner}，而服务以用户 ${user} 运行。请以那个用户启动，或把文件夹交给现在的用户：chown -R ${user} ${dataDir}`,
      en: `The database ${folder} belongs to user ${owner}, but the server runs as user ${user}. Start it as that user, or hand over the folder: chown -R ${user} ${dataDir}`,
    });
  }
}

/** @throws StoreProblem when another major version of PostgreSQL wrote the folder */
export function assertSameMajor(folder: string, major: string): void {
  const written = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  if (written === major) return;
  throw new StoreProblem({
    zh: `数据库 ${folder} 由 PostgreSQL ${written} 写成，而本程序带的是 PostgreSQL ${major}。请用写成它的版本启动，或用 pg_dump 把内容移到自己的 PostgreSQL，再设置 DATABASE_URL。`,
    en: `The database ${folder} was written by PostgreSQL ${written}, but this program brings PostgreSQL ${major}. Start the version of the program that wrote it, or move its content by pg_dump to a PostgreSQL of your own and set DATABASE_URL.`,
  });
}
