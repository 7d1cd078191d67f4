import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFailureLog } from '#server/background/failure-log.ts';
import { logFailure } from '#server/http/log-failure.ts';
import { Metrics } from '#server/http/metrics.ts';
import { createShortages, descriptorsAllowed, mostConnections, type Shortages } from '#server/http/shortages.ts';

const MB = 1024 ** 2;
let free: number;
let open: number | Error;
let lines: string[];
let shortages: Shortages;
beforeEach(() => {
  [free, open, lines] = [1000 * MB, 100, []];
  shortages = createShortages(new Metrics(), {
    freeSpace: async () => free,
    reserve: 256 * MB,
    descriptors: async () => {
      if (open instanceof Error) throw open;
      return { open, allowed: 1000 };
    },
    report: (_facts, message) => void lines.push(message.split(':', 1)[0]!),
  });
});
afterEach(() => shortages.end());

const look = async (times = 1): Promise<void> => {
  for (let count = 0; count < times; count += 1) await shortages.look();
};
const failure = (code: string) => Object.assign(new Error(code), { code });
const SILENT = { info: () => {}, warn: () => {}, error: () => {} } as unknown as Parameters<typeof logFailure>[0];

describe('[OP2] a shortage is one line of the log, and its end another', () => {
  test('of the disk of DATA_DIR, by what is left', async () => {
    await look(2);
    free = 200 * MB;
    await look(5);
    expect(lines).toEqual(['a disk is full']);
    // just above the reserve it may be full again at once
    free = 260 * MB;
    await look(5);
    expect(lines).toHaveLength(1);
    free = 300 * MB;
    await look(5);
    expect(lines).toEqual(['a disk is full', 'there is room on the disk again']);
  });

  test.each(['ENOSPC', 'EDQUOT', '53100'])(
    'of another disk, by a request or a part of the background that fails (%s)',
    async (code) => {
      logFailure(SILENT, failure(code), {}, 'call failed');
      createFailureLog(
        () => {},
        () => 0,
      )(failure(code), 'it is tried again');
      expect(lines).toEqual(['a disk is full']);
      // nobody knows what is free on the other disk, so some time without a failure has to do
      await look(20);
      logFailure(SILENT, failure(code), {}, 'call failed');
      await look(30);
      expect(lines).toHaveLength(1);
      await look();
      expect(lines).toEqual(['a disk is full', 'there is room on the disk again']);
    },
  );

  test('of descriptors: many are open, the look itself gets none, or a connection is not taken', async () => {
    open = 960;
    await look(3);
    expect(lines).toEqual(['descriptors are used up']);
    open = 500;
    await look();
    expect(lines).toEqual(['descriptors are used up', 'there are descriptors again']);
    open = failure('EMFILE');
    await look(3);
    expect(lines).toHaveLength(3);
    open = 500;
    await look(31);
    shortages.notice({ resource: 'descriptors', code: 'connection not taken' });
    expect(lines.slice(2)).toEqual([
      'descriptors are used up',
      'there are descriptors again',
      'descriptors are used up',
    ]);
  });

  test('and no other failure is one, nor one that comes after a server has ended', async () => {
    logFailure(SILENT, failure('ECONNREFUSED'), {}, 'call failed');
    logFailure(SILENT, null, {}, 'call failed');
    shortages.end();
    logFailure(SILENT, failure('EMFILE'), {}, 'call failed');
    expect(lines).toEqual([]);
  });
});

test('[OP2] a quarter of the descriptors is left for files and the database', () => {
  const limits =
    'Max processes             63432                63432                processes\nMax open files            1024                 524288               files\n';
  expect(descriptorsAllowed(limits)).toBe(1024);
  expect(descriptorsAllowed(limits.replace('1024 ', 'unlimited '))).toBeNull();
  expect(descriptorsAllowed('')).toBeNull();
  expect(mostConnections(1024)).toBe(768);
});
