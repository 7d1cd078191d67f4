import { roundDecimal, shiftDecimal } from './decimal-text.ts';

/** Format of a register field's value on a page. */

export interface CellFormat {
  type: string;
  choices?: Record<string, string>;
  /** digits after the point */
  scale?: number;
  /** percent: the value is a fraction of 1 */
  fraction?: boolean;
  unit?: string;
  /** words shown where a row has no value */
  blank?: string;
}

/** Shown where a row has no value. */
export const NO_VALUE = '—';

const NUMBERS = new Set(['integer', 'decimal', 'percent', 'money']);

/** True for values that stand right-aligned in tabular figures. */
export function isNumeric(type: string): boolean {
  return NUMBERS.has(type);
}

function grouped(digits: string): string {
  const [whole = '', rest] = digits.split('.');
  const withCommas = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return rest === undefined ? withCommas : `${withCommas}.${rest}`;
}

/** Text of a cell. A number that cannot be read as one is shown as it came, so nothing disclosed is lost. */
export function formatCell(value: string | number | null | undefined, format: CellFormat): string {
  if (value === null || value === undefined || value === '') return format.blank ?? NO_VALUE;
  const text = String(value);
  if (format.choices) return Object.hasOwn(format.choices, text) ? format.choices[text]! : text;
  if (!isNumeric(format.type)) return text;
  const fraction = format.type === 'percent' && format.fraction === true;
  const number = fraction ? shiftDecimal(text, 2) : text;
  const scale = format.scale ?? (fraction ? 2 : undefined);
  const digits = number === null || scale === undefined ? number : roundDecimal(number, scale);
  if (digits === null || !Number.isFinite(Number(digits))) return text;
  if (format.type === 'percent') return `${digits}%`;
  if (format.type === 'money') return grouped(digits) + (format.unit ? ` ${format.unit}` : '');
  return format.type === 'integer' ? grouped(digits) : digits;
}
