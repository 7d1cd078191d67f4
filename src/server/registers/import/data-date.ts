import { visible } from '#rules/text/hidden-characters.ts';
import { bareTitle } from '#rules/text/bare-title.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import type { Cell } from '#page/data-shapes.ts';
import { trimmed } from './reading.ts';
import { readDate } from './read-date.ts';
import type { SheetRow } from '../sheets/sheet.ts';
import { compatible } from '#rules/text/unicode-forms.ts';
import { periodIn } from './period-in.ts';

/** Day in the file at which its rows are true. */
export interface StatedDate {
  /** yyyy-mm-dd; '' for none */
  value: string;
  /** place where the day was found */
  reason: string;
  /** first day of a period (a month, a quarter, a year) of which `value` is the last one, where no day is named */
  from?: string;
}

/** a day with a year, in digits or as 20261120, which no other digits touch and which is no number of a letter (20201120号) */
const DATE =
  /(?<!\d)(?:(\d{4})\s*[-年/._]\s*(\d{1,2})\s*[-月/._]\s*(\d{1,2})(?!\d|\s*月)\s*日?|(\d{4})(\d\d)(\d\d)(?!\d|\s*号))/g;
/** sign behind the first day of a span; the last one may lack its year */
const TO = /^\s*起?\s*(?:至|到|[-–—~]+)\s*/;
const LAST = /^(\d{1,2})\s*[-月/.]\s*(\d{1,2})(?!\d)\s*日?/;
/** words that a day of the data follows, and those of a day that may be one */
const AS_OF = /截至|截止|(?:数据|统计)(?:日期|时间|截至)/;
const OF_A_DAY = /日期|时间/;
/** titles of the day on which a program wrote the file */
const OF_FILE = /(?:打印|导出|下载|生成|制表|填表|查询|输出)(?:日期|时间|日|于)/;

/** VA6: the day at which the rows are true, by the lines above the titles or the file's name. */
export function dataDateIn(lines: readonly string[], filename: string): StatedDate {
  const rank = (line: string): number => (AS_OF.test(line) ? 0 : OF_FILE.test(line) ? 3 : OF_A_DAY.test(line) ? 1 : 2);
  const ofLine = (line: string): StatedDate[] => {
    const value = dateIn(line);
    return value === '' ? [] : [{ value, reason: `标题行上方写着“${visible(line).slice(0, 40)}”` }];
  };
  const sorted = [...lines].sort((a, b) => rank(a) - rank(b));
  const named = dateIn(filename);
  const found = [
    ...sorted.filter((line) => rank(line) < 3).flatMap(ofLine),
    ...(named === '' ? [] : [{ value: named, reason: '取自文件名' }]),
    ...sorted.filter((line) => rank(line) === 3).flatMap(ofLine),
  ];
  return found[0] ?? periodOf(sorted, filename) ?? { value: '', reason: '' };
}

function periodOf(lines: readonly string[], filename: string): StatedDate | null {
  for (const text of [...lines, filename]) {
    const period = periodIn(text);
    const where = text === filename ? '文件名' : '标题行上方';
    const says = `${where}写着“${visible(text).slice(0, 40)}”，没有写到日，先填这一期的最后一天，请核对`;
    if (period) return { value: period.last, from: period.first, reason: says };
  }
  return null;
}

/** Day in a text: the one behind words such as 截至, else the first one; of a span the last one. */
function dateIn(text: string): string {
  const given = inDigits(compatible(text));
  const asOf = AS_OF.exec(given);
  return (asOf && spanEnd(given.slice(asOf.index))) || spanEnd(given);
}

function spanEnd(text: string): string {
  let found = '';
  let end = -1;
  for (const match of text.matchAll(DATE)) {
    const [all, year = match[4]!, month = match[5]!, day = match[6]!] = match;
    const value = dayOf(`${year}-${month}-${day}`);
    if (value === '' || (found !== '' && !new RegExp(`${TO.source}$`).test(text.slice(end, match.index)))) continue;
    const rest = text.slice(match.index + all.length);
    // a span without an end has no known last day
    if (/^\s*起?至今/.test(rest)) continue;
    found = value;
    end = match.index + all.length;
    const last = TO.test(rest) ? LAST.exec(rest.replace(TO, '')) : null;
    if (last) return dayOf(`${year}-${last[1]}-${last[2]}`) || found;
  }
  return found;
}

const DIGITS = '〇一二三四五六七八九';
/** 26年9月30日 */
const SHORT_YEAR = /(?<!\d)(\d{2})年(?=\d{1,2}月)/g;
const IN_WORDS = /([〇○零一二三四五六七八九]{4})年([一二三四五六七八九十]{1,3})月([一二三四五六七八九十]{1,3})[日号]/g;

/** 二〇二六年十一月二十日 in digits, and a year of two digits in four. */
const inDigits = (text: string): string =>
  text.replaceAll(SHORT_YEAR, '20$1年').replaceAll(IN_WORDS, (_, year: string, month: string, day: string) => {
    const digits = [...year.replaceAll(/[○零]/g, '〇')].map((sign) => DIGITS.indexOf(sign)).join('');
    return `${digits}年${numberIn(month)}月${numberIn(day)}日`;
  });

/** 二十一 as 21. */
function numberIn(words: string): number {
  const [tens, ones] = words.includes('十') ? words.split('十') : ['〇', words];
  return (tens === '' ? 1 : DIGITS.indexOf(tens!)) * 10 + (ones === '' ? 0 : DIGITS.indexOf(ones!));
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

/** titles of columns that date each row, as a title dates all */
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

/**
 * VA6: the day to begin with, and remarks where two places name different ones. @param stated by title or name of
 * the file
 */
export function statedDate(stated: StatedDate, column: StatedDate): { date: StatedDate; remarks: string[] } {
  const differ = stated.value !== '' && column.value !== '' && !isWithin(stated, column.value);
  // a day is more exact than a period
  const isOfColumn = stated.value === '' || (stated.from !== undefined && column.value !== '');
  return {
    date: isOfColumn ? column : stated,
    remarks: differ ? [`数据日期请核对：${stated.reason}，即 ${stated.value}；${column.reason}`] : [],
  };
}

/** VA6: a remark where somebody states another day than the file; none where they agree or the file has none. */
export const otherDate = (file: StatedDate, stated: string): string[] =>
  file.value === '' || isWithin(file, stated)
    ? []
    : [`文件的数据日期是 ${file.value}（${file.reason}），所填的是 ${stated}，请核对`];

const isWithin = ({ value, from = value }: StatedDate, day: string): boolean => from <= day && day <= value;
