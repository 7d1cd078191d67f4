import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { createChild } from '#server/background/child.ts';
import { temporaryFolder, until } from '../world/stores.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

const path = join(folder.path, 'program.mjs');
writeFileSync(
  path,
  `process.on('message', ({ act }) => {
    if (act === 'answer') process.send({ pid: process.pid });
    if (act === 'end') process.exit(3);
    if (act === 'stop') process.kill(process.pid, 'SIGTERM');
  });
  process.on('disconnect', () => process.exit());`,
);
const open = () => createChild<{ act: string }, { pid: number }>(pathToFileURL(path));
const LONG = 60_000;
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('[OL10] a process that is asked', () => {
  test('was ended by a question, or says nothing of it: it was closed or stopped meanwhile', async () => {
    const child = open();
    expect(await child.ask({ act: 'end' }, LONG)).toBe('ended');
    expect(await child.ask({ act: 'stop' }, LONG)).toBe('unknown');
    expect(await child.ask({ act: 'wait' }, 1)).toBe('late');
    const waiting = child.ask({ act: 'wait' }, LONG);
    child.close();
    expect(await waiting).toBe('unknown');
  });

  test('is started anew where it died between two questions', async () => {
    const child = open();
    const { pid } = (await child.ask({ act: 'answer' }, LONG)) as { pid: number };
    process.kill(pid, 'SIGKILL');
    await until('it has died', () => !isAlive(pid));
    const next = await child.ask({ act: 'answer' }, LONG);
    expect(next).toEqual({ pid: expect.any(Number) });
    expect(next).not.toEqual({ pid });
    child.close();
  });

  test('that cannot be started says nothing of the question, and the next one is asked of another', async () => {
    const child = open();
    const { execPath } = process;
    process.execPath = join(folder.path, 'no-such-program');
    try {
      expect(await child.ask({ act: 'answer' }, LONG)).toBe('unknown');
    } finally {
      process.execPath = execPath;
    }
    expect(await child.ask({ act: 'answer' }, LONG)).toEqual({ pid: expect.any(Number) });
    child.close();
  });
});
