import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { roundDecimal, shiftDecimal } from '#rules/registers/decimal-text.ts';
import { formatCell } from '#rules/registers/format-cell.ts';
import { readPermalink, rowPermalink } from '#rules/registers/row-permalink.ts';

describe('a percent that is stored as a fraction', () => {
  test.each([
    ['0.65000000', {}, '65.00%'],
    ['1.00', {}, '100.00%'],
    ['0.07', { scale: 0 }, '7%'],
    ['0.29', { scale: 2 }, '29.00%'],
    ['0.123456', {}, '12.35%'],
    ['-0.00005', {}, '-0.01%'],
    ['-0.00001', {}, '0.00%'],
    [0.35, {}, '35.00%'],
    [1, {}, '100.00%'],
    ['99999999999999999999.123', {}, '9999999999999999999912.30%'],
    ['受限', {}, '受限'],
  ])('%j %j is shown as %s, without floating point', (value, more, text) => {
    expect(formatCell(value, { type: 'percent', fraction: true, ...more })).toBe(text);
  });
  test('the words of a field that has no value stand instead of the dash', () => {
    expect(formatCell(null, { type: 'percent', fraction: true, blank: '受限' })).toBe('受限');
    expect(formatCell('', { type: 'text', blank: '面议' })).toBe('面议');
  });
});

test('a decimal is rounded half away from zero by its digits', () => {
  expect(['1.005', '0.995', '-1.005', '2', '0.004'].map((text) => roundDecimal(text, 2))).toEqual([
    '1.01',
    '1.00',
    '-1.01',
    '2.00',
    '0.00',
  ]);
  expect([
    roundDecimal('9.5', 0),
    roundDecimal('1e5', 2),
    shiftDecimal('1e5', 2),
    shiftDecimal('0.5', 2),
    shiftDecimal('12', 2),
  ]).toEqual(['10', null, null, '50', '1200']);
});

test('a row is found by its permalink whatever its key holds', () => {
  const value = fc.string({ minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(value, value, (a, b) => {
      const link = rowPermalink(['a', 'b'], { a, b })!;
      expect(readPermalink(link)).toEqual([a, b]);
    }),
  );
  expect(rowPermalink(['a', 'b'], { a: '1' })).toBeNull();
  expect([readPermalink('1~'), readPermalink('')]).toEqual([null, null]);
});
