import type { SheetCell } from '../sheets/sheet.ts';
import { statedNumber } from '../sheets/stated-number.ts';
import { shiftPoint, storedNumber } from './read-decimal.ts';
import { isUnread, type Reading } from './reading.ts';

/**
 * RG12: a number whose format draws words around it or signs among its digits, in a column that holds texts: what is
 * meant is what is shown, such as S0012 or 2026-01-31. Rounding and marks of thousands are no part of it.
 */
export function asDrawn<Row>(read: (cell: SheetCell, row: Row) => Reading): (cell: SheetCell, row: Row) => Reading {
  return (cell, row) => {
    const { format, text } = cell;
    if (format === undefined) return read(cell, row);
    const drawn = drawnText(format, text);
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

/** What a cell shows, at full precision; null where that cannot be told. */
function drawnText(format: string, text: string): string | null {
  const stated = statedNumber(format, text);
  if (stated.kind === 'plain') return text;
  if (stated.code !== null) return stated.code;
  const digits = storedNumber(text);
  if (stated.kind === 'unclear' || digits === null) return null;
  return `${stated.before}${shiftPoint(digits, stated.power)}${stated.behind}`;
}
