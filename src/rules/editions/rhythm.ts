import { isDate } from '../time/date-text.ts';

/** TP6: days on which an edition is proposed of a template. */
export interface Rhythm {
  every: 'week' | 'month' | 'quarter' | 'year';
  /** 1 to 3 of a quarter, 1 to 12 of a year; else 0 */
  month: number;
  /** 1 (Monday) to 7 of a week; else the day of the month, or the working day where `isWorking` */
  day: number;
  /** counts working days, Monday to Friday: of public holidays nothing is known here */
  isWorking: boolean;
}

const MONTHS: Readonly<Record<Rhythm['every'], number>> = { week: 0, month: 0, quarter: 3, year: 12 };
const NAMES: Readonly<Record<Rhythm['every'], string>> = {
  week: '每周',
  month: '每月',
  quarter: '每季度',
  year: '每年',
};
const WEEKDAYS = '一二三四五六日';
/** A month has at least twenty. */
const MOST_WORKING = 20;
const DAY = 86_400_000;

/** Why a rhythm cannot be used; '' where it can. */
export function rhythmProblem({ every, month, day, isWorking }: Rhythm): string {
  const months = MONTHS[every];
  if (months === 0 ? month !== 0 : month < 1 || month > months)
    return months === 0 ? `${NAMES[every]}不用填月份` : `月份应为 1 至 ${months}`;
  if (every === 'week') return isWorking || day < 1 || day > 7 ? '星期应为 1 至 7，且不按工作日计' : '';
  const most = isWorking ? MOST_WORKING : 31;
  return day < 1 || day > most ? `${isWorking ? '第几个工作日' : '日期'}应为 1 至 ${most}` : '';
}

/** '每月 5 日', '每季度第 1 个月第 5 个工作日', '每周一' */
export function rhythmWords({ every, month, day, isWorking }: Rhythm): string {
  if (every === 'week') return `每周${WEEKDAYS[day - 1] ?? ''}`;
  const of = every === 'quarter' ? `第 ${month} 个月` : every === 'year' ? ` ${month} 月` : '';
  return `${NAMES[every]}${of}${isWorking ? `第 ${day} 个工作日` : ` ${day} 日`}`;
}

const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();
const isWorkingDay = (ms: number): boolean => ![0, 6].includes(new Date(ms).getUTCDay());
const textOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Day of the rhythm within a month: a shorter month has it on its last day. */
function dayWithin(year: number, month: number, { day, isWorking }: Rhythm): string {
  if (!isWorking) return textOf(Date.UTC(year, month - 1, Math.min(day, daysIn(year, month))));
  let ms = Date.UTC(year, month - 1, 1) - DAY;
  for (let left = day; left > 0;) {
    ms += DAY;
    if (isWorkingDay(ms)) left -= 1;
  }
  return textOf(ms);
}

const isMonth = ({ every, month }: Rhythm, at: number): boolean =>
  every === 'month' || (every === 'quarter' ? (at - 1) % 3 === month - 1 : at === month);

/**
 * TP6: days of the rhythm after one day and until another, the last of them where they are more than `most`.
 * @param after yyyy-mm-dd, not included @param until included
 */
export function rhythmDays(rhythm: Rhythm, { after, until, most }: { after: string; until: string; most: number }) {
  if (!isDate(after) || !isDate(until) || rhythmProblem(rhythm) !== '') return [];
  const days: string[] = [];
  if (rhythm.every === 'week') {
    for (let ms = Date.parse(until); textOf(ms) > after && days.length < most; ms -= DAY)
      if ((new Date(ms).getUTCDay() || 7) === rhythm.day) days.unshift(textOf(ms));
    return days;
  }
  const [year, month] = until.split('-').map(Number) as [number, number];
  for (let back = 0; days.length < most; back += 1) {
    const at = new Date(Date.UTC(year, month - 1 - back, 1));
    const [ofYear, ofMonth] = [at.getUTCFullYear(), at.getUTCMonth() + 1];
    if (textOf(at.getTime()).slice(0, 7) < after.slice(0, 7)) break;
    if (!isMonth(rhythm, ofMonth)) continue;
    const day = dayWithin(ofYear, ofMonth, rhythm);
    if (day > after && day <= until) days.unshift(day);
  }
  return days;
}
