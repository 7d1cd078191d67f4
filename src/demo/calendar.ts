/**
 * Days are yyyy-mm-dd, moments are Date, all in Shanghai time (UTC+8, no daylight saving since 1991).
 *
 * The table holds the weekdays on which the mainland exchanges are closed, taken from the yearly holiday notices. The
 * notice for 2027 is not out yet: its days follow from the rules on public holidays, and holidays on a weekend are made
 * up for at once. In later years only weekends and the days of ALWAYS_CLOSED are closed.
 */
const CLOSED: Record<string, string> = {
  2023: '0102 0123 0124 0125 0126 0127 0405 0501 0502 0503 0622 0623 0929 1002 1003 1004 1005 1006',
  2024: '0101 0212 0213 0214 0215 0216 0404 0405 0501 0502 0503 0610 0916 0917 1001 1002 1003 1004 1007',
  2025: '0101 0128 0129 0130 0131 0203 0204 0404 0501 0502 0505 0602 1001 1002 1003 1006 1007 1008',
  2026: '0101 0102 0216 0217 0218 0219 0220 0223 0406 0501 0504 0505 0619 0925 1001 1002 1005 1006 1007',
  2027: '0101 0205 0208 0209 0210 0405 0503 0609 0915 1001 1004 1005',
};

const closedDays = new Set(
  Object.entries(CLOSED).flatMap(([year, days]) =>
    days.split(' ').map((day) => `${year}-${day.slice(0, 2)}-${day.slice(2)}`),
  ),
);

/** New Year, Labour Day and 1–3 October are holidays in years without a list, too. */
const ALWAYS_CLOSED = new Set(['01-01', '05-01', '10-01', '10-02', '10-03']);

const DAY = 86_400_000;
const midnightUtc = (day: string) => Date.parse(`${day}T00:00:00Z`);

export const addDays = (day: string, days: number): string =>
  new Date(midnightUtc(day) + days * DAY).toISOString().slice(0, 10);

export const daysBetween = (from: string, to: string): number =>
  Math.round((midnightUtc(to) - midnightUtc(from)) / DAY);

export function isTradingDay(day: string): boolean {
  const weekday = new Date(midnightUtc(day)).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !closedDays.has(day) && !ALWAYS_CLOSED.has(day.slice(5));
}

/** The day itself if the exchanges were open on it, otherwise the last trading day before it. */
export function tradingDayOnOrBefore(day: string): string {
  let found = day;
  while (!isTradingDay(found)) found = addDays(found, -1);
  return found;
}

/** The last `count` trading days up to and including `day`, oldest first. */
export function tradingDaysUpTo(day: string, count: number): string[] {
  const days: string[] = [];
  for (let at = tradingDayOnOrBefore(day); days.length < count; at = tradingDayOnOrBefore(addDays(at, -1)))
    days.unshift(at);
  return days;
}

/** The moment of a Shanghai time on a day. */
export function moment(day: string, hour: number, minute = 0, second = 0): Date {
  return new Date(midnightUtc(day) + ((hour - 8) * 3600 + minute * 60 + second) * 1000);
}

/** The Shanghai date of a moment, yyyy-mm-dd. */
export const dayOf = (at: Date): string => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);

/** The day in Chinese: 2026年3月5日 */
export function chineseDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${year}年${month}月${date}日`;
}

/** Number of the day in its year, 1 to 366. */
export const dayOfYear = (day: string): number => daysBetween(`${day.slice(0, 4)}-01-01`, day) + 1;

/** The day in Chinese without the year: 3月5日 */
export const chineseMonthDay = (day: string): string => chineseDay(day).slice(5);
