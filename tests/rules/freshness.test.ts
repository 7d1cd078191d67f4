import { expect, test } from 'vitest';
import { freshnessName, freshUntil, isFreshness, workingDaysAfter } from '#rules/registers/freshness.ts';

test.each([
  ['', true],
  ['daily', true],
  ['weekly', true],
  ['half-yearly', true],
  ['days-1', true],
  ['days-60', true],
  ['days-0', false],
  ['days-61', false],
  ['days-05', false],
  ['often', false],
])('a duty is written as a known word: %j', (code, isKnown) => {
  expect(isFreshness(code)).toBe(isKnown);
  expect(freshnessName(code) === '').toBe(!isKnown || code === '');
});

test('working days are Monday to Friday', () => {
  // 2026-11-20 is a Friday
  expect([1, 2, 5, 6].map((days) => workingDaysAfter('2026-11-20', days))).toEqual([
    '2026-11-23',
    '2026-11-24',
    '2026-11-27',
    '2026-11-30',
  ]);
  expect(workingDaysAfter('2026-11-21', 1)).toBe('2026-11-23');
});

test.each([
  ['daily', '2026-11-20', '2026-11-23'],
  ['weekly', '2026-11-20', '2026-11-27'],
  ['monthly', '2026-01-31', '2026-02-28'],
  ['monthly', '2026-11-20', '2026-12-20'],
  ['quarterly', '2026-11-30', '2027-02-28'],
  ['half-yearly', '2026-11-20', '2027-05-20'],
  ['yearly', '2024-02-29', '2025-02-28'],
  ['days-5', '2026-11-20', '2026-11-27'],
  ['', '2026-11-20', ''],
  ['weekly', '', ''],
])('%s from %s is fresh until %s', (code, since, until) => {
  expect(freshUntil(code, since)).toBe(until);
});
