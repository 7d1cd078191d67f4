import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { LOCKS } from './locks.ts';
import {
  isZombie,
  processKind,
  readOwner,
  readPidFile,
  removeDeadPidFile,
  removeStalePidFile,
  type PidFile,
} from './postmaster.ts';
import { StoreProblem } from './store-problem.ts';
import { phrase, type Phrased } from '../phrase.mjs';

/** milliseconds: a postmaster that lost its server ends within two seconds, but a last checkpoint may take longer */
const PATIENCE = 30_000;

/** milliseconds after which a killed process that nobody takes note of (a container without an init) is passed over */
const UNREAPED = 5_000;

type Answer =
  | { state: 'answers'; clusterName: string; holder: string | null }
  | { state: 'busy' }
  | { state: 'silent' };

/**
 * Makes sure that nothing serves the database folder: refuses when a live server does, stops the orphan of a killed
 * one, removes a stale postmaster.pid.
 * @throws StoreProblem naming the holder
 */
export async function clearTheWay(folder: string, say: (line: Phrased) => void): Promise<void> {
  const deadline = performance.now() + PATIENCE;
  let stopped: number | null = null;
  for (let file = readPidFile(folder); file !== null; file = readPidFile(folder)) {
    // asked first: a number means nothing when that server runs in another container
    const answer = await ask(file);
    const kind = processKind(file.pid, folder);
    if (answer.state === 'answers' && stopped !== file.pid) {
      assertOrphan(folder, file, answer);
      say(
        phrase({
          zh: `正在停止被终止的服务留下的 PostgreSQL（进程 ${file.pid}）`,
          en: `stopping the PostgreSQL (process ${file.pid}) that a killed server left behind`,
        }),
      );
      process.kill(file.pid, 'SIGINT');
      stopped = file.pid;
    } else if (answer.state === 'silent') {
      // PostgreSQL itself removes a file whose process is gone, when its parent has taken note of that
      const isLate = performance.now() > deadline - PATIENCE + UNREAPED;
      if (kind === 'none' && (!isZombie(file.pid) || (isLate && removeDeadPidFile(folder, file.pid)))) return;
      if (removeStalePidFile(folder, file.pid)) {
        say(
          phrase({
            zh: `已删除过时的 ${folder}/postmaster.pid：进程 ${file.pid} 是别的程序`,
            en: `removed a stale ${folder}/postmaster.pid: process ${file.pid} is another program`,
          }),
        );
        return;
      }
    }
    if (performance.now() > deadline) {
      throw new StoreProblem({
        zh: `似乎有 PostgreSQL（进程 ${file.pid}）在 ${folder} 中工作，但不回答。请结束它；它若与这个文件夹无关，请删除 ${folder}/postmaster.pid。`,
        en: `A PostgreSQL (process ${file.pid}) seems to work in ${folder}, but does not answer. End it, or, if it is none of this folder, remove ${folder}/postmaster.pid.`,
      });
    }
    await sleep(50);
  }
}

function assertOrphan(
  folder: string,
  file: PidFile,
  { clusterName, holder }: { clusterName: string; holder: string | null },
): void {
  const owner = readOwner(clusterName);
  if (owner === null) {
    throw new StoreProblem({
      zh: `有一个不是由服务启动的 PostgreSQL（进程 ${file.pid}）在 ${folder} 中工作。请停止它，或设置 DATABASE_URL 来使用它。`,
      en: `A PostgreSQL (process ${file.pid}) that no server started works in ${folder}. Stop it, or set DATABASE_URL to use it.`,
    });
  }
  if (owner.state === 'gone' && holder === null) return;
  const who = holder ?? `site ${owner.pid} on ${owner.host}`;
  throw new StoreProblem({
    zh: `另一个服务正在使用 ${folder}：${who}。请先停止它，或给这个服务另一个 DATA_DIR。`,
    en: `Another server already uses ${folder}: ${who}. Stop it first, or give this one a DATA_DIR of its own.`,
  });
}

async function ask({ socketFolder, port }: PidFile): Promise<Answer> {
  if (socketFolder === '') return { state: 'silent' };
  const client = new pg.Client({
    host: socketFolder,
    port,
    user: 'postgres',
    database: 'postgres',
    connectionTimeoutMillis: 2000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string }>(`select current_setting('cluster_name') as name`);
    return { state: 'answers', clusterName: rows[0]?.name ?? '', holder: await findHolder(client) };
  } catch (error) {
    const { code = '' } = error as { code?: string };
    // an answer of PostgreSQL has a code of its own: it is there, but starting or stopping
    return { state: code === 'ENOENT' || code === 'ECONNREFUSED' ? 'silent' : 'busy' };
  } finally {
    await client.end().catch(() => {});
  }
}

/** The application name of the connection that holds the instance lock: who serves this database. */
export async function findHolder(client: Pick<pg.Client, 'query'>): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(
    `select a.application_name as name
       from pg_locks l join pg_stat_activity a using (pid)
      where l.locktype = 'advisory' and l.granted and l.objid = $1::bigint::oid
        and l.database = (select oid from pg_database where datname = current_database())`,
    [LOCKS.instance],
  );
  return rows[0]?.name ?? null;
}
