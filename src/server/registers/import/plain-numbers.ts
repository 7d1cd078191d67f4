import type { RegisterDefinition } from '#page/register-schema.ts';
import type { SheetRow } from '../sheets/sheet.ts';
import type { MatchedColumn } from './match-header.ts';
import { shiftPoint, spellNumber, storedNumber } from './read-decimal.ts';

/** A column of percents whose numbers have no sign, and are all from 0 to 1. */
export interface PlainPercent {
  place: number;
  field: string;
  /** the first one between: 0.61 */
  example: string;
  count: number;
}

interface Watched extends PlainPercent {
  /** a sign was seen, or a number that is no fraction of one */
  isClear: boolean;
}

/** EY6: finds columns of which nobody can tell whether 0.61 is 61 % or 0.61 %. */
export class PlainPercents {
  private readonly columns: Watched[];

  constructor({ fields }: RegisterDefinition, columns: readonly MatchedColumn[]) {
    this.columns = columns.flatMap(({ place, field, unit, isFraction }) =>
      field !== null && unit === '' && isFraction === undefined && isPercentage(fields[field]!)
        ? [{ place, field, example: '', count: 0, isClear: false }]
        : [],
    );
  }

  see({ cells }: SheetRow): void {
    for (const column of this.columns) {
      const { kind = 'empty', text = '', format } = cells[column.place] ?? {};
      if (column.isClear || kind === 'empty') continue;
      const digits = kind === 'number' ? storedNumber(text) : kind === 'text' ? plainNumber(text) : null;
      const size = Math.abs(Number(digits));
      if (kind === 'percent' || format !== undefined || (digits === null && /[%％‰]/.test(text)) || size > 1)
        column.isClear = true;
      else if (digits !== null && size > 0) {
        column.count++;
        if (column.example === '' || (!column.example.includes('.') && digits.includes('.'))) column.example = digits;
      }
    }
  }

  open(): PlainPercent[] {
    return this.columns.filter(({ isClear, count }) => !isClear && count > 0);
  }
}

/** A fraction says by its definition what a plain number is. */
const isPercentage = ({ type, fraction = false }: RegisterDefinition['fields'][string]): boolean =>
  type === 'percent' && !fraction;

function plainNumber(text: string): string | null {
  const spelt = spellNumber(text);
  return spelt === null || spelt.mark !== null || spelt.unit !== '' ? null : spelt.digits;
}

/** 0.61 是 61% 还是 0.61%？ */
export const percentQuestion = (example: string): string =>
  `${example} 是 ${shiftPoint(example, 2)}% 还是 ${example}%？`;

/** EY5: finds columns of money with numbers of which the file says no unit anywhere. */
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
      if (column.isPlain || format !== undefined) continue;
      column.isPlain = kind === 'number' || (kind === 'text' && plainNumber(text) !== null);
    }
  }

  /** Names of the fields. */
  open(): string[] {
    return this.columns.flatMap(({ field, isPlain }) => (isPlain ? [field] : []));
  }
}
