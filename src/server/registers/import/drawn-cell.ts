import { formatFacts } from '../../files/number-formats.ts';
import type { SheetCell } from '../sheets/sheet.ts';
import { hidesSign, isRed, showsWords, statedNumber, yuanSign } from '../sheets/stated-number.ts';
import { shiftPoint, storedNumber } from './read-decimal.ts';
import { isUnread, type Reading, type Unread } from './reading.ts';

/**
 * RG12, EY1: a cell whose shown text differs from its stored value, in a column that holds texts. Its meaning is the
 * shown text, such as S0012, 2026-01-31 or 2026年1月. Rounding and marks of thousands are no part of it.
 */
export function asDrawn<Row>(read: (cell: SheetCell, row: Row) => Reading): (cell: SheetCell, row: Row) => Reading {
  return (cell, row) => {
    const { kind, format, text } = cell;
    if (format === undefined) return read(cell, row);
    if (kind === 'date') return otherCalendar(cell) ?? readShown(cell, (shown) => read(shown, row));
    const hidden = hiddenSign(cell);
    if (hidden !== null && 'reason' in hidden) return hidden;
    const drawn = drawnText(format, text, cell.shown);
    if (drawn === null && showsWords(format, text) && /^$|[\p{L}\p{N}√×]/u.test(cell.shown ?? text))
      return readShown(cell, (shown) => read(shown, row));
    if (drawn === null)
      return {
        reason: `单元格存的是数字 ${text}，数字格式却显示为别的内容（${format}）`,
        remedy: '请把单元格设为文本格式，再按原件重新填写',
      };
    if (drawn === text) return read({ kind: 'number', text }, row);
    const reading = read({ kind: 'text', text: drawn }, row);
    return isUnread(reading) ? reading : { ...reading, repair: '数字按单元格显示的写法读取' };
  };
}

/** Text that a number cell shows, at full precision; null where that is not known. */
function drawnText(format: string, text: string, shown = ''): string | null {
  const stated = statedNumber(format, text);
  const sign = yuanSign(shown);
  // rounding is no part of the meaning
  if (stated.kind === 'plain' && sign !== '' && Number(shown.replaceAll(/[^\d.-]/g, '')) === Number(text)) return shown;
  if (stated.kind === 'plain') return sign === '' ? text : text.replace(/(?=\d)/, sign);
  if (stated.code !== null) return stated.code;
  const digits = storedNumber(text);
  if (stated.kind === 'unclear' || digits === null) return null;
  const number = shiftPoint(digits, stated.power);
  const isRounded = Number(shown.replaceAll(/[^\d.-]/g, '')) !== Number(number);
  return isRounded || shown === '' ? `${stated.before}${number}${stated.behind}` : shown.trim();
}

/** EY1: a date or a text as its format shows it, reported as adjusted. */
export function readShown({ text, shown = text }: SheetCell, read: (cell: SheetCell) => Reading): Reading {
  if (shown.trim() === '')
    return { reason: '单元格有内容，格式却使它不显示', remedy: '请核对这一格：应公示的改为正常格式，不应公示的删除' };
  const reading = read({ kind: 'text', text: shown });
  if (isUnread(reading)) return { ...reading, reason: `单元格显示为“${shown}”：${reading.reason}` };
  return { ...reading, repair: '按单元格显示的内容读取' };
}

const UNSHOWN = { day: '没有写是哪一日', year: '没有写年份', words: '日期之外还有别的字' } as const;

/**
 * EY3: the fault of a date cell whose format hides a part of the date: that part counts as missing, and its stored
 * value was not meant.
 */
export function unshownDate({ kind, format, shown = '' }: SheetCell): Unread | null {
  const unshown = kind === 'date' && format !== undefined ? formatFacts(format).unshown : null;
  if (unshown === null || unshown === 'calendar')
    return otherCalendar({ kind, text: '', ...(format !== undefined && { format }) });
  return {
    reason: `单元格显示为“${shown}”：${UNSHOWN[unshown]}`,
    remedy: '请填写完整的年月日，并设为显示年月日的日期格式，如 2026-01-31',
  };
}

/** EY3: a day that its format shows by another calendar than the usual one. */
function otherCalendar({ kind, format }: SheetCell): Unread | null {
  if (kind !== 'date' || format === undefined || formatFacts(format).unshown !== 'calendar') return null;
  return { reason: '单元格按农历、民国或其他历法显示日期', remedy: '请改用公历的日期格式，如 2026-01-31，再核对' };
}

/** EY1: a zero that its format leaves out, as reports do; null for any other number */
export const unshownZero = ({ format, text, shown }: SheetCell): { repair: string } | null =>
  format !== undefined && shown?.trim() === '' && Number(text) === 0 ? { repair: '格式不显示零，按 0 读取' } : null;

/**
 * EY2: a number below zero that its format shows without a sign. It is reported where its digits are red, else
 * refused. null: the sign is shown
 */
export function hiddenSign({ format, text, shown = '' }: SheetCell): Unread | { repair: string } | null {
  if (format === undefined || !hidesSign(format, text)) return null;
  return isRed(format, text)
    ? { repair: '格式用红色表示负数，不显示负号，按负数读取' }
    : {
        reason: `单元格存的是 ${text}，显示为“${shown}”，看不出是正数还是负数`,
        remedy: '请核对后填写正确的数，并改用显示负号的数字格式',
      };
}
