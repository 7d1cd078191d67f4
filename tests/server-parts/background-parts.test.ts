import { AsyncLocalStorage } from 'node:async_hooks';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFailureLog } from '#server/background/failure-log.ts';
import { startParts, type BackgroundPart, type RunningParts } from '#server/background/parts.ts';

const SECOND = 1_000;
const warn = vi.fn<(facts: object, message: string) => void>();
let seenAt: number;
let parts: RunningParts;

beforeEach(() => {
  vi.useFakeTimers();
  warn.mockReset();
  seenAt = Date.now() - 1;
});
afterEach(async () => {
  const ended = parts.end();
  // a run that is under way goes on
  await pass(60);
  await ended;
  vi.useRealTimers();
});

function start(list: (Partial<BackgroundPart> & Pick<BackgroundPart, 'run'>)[], timers?: boolean): void {
  parts = startParts(
    list.map((part, at) => ({ name: `part ${at}`, node: 'any', failed: `part ${at} failed`, ...part })),
    { failed: createFailureLog(warn, () => seenAt), timers },
  );
}
const messages = () => warn.mock.calls.map(([, message]) => message);
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * SECOND);
const lasting = (seconds: number) => new Promise<void>((done) => setTimeout(done, seconds * SECOND));

describe('[PD21] a part of the background', () => {
  test('runs at the start or after a first wait, and then so long after the end of each run', async () => {
    const [early, late] = [vi.fn(() => lasting(3)), vi.fn(async () => {})];
    start([
      { every: 5 * SECOND, run: early },
      { first: 2 * SECOND, every: 5 * SECOND, run: late },
    ]);
    await pass(1);
    expect([early, late].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
    await pass(1);
    expect(late).toHaveBeenCalledTimes(1);
    // at second 7: the first run of the one ended at 3, that of the other at 2
    await pass(5);
    expect([early, late].map(({ mock }) => mock.calls.length)).toEqual([1, 2]);
    await pass(1);
    expect(early).toHaveBeenCalledTimes(2);
  });

  test('says itself when it is tried again', async () => {
    const run = vi.fn(async () => (run.mock.calls.length === 1 ? { again: SECOND } : undefined));
    start([{ every: 60 * SECOND, run }]);
    await pass(1);
    expect(run).toHaveBeenCalledTimes(2);
    await pass(59);
    expect(run).toHaveBeenCalledTimes(2);
    await pass(1);
    expect(run).toHaveBeenCalledTimes(3);
  });

  test('never runs twice at once: what comes while it runs is served by one further run', async () => {
    let [now, most] = [0, 0];
    const run = vi.fn(async () => {
      most = Math.max(most, ++now);
      await lasting(2);
      now -= 1;
    });
    start([{ event: 'publication', run }]);
    await pass(1);
    const both = Promise.all([parts.run('part 0'), parts.run('part 0')]);
    parts.tell('publication');
    await pass(10);
    await both;
    expect([run.mock.calls.length, most]).toEqual([2, 1]);
  });

  test('is begun by its event alone', async () => {
    const [one, other] = [vi.fn(async () => {}), vi.fn(async () => {})];
    start([
      { event: 'publication', every: 3_600 * SECOND, run: one },
      { event: 'site loaded', run: other },
    ]);
    await pass(1);
    parts.tell('publication');
    await pass(1);
    expect([one, other].map(({ mock }) => mock.calls.length)).toEqual([2, 1]);
  });

  test('[OP7] belongs to no request, whether one began it or its timer', async () => {
    const request = new AsyncLocalStorage<string>();
    const seen: (string | undefined)[] = [];
    const run = async () => {
      await lasting(1);
      seen.push(request.getStore());
    };
    start([{ event: 'site loaded', first: 60 * SECOND, every: 5 * SECOND, run }]);
    request.run('of a visitor', () => parts.tell('site loaded'));
    await pass(10);
    void request.run('of a visitor', () => parts.run('part 0'));
    await pass(3);
    expect(seen).toEqual([undefined, undefined, undefined]);
  });

  test('without timers waits to be run by hand where any node may do it', async () => {
    const [any, each] = [vi.fn(async () => {}), vi.fn(async () => {})];
    start(
      [
        { every: SECOND, run: any },
        { every: SECOND, node: 'each', run: each },
      ],
      false,
    );
    await pass(3);
    expect(any).not.toHaveBeenCalled();
    expect(each.mock.calls.length).toBeGreaterThan(2);
    await parts.run('part 0');
    await pass(3);
    expect(any).toHaveBeenCalledTimes(1);
    await expect(parts.run('part 7')).rejects.toThrow('no part of the server is called part 7');
  });

  test('is run by hand alone, or with all others one after another', async () => {
    const done: string[] = [];
    const part = (name: string, seconds: number) => async () => {
      await lasting(seconds);
      done.push(name);
    };
    const runs = [part('slow', 3), part('quick', 1), () => Promise.reject(new Error('odd'))];
    start(
      runs.map((run) => ({ every: 60 * SECOND, run })),
      false,
    );
    const all = parts.run();
    await pass(3);
    expect(done).toEqual(['slow']);
    await pass(1);
    await all;
    expect([done, messages()]).toEqual([['slow', 'quick'], ['part 2 failed']]);
  });

  test('that is under way is waited for at a stop, is told of it, and ends what it holds; none begins', async () => {
    const done: string[] = [];
    const run = vi.fn(async (ending: AbortSignal) => {
      ending.addEventListener('abort', () => done.push('told'));
      await lasting(2);
      done.push('run');
    });
    start([{ every: SECOND, run, end: async () => void done.push('end') }]);
    await pass(1);
    const ended = parts.end().then(() => done.push('ended'));
    await pass(10);
    await ended;
    expect(done).toEqual(['told', 'run', 'end', 'ended']);
    await parts.run('part 0');
    expect(run).toHaveBeenCalledTimes(1);
  });
});

describe('[PD21] a failure', () => {
  test('is told once until the part went well, whatever other parts do', async () => {
    let error: Error | null = new Error('no such table');
    start([
      {
        every: SECOND,
        run: async () => {
          if (error) throw error;
        },
      },
      { every: SECOND, run: async () => {} },
    ]);
    await pass(5);
    expect(messages()).toEqual(['part 0 failed']);
    error = new Error('another');
    await pass(5);
    expect(messages()).toHaveLength(2);
    error = null;
    await pass(2);
    error = new Error('another');
    await pass(5);
    expect(messages()).toHaveLength(3);
  });

  test('of a database that is away is one line for all parts, and one more when it was there meanwhile', async () => {
    let away: Error | null = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    const run = async () => {
      if (away) throw away;
    };
    start([
      { every: SECOND, run },
      { every: SECOND, run },
      { every: SECOND, run: async () => {} },
    ]);
    await pass(30);
    expect(messages()).toEqual([expect.stringMatching(/database is away.*part 0 failed/)]);
    away = null;
    await pass(2);
    seenAt = Date.now();
    away = new Error('Connection terminated unexpectedly');
    await pass(30);
    expect(messages()).toHaveLength(2);
  });

  test('of a disk that is full is told in the words of the part', async () => {
    start([{ every: SECOND, run: () => Promise.reject(Object.assign(new Error('full'), { code: '53100' })) }]);
    await pass(5);
    expect(messages()).toEqual(['part 0 failed']);
  });
});
