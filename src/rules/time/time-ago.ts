import { shanghaiDate } from './shanghai-date.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * TA1: seconds under a minute, minutes under an hour, hours and minutes under a day, days under three days, else the
 * date in Shanghai.
 * @param moment ISO 8601
 * @param now milliseconds since 1970. A moment less than a minute ahead of it is now: two clocks are never quite equal.
 */
export function timeAgo(moment: string, now: number): string {
  const age = now - Date.parse(moment);
  if (!(age > -MINUTE && age < 3 * DAY)) return shanghaiDate(moment);
  if (age < MINUTE) return `${Math.max(0, Math.floor(age / SECOND))}秒前`;
  if (age < HOUR) return `${Math.floor(age / MINUTE)}分钟前`;
  if (age >= DAY) return `${Math.floor(age / DAY)}天前`;
  const minutes = Math.floor((age % HOUR) / MINUTE);
  return `${Math.floor(age / HOUR)}小时${minutes > 0 ? `${minutes}分钟` : ''}前`;
}
