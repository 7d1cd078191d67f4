import type { FieldDefinition } from '#page/register-schema.ts';
import type { SheetCell } from '../sheets/sheet.ts';
import { lostDigits, shownNumber, storedNumber } from './read-decimal.ts';
import { halfWidth, withoutBlanks, type Reading } from './reading.ts';

/**
 * an ordinary cell that is only formatted as text stays the number that it is; this command turns the whole column at
 * once
 */
const AS_TEXT = '请选中该列，用“数据”菜单的“分列”，最后一步选“文本”，再补上缺少的零';
const ANEW = '请先把该列设为文本格式，再按原件重新填写';
const SCIENTIFIC = /^\d(?:\.\d+)?E\+\d{1,3}$/i;
const LOST: Reading = { reason: '被 Excel 变成了数字，末尾几位已丢失', remedy: ANEW };
/** zeros that are tried in front of a number */
const MOST_ZEROS = 20;

/** Text and codes. `fits` is the field's pattern. */
export function readText(
  fits: ((text: string) => boolean) | null,
  { kind, text }: SheetCell,
  format: 'xlsx' | 'csv',
): Reading {
  if (kind === 'date') return ofDate(fits, text);
  if (kind === 'percent') return ofPercent(text);
  if (kind === 'number') return ofNumber(fits, text);
  if (fits === null) return SCIENTIFIC.test(text) ? LOST : ofProse(text);
  if (fits(text)) return { value: text };
  if (SCIENTIFIC.test(text)) return LOST;
  const plain = withoutBlanks(halfWidth(text));
  if (plain !== text && fits(plain)) return { value: plain, repair: '去掉空格、全角等写法' };
  // a spreadsheet that saves CSV leaves out the zeros that it did not show
  return format === 'csv' && /^\d+$/.test(plain) ? withZeros(fits, plain) : { value: text };
}

/** VA4: in a column of words a day is meant; a code with the form of none was one before Excel read it. */
function ofDate(fits: ((text: string) => boolean) | null, text: string): Reading {
  if (fits !== null && !fits(text)) return { reason: '被 Excel 变成了日期', remedy: ANEW };
  return { value: text, repair: '日期按年-月-日存为文字' };
}

/** Line breaks as one sign, whatever program wrote them; a tab is seen as a space, and is one. */
function ofProse(text: string): Reading {
  const value = text.replaceAll(/\r\n?/g, '\n').replaceAll('\t', ' ');
  return value === text ? { value } : { value, repair: text.includes('\t') ? '制表符换成空格' : '统一换行写法' };
}

function ofPercent(text: string): Reading {
  const digits = shownNumber(text, 2);
  return digits === null ? { value: text } : { value: `${digits}%`, repair: '数字按显示的百分数存为文字' };
}

function ofNumber(fits: ((text: string) => boolean) | null, text: string): Reading {
  // the sheet itself shows these zeros
  if (/^0\d+$/.test(text)) return fits === null || fits(text) ? { value: text } : withZeros(fits, text);
  const digits = storedNumber(text);
  if (digits === null) return { value: text };
  if (lostDigits(digits)) return LOST;
  if (fits === null) return { value: shownNumber(text) ?? digits, repair: '数字存为文字' };
  if (/^\d+$/.test(digits)) return withZeros(fits, digits);
  return digits === text ? { value: digits } : { value: digits, repair: '数字存为文字' };
}

/** Leading zeros are given back only where the pattern allows one length alone. */
function withZeros(fits: (text: string) => boolean, digits: string): Reading {
  const possible: string[] = [];
  for (let zeros = 0; zeros <= MOST_ZEROS; zeros++) {
    const text = '0'.repeat(zeros) + digits;
    if (fits(text)) possible.push(text);
  }
  if (possible.length === 0) return { value: digits };
  if (possible.length > 1) return { reason: '被 Excel 变成了数字，看不出前面原有几个零', remedy: AS_TEXT };
  return possible[0] === digits ? { value: digits } : { value: possible[0]!, repair: '补回前导零' };
}

/** numbers that are dialled as they are: 400 and 800, service numbers, mobile ones */
const DIALLED = /^(?:[48]00\d{7}|1\d{10}|9[56]\d{3,6}|1\d{2}|1[012]\d{3})$/;

export function readPhone(field: FieldDefinition, fits: ((text: string) => boolean) | null, cell: SheetCell): Reading {
  if (cell.kind === 'text') {
    const plain = cell.text.replaceAll(/[０-９＋－]/g, (sign) => sign.normalize('NFKC'));
    return plain === cell.text ? { value: plain } : { value: plain, repair: '去掉空格、全角等写法' };
  }
  if (cell.kind !== 'number') return { reason: '单元格不是电话号码', remedy: ANEW };
  const digits = storedNumber(cell.text) ?? cell.text;
  if (/^0\d+$/.test(cell.text)) return { value: cell.text };
  if (DIALLED.test(digits) && (fits === null || fits(digits))) return { value: digits };
  return {
    reason: '被 Excel 变成了数字，区号前的零和分隔符已丢失',
    remedy: `${ANEW}，如 ${field.example ?? '021-55500871'}`,
  };
}
