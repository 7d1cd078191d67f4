import { expect, test } from 'vitest';
import { rhythmDays, rhythmProblem, rhythmWords, type Rhythm } from '#rules/editions/rhythm.ts';

const rhythm = (every: Rhythm['every'], day: number, month = 0, isWorking = false): Rhythm => ({
  every,
  day,
  month,
  isWorking,
});

test.each<[Rhythm, [string, string], string[]]>([
  [rhythm('week', 1), ['2026-11-01', '2026-11-16'], ['2026-11-02', '2026-11-09', '2026-11-16']],
  [rhythm('week', 7), ['2026-11-01', '2026-11-08'], ['2026-11-08']],
  [rhythm('month', 5), ['2026-11-05', '2027-01-05'], ['2026-12-05', '2027-01-05']],
  [rhythm('month', 5), ['2026-11-04', '2026-11-05'], ['2026-11-05']],
  // a shorter month has it on its last day
  [rhythm('month', 31), ['2026-01-31', '2026-04-30'], ['2026-02-28', '2026-03-31', '2026-04-30']],
  // 1 November 2026 is a Sunday
  [rhythm('month', 1, 0, true), ['2026-10-31', '2026-11-30'], ['2026-11-02']],
  [rhythm('quarter', 10, 1, true), ['2026-06-30', '2026-12-31'], ['2026-07-14', '2026-10-14']],
  [rhythm('quarter', 31, 2), ['2026-01-01', '2026-12-31'], ['2026-02-28', '2026-05-31', '2026-08-31', '2026-11-30']],
  [rhythm('year', 29, 2), ['2026-01-01', '2028-12-31'], ['2026-02-28', '2027-02-28', '2028-02-29']],
  [rhythm('month', 5), ['2026-11-05', '2026-11-05'], []],
])('[TP6] days of a rhythm: %j between %j', (of, [after, until], days) => {
  expect(rhythmDays(of, { after, until, most: 12 })).toEqual(days);
});

test('[TP6] of many missed days the newest are made up', () => {
  expect(rhythmDays(rhythm('month', 1), { after: '2020-01-01', until: '2026-11-20', most: 2 })).toEqual([
    '2026-10-01',
    '2026-11-01',
  ]);
});

test.each<[Rhythm, string]>([
  [rhythm('week', 7), ''],
  [rhythm('week', 8), '星期应为 1 至 7，且不按工作日计'],
  [rhythm('week', 1, 0, true), '星期应为 1 至 7，且不按工作日计'],
  [rhythm('month', 32), '日期应为 1 至 31'],
  [rhythm('month', 21, 0, true), '第几个工作日应为 1 至 20'],
  [rhythm('month', 1, 2), '每月不用填月份'],
  [rhythm('quarter', 1, 4), '月份应为 1 至 3'],
  [rhythm('year', 1, 0), '月份应为 1 至 12'],
])('[TP6] a rhythm that can be kept: %j', (of, problem) => {
  expect(rhythmProblem(of)).toBe(problem);
  if (problem !== '') expect(rhythmDays(of, { after: '2020-01-01', until: '2026-11-20', most: 12 })).toEqual([]);
});

test('[TP6] a rhythm in words', () => {
  expect(
    [rhythm('week', 3), rhythm('month', 5), rhythm('quarter', 10, 1, true), rhythm('year', 30, 4)].map(rhythmWords),
  ).toEqual(['每周三', '每月 5 日', '每季度第 1 个月第 10 个工作日', '每年 4 月 30 日']);
});
