import { describe, expect, test } from 'vitest';
import {
  daysLate,
  defaultFreshness,
  dueLines,
  freshnessName,
  freshUntil,
  isDuty,
  isFreshness,
  workingDaysAfter,
} from '#rules/registers/freshness.ts';
import { quarterOf, quartersUntil } from '#rules/time/quarter.ts';

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

describe('[WB1] a new channel says what is due, or why nothing is', () => {
  test.each([
    ['none:有事项时才发布', true],
    ['none:', false],
    ['none: 前面空格', false],
    ['none:短', false],
    [`none:${'长'.repeat(60)}`, true],
    [`none:${'长'.repeat(61)}`, false],
    ['none', false],
  ])('%j', (code, isKnown) => {
    expect(isFreshness(code)).toBe(isKnown);
    expect([isDuty(code), freshUntil(code, '2026-11-20')]).toEqual([false, '']);
  });

  test('each kind of content has a default that may be stored', () => {
    const kinds = ['table', 'list', 'article', 'files', 'downloads', 'copy'] as const;
    expect(kinds.map((kind) => isFreshness(defaultFreshness(kind)))).toEqual(kinds.map(() => true));
    expect([isDuty(defaultFreshness('table')), isDuty(defaultFreshness('list'))]).toEqual([true, false]);
    expect(freshnessName(defaultFreshness('list'))).toBe('不要求更新：有事项时才发布');
  });
});

test('[WB2] a duty is late from the day after its last day on', () => {
  expect(['2026-11-27', '2026-11-28', '2026-12-30'].map((day) => daysLate('2026-11-27', day))).toEqual([0, 1, 33]);
  expect(daysLate('', '2026-11-27')).toBe(0);
});

describe('[WB6] when each publication of a quarter was due', () => {
  const on = (day: string, begun = day) => ({ day, begun });

  test('a period counts from the publication before, and what is missing at the end is told', () => {
    expect(
      dueLines('monthly', {
        before: '2026-09-20',
        published: [on('2026-10-20'), on('2026-11-23')],
        end: '2026-12-31',
      }),
    ).toEqual({
      lines: [
        { until: '2026-10-20', daysLate: 0 },
        { until: '2026-11-20', daysLate: 3 },
      ],
      open: { until: '2026-12-23', daysLate: 8 },
    });
  });

  test('the first publication of all is due on no day', () => {
    expect(dueLines('weekly', { before: '', published: [on('2026-11-20')], end: '2026-11-27' })).toEqual({
      lines: [{ until: '', daysLate: 0 }],
      open: null,
    });
  });

  test('working days after a change count from the day on which the edition was begun', () => {
    // 2026-11-20 is a Friday
    expect(
      dueLines('days-2', { before: '2026-01-01', published: [on('2026-11-26', '2026-11-20')], end: '2026-12-31' }),
    ).toEqual({ lines: [{ until: '2026-11-24', daysLate: 2 }], open: null });
  });

  test('without a duty nothing is due', () => {
    expect(
      dueLines('none:有事项时才发布', { before: '2026-01-01', published: [on('2026-11-20')], end: '2026-12-31' }),
    ).toEqual({
      lines: [{ until: '', daysLate: 0 }],
      open: null,
    });
  });
});

test('[WB6] quarters have their days, and the newest comes first', () => {
  expect(quarterOf('2026Q4')).toEqual({ name: '2026 年第四季度', from: '2026-10-01', to: '2026-12-31' });
  expect(['2026Q5', '1999Q1', '2026q1', ''].map(quarterOf)).toEqual([null, null, null, null]);
  expect(quartersUntil('2026-02-28', 3)).toEqual(['2026Q1', '2025Q4', '2025Q3']);
  expect(quartersUntil('2026-12-31', 1)).toEqual(['2026Q4']);
});
