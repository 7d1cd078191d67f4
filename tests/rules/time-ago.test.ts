import fc from 'fast-check';
import { expect, test } from 'vitest';
import { timeAgo } from '#rules/time/time-ago.ts';

const now = Date.parse('2026-11-20T12:00:00+08:00');
const before = (ms: number) => new Date(now - ms).toISOString();
const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];

test.each([
  [0, '0秒前'],
  [59 * SECOND + 999, '59秒前'],
  [MINUTE, '1分钟前'],
  [HOUR - 1, '59分钟前'],
  [HOUR, '1小时前'],
  [HOUR + MINUTE, '1小时1分钟前'],
  [DAY - 1, '23小时59分钟前'],
  [DAY, '1天前'],
  [3 * DAY - 1, '2天前'],
  [3 * DAY, '2026-11-17'],
])('[TA1] %d ms after a moment it reads %s', (age, text) => {
  expect(timeAgo(before(age), now)).toBe(text);
});

test('[TA1] the date is that of Shanghai, also for moments ahead of the visitor’s clock by more than a minute', () => {
  expect(timeAgo('2026-11-01T20:00:00Z', now)).toBe('2026-11-02');
  expect(timeAgo(before(-30 * SECOND), now)).toBe('0秒前');
  expect(timeAgo(before(-2 * MINUTE), now)).toBe('2026-11-20');
  expect(timeAgo('', now)).toBe('');
});

test('[TA1] whatever the age, the text is of one of the five forms', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 400 * DAY }), (age) => {
      expect(timeAgo(before(age), now)).toMatch(
        /^(\d{1,2}秒前|\d{1,2}分钟前|\d{1,2}小时(\d{1,2}分钟)?前|[12]天前|\d{4}-\d{2}-\d{2})$/,
      );
    }),
  );
});
