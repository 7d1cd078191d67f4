import { spellNumber, shiftPoint, storedNumber } from '../import/read-decimal.ts';
import type { SheetCell } from '../sheets/sheet.ts';
import { bareBefore, bareWords, statedNumber } from '../sheets/stated-number.ts';
import { textOf } from './title-row.ts';

/** Cell as its column is judged by: its shown text, where its format has more than its value (EY1). */
export interface MeantCell extends Pick<SheetCell, 'kind'> {
  /** text without blanks at the ends; of a percent the hundredth of the shown number */
  text: string;
  /** unit behind the number, in the text or by the format: 万元; '' for none */
  unit: string;
  /** digits after the point that are shown, of a percent those of the per cent */
  scale: number;
}

const plain = (kind: SheetCell['kind'], text: string): MeantCell => ({ kind, text, unit: '', scale: 0 });

export function meantCell(cell: SheetCell): MeantCell {
  const { kind, format, shown } = cell;
  const text = textOf(cell);
  if (kind === 'text' && format === undefined) return ofText(text);
  if (kind === 'text' || (kind === 'date' && format !== undefined)) return ofText((shown ?? text).trim());
  if (kind !== 'number' && kind !== 'percent') return plain(kind, text);
  return format === undefined ? { ...plain(kind, text), scale: shownScale(shown) } : ofFormat(text, format, shown);
}

/** The text that a person sees, by which cells are compared. */
export const meantText = (cell: SheetCell | undefined): string => (cell === undefined ? '' : meantCell(cell).text);

/** Per mille in a text is a percent as well, and is counted as one. */
function ofText(text: string): MeantCell {
  const spelt = spellNumber(text);
  if (spelt?.mark === '‰') return { ...plain('percent', shiftPoint(spelt.digits, -3)), scale: shownScale(text) + 1 };
  return { ...plain('text', text), unit: spelt?.unit ?? '' };
}

function ofFormat(text: string, format: string, shown = ''): MeantCell {
  const stated = statedNumber(format, text);
  const digits = storedNumber(text);
  if (stated.kind === 'plain') return { ...plain('number', text), scale: shownScale(shown) };
  if (stated.code !== null) return ofText(stated.code);
  if (stated.kind === 'unclear' || digits === null || bareBefore(stated.before) !== '') return plain('text', shown);
  const drawn = shiftPoint(digits, stated.power);
  const unit = bareWords(stated.behind);
  const scale = shownScale(shown);
  if (unit === '%') return { ...plain('percent', shiftPoint(drawn, -2)), scale };
  if (unit === '‰') return { ...plain('percent', shiftPoint(drawn, -3)), scale: scale + 1 };
  return { kind: 'number', text: drawn, unit, scale };
}

/** more than any column has */
const MOST_DIGITS = 10;

/** 6.0% → 1; a power of ten is ambiguous */
function shownScale(shown = ''): number {
  const digits = /\.(\d+)(?![\d.]|E)/i.exec(shown)?.[1]?.length ?? 0;
  return digits > MOST_DIGITS || /\dE[+-]?\d/i.test(shown) ? 0 : digits;
}
