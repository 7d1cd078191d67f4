import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askThread, ThreadEnded } from '#server/background/thread.ts';

const MEMORY = { old: 64 };
let folder: string;
const programs: Record<string, URL> = {};

/** A module of a thread, with the functions by which it answers. */
function program(name: string, text: string): void {
  const room = new URL('../../src/server/background/thread.ts', import.meta.url).href;
  const path = join(folder, `${name}.mjs`);
  writeFileSync(
    path,
    `import { workerData } from 'node:worker_threads';\nimport { answerAsker, tellAsker } from ${JSON.stringify(room)};\n${text}\n`,
  );
  programs[name] = pathToFileURL(path);
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'swtest-thread-'));
  program('doubles', 'for (const at of [1, 2]) tellAsker([at, 2]); answerAsker(workerData * 2);');
  program('lives on', 'answerAsker(process.env.SECRET_OF_TEST ?? null); setInterval(() => {}, 1_000);');
  program('eats', 'const kept = []; for (;;) kept.push(new Array(1e5).fill(1));');
  program('throws', "throw new Error('no such column');");
  program('leaves', 'process.exit(3);');
  program('ends', '');
  program('spins', 'tellAsker([0, 1]); for (;;);');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const outcome = (name: string, more: Partial<Parameters<typeof askThread>[1]> = {}) =>
  askThread(programs[name]!, { memory: MEMORY, ...more }).then(
    () => expect.unreachable(),
    (error: unknown) => {
      expect(error).toBeInstanceOf(ThreadEnded);
      const { why, cause } = error as ThreadEnded;
      return [why, (cause as Error | undefined)?.message];
    },
  );

describe('[OL10] a thread of its own', () => {
  test('answers what it was given, tells how far it is before, and has ended by then', async () => {
    const progress: unknown[] = [];
    const ask = { data: 21, memory: MEMORY, progress: (one: unknown) => progress.push(one) };
    expect(await askThread(programs.doubles!, ask)).toBe(42);
    expect(progress).toEqual([
      [1, 2],
      [2, 2],
    ]);
    expect(await askThread(programs['lives on']!, { memory: MEMORY })).toBeNull();
  });

  test('learns nothing of the environment where what it reads may be anybody’s', async () => {
    process.env.SECRET_OF_TEST = 'secret';
    try {
      expect(await askThread(programs['lives on']!, { memory: MEMORY })).toBe('secret');
      expect(await askThread(programs['lives on']!, { memory: MEMORY, isBare: true })).toBeNull();
    } finally {
      delete process.env.SECRET_OF_TEST;
    }
  });

  test('ends without an answer, also while its module is loaded, and says why', async () => {
    expect(await outcome('eats')).toEqual(['memory', expect.stringContaining('memory')]);
    expect(await outcome('throws')).toEqual(['failure', 'no such column']);
    expect(await outcome('leaves')).toEqual(['failure', undefined]);
    expect(await outcome('ends')).toEqual(['failure', undefined]);
  });

  test('is ended after its time, and by whoever asked, whatever it does', async () => {
    expect(await outcome('spins', { within: 300 })).toEqual(['time', undefined]);
    const stop = new AbortController();
    expect(await outcome('spins', { stop: stop.signal, progress: () => stop.abort() })).toEqual(['stop', undefined]);
    expect(await outcome('spins', { stop: stop.signal })).toEqual(['stop', undefined]);
  });
});
