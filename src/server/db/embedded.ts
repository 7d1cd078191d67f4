import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { assertSameMajor, databaseFolder } from './data-folder.ts';
import { findLaunch, getBinaries, type Binaries, type Launch } from './embedded-binaries.ts';
import { initialise, lastLines, programEnvironment } from './embedded-init.ts';
import { clearTheWay } from './embedded-orphan.ts';
import { isAlive, ownerName, readPidFile } from './postmaster.ts';
import { StoreProblem } from './store-problem.ts';
import { phrase, type Phrased } from '../phrase.mjs';

/** A PostgreSQL that this process started and that ends with it. */
export interface Embedded {
  /** the `host` of a client */
  socketFolder: string;
  user: string;
  database: string;
  pid: number;
  /** resolves, with the reason, when it ended unexpectedly */
  lost: Promise<StoreProblem>;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  /** false only for tests whose data may be lost */
  durable?: boolean;
  say?: (line: Phrased) => void;
  /** called once when it is not ready after two seconds: it repairs itself, which may take minutes */
  onRepair?: () => void;
}

/** Longest path of a socket, without its closing zero. */
const SOCKET_PATH_BYTES = process.platform === 'darwin' ? 103 : 107;
const SOCKET = '.s.PGSQL.5432';

/** milliseconds; a recovery after a power cut may take long, a stop only as long as running statements */
const READY_TIMEOUT = 300_000;
const LATE = 2_000;
const STOP_TIMEOUT = 20_000;

/** Sized for one web server: some 100 MB together, no workers that would idle. */
const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  timezone: 'UTC',
  log_timezone: 'UTC',
  max_connections: '40',
  shared_buffers: '64MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '256MB',
  io_method: 'sync',
  max_worker_processes: '2',
  max_parallel_workers_per_gather: '0',
  max_logical_replication_workers: '0',
  autovacuum_worker_slots: '2',
  autovacuum_max_workers: '2',
};

const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '100' };

/**
 * Starts the embedded PostgreSQL of a DATA_DIR on a Unix socket and makes its folder when there is none. Takes over
 * after a server that was killed: its orphan is stopped, its stale postmaster.pid removed.
 * @throws StoreProblem: no binaries here, root without user namespaces, another live server, PostgreSQL's own refusal
 */
export async function startEmbedded({
  dataDir,
  durable = true,
  say = () => {},
  onRepair = () => {},
}: EmbeddedOptions): Promise<Embedded> {
  const binaries = getBinaries();
  const launch = findLaunch();
  const folder = databaseFolder(dataDir);
  if (!existsSync(folder)) await initialise(folder, binaries, launch);
  assertSameMajor(folder, binaries.major);
  // a backup copied back may have lost its modes, and PostgreSQL refuses a folder that others may enter
  chmodSync(folder, 0o700);
  for (;;) {
    await clearTheWay(folder, say);
    const started = await startPostmaster(folder, binaries, launch, durable, () => {
      say(
        phrase({
          zh: '内置 PostgreSQL 正在启动；断电之后它先修复自己',
          en: 'the embedded PostgreSQL is starting; after a power cut it first repairs itself',
        }),
      );
      onRepair();
    });
    // null: another server was faster; clearTheWay then tells whose it is
    if (started !== null) return started;
  }
}

async function startPostmaster(
  folder: string,
  binaries: Binaries,
  launch: Launch,
  durable: boolean,
  onLate: () => void,
): Promise<Embedded | null> {
  const socketFolder = findSocketFolder(folder);
  const log = `${folder}.log`;
  const logged = startLog(log);
  const child = spawnPostmaster(folder, socketFolder, log, binaries, launch, durable);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const began = performance.now();
  let isLate = false;
  while (!isReady(folder, child.pid)) {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) {
      const other = readPidFile(folder)?.pid;
      if (other !== undefined && other !== child.pid && isAlive(other)) return null;
      const ending = lastLines(readFileSync(log).subarray(logged).toString());
      throw new StoreProblem({
        zh: `内置 PostgreSQL 没有启动：${ending || `不能运行 ${binaries.postgres}`}（日志 ${log}）`,
        en: `The embedded PostgreSQL did not start: ${ending || `${binaries.postgres} could not be run`} (${log})`,
      });
    }
    const waited = performance.now() - began;
    if (waited > READY_TIMEOUT) {
      child.kill('SIGINT');
      throw new StoreProblem({
        zh: `内置 PostgreSQL 过了 ${READY_TIMEOUT / 1000} 秒还没有就绪；原因可能在它的日志 ${log} 中。`,
        en: `The embedded PostgreSQL was not ready after ${READY_TIMEOUT / 1000} s; its log ${log} may tell why.`,
      });
    }
    if (waited > LATE && !isLate) {
      isLate = true;
      onLate();
    }
    await sleep(10);
  }
  return hold(child, ended, { socketFolder, folder, log });
}

