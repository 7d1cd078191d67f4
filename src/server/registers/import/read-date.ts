import { dateOfSerial } from '../sheets/cell-values.ts';
import type { Sheet, SheetCell } from '../sheets/sheet.ts';
import { halfWidth, type Reading } from './reading.ts';

const EXAMPLE = '请写成年-月-日，如 2026-01-31';
/** a day number below it is hardly one: day 61 of a spreadsheet is 1900-03-01 */
const FIRST_DAY = 61;

/** VA4: titles of columns whose whole numbers of five digits are days */
export const DAY_TITLE =
  /日期|时间|日$|期[至止起]?$|(?:到期|生效|失效|届满|入职|离职|离任|到任)$|(?:任职|聘任|任期|合同|有效|服务|授权|租赁).*(?:起始|开始|终止|结束|截止|截至|[起止至])$|^(?:起始|开始|结束|终止|截止|截至|[自至起止])$|date$/i;
const FIRST_SERIAL = 20_000;
const LAST_SERIAL = 60_000;

/** VA4: the day whose number in a spreadsheet a cell holds, without a format of a day; null for any other cell. */
export function serialDay({ kind, text, format }: SheetCell, { base1904 }: Pick<Sheet, 'base1904'>): string | null {
  if ((kind !== 'number' && kind !== 'text') || format !== undefined) return null;
  const digits = kind === 'text' ? halfWidth(text.trim()) : text;
  const serial = /^\d{5}(?:\.0+)?$/.test(digits) ? Number(digits) : 0;
  return serial >= FIRST_SERIAL && serial <= LAST_SERIAL ? (dateOfSerial(serial, base1904) ?? null) : null;
}

/** the time that a program leaves which counts its days from the local time of Shanghai in 1899, 8:05:43 */
const SHIFTED = /^23:59:17(?:\.\d+)?$/;

const WRITTEN =
  /^(\d{4})\s*(?:年|[-/.])\s*(\d{1,2})\s*(?:月|[-/.])\s*(\d{1,2})\s*日?(?:[ T]+((?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?:\.\d+)?))?$/;

/**
 * Reads a date cell, a number that a spreadsheet shows as a date, or a text. A text that is no date at all is left
 * to the validator.
 */
export function readDate(cell: SheetCell, { format, base1904 }: Pick<Sheet, 'format' | 'base1904'>): Reading {
  const { kind, text } = cell;
  if (kind === 'number') return ofNumber(text, base1904);
  if (kind !== 'date' && kind !== 'text') return { reason: '单元格不是日期', remedy: EXAMPLE };
  const given = halfWidth(text);
  if (/^\d{8}$/.test(given)) return written(dashed(given));
  if (format === 'csv' && /^[1-9]\d{4}(\.\d+)?$/.test(given)) return ofNumber(given, base1904);
  if (serialDay(cell, { base1904 }) !== null) return ofNumber(given, base1904);
  const parts = WRITTEN.exec(given);
  if (parts) return ofParts(text, parts);
  if (/^\d{1,2}[-/.]\d{1,2}[-/.](\d{2}|\d{4})$/.test(given))
    return { reason: '看不出年、月、日的顺序', remedy: EXAMPLE };
  if (/^\d{4}\s*(?:年|[-/.])\s*\d{1,2}\s*月?$/.test(given)) return { reason: '没有写是哪一日', remedy: EXAMPLE };
  if (/^\d{1,2}\s*(?:月|[-/.])\s*\d{1,2}\s*日?$/.test(given)) return { reason: '没有写年份', remedy: EXAMPLE };
  return { value: text };
}

function ofParts(text: string, [, year = '', month = '', day = '', time = '']: RegExpExecArray): Reading {
  const value = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (SHIFTED.test(time)) return shifted(value);
  if (value === text) return written(value, null);
  return written(value, time !== '' && !/^[0:.]+$/.test(time) ? '去掉日期后的时间' : '统一日期写法');
}

/** VA4: a time that nobody typed: the day that was meant is the next one, as often as not. */
function shifted(value: string): Reading {
  const next = new Date(Date.parse(`${value}T00:00:00Z`) + 86_400_000);
  return {
    reason: `时间是 23:59:17，是导出程序少算 43 秒的常见毛病，看不出是 ${value} 还是 ${Number.isNaN(next.getTime()) ? '后一天' : next.toISOString().slice(0, 10)}`,
    remedy: '请按原件核对，只写年-月-日',
  };
}

/**
 * Reading of a day that exists; one that does not was read as written, and is reported as such instead of as
 * adjusted.
 */
function written(value: string, repair: string | null = '统一日期写法'): Reading {
  const time = Date.parse(`${value}T00:00:00Z`);
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(value))
    return { reason: '没有这一天', remedy: EXAMPLE };
  if (value < '1900') return { reason: '年份早于 1900 年', remedy: EXAMPLE };
  return repair === null ? { value } : { value, repair };
}

const dashed = (digits: string): string => `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;

/** @param base1904 RG12: the workbook counts its days from 1904 */
function ofNumber(text: string, base1904: boolean): Reading {
  const number = Number(text);
  if (/^\d{8}$/.test(text)) return written(dashed(text));
  // 2026 read as a day number would be 1905-07-18, but a year is meant
  if (number >= 1900 && number <= 2100) return { reason: '只有年份，或是没有设为日期格式的数字', remedy: EXAMPLE };
  const [, time = ''] = dateOfSerial(number, base1904)?.split(' ') ?? [];
  const date = number >= FIRST_DAY ? dateOfSerial(Math.floor(number), base1904) : undefined;
  if (date !== undefined && SHIFTED.test(time)) return shifted(date);
  if (date === undefined) return { reason: '数字不是日期', remedy: EXAMPLE };
  return { value: date, repair: base1904 ? '日期序号按本文件的 1904 日期系统换成日期' : '日期序号换成日期' };
}
