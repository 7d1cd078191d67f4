/** Periods in which a channel has to be updated: a duty shown to its editors, never to visitors. */

/** Kinds of content of a new channel, as the wizard has them. */
type ContentKind = 'table' | 'list' | 'article' | 'files' | 'downloads' | 'copy';

/** Reasons that are usual where nothing is due. */
export const USUAL_REASONS = [
  '有事项时才发布',
  '内容长期不变',
  '内容由另一栏目或其他系统更新',
  '历史内容，不再更新',
] as const;
const [ON_EVENT] = USUAL_REASONS;

const DEFAULTS: Readonly<Record<ContentKind, string>> = {
  table: 'days-5',
  list: `none:${ON_EVENT}`,
  article: 'yearly',
  files: 'yearly',
  downloads: 'half-yearly',
  copy: 'days-5',
};

/** WB1: the duty that a new channel has unless its editor chooses another. */
export const defaultFreshness = (kind: ContentKind): string => DEFAULTS[kind];

/** periods by the calendar */
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

/** 'none:内容不再变化': no duty, with the reason that somebody gave for it (WB1) */
export const NO_DUTY = 'none:';
const REASONED = /^none:(?=\S)(.{2,60})$/u;
export const LONGEST_REASON = 60;

/** Reason for which nothing is due, as somebody is typing it; null for a duty and for a channel that says neither. */
export const reasonOfNone = (code: string): string | null =>
  code.startsWith(NO_DUTY) ? code.slice(NO_DUTY.length) : null;

/** '' says nothing. */
export const isFreshness = (code: string): boolean =>
  code === '' || FRESHNESS_PERIODS.includes(code) || WITHIN.test(code) || REASONED.test(code);

/** Whether content has to be renewed by it. */
export const isDuty = (code: string): boolean => isFreshness(code) && code !== '' && reasonOfNone(code) === null;

/** Working days after a change within which it must be public; null for duties of another kind. */
export function daysOfFreshness(code: string): number | null {
  const days = WITHIN.exec(code)?.[1];
  return days === undefined ? null : Number(days);
}

/** '变化后 5 个工作日内更新', '不要求更新：有事项时才发布'; '' where nothing is said. */
export function freshnessName(code: string): string {
  const reason = reasonOfNone(code);
  if (reason !== null) return `不要求更新：${reason}`;
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

/** Whole days from one day to another, both yyyy-mm-dd. */
export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY);

/** The day so many days after `day`. */
export const daysAfter = (day: string, count: number): string => text(Date.parse(day) + count * DAY);

/** WB2: days by which a last day is passed; 0 on that day and where there is none. */
export const daysLate = (until: string, day: string): number =>
  until === '' ? 0 : Math.max(0, daysBetween(until, day));

/** One publication of a channel: the day on which it became public, and on which it was begun. */
interface PublishedOn {
  day: string;
  begun: string;
}

interface DueLine {
  /** last day on which it was in time; '' where none is known */
  until: string;
  daysLate: number;
}

/**
 * WB6: when each publication of a channel was due, oldest first, and by how many days it was late. A period counts from the publication
 * before; working days after a change count from the day on which the edition was begun.
 * @param before day of the last publication before these; '' for none
 * @param end last day that is looked at
 * @returns open: what was due by `end` and is not public
 */
export function dueLines(
  freshness: string,
  { before, published, end }: { before: string; published: readonly PublishedOn[]; end: string },
): { lines: DueLine[]; open: DueLine | null } {
  const isAfterChange = daysOfFreshness(freshness) !== null;
  let last = before;
  const lines = published.map(({ day, begun }): DueLine => {
    const until = freshUntil(freshness, isAfterChange ? begun : last);
    last = day;
    return { until, daysLate: daysLate(until, day) };
  });
  const until = isAfterChange ? '' : freshUntil(freshness, last);
  return { lines, open: until !== '' && until < end ? { until, daysLate: daysLate(until, end) } : null };
}
