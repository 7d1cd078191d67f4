import { type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { freePort } from '#tools/demonstration.ts';
import { markOpened } from '#server/people/staff/opening.ts';
import { createTestDatabase, type TestDatabase } from '../world/database.ts';
import { inherited, temporaryFolder, until } from '../world/stores.ts';
import { startChild } from '../world/children.ts';

vi.setConfig({ testTimeout: 120_000 });

const root = join(import.meta.dirname, '../..');
const SERVER = ['src/server/main.ts'];
const COMMAND = ['src/cli/start.mjs'];
const folder = temporaryFolder();
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await markOpened(database.db);
});
afterAll(async () => {
  await database.drop();
  folder.remove();
});
let started: ChildProcess | undefined;
afterEach(() => started?.kill('SIGKILL'));

/** Starts a program of the site and waits until it answers. @param output where what it says goes */
async function start(program: string[], output: 'pipe' | number) {
  const port = await freePort();
  const child = startChild(process.execPath, program, {
    cwd: root,
    env: {
      ...inherited(),
      PORT: String(port),
      DATA_DIR: folder.path,
      DATABASE_URL: database.url,
      DEMO: 'off',
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', output, output],
  });
  started = child;
  const ended = once(child, 'exit') as Promise<[code: number | null]>;
  const status = () =>
    // a proxy that is not listed is told on the error output (PD2)
    fetch(`http://127.0.0.1:${port}/swhysc/`, { headers: { 'X-Forwarded-For': '10.0.0.1' } }).then(
      ({ status: got }) => got,
      () => 0,
    );
  await until('the site answers', async () => child.exitCode !== null || (await status()) === 200, 60_000);
  return { child, ended, status };
}

/** Each answer is a line of the log that nobody can take. */
async function staysUp({ child, ended, status }: Awaited<ReturnType<typeof start>>): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) expect(await status()).toBe(200);
  child.kill('SIGTERM');
  expect((await ended)[0]).toBe(0);
}

const leave = ({ stdout, stderr }: ChildProcess): void => {
  stdout!.destroy();
  stderr!.destroy();
};

describe('[PD13] a lost log ends nothing:', () => {
  test.each([
    ['the server', SERVER],
    ['npm start', COMMAND],
  ])('%s whose output nobody reads any more goes on, and stops with 0', async (_what, program) => {
    const site = await start(program, 'pipe');
    site.child.stdout!.resume();
    site.child.stderr!.resume();
    expect(await site.status()).toBe(200);
    leave(site.child);
    await staysUp(site);
  });

  test.skipIf(process.platform !== 'linux')('the server whose log is on a full disk goes on', async () => {
    await staysUp(await start(SERVER, openSync('/dev/full', 'w')));
  });
});
