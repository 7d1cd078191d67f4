import { expect, test } from 'vitest';
import { dataDateProblem } from '#rules/registers/data-date.ts';

test.each([
  ['2026-11-25', null],
  ['1990-01-01', null],
  ['2026-11-26', '数据日期 2026-11-26 还没有到'],
  ['1989-12-31', '数据日期 1989-12-31 早于 1990-01-01，请核对年份'],
  ['0001-01-01', '数据日期 0001-01-01 早于 1990-01-01，请核对年份'],
  ['2026-02-30', '请填写数据日期，如 2026-01-31'],
  ['2026-1-1', '请填写数据日期，如 2026-01-31'],
  ['', '请填写数据日期，如 2026-01-31'],
])('[RG30] the day of data %s', (date, problem) => {
  expect(dataDateProblem(date, '2026-11-25')).toBe(problem);
});
