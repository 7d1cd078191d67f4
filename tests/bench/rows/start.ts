import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { residentMegabytes } from '../machine.ts';
import { serverCommand, startProduct, untilFilled } from '../product.ts';
import { median, spread, type Row } from '../report.ts';

const GROUP = 'Start';
const FILL_LIMIT = 30;
const START_LIMIT = 3;
const server = serverCommand as [string, ...string[]];

export const newDataFolder = (): string => mkdtempSync(join(tmpdir(), 'site-bench-'));

/** The first start on an empty folder, with the full demonstration data; returns when older articles are filled in, too. */
export async function fillEmptyFolder(dataDir: string): Promise<Row[]> {
  const began = performance.now();
  const site = await startProduct(dataDir, server);
  await untilFilled(site);
  // untilFilled has waited for three quiet seconds
  const filled = (performance.now() - began) / 1000 - 3;
  const memory = residentMegabytes(site.pid);
  await site.stop();
  return [
    {
      group: GROUP,
      id: 'fill',
      title: 'Empty folder to a page with the latest content',
      value: site.readyAfter,
      unit: 's',
      limit: { most: FILL_LIMIT },
    },
    {
      group: GROUP,
      id: 'fill-history',
      title: 'Empty folder to complete history',
      value: filled,
      unit: 's',
      limit: null,
      note: `memory of the server process then: ${Math.round(memory)} MB`,
    },
  ];
}

/** Later starts on a filled folder: process start to the first complete page. */
export async function laterStarts(dataDir: string, rounds: number): Promise<Row[]> {
  const ways = [
    { id: 'start-server', title: 'Second start of the server to its first page', command: server },
    {
      id: 'start-npm',
      title: 'Second start by npm start to its first page',
      command: ['npm', 'start'] as [string, ...string[]],
    },
  ];
  const times = ways.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [at, { command }] of ways.entries()) {
      const site = await startProduct(dataDir, command);
      times[at]!.push(site.readyAfter);
      await site.stop();
    }
  }
  return ways.map(({ id, title }, at) => ({
    group: GROUP,
    id,
    title,
    value: median(times[at]!),
    unit: 's',
    limit: { most: START_LIMIT },
    note: spread(times[at]!, 's'),
  }));
}
