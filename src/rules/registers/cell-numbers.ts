import { isNumeric, type CellFormat } from './format-cell.ts';
import {
  isRange,
  numberOf,
  statedNumbers,
  statedUnit,
  type StatedNumber,
  type StatedNumbers,
} from './stated-numbers.ts';

const UNITS: Readonly<Record<string, number>> = { 百: 1e2, 千: 1e3, 万: 1e4, 十万: 1e5, 百万: 1e6, 千万: 1e7, 亿: 1e8 };

/** Factor to compare a shown number with one of another unit: 万元 is ten thousand 元. */
function unitOf({ type, unit = '', title }: Field): number {
  if (type === 'percent' || /[%％]/.test(unit + title)) return 0.01;
  return UNITS[/^(?:人民币)?([百千万亿十]+)/.exec(unit.trim())?.[1] ?? ''] ?? 1;
}

/** The part of a field that is used. */
export type Field = CellFormat & { title: string };
type Value = string | number | null;

export const NO_NUMBERS: StatedNumbers = { frame: '', numbers: [] };

/** Reads the numbers that visitors read in cells of a field, each in the smallest unit. */
export interface NumberReader {
  /** the number that a cell is as a whole */
  whole: (value: Value | undefined) => StatedNumber | null;
  /** the only number of a number column, and all that texts state */
  all: (value: Value | undefined) => StatedNumbers;
}

/** The reader of a field; null where its cells hold no numbers. */
export function numberReader(field: Field | undefined): NumberReader | null {
  if (!field || field.choices || !(isNumeric(field.type) || field.type === 'text')) return null;
  const alone = (one: StatedNumber | null): StatedNumbers => (one ? { frame: '#', numbers: [one] } : NO_NUMBERS);
  if (field.type === 'text') {
    const unit = statedUnit(field.title, field.unit);
    const isOfRatio = isRatio(field);
    const inUnit = (one: StatedNumber): StatedNumber =>
      one.kind !== '' ? one : unit ? ofUnit(one, unit) : { ...one, isBare: one.isBare && !isOfRatio };
    const whole = (value: Value | undefined): StatedNumber | null => {
      const one = numberOf(String(value ?? ''));
      return one && inUnit(one);
    };
    return {
      whole,
      all: (value) => {
        const one = whole(value);
        if (one) return alone(one);
        const stated = statedNumbers(String(value ?? ''));
        return isRange(stated.frame) ? { ...stated, numbers: stated.numbers.map(inUnit) } : stated;
      },
    };
  }
  const [size, ofStep] = field.type === 'percent' ? [field.fraction ? 1 : 0.01, 0.01] : [unitOf(field), unitOf(field)];
  const whole = (value: Value | undefined): StatedNumber | null => {
    const digits = String(value ?? '')
      .replaceAll(',', '')
      .trim();
    const number = Number(digits || Number.NaN);
    if (!Number.isFinite(number)) return null;
    const step = ofStep / 10 ** (field.scale ?? digits.split('.')[1]?.length ?? 0);
    return { value: number * size, kind: '', step, isBare: false };
  };
  return { whole, all: (value) => alone(whole(value)) };
}

const ofUnit = ({ value, step }: StatedNumber, { kind, size }: { kind: string; size: number }): StatedNumber => ({
  value: value * size,
  kind,
  step: step * size,
  isBare: false,
});

/** Two numbers that count the same: what is not said of one is as of the other, but digits alone are codes. */
export const areOneKind = (one: StatedNumber, other: StatedNumber): boolean =>
  (one.kind === other.kind || one.kind === '' || other.kind === '') && !(one.isBare && other.isBare);

/** titles of columns of ratios */
const RATIO = /(?:率|比例|占比|比重)\s*(?:[([（【][^()[\]（）【】]*[)\]）】])?$/;

/** RD2: whether a number column, or one of texts, is one of ratios by what its definition says. */
export const isRatio = ({ type, title, unit }: Field): boolean =>
  type === 'percent' ||
  (['text', 'decimal'].includes(type) && (RATIO.test(title) || statedUnit(title, unit)?.kind === '%'));
