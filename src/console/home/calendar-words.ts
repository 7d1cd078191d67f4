import { daysAfter, daysBetween } from '#rules/registers/freshness.ts';
import type { CalendarKind, WorkCalendar } from '#wire/bench-answers.ts';

export const CALENDAR_KINDS: Readonly<Record<CalendarKind, string>> = {
  comes: '公开',
  leaves: '到期撤下',
  due: '应更新',
};

const WEEKDAYS = ['日', '一', '二', '三', '四', '五', '六'] as const;
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();
export const isWeekend = (day: string): boolean => [0, 6].includes(weekdayOf(day));

/** '12 月 1 日 周二' */
export const dayWords = (day: string): string =>
  `${Number(day.slice(5, 7))} 月 ${Number(day.slice(8))} 日 周${WEEKDAYS[weekdayOf(day)]!}`;

/** Days of a calendar, in order. */
export const daysOf = ({ from, to }: Pick<WorkCalendar, 'from' | 'to'>): string[] =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, at) => daysAfter(from, at));

/** Address of the list of a row, of a day, or of both. */
export const calendarAddress = (filters: { kind?: CalendarKind; day?: string }): string => {
  const query = new URLSearchParams(filters).toString();
  return query === '' ? '/calendar' : `/calendar?${query}`;
};
