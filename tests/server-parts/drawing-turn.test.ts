import { afterEach, expect, test, vi } from 'vitest';
import { drawingTurn, noteCachedPage } from '#server/pages/draw/drawing-turn.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Draws four pages, each of which takes 40 ms of the clock that the product reads; the turns that were taken. */
async function drawFour(): Promise<{ name: string; turn: number }[]> {
  let [turn, isCounting] = [0, true];
  const count = (): void => {
    turn += 1;
    if (isCounting) setImmediate(count);
  };
  count();
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const drawn = await Promise.all(
    ['a', 'b', 'c', 'd'].map(async (name) => {
      await drawingTurn();
      now += 40;
      return { name, turn };
    }),
  );
  isCounting = false;
  return drawn;
}

test('[OL2] pages whose data arrive together are drawn in a turn of the event loop each, in their order', async () => {
  const drawn = await drawFour();
  expect(drawn.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
  expect(new Set(drawn.map(({ turn }) => turn)).size).toBe(4);
});

test('[OL2] while kept pages are asked for, as long is left to them before the next page as one took', async () => {
  const turnsBetween = (drawn: { turn: number }[]): number[] =>
    drawn.slice(1).map(({ turn }, at) => turn - drawn[at]!.turn);
  const alone = turnsBetween(await drawFour());
  noteCachedPage();
  const beside = turnsBetween(await drawFour());
  // a turn of the loop that waits for nothing takes some microseconds, 40 ms are thousands of them
  expect(Math.max(...alone)).toBeLessThan(10);
  expect(Math.min(...beside)).toBeGreaterThan(10);
});

test('[OL2] after a drawing that took long, as of a process that was stopped, the next does not wait as long', async () => {
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  noteCachedPage();
  await drawingTurn();
  now += 3_600_000;
  noteCachedPage();
  await drawingTurn();
});
