import type { RegisterDefinition } from '#page/register-schema.ts';
import type { SheetCell, SheetRow } from '../sheets/sheet.ts';
import { statedNumber } from '../sheets/stated-number.ts';
import type { MatchedColumn } from './match-header.ts';
import { shiftPoint, spellNumber, storedNumber } from './read-decimal.ts';

/** Sizes of the numbers of a column of percents, with a sign and without one, as powers of ten that are summed. */
export interface Rates {
  /** numbers without a sign, from 0 to 1 */
  plain: { count: number; powers: number };
  /** numbers with a sign, in per cent */
  signed: { count: number; powers: number };
  /** the largest without a sign */
  top: number;
}

export const newRates = (): Rates => ({ plain: { count: 0, powers: 0 }, signed: { count: 0, powers: 0 }, top: 0 });

/** @param size of a number, in per cent where it has a sign */
export function seeRate(rates: Rates, size: number, isSigned: boolean): void {
  if (!isSigned) rates.top = Math.max(rates.top, size);
  if (size === 0 || (!isSigned && size > 1)) return;
  const side = isSigned ? rates.signed : rates.plain;
  side.count++;
  side.powers += Math.log10(size);
}

/** fractions of one go a little above it: 折算率 1.2 */
const MOST_FRACTION = 2;

/** EY6: whether plain numbers may be fractions: by their size, and as near to the numbers with a sign as per cents are. */
export function isUnclearRate({ plain, signed, top }: Rates): boolean {
  if (plain.count === 0 || top > MOST_FRACTION) return false;
  return signed.count === 0 || signed.powers / signed.count >= plain.powers / plain.count + 1;
}

/** A column of percents with numbers from 0 to 1 that have no sign. */
export interface PlainPercent {
  place: number;
  field: string;
  /** the first one between: 0.61 */
  example: string;
  count: number;
}

interface Watched extends PlainPercent {
  /** a format fixes how it counts */
  isClear: boolean;
  rates: Rates;
}

/** EY6: finds columns in which 0.61 may be 61 % or 0.61 %. */
export class PlainPercents {
  private readonly columns: Watched[];

  constructor({ fields }: RegisterDefinition, columns: readonly MatchedColumn[]) {
    this.columns = columns.flatMap(({ place, field, unit, isFraction }) =>
      field !== null && unit === '' && isFraction === undefined && isPercentage(fields[field]!)
        ? [{ place, field, example: '', count: 0, isClear: false, rates: newRates() }]
        : [],
    );
  }

  see({ cells }: SheetRow): void {
    for (const column of this.columns) {
      const { kind = 'empty', text = '', format } = cells[column.place] ?? {};
      if (column.isClear || kind === 'empty') continue;
      const signed = signedRate(kind, text);
      if (signed !== null) seeRate(column.rates, signed, true);
      else if (format !== undefined) column.isClear = true;
      const digits = kind === 'number' ? storedNumber(text) : kind === 'text' ? plainNumber(text) : null;
      if (signed !== null || digits === null || column.isClear) continue;
      const size = Math.abs(Number(digits));
      seeRate(column.rates, size, false);
      if (size > 0) {
        column.count++;
        if (column.example === '' || (!column.example.includes('.') && digits.includes('.'))) column.example = digits;
      }
    }
  }

  open(): PlainPercent[] {
    return this.columns.filter(({ isClear, rates }) => !isClear && isUnclearRate(rates));
  }
}

/** True where the definition fixes the meaning of a plain number, as for a fraction. */
const isPercentage = ({ type, fraction = false }: RegisterDefinition['fields'][string]): boolean =>
  type === 'percent' && !fraction;

/** Size in per cent of a number with a sign; null for any other. */
function signedRate(kind: SheetCell['kind'], text: string): number | null {
  if (kind === 'percent') return Math.abs(Number(text)) * 100;
  const spelt = kind === 'text' ? spellNumber(text) : null;
  return !spelt?.mark ? null : Math.abs(Number(spelt.digits)) / (spelt.mark === '‰' ? 10 : 1);
}

function plainNumber(text: string): string | null {
  const spelt = spellNumber(text);
  return spelt === null || spelt.mark !== null || spelt.unit !== '' ? null : spelt.digits;
}

/** 0.61 是 61% 还是 0.61%？ */
export const percentQuestion = (example: string): string =>
  `${example} 是 ${shiftPoint(example, 2)}% 还是 ${example}%？`;

/** EY5: finds columns of money with numbers whose unit is nowhere in the file. */
export class PlainMoney {
  private readonly columns: { place: number; field: string; isPlain: boolean }[];

  constructor({ fields }: RegisterDefinition, columns: readonly MatchedColumn[]) {
    this.columns = columns.flatMap(({ place, field, unit }) =>
      field !== null && unit === '' && fields[field]!.type === 'money' && fields[field]!.unit !== undefined
        ? [{ place, field, isPlain: false }]
        : [],
    );
  }

  see({ cells }: SheetRow): void {
    for (const column of this.columns) {
      const { kind = 'empty', text = '', format } = cells[column.place] ?? {};
      if (column.isPlain || (format !== undefined && statedNumber(format, text).kind !== 'plain')) continue;
      column.isPlain = kind === 'number' || (kind === 'text' && plainNumber(text) !== null);
    }
  }

  /** Names of the fields. */
  open(): string[] {
    return this.columns.flatMap(({ field, isPlain }) => (isPlain ? [field] : []));
  }
}
