import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareCodePoints, sortNumbers } from '#server/store/rows/row-order.ts';

describe('the order of a register', () => {
  it('[RG3] compares text by code point, also beyond the basic plane', () => {
    const sorted = ['𠮷', '王', 'A', '￥', 'a', '李', '𠮷野', ''].sort(compareCodePoints);
    expect(sorted).toEqual(['', 'A', 'a', '李', '王', '￥', '𠮷', '𠮷野']);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        const points = (text: string) => Array.from(text, (character) => character.codePointAt(0)!);
        const [x, y] = [points(a), points(b)];
        const at = x.findIndex((point, index) => point !== y[index]);
        const expected = at < 0 ? x.length - y.length : at >= y.length ? 1 : x[at]! - y[at]!;
        expect(Math.sign(compareCodePoints(a, b))).toBe(Math.sign(expected));
      }),
    );
  });

  it('numbers rise in the final order, whatever numbers rows bring along', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.integer({ min: -50, max: 50 }))), (present) => {
        const numbers = sortNumbers(present);
        for (let index = 1; index < numbers.length; index++)
          expect(numbers[index]).toBeGreaterThan(numbers[index - 1]!);
      }),
    );
  });

  it('a few new or moved rows leave the numbers of the others alone', () => {
    const first = sortNumbers([null, null, null, null]);
    const [a, b, c, d] = first as [number, number, number, number];
    expect(sortNumbers([null, a, b, null, c, d, null]).filter((number) => first.includes(number))).toEqual(first);
    expect(sortNumbers([d, a, b, c]).slice(1)).toEqual([a, b, c]);
  });

  it('without room between two rows all are numbered anew', () => {
    expect(sortNumbers([1, null, 2])).toEqual([1024, 2048, 3072]);
  });
});
