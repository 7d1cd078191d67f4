import { isDate } from '#rules/time/date-text.ts';
import { isMoment } from '#rules/time/moment-text.ts';

const DAY = String.raw`(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})(?:\s*日)?`;
const CLOCK = String.raw`(?:[T\s]*(\d{1,2})\s*[:：时]\s*(\d{1,2})(?:\s*[:：分]\s*(\d{1,2})(?:\.\d+)?)?\s*[分秒]?)?`;
const WITHIN = new RegExp(`(?<!\\d)${DAY}${CLOCK}(?!\\d)`);
const WHOLE = new RegExp(`^${DAY}${CLOCK}$`);
const EIGHT_DIGITS = /^(\d{4})(\d{2})(\d{2})$/;

/**
 * MI1: a date as portals export it: 2020-01-05, 2020/1/5 9:30, 2020年1月5日 09:30:15, 20200105, or a time with its zone.
 * @param isSearched the text of an element of a page may have words around the date
 * @returns ISO 8601 of Shanghai, at midnight where there is no time; null where there is no date
 */
export function readMoment(text: string, isSearched = false): string | null {
  const given = text.trim();
  if (isMoment(given)) return given;
  const found = (isSearched ? WITHIN : WHOLE).exec(given) ?? EIGHT_DIGITS.exec(given);
  if (!found) return null;
  const [, year = '', ...rest] = found;
  const [month, day, hour, minute, second] = [0, 1, 2, 3, 4].map((at) => (rest[at] ?? '').padStart(2, '0'));
  const [date, time] = [`${year}-${month}-${day}`, `${hour}:${minute}:${second}`];
  const isClock = Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
  return isDate(date) && isClock ? `${date}T${time}+08:00` : null;
}
