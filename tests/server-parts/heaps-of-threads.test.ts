import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startChild } from '../world/children.ts';
import { inherited } from '../world/stores.ts';

/** Megabytes that a thread of 64 MB may have in a process with these options, and that process itself. */
const PROGRAM = `
import { Worker } from 'node:worker_threads';
import { getHeapStatistics } from 'node:v8';
import { keepHeapsOfThreads } from ${JSON.stringify(new URL('../../src/server/edge/heaps-of-threads.ts', import.meta.url).href)};
keepHeapsOfThreads();
const inThread = "require('node:worker_threads').parentPort.postMessage(require('node:v8').getHeapStatistics().heap_size_limit)";
const thread = new Worker(inThread, { eval: true, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 } });
thread.once('message', (own) => console.log(JSON.stringify([own, getHeapStatistics().heap_size_limit].map((bytes) => Math.round(bytes / 2 ** 20)))));
`;

test.each(['--max-old-space-size=4096', '--max-heap-size=4096'])(
  '[OL10] a thread keeps its own heap in a process with %s',
  async (option) => {
    const child = startChild(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
      env: { ...inherited(), NODE_OPTIONS: option },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [thread = Infinity, whole = 0] = JSON.parse(await text(child.stdout)) as number[];
    expect(thread).toBeLessThan(128);
    expect(whole).toBeGreaterThan(4_000);
  },
);
