import { cellAddress } from '../../files/cell-address.ts';
import { SheetRefused } from './refusals.ts';
import type { Value } from './cell-values.ts';
import type { CellKind, SeenOfCell, SheetLimits } from './sheet.ts';

/**
 * Row between worker and caller: one letter a cell for its kind, its text, and the further marks that the eye sees,
 * by column.
 */
export type PackedRow = readonly [
  number: number,
  hidden: boolean,
  kinds: string,
  texts: readonly string[],
  seen?: ReadonlyMap<number, SeenOfCell>,
];

export const KINDS: Readonly<Record<string, CellKind>> = {
  '-': 'empty',
  t: 'text',
  n: 'number',
  p: 'percent',
  d: 'date',
  b: 'boolean',
  e: 'error',
  f: 'formula',
  i: 'picture',
};
const LETTERS = new Map(Object.entries(KINDS).map(([letter, kind]) => [kind, letter]));

/** Takes rows one by one within the limits, and passes them on in batches. */
export interface RowCollector {
  /** @param at cells by column, in any order; absent ones are empty @throws SheetRefused beyond a limit */
  add(number: number, hidden: boolean, cells: readonly (Value | undefined)[]): void;
  /** hands on complete rows; resolves when the caller can take more */
  pause(): Promise<void> | undefined;
  /** hands on the rest; the number of rows below the header, or undefined when there was no row at all */
  end(): Promise<number | undefined>;
}

export interface RowTaker {
  header(row: PackedRow): void;
  rows(batch: PackedRow[]): Promise<void>;
}

const BATCH_ROWS = 500;
const BATCH_CHARACTERS = 500_000;

export function collectRows(
  limits: Pick<SheetLimits, 'rows' | 'columns' | 'cellLength'>,
  taker: RowTaker,
): RowCollector {
  let header: PackedRow | undefined;
  let batch: PackedRow[] = [];
  let characters = 0;
  let count = 0;
  const flush = () => {
    const full = batch;
    batch = [];
    characters = 0;
    return taker.rows(full);
  };
  return {
    add(number, hidden, cells) {
      const width = cells.findLastIndex((cell) => cell !== undefined && !isBlank(cell)) + 1;
      if (width === 0) return;
      if (width > limits.columns)
        throw new SheetRefused('too-many-columns', { row: number, count: width, limit: limits.columns });
      const row = pack(number, hidden, cells, width, limits.cellLength);
      if (header === undefined) {
        header = row;
        return taker.header(row);
      }
      if (++count > limits.rows) throw new SheetRefused('too-many-rows', { limit: limits.rows });
      batch.push(row);
      for (const text of row[3]) characters += text.length;
      for (const { looks = '' } of row[4]?.values() ?? []) characters += looks.length;
    },
    pause: () => (batch.length >= BATCH_ROWS || characters >= BATCH_CHARACTERS ? flush() : undefined),
    async end() {
      if (batch.length > 0) await flush();
      return header && count;
    },
  };
}

/** spaces alone are nothing */
const isBlank = ([kind, text]: Value): boolean => kind === 'empty' || (kind === 'text' && text.trim() === '');

const NOTHING: Value = ['empty', ''];

function pack(
  number: number,
  hidden: boolean,
  cells: readonly (Value | undefined)[],
  width: number,
  longest: number,
): PackedRow {
  let kinds = '';
  const texts: string[] = [];
  let seen: Map<number, SeenOfCell> | undefined;
  for (let column = 0; column < width; column++) {
    const [kind, text, more] = cells[column] ?? NOTHING;
    if (text.length > longest)
      throw new SheetRefused('cell-too-long', { cell: cellAddress(number, column), limit: longest });
    kinds += LETTERS.get(kind)!;
    texts.push(text);
    if (more !== undefined) (seen ??= new Map()).set(column, more);
  }
  return seen === undefined ? [number, hidden, kinds, texts] : [number, hidden, kinds, texts, seen];
}
