import { describe, expect, test, vi } from 'vitest';
import { errors } from '#server/errors.ts';
import { Overloaded } from '#server/http/admission.ts';
import { FairQueue } from '#server/http/fair-queue.ts';

const [ANN, BEN, CEM] = [1, 2, 3];

/** Work that ends when it is told to, by name. */
function world(queue: FairQueue) {
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (who: number, name: string, what?: string, gone?: AbortSignal) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    ends.set(name, resolve);
    return queue
      .run(who, async () => (began.push(name), await promise), { what, gone })
      .then(
        () => 'done',
        (error: { code?: string; message: string }) => error.code ?? error.message,
      );
  };
  const end = async (name: string) => {
    ends.get(name)!();
    await new Promise((resolve) => void setImmediate(resolve));
  };
  return { began, ask, end };
}

function leaving() {
  const left = new AbortController();
  return { signal: left.signal, leave: () => left.abort() };
}

describe('a fair queue', () => {
  test('next is whoever was served longest ago, and of one person never two at once', async () => {
    const { began, ask, end } = world(new FairQueue({ most: 1, ofOne: 3 }));
    void [ask(ANN, 'a1'), ask(ANN, 'a2'), ask(ANN, 'a3'), ask(BEN, 'b1'), ask(CEM, 'c1'), ask(BEN, 'b2')];
    for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) await end(name);
    expect(began).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    const two = world(new FairQueue({ most: 2, ofOne: 3 }));
    void [two.ask(ANN, 'a1'), two.ask(ANN, 'a2'), two.ask(BEN, 'b1')];
    await two.end('b1');
    expect(two.began).toEqual(['a1', 'b1']);
    await two.end('a1');
    expect(two.began).toEqual(['a1', 'b1', 'a2']);
  });

  test('the fourth of one person is refused until one of the three has ended, however that ends', async () => {
    const queue = new FairQueue({ most: 1, ofOne: 3 });
    const { ask, end } = world(queue);
    const failing = queue.run(ANN, () => Promise.reject(new Error('broken')));
    void [ask(ANN, 'a2'), ask(ANN, 'a3')];
    expect(await ask(ANN, 'a4')).toBe(errors.tooManyWaiting.code);
    await expect(failing).rejects.toThrow('broken');
    void ask(ANN, 'a5');
    expect(await ask(ANN, 'a6')).toBe(errors.tooManyWaiting.code);
    for (const name of ['a2', 'a3', 'a5']) await end(name);
    void ask(ANN, 'a7');
    await end('a7');
  });

  test('the newest of a kind takes the place of an older one that waits, never of one that runs or is another person’s', async () => {
    const { began, ask, end } = world(new FairQueue({ most: 1, ofOne: 3 }));
    const requests = [ask(ANN, 'a1', 'x'), ask(ANN, 'a2', 'x'), ask(BEN, 'b1', 'x'), ask(ANN, 'other', 'y')];
    void ask(ANN, 'a3', 'x');
    expect(await requests[1]).toBe(errors.replacedByNewer.code);
    for (const name of ['a1', 'b1', 'other', 'a3']) await end(name);
    expect([began, await requests[0], await requests[2], await requests[3]]).toEqual([
      ['a1', 'b1', 'other', 'a3'],
      'done',
      'done',
      'done',
    ]);
  });

  test('what nobody waits for any more leaves the queue and makes room; what runs goes on', async () => {
    const { began, ask, end } = world(new FairQueue({ most: 1, ofOne: 3 }));
    const { signal, ...gone } = leaving();
    const requests = [ask(ANN, 'a1', undefined, signal), ask(ANN, 'a2', undefined, signal), ask(BEN, 'b1')];
    gone.leave();
    expect(await requests[1]).toBe(errors.askerGone.code);
    expect(await ask(CEM, 'c1', undefined, signal)).toBe(errors.askerGone.code);
    void [ask(ANN, 'a3'), ask(ANN, 'a4')];
    for (const name of ['a1', 'b1', 'a3', 'a4']) await end(name);
    expect([began, await requests[0], await requests[2]]).toEqual([['a1', 'b1', 'a3', 'a4'], 'done', 'done']);
  });

  test('a place that is left before its turn is nobody’s', async () => {
    const queue = new FairQueue({ most: 1, ofOne: 3 });
    const first = queue.take(ANN);
    const second = queue.take(BEN);
    const third = queue.take(CEM);
    second.leave();
    first.leave();
    await third.turn;
    first.leave();
    expect(await Promise.race([queue.take(ANN).turn.then(() => 'in'), Promise.resolve('waits')])).toBe('waits');
  });

  test('[ST7] lanes take turns, however many wait in one of them', async () => {
    const queue = new FairQueue({ most: 1, ofOne: 3 });
    const began: string[] = [];
    const wait = (lane: string, who: string) => {
      const place = queue.take(who, { lane });
      void place.turn.then(() => began.push(who));
      return place;
    };
    const places = ['o1', 'o2', 'o3', 'o4'].map((who) => wait('other', who));
    places.push(...['k1', 'k2'].map((who) => wait('known', who)));
    for (const who of ['o1', 'k1', 'o2', 'k2', 'o3', 'o4']) {
      await new Promise(setImmediate);
      expect(began.at(-1)).toBe(who);
      places[['o1', 'o2', 'o3', 'o4', 'k1', 'k2'].indexOf(who)]!.leave();
    }
  });

  test('[ST7] a place that is only kept holds up nobody, and counts', async () => {
    const queue = new FairQueue({ most: 1, ofOne: 3, ofLane: 1 });
    const reserved = queue.take('o1', { isKept: true });
    expect(() => queue.take('o2')).toThrow(Overloaded);
    const next = queue.take('k1', { lane: 'known' });
    await next.turn;
    reserved.ready();
    next.leave();
    await reserved.turn;
  });

  test('[ST7] a lane that is full sheds at once, another takes; who waited too long is shed, too', async () => {
    vi.useFakeTimers();
    try {
      const queue = new FairQueue({ most: 1, ofOne: 3, ofLane: 2, patience: 1_000 });
      const [first, second] = ['o1', 'o2', 'o3'].map((who) => queue.take(who, { lane: 'other' }));
      expect(() => queue.take('o4', { lane: 'other' })).toThrow(Overloaded);
      const known = queue.take('k1', { lane: 'known' });
      vi.advanceTimersByTime(1_000);
      await expect(second!.turn).rejects.toBeInstanceOf(Overloaded);
      await expect(known.turn).rejects.toBeInstanceOf(Overloaded);
      await first!.turn;
      expect(() => queue.take('o5', { lane: 'other' })).not.toThrow();
    } finally {
      vi.useRealTimers();
    }
  });
});
