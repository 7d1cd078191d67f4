/** How often a channel has to be updated: a duty shown to its editors, never to visitors. */

/** by the calendar */
const PERIODS: Readonly<Record<string, { name: string; days?: number; months?: number }>> = {
  weekly: { name: '每周更新', days: 7 },
  monthly: { name: '每月更新', months: 1 },
  quarterly: { name: '每季度更新', months: 3 },
  'half-yearly': { name: '每半年更新', months: 6 },
  yearly: { name: '每年更新', months: 12 },
};

/** 'days-5': within five working days of a change */
const WITHIN = /^days-([1-9]|[1-5]\d|60)$/;
export const MOST_DAYS = 60;

/** Names of the duties that a calendar knows; 'daily' counts working days. */
export const FRESHNESS_PERIODS: readonly string[] = ['daily', ...Object.keys(PERIODS)];

/** '' is no duty. */
export const isFreshness = (code: string): boolean =>
  code === '' || FRESHNESS_PERIODS.includes(code) || WITHIN.test(code);

/** Working days after a change within which it must be public; null for duties of another kind. */
export function daysOfFreshness(code: string): number | null {
  const days = WITHIN.exec(code)?.[1];
  return days === undefined ? null : Number(days);
}

/** '变化后 5 个工作日内更新'; '' for no duty. */
export function freshnessName(code: string): string {
  const days = daysOfFreshness(code);
  if (days !== null) return `变化后 ${days} 个工作日内更新`;
  return code === 'daily' ? '每个工作日更新' : (PERIODS[code]?.name ?? '');
}

const DAY = 86_400_000;
const text = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const isWorkingDay = (ms: number): boolean => ![0, 6].includes(new Date(ms).getUTCDay());

/**
 * The day that is so many working days after `day` (yyyy-mm-dd). Working days are Monday to Friday: of public holidays
 * nothing is known here.
 */
export function workingDaysAfter(day: string, count: number): string {
  let ms = Date.parse(day);
  for (let left = count; left > 0;) {
    ms += DAY;
    if (isWorkingDay(ms)) left -= 1;
  }
  return text(ms);
}

/** The same day some months later, or the last day of that month. */
function monthsAfter(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return text(Date.UTC(year, month - 1 + months, Math.min(date, last)));
}

/**
 * The last day (yyyy-mm-dd) on which content is as new as its duty asks; '' where nothing is due.
 * @param since of a period: the day the content is from; of "within N working days": the day of the change that waits
 */
export function freshUntil(code: string, since: string): string {
  if (since === '') return '';
  const days = code === 'daily' ? 1 : daysOfFreshness(code);
  if (days !== null) return workingDaysAfter(since, days);
  const period = PERIODS[code];
  if (!period) return '';
  return period.days === undefined ? monthsAfter(since, period.months!) : text(Date.parse(since) + period.days * DAY);
}
