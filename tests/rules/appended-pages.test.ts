import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstShownPage, spanOf } from '#rules/addresses/appended-pages.ts';

test.each([
  [1, 10, 1],
  [3, 10, 1],
  [20, 10, 1],
  [21, 10, 2],
  [25, 10, 6],
  [9, 100, 8],
])(
  '[RL3] at page %d of %d items the first of the pages shown is %d: at most the last 20',
  (pageNum, pageSize, first) => {
    expect(firstShownPage(pageNum, pageSize)).toBe(first);
  },
);

test('[RL1] pages 1 to 3 are one question', () => {
  expect(spanOf(1, 3, 10)).toEqual({ asks: [{ pageNum: 1, pageSize: 30 }], skip: 0, count: 30 });
});

test('[RL1] whatever the pages, at most three questions of at most a hundred items bring exactly their items', () => {
  const all = Array.from({ length: 5_000 }, (_, at) => at);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.constantFrom(10, 20, 50, 100), (pageNum, pageSize) => {
      const first = firstShownPage(pageNum, pageSize);
      const { asks, skip, count } = spanOf(first, pageNum, pageSize);
      expect(asks.length).toBeLessThanOrEqual(3);
      expect(asks.every((ask) => ask.pageSize <= 100)).toBe(true);
      const items = asks
        .flatMap((ask) => all.slice((ask.pageNum - 1) * ask.pageSize, ask.pageNum * ask.pageSize))
        .slice(skip, skip + count);
      expect(items).toEqual(all.slice((first - 1) * pageSize, pageNum * pageSize));
    }),
  );
});
