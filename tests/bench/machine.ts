import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { arch, availableParallelism, cpus, loadavg, platform, totalmem } from 'node:os';
import { delimiter, join } from 'node:path';

/** Programs of the system that the bench uses when they are there; null where they are not. */
export interface Tools {
  nginx: string | null;
  wrk: string | null;
  taskset: string | null;
  chromium: string | null;
}

const FOLDERS = ['/usr/local/sbin', '/usr/sbin', '/usr/local/bin', '/usr/bin', '/opt/homebrew/bin', '/snap/bin'];

export function findTools(): Tools {
  const chromium =
    process.env.CHROMIUM || find('chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome');
  return { nginx: find('nginx'), wrk: find('wrk'), taskset: find('taskset'), chromium };
}

function find(...names: string[]): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...FOLDERS];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path)) ?? null;
}

export function describeMachine(): string {
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${availableParallelism()} cores (${cpus()[0]?.model.trim() || 'unnamed'}), ${memory} GB, ${platform()} ${arch()}, Node ${process.version}`;
}

/** Processes that wanted a core during the last minute, on average. */
export const load = (): number => loadavg()[0]!;

/** Puts a program on one core, where that can be done and two cores are there. */
export function pinned({ taskset }: Tools, core: 0 | 1, command: readonly string[]): [string, ...string[]] {
  const whole =
    taskset !== null && availableParallelism() > 1 ? [taskset, '-c', String(core), ...command] : [...command];
  return whole as [string, ...string[]];
}

/**
 * Seconds of core time that a process and all below it have used; null where the system does not tell (no /proc).
 * On a machine with other work, work per core second says what requests per second say on a quiet one.
 */
export function coreSeconds(pid: number): number | null {
  const own = statOf(pid);
  return own === null ? null : [pid, ...childrenOf(pid)].reduce((sum, each) => sum + (statOf(each) ?? 0), 0);
}

/** Core seconds of the process alone. */
export const ownCoreSeconds = (pid: number): number | null => statOf(pid);

function statOf(pid: number): number | null {
  try {
    // the name in parentheses may hold spaces; utime and stime are the 14th and 15th field, in ticks of 10 ms
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return null;
  }
}

function childrenOf(pid: number): number[] {
  try {
    const direct = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number),
    );
    return direct.flatMap((child) => [child, ...childrenOf(child)]);
  } catch {
    return [];
  }
}

/** Megabytes (1,000,000 bytes) of memory that a process holds, without its children. */
export function residentMegabytes(pid: number): number {
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return (Number(stdout) * 1024) / 1e6;
}
