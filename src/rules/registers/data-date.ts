import { isDate } from '../time/date-text.ts';

/** No register of a market that began in 1990 has data from before. */
const EARLIEST = '1990-01-01';

/**
 * RG30: what is wrong with the day that rows are true at, wherever it is stated; null where nothing is. @param today
 * yyyy-mm-dd in Shanghai
 */
export function dataDateProblem(date: string, today: string): string | null {
  if (!isDate(date)) return '请填写数据日期，如 2026-01-31';
  if (date > today) return `数据日期 ${date} 还没有到`;
  return date < EARLIEST ? `数据日期 ${date} 早于 ${EARLIEST}，请核对年份` : null;
}
