/**
 * Folder `site/upstream`: answers of another system are read into the forms of this site's own calls, so that pages,
 * sources and browsers see no difference (decision 68). The same table of forms is in
 * docs/how-to/answer-from-an-upstream.md.
 *
 * This file: single values and lists. A value that is not understood is reported by a note and left out, never
 * guessed.
 */

import { isObject } from '#rules/json/json.ts';

/** Called with each field that was not understood, with an example of it. */
export type NoteField = (field: string, example: unknown) => void;

export type Given = Readonly<Record<string, unknown>>;

/** US2: a text, also given as a number; '' where there is none. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : '';
}

/** Text of the first of these fields that is not empty; '' where none is. A value that is no text is noted. */
export function textIn(given: Given, names: readonly string[], note: NoteField): string {
  for (const name of names) {
    const value = given[name];
    if (value === undefined || value === null || value === '') continue;
    const text = textOf(value);
    if (text !== '') return text;
    note(name, value);
  }
  return '';
}

const SET = new Set(['1', 'true', 'y', 'yes']);

/** US2: 1, '1', true, 'true', 'Y'. */
export const flagOf = (value: unknown): 0 | 1 => (SET.has(String(value).toLowerCase()) ? 1 : 0);

/** US2: a whole number from 0, also as text and with grouped digits; undefined for anything else. */
export function countOf(value: unknown): number | undefined {
  const number =
    typeof value === 'string' ? Number(/^\d[\d,]*$/.test(value.trim()) ? value.replaceAll(',', '') : NaN) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

const ISO =
  /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i;
const DIGITS = /^(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2})?)?$/;

/**
 * US2: a time as ISO 8601 with its zone; without one it is of Shanghai (TA2).
 * @returns undefined for a value that is no time
 */
export function timeOf(value: unknown): string | undefined {
  const text = (Array.isArray(value) ? partsOf(value) : textOf(value)).trim();
  // seconds, or milliseconds, since 1970
  if (/^\d{10}$|^\d{12,13}$/.test(text) && !(text.length === 12 && DIGITS.test(text) && text.startsWith('20')))
    return new Date(Number(text) * (text.length === 10 ? 1_000 : 1)).toISOString();
  const [, year, month = '', day = '', hour = '0', minute = '00', second = '00', zone = '+08:00'] =
    ISO.exec(text) ?? DIGITS.exec(text) ?? [];
  if (year === undefined) return undefined;
  const two = (part: string): string => part.padStart(2, '0');
  const offset = /^[+-]\d{4}$/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
  const iso = `${year}-${two(month)}-${two(day)}T${two(hour)}:${minute}:${second}${offset}`;
  return Number.isNaN(Date.parse(iso)) ? undefined : iso;
}

/** Year, month, day, hour, minute, second, as some libraries write a time without a zone. */
function partsOf(parts: readonly unknown[]): string {
  const two = parts.map((part) => textOf(part).padStart(2, '0'));
  return parts.length < 3 || parts.length > 7
    ? ''
    : two.slice(0, 3).join('-') + (parts.length > 3 ? ` ${two[3]}:${two[4] ?? '00'}:${two[5] ?? '00'}` : '');
}

/** Time of the first of these fields that is one; '' where none is. A value that is no time is noted. */
export function timeIn(given: Given, names: readonly string[], note: NoteField): string {
  for (const name of names) {
    const value = given[name];
    if (value === undefined || value === null || value === '') continue;
    const time = timeOf(value);
    if (time !== undefined) return time;
    note(name, value);
  }
  return '';
}

/** Names under which lists are given, and how long they are; those that a definition states come before them. */
const LISTS = ['list', 'data', 'dataList', 'rows', 'records', 'items', 'result'];
const TOTALS = ['total', 'totalRow', 'totalCount', 'totalNum', 'count'];

/**
 * US2: the list of an answer: the answer itself, or one of its fields, also one level deeper (`data.data`).
 * @returns total undefined where there is none; null where there is no list
 */
export function listOf(
  answer: unknown,
  named: { list?: string; total?: string } = {},
): { list: readonly unknown[]; total: number | undefined } | null {
  if (Array.isArray(answer)) return { list: answer, total: undefined };
  if (!isObject(answer)) return null;
  const totals = [...(named.total ? [named.total] : []), ...TOTALS];
  const total = totals.map((name) => countOf(answer[name])).find((one) => one !== undefined);
  for (const name of [...(named.list ? [named.list] : []), ...LISTS]) {
    const value = answer[name];
    if (Array.isArray(value)) return { list: value, total };
    if (isObject(value)) {
      const inner = listOf(value, named);
      if (inner) return { list: inner.list, total: total ?? inner.total };
    }
  }
  // an empty list is left out by some
  return total === 0 ? { list: [], total: 0 } : null;
}
