import { type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { startChild } from './children.ts';

export interface StoreProcess {
  child: ChildProcess;
  open: boolean;
  refused?: string;
  /** process number of the embedded PostgreSQL */
  postmaster: number;
  instance: string;
  migrated: string[];
  /** its reports on the way */
  said: string[];
  kill(): Promise<void>;
  /** lets it close the store and end */
  end(): Promise<void>;
}

const program = join(import.meta.dirname, 'store-process.ts');

/** Starts a process that opens the store of these settings; answers when it is open or refused. */
export async function startStoreProcess(env: Record<string, string>): Promise<StoreProcess> {
  const child = startProgram(program, env);
  const output: string[] = [];
  const ended = once(child, 'exit').then(() => {});
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  const end = async () => {
    child.stdin?.end();
    await ended;
  };
  for await (const line of createInterface({ input: child.stdout! })) {
    const message = JSON.parse(line) as Partial<StoreProcess> & { said?: string };
    if (typeof message.said === 'string') output.push(message.said);
    else return { open: false, postmaster: 0, instance: '', migrated: [], ...message, child, said: output, kill, end };
  }
  throw new Error('the store process ended without a word');
}

/**
 * Environment of programs that a test starts: none of the settings of this run but the place where Node keeps compiled
 * code.
 */
export function inherited(): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE, LANG } = process.env;
  return { PATH, NODE_COMPILE_CACHE, LANG };
}

/** A TypeScript program of the tests under this Node, with these settings and no others of ours. */
export function startProgram(
  path: string,
  env: Record<string, string>,
  errors: 'inherit' | 'pipe' = 'inherit',
  args: string[] = [],
): ChildProcess {
  return startChild(process.execPath, [path, ...args], {
    env: { ...inherited(), ...env },
    stdio: ['pipe', 'pipe', errors],
  });
}

/** A temporary folder that is gone after the test file: give its `remove` to afterAll. */
export function temporaryFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'swtest-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Asks until it is true. @throws after the given time in milliseconds */
export async function until(what: string, isTrue: () => boolean | Promise<boolean>, within = 60_000): Promise<number> {
  const began = performance.now();
  while (!(await isTrue())) {
    if (performance.now() - began > within) throw new Error(`${what}: not within ${within} ms`);
    await sleep(10);
  }
  return performance.now() - began;
}
