import { visible } from '#rules/hidden-characters.ts';
import { bareTitle } from '#rules/bare-title.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import type { Cell } from '#page/data-shapes.ts';
import { trimmed } from './reading.ts';
import { readDate } from './read-date.ts';
import type { SheetRow } from '../sheets/sheet.ts';

/** Day at which the rows of a file are true, as the file says. */
export interface StatedDate {
  /** yyyy-mm-dd; '' where it says none */
  value: string;
  /** where it says so */
  reason: string;
}

const DATE = /(\d{4}\s*[-年/.]\s*\d{1,2}\s*[-月/.]\s*\d{1,2}\s*日?|\d{8})/;
/** words that a date of the data follows */
const AS_OF = /(截至|截止|数据日期|数据截至|统计日期|日期)/;

/** VA6: the day that the rows are true at, as the lines above the titles or the file's name say it. */
export function dataDateIn(lines: readonly string[], filename: string): StatedDate {
  for (const line of [...lines].sort((a, b) => Number(AS_OF.test(b)) - Number(AS_OF.test(a)))) {
    const value = dateIn(line);
    if (value !== '') return { value, reason: `标题行上方写着“${visible(line).slice(0, 40)}”` };
  }
  const value = dateIn(filename);
  return value === '' ? { value: '', reason: '' } : { value, reason: '取自文件名' };
}

function dateIn(text: string): string {
  const found = DATE.exec(text.normalize('NFKC'))?.[1];
  if (found === undefined) return '';
  return dayOf(found.replaceAll(/\s/g, ''));
}

/** yyyy-mm-dd that a text is; '' where it is none. */
export function dayOf(text: string): string {
  const reading = readDate({ kind: 'text', text }, { format: 'xlsx', base1904: false });
  return 'value' in reading && typeof reading.value === 'string' && /^\d{4}-\d\d-\d\d$/.test(reading.value)
    ? reading.value
    : '';
}

/** Texts of the rows above the titles. */
export const linesAbove = (top: readonly SheetRow[], titles: SheetRow): string[] =>
  top
    .filter(({ number }) => number < titles.number)
    .flatMap(({ cells }) => cells.map(({ text }) => trimmed(text)).filter((text) => text !== ''));

/** titles of columns that say of each row what a title says of all */
const OF_ALL = /^(?:数据|统计|截[至止]|公[布示告]|更新|披露|报告|估值|净值)(?:日期|时间|日)$|^(?:截[至止]日期?|日期)$/;

/**
 * VA6: the day that all rows have in a column of such days, where there is one.
 * @param rows read, without errors
 */
export function dateOfColumn({ fields }: RegisterDefinition, rows: readonly Record<string, Cell>[]): StatedDate {
  for (const [name, { title, type }] of Object.entries(fields)) {
    const value = rows[0]?.[name];
    if (type !== 'date' || !isOfAll(title) || typeof value !== 'string' || !/^\d{4}-/.test(value)) continue;
    if (rows.every((row) => row[name] === value)) return ofColumn(title, value);
  }
  return { value: '', reason: '' };
}

/** Whether a column is titled as the day of all rows. */
export const isOfAll = (title: string): boolean => OF_ALL.test(bareTitle(title));

/** @param value yyyy-mm-dd of all rows */
export const ofColumn = (title: string, value: string): StatedDate => ({
  value,
  reason: `“${title}”列各行都是 ${value}`,
});

/** VA6: the day to begin with, and what is told where two places say different ones. @param stated by title or name of the file */
export function statedDate(stated: StatedDate, column: StatedDate): { date: StatedDate; remarks: string[] } {
  const differ = stated.value !== '' && column.value !== '' && stated.value !== column.value;
  return {
    date: stated.value === '' ? column : stated,
    remarks: differ ? [`数据日期请核对：${stated.reason}，即 ${stated.value}；${column.reason}`] : [],
  };
}

/** VA6: a remark where somebody states another day than the file; none where they agree or the file says none. */
export const otherDate = ({ value, reason }: StatedDate, stated: string): string[] =>
  value === '' || value === stated ? [] : [`文件的数据日期是 ${value}（${reason}），所填的是 ${stated}，请核对`];
