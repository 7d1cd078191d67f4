import { execFile } from 'node:child_process';
import { mkdirSync, openSync, closeSync, fsyncSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Binaries, Launch } from './embedded-binaries.ts';
import { isAlive } from './postmaster.ts';
import { StoreProblem } from './store-problem.ts';

const OPTIONS = [
  '--username=postgres',
  '--auth=trust',
  '--encoding=UTF8',
  '--no-instructions',
  // order by code point, the same on every machine; case folding knows all of Unicode
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
];

/**
 * Makes a new database folder: into a sibling first, then by one rename, so that a kill in the middle leaves nothing
 * that looks whole. Of two servers that do so at once, the later uses the folder of the earlier.
 * @throws StoreProblem with what initdb said
 */
export async function initialise(folder: string, binaries: Binaries, launch: Launch): Promise<void> {
  removeLeftovers(folder);
  const made = `${folder}.new-${process.pid}`;
  // made here, because inside the namespace root may not write into a folder of another user
  mkdirSync(made, { recursive: true, mode: 0o700 });
  const [command = '', ...args] = [...launch.prefix, binaries.initdb, '-D', made, ...OPTIONS];
  try {
    await promisify(execFile)(command, args, { env: programEnvironment(), cwd: '/' });
    renameSync(made, folder);
    syncFolder(dirname(folder));
    // the initdb of a killed server works on for a moment, and may have written where its folder was just removed
    removeLeftovers(folder);
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    const { code, stderr, message } = error as { code?: unknown; stderr?: string; message: string };
    if (code === 'ENOTEMPTY' || code === 'EEXIST') return;
    throw new StoreProblem({
      zh: `内置 PostgreSQL 不能建立它的文件夹 ${folder}：${lastLines(stderr || message)}`,
      en: `The embedded PostgreSQL could not make its folder ${folder}: ${lastLines(stderr || message)}`,
    });
  }
}

/** PostgreSQL's own variables (PGDATA, PGPORT …) and foreign locales have no say in ours. */
export const programEnvironment = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' });

export const lastLines = (text: string): string => text.trim().split('\n').slice(-4).join(' | ');

function removeLeftovers(folder: string): void {
  const prefix = `${basename(folder)}.new-`;
  for (const name of readdirSync(dirname(folder))) {
    if (!name.startsWith(prefix) || isAlive(Number(name.slice(prefix.length)))) continue;
    rmSync(join(dirname(folder), name), { recursive: true, force: true });
  }
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