function spawnPostmaster(
  folder: string,
  socketFolder: string,
  log: string,
  binaries: Binaries,
  launch: Launch,
  durable: boolean,
): ChildProcess {
  const settings = {
    ...SETTINGS,
    ...(durable ? {} : NOT_DURABLE),
    cluster_name: ownerName(),
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [command = '', ...args] = [...launch.prefix, binaries.postgres, '-D', folder, ...options];
  const output = openSync(log, 'a', 0o600);
  // a group of its own: Ctrl-C reaches the server alone, which finishes its answers before it stops the database
  const child = spawn(command, args, {
    env: programEnvironment(),
    cwd: '/',
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  child.unref();
  return child;
}

/** The last line of postmaster.pid says when connections are accepted. */
function isReady(folder: string, pid: number | undefined): boolean {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
    return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
  } catch {
    return false;
  }
}

function hold(
  child: ChildProcess,
  ended: Promise<void>,
  { socketFolder, folder, log }: { socketFolder: string; folder: string; log: string },
): Embedded {
  let stopping = false;
  const stopNow = () => child.kill('SIGINT');
  // an ordinary exit ends it where the system does not end it with us
  process.once('exit', stopNow);
  const lost = new Promise<StoreProblem>((resolve) => {
    void ended.then(() => {
      process.off('exit', stopNow);
      if (!stopping)
        resolve(
          new StoreProblem({
            zh: `内置 PostgreSQL 自己结束了（${child.signalCode ?? `退出码 ${child.exitCode}`}）；原因可能在它的日志 ${log} 中。`,
            en: `The embedded PostgreSQL ended by itself (${child.signalCode ?? `exit ${child.exitCode}`}); its log ${log} may tell why.`,
          }),
        );
    });
  });
  const stop = async () => {
    stopping = true;
    child.ref();
    child.kill('SIGINT');
    const patience = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT);
    await ended;
    clearTimeout(patience);
    if (socketFolder !== folder) rmSync(socketFolder, { recursive: true, force: true });
  };
  return { socketFolder, user: 'postgres', database: 'postgres', pid: child.pid!, lost, stop };
}

/** Keeps the log of one earlier while, so that it never grows without end. Answers the length of what is in it. */
function startLog(log: string): number {
  if (!existsSync(log)) return 0;
  if (statSync(log).size < 1_000_000) return statSync(log).size;
  renameSync(log, `${log}.1`);
  return 0;
}

/**
 * The database folder itself, which only its owner may enter. For a path longer than a socket's may be: a folder of
 * mode 700 under the system's temporary folder, the same at every start.
 * @throws StoreProblem when somebody else made that temporary folder
 */
export function findSocketFolder(folder: string): string {
  if (Buffer.byteLength(join(folder, SOCKET)) <= SOCKET_PATH_BYTES) return folder;
  const name = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 16);
  const short = join(tmpdir(), `site-${process.getuid?.() ?? 0}-${name}`);
  try {
    mkdirSync(short, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const found = lstatSync(short);
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o077) !== 0) {
    throw new StoreProblem({
      zh: `数据库的套接字要用文件夹 ${short}，它应只有运行服务的用户可以进入。请删除它，或用更短的 DATA_DIR。`,
      en: `The folder ${short} should be one that only the server's user may enter, for the database's socket. Remove it, or use a shorter DATA_DIR.`,
    });
  }
  return short;
}
