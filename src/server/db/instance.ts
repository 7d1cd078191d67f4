import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Env } from '../env.ts';
import type { Database } from './connect.ts';
import { filesFolder } from './data-folder.ts';
import { findHolder } from './embedded-orphan.ts';
import { keptOnce } from './kept.ts';
import { LOCKS } from './locks.ts';
import { StoreProblem } from './store-problem.ts';

/**
 * Makes this process the one server of its DATA_DIR until it is released. The lock lives on a connection of its own,
 * whose application name tells others who holds it; a broken connection is replaced and the lock taken again.
 * @returns the release
 * @throws StoreProblem naming the holder
 */
export async function holdInstance(
  database: Database,
  env: Pick<Env, 'dataDir' | 'port'>,
): Promise<() => Promise<void>> {
  // servers that share a DATABASE_URL are equals; their files folder is compared by its mark
  if (database.engine === 'external') return async () => {};
  const name = `site ${process.pid} on ${hostname().slice(0, 32)} port ${env.port}`;
  let released = false;
  let client = await lockInstance(database, env.dataDir, name);
  const watch = () => {
    client.once('end', async () => {
      for (;;) {
        await sleep(1000, undefined, { ref: false });
        if (released) return;
        const again = await lockInstance(database, env.dataDir, name).catch(() => null);
        if (again === null) continue;
        client = again;
        return watch();
      }
    });
  };
  watch();
  return async () => {
    released = true;
    await client.end().catch(() => {});
  };
}

async function lockInstance(database: Database, dataDir: string, name: string): Promise<pg.Client> {
  const client = await database.connect(name);
  const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [LOCKS.instance]);
  if (rows[0]?.got) return client;
  const holder = await findHolder(client);
  await client.end();
  throw new StoreProblem({
    zh: `另一个服务正在使用 ${dataDir}：${holder ?? '一个正在结束的服务'}。请先停止它，或给这个服务另一个 DATA_DIR。`,
    en: `Another server already uses ${dataDir}: ${holder ?? 'a server that is just ending'}. Stop it first, or give this one a DATA_DIR of its own.`,
  });
}

/**
 * Compares the mark of the database with the mark of the files folder, and makes both when the store is new. A database
 * and files that do not belong together are never served.
 * @returns the mark
 * @throws StoreProblem saying which part is lost or foreign
 */
export async function checkInstanceMark(database: Database, dataDir: string): Promise<string> {
  const client = await database.connect(`site ${process.pid} comparing marks`);
  try {
    await client.query('select pg_advisory_lock($1)', [LOCKS.mark]);
    const { rows } = await client.query<{ value: string }>(`select value from kept where name = 'instance'`);
    const files = filesFolder(dataDir);
    const stored = rows[0]?.value;
    if (stored === undefined) return await makeMark(client, files);
    assertSameMark(files, stored);
    return stored;
  } finally {
    await client.end().catch(() => {});
  }
}

const MARK = '.instance';
// written before the database's mark and renamed after it: a kill in between is told from a loss
const MARK_NEW = '.instance.new';

async function makeMark(client: pg.Client, files: string): Promise<string> {
  const found = existsSync(files) ? readdirSync(files).filter((name) => name !== MARK_NEW) : [];
  if (found.length > 0) {
    throw new StoreProblem({
      zh: `文件夹 ${files} 中有文件，但数据库是新的，不知道它们。请恢复与它们一起的数据库（或改正 DATABASE_URL）；要重新开始，请移走 ${files}。`,
      en: `The folder ${files} holds stored files, but the database is new and knows none of them. Restore the database that belongs to them (or correct DATABASE_URL); to begin anew, move ${files} away.`,
    });
  }
  const { rows } = await client.query<{ filled: boolean }>('select exists (select from publication) as filled');
  if (rows[0]?.filled) {
    throw new StoreProblem({
      zh: '数据库中有发布记录，但没有实例标记。请把表 kept 与其他表一起恢复。',
      en: 'The database holds publications, but no instance mark. Restore the table "kept" together with the others.',
    });
  }
  const mark = randomUUID();
  mkdirSync(files, { recursive: true });
  writeFileSync(join(files, MARK_NEW), `${mark}\n`, { flush: true });
  await client.query(`insert into kept (name, value) values ('instance', $1)`, [mark]);
  renameSync(join(files, MARK_NEW), join(files, MARK));
  return mark;
}

function assertSameMark(files: string, stored: string): void {
  if (readMark(files, MARK) === null && readMark(files, MARK_NEW) === stored)
    renameSync(join(files, MARK_NEW), join(files, MARK));
  const mark = readMark(files, MARK);
  if (mark === stored) return;
  const restore = { zh: '请用同一份备份恢复数据库和文件', en: 'Restore database and files from one backup' };
  if (!existsSync(files))
    throw new StoreProblem({
      zh: `数据库还在，但它的文件夹 ${files} 不见了。${restore.zh}，或用 DATA_DIR 指明文件所在。`,
      en: `The database is there, but its stored files ${files} are gone. ${restore.en}, or name the DATA_DIR that holds them.`,
    });
  if (mark === null)
    throw new StoreProblem({
      zh: `文件夹 ${files} 缺少标记 ${MARK}，可能还缺少别的。${restore.zh}；共用一个数据库的服务也共用这个文件夹。`,
      en: `The folder ${files} has lost its mark ${MARK}, and with it perhaps more. ${restore.en}; servers that share a database share this folder too.`,
    });
  throw new StoreProblem({
    zh: `文件夹 ${files} 属于另一个数据库（它的标记是 ${mark}，数据库的是 ${stored}）。${restore.zh}，或改正 DATA_DIR 或 DATABASE_URL。`,
    en: `The folder ${files} belongs to another database (its mark is ${mark}, the database's ${stored}). ${restore.en}, or correct DATA_DIR or DATABASE_URL.`,
  });
}

/** Marks a files folder as belonging to a store. */
export function writeMark(files: string, mark: string): void {
  mkdirSync(files, { recursive: true });
  writeFileSync(join(files, MARK), `${mark}\n`, { flush: true });
}

/** Mark of a files folder, or null where it has none. @param name of the file */
export function readMark(files: string, name = MARK): string | null {
  try {
    return readFileSync(join(files, name), 'utf8').trim();
  } catch {
    return null;
  }
}

/**
 * The key of the wire's cipher: WIRE_KEY, else one made by the first server and kept in the database, the same for all
 * servers that share it.
 * @returns 64 bytes in base64: the first half encrypts, the second signs
 */
export async function wireKey(database: Pick<Database, 'db'>, env: Pick<Env, 'wireKey'>): Promise<string> {
  return env.wireKey ?? keptOnce(database.db, 'wire-key', () => randomBytes(64).toString('base64'));
}
