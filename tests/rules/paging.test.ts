import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countText, itemRange, lastPage, pageList } from '#rules/addresses/paging.ts';

describe('paging', () => {
  test.each([
    [0, 10, 1],
    [1, 10, 1],
    [20, 10, 2],
    [21, 10, 3],
  ])('[PC3] %i items by %i have their last page at %i', (total, pageSize, last) => {
    expect(lastPage(total, pageSize)).toBe(last);
  });

  test('a count is grouped by thousands, and one that ended at its limit says so', () => {
    expect([countText(0), countText(999), countText(3200), countText(1_048_576), countText(10_000, true)]).toEqual([
      '0',
      '999',
      '3,200',
      '1,048,576',
      '10,000+',
    ]);
  });

  test.each([
    [1, 1, [1]],
    [2, 3, [1, 2, 3]],
    [1, 13, [1, 2, 3, 4, 5, 6, 0, 13]],
    [7, 13, [1, 0, 5, 6, 7, 8, 9, 0, 13]],
    [13, 13, [1, 0, 8, 9, 10, 11, 12, 13]],
  ])('page %i of %i offers %j', (page, last, offered) => {
    expect(pageList(page, last)).toEqual(offered);
  });

  test('whatever the page, first, last and this one are offered, ascending, in at most nine places', () => {
    const pages = fc
      .integer({ min: 1, max: 10_000 })
      .chain((last) => fc.tuple(fc.integer({ min: 1, max: last }), fc.constant(last)));
    fc.assert(
      fc.property(pages, ([page, last]) => {
        const offered = pageList(page, last);
        expect(offered.length).toBeLessThanOrEqual(9);
        expect(offered).toEqual(expect.arrayContaining([1, page, last]));
        const numbers = offered.filter(Boolean);
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
      }),
    );
  });

  test('an empty list has one page without items', () => {
    expect(lastPage(0, 10)).toBe(1);
    expect(itemRange(1, 10, 0)).toEqual({ first: 0, last: 0 });
    expect(itemRange(3, 10, 23)).toEqual({ first: 21, last: 23 });
  });
});
