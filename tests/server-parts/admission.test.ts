import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Admission, createAdmissions, Overloaded } from '#server/http/admission.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Work that goes on until it is told to end, named by letters in the order it began. */
function world(admission: Admission) {
  const began: string[] = [];
  const ends = new Map<string, { resolve: () => void; reject: (error: Error) => void }>();
  const ask = (name: string, cost = 1, gone?: AbortSignal) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    ends.set(name, { resolve, reject });
    const running = admission.run(
      cost,
      async () => {
        began.push(name);
        await promise;
        return name;
      },
      gone,
    );
    running.catch(() => {});
    return running;
  };
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return { began, ask, settle, end: (name: string) => ends.get(name)!.resolve(), ends };
}

const limits = { most: 2, queue: 3, patience: 1_000 };

test('[OL2] so much is in flight and so much waits, by cost; the rest is refused at once', async () => {
  const admission = new Admission(limits);
  const { began, ask, settle, end } = world(admission);
  void ask('a');
  void ask('b');
  void ask('c', 2);
  void ask('d');
  await expect(ask('e')).rejects.toBeInstanceOf(Overloaded);
  expect([began, admission.load]).toEqual([['a', 'b'], { running: 2, queued: 3, shed: 1 }]);
  end('a');
  await settle();
  // c costs 2, and d does not overtake it
  expect(began).toEqual(['a', 'b']);
  end('b');
  await settle();
  expect(began).toEqual(['a', 'b', 'c']);
  end('c');
  await settle();
  expect([began, admission.load]).toEqual([['a', 'b', 'c', 'd'], { running: 1, queued: 0, shed: 1 }]);
});

test('[OL2] work that costs more than all there is runs alone', async () => {
  const { began, ask, settle, end } = world(new Admission(limits));
  void ask('a', 9);
  void ask('b');
  await settle();
  expect(began).toEqual(['a']);
  end('a');
  await settle();
  expect(began).toEqual(['a', 'b']);
});

test('[OL2] an exception gives the place back', async () => {
  const admission = new Admission(limits);
  const { ask, settle, ends } = world(admission);
  const failed = ask('a', 2);
  void ask('b', 2);
  ends.get('a')!.reject(new Error('broken'));
  await expect(failed).rejects.toThrow('broken');
  await settle();
  expect(admission.load).toEqual({ running: 2, queued: 0, shed: 0 });
  const thrown = new Admission(limits);
  await expect(
    thrown.run(2, () => {
      throw new Error('at once');
    }),
  ).rejects.toThrow('at once');
  expect(thrown.load.running).toBe(0);
});

test('[OL2] a client that leaves gives up its place in the queue, and who stood behind goes on', async () => {
  const admission = new Admission(limits);
  const { began, ask, settle } = world(admission);
  const left = new AbortController();
  void ask('a');
  const waiting = ask('b', 2, left.signal);
  void ask('c');
  await settle();
  expect(began).toEqual(['a']);
  left.abort();
  await expect(waiting).rejects.toBeInstanceOf(Overloaded);
  await settle();
  expect([began, admission.load]).toEqual([['a', 'c'], { running: 2, queued: 0, shed: 0 }]);
  // the refusal is nobody's, and a client that has gone before the beginning never waits
  await expect(ask('d', 1, AbortSignal.abort())).rejects.toBeInstanceOf(Overloaded);
  expect(admission.load.shed).toBe(0);
});

test('[OL2] who has waited too long is refused', async () => {
  const admission = new Admission(limits);
  const { began, ask } = world(admission);
  void ask('a', 2);
  const waiting = expect(ask('b')).rejects.toBeInstanceOf(Overloaded);
  await vi.advanceTimersByTimeAsync(limits.patience);
  await waiting;
  expect([began, admission.load]).toEqual([['a'], { running: 2, queued: 0, shed: 1 }]);
});

test('[OL2] while a request waits for an upstream others are let in, and it goes on without a new turn', async () => {
  const admission = new Admission(limits);
  const { began, ask, settle } = world(admission);
  const [one, two] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const page = admission.run(2, async ({ away }) => Promise.all([away(one.promise), away(two.promise)]));
  void ask('a', 2);
  await settle();
  expect(began).toEqual(['a']);
  one.resolve('1');
  await settle();
  expect(admission.load.running).toBe(2);
  two.resolve('2');
  expect(await page).toEqual(['1', '2']);
  expect(admission.load).toEqual({ running: 2, queued: 0, shed: 0 });
});

test('[OL2] a request that gives up waiting for an upstream gives nothing back twice', async () => {
  const admission = new Admission(limits);
  const late = Promise.withResolvers<string>();
  await admission.run(1, async ({ away }) => void away(late.promise));
  late.resolve('late');
  await vi.advanceTimersByTimeAsync(0);
  expect(admission.load).toEqual({ running: 0, queued: 0, shed: 0 });
});

test('[OL2] pages and questions together leave connections of the pool to staff and to the server itself', () => {
  for (const cpus of [1, 2, 4, 64])
    for (const connections of [8, 10, 20]) {
      const { pages, questions } = createAdmissions(cpus, connections);
      const most = (admission: Admission) => {
        const never = () => new Promise<never>(() => {});
        while (admission.load.queued === 0) void admission.run(1, never).catch(() => {});
        return admission.load.running;
      };
      const [a, b] = [most(pages), most(questions)];
      expect(Math.min(a, b)).toBeGreaterThan(0);
      expect(a + b).toBeLessThanOrEqual(connections - 4);
    }
});
