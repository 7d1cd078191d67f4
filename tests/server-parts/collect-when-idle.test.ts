import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { collectWhenIdle } from '#server/edge/collect-when-idle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const MB = 1024 * 1024;

test('an idle server gives back what requests have taken, once, and only where that is worth it', () => {
  let [requests, resident, collected] = [0, 150 * MB, 0];
  const end = collectWhenIdle(
    () => requests,
    () => {
      collected += 1;
      resident = 140 * MB;
    },
    () => resident,
  );
  const after = (seconds: number) => (vi.advanceTimersByTime(seconds * 1000), collected);
  expect(after(10)).toBe(0);
  // never while requests come
  for (let second = 0; second < 10; second += 1) {
    requests += 1;
    resident += 10 * MB;
    expect(after(1)).toBe(0);
  }
  expect(after(4)).toBe(1);
  expect(after(60)).toBe(1);
  // a few pages take little
  requests += 1;
  resident += 5 * MB;
  expect(after(60)).toBe(1);
  requests += 1;
  resident += 30 * MB;
  expect(after(60)).toBe(2);
  end();
  requests += 1;
  resident += 90 * MB;
  expect(after(60)).toBe(2);
});
