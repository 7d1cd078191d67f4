import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';

/** postmaster.pid as PostgreSQL writes it: lines 1, 4 and 5; later lines are there once it listens. */
export interface PidFile {
  pid: number;
  port: number;
  /** '' until it is known */
  socketFolder: string;
}

/** @returns null when there is no file or nothing useful in it yet */
export function readPidFile(folder: string): PidFile | null {
  let text: string;
  try {
    text = readFileSync(join(folder, 'postmaster.pid'), 'utf8');
  } catch {
    return null;
  }
  const lines = text.split('\n');
  const pid = Math.abs(Number(lines[0]));
  return Number.isInteger(pid) && pid > 0
    ? { pid, port: Number(lines[3]) || 5432, socketFolder: lines[4]?.trim() ?? '' }
    : null;
}

export type ProcessKind = 'none' | 'this-postgres' | 'other-postgres' | 'other-program' | 'unknown';

/** Kind of the process of that number, seen from the data folder whose postmaster.pid names it. */
export function processKind(pid: number, folder: string): ProcessKind {
  if (!isAlive(pid)) return 'none';
  const program = programName(pid);
  if (program === null) return isAlive(pid) ? 'unknown' : 'none';
  if (!/^postgres\b/.test(program)) return 'other-program';
  return worksIn(pid, folder) === false ? 'other-postgres' : 'this-postgres';
}

/**
 * PostgreSQL refuses to start beside a postmaster.pid whose number is alive, whatever that program is: usual after a
 * restart of a container, where numbers begin anew. The file is removed only when that program cannot be its server.
 * @returns true when it was removed
 */
export function removeStalePidFile(folder: string, pid: number): boolean {
  const kind = processKind(pid, folder);
  if (kind !== 'other-program' && kind !== 'other-postgres') return false;
  return removePidFile(folder, pid);
}

/** The same for a killed process whose number stays, because its parent never takes note of its end. */
export const removeDeadPidFile = (folder: string, pid: number): boolean => isZombie(pid) && removePidFile(folder, pid);

function removePidFile(folder: string, pid: number): boolean {
  // another server may have removed it and started since we read it
  if (readPidFile(folder)?.pid !== pid) return false;
  rmSync(join(folder, 'postmaster.pid'), { force: true });
  return true;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !isZombie(pid);
}

/** A killed process that its parent has not reaped still has a number, but does nothing any more. */
export function isZombie(pid: number): boolean {
  return statFields(pid)[0] === 'Z';
}

/**
 * /proc/<pid>/stat after the program's name (which may hold spaces): state, parent … ; empty where there is no /proc.
 */
function statFields(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return [];
  }
}

function programName(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    // macOS has no /proc
  }
  try {
    return basename(
      execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim(),
    );
  } catch {
    return null;
  }
}

/** A postmaster works in its data folder. Null: cannot be told. */
function worksIn(pid: number, folder: string): boolean | null {
  try {
    readlinkSync(`/proc/${pid}/cwd`);
    const there = statSync(`/proc/${pid}/cwd`);
    const here = statSync(folder);
    return there.dev === here.dev && there.ino === here.ino;
  } catch {
    return null;
  }
}

/**
 * The server that starts a postmaster writes itself into cluster_name (at most 63 bytes), so that the next server can
 * tell whose it is. It writes its number, its start (a number alone may belong to a later program), and its host.
 */
export const ownerName = (pid = process.pid): string =>
  `site/${pid}/${startOf(pid)}/${hostname()
    .replaceAll(/[^\w.-]/g, '-')
    .slice(0, 32)}`;

export type OwnerState = { state: 'alive' | 'gone' | 'elsewhere'; pid: number; host: string };

/** @returns null for a name that no server of ours wrote */
export function readOwner(clusterName: string): OwnerState | null {
  const [, number, start, host = ''] = /^site\/(\d+)\/(\d+)\/(.*)$/.exec(clusterName) ?? [];
  if (number === undefined) return null;
  const pid = Number(number);
  const here = ownerName(pid).endsWith(`/${host}`);
  const same = isAlive(pid) && String(startOf(pid)) === start;
  return { state: !here ? 'elsewhere' : same ? 'alive' : 'gone', pid, host };
}

/** Clock ticks since boot when the process began; 0 where there is no /proc. */
function startOf(pid: number): number {
  return Number(statFields(pid)[19] ?? 0);
}
