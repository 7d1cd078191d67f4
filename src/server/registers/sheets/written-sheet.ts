import type { SheetCell } from './sheet.ts';

/**
 * One written cell. A string is text and stays text: leading zeros remain, nothing is ever a formula. A number is a
 * number, null is empty. A cell as `readSheet` gives it is written as it was read (numbers and dates as such,
 * booleans and errors as text, a formula without a result as nothing).
 */
export type WrittenCell = string | number | null | TypedCell;

interface TypedCell extends SheetCell {
  /** number: digits after the point that are shown, at most 10 (xlsx) */
  scale?: number;
}

export interface WrittenColumn {
  title: string;
  /** characters of half width; default: by the title */
  width?: number;
  /** a list to choose from in the cells below the title; other values are warned of, not refused (xlsx) */
  choices?: readonly string[];
  /** type of values typed into the empty cells below: text, so that codes have all zeros, or a date (xlsx) */
  typed?: 'text' | 'date';
  /** text is broken into lines at the column's width (xlsx) */
  wrap?: boolean;
}

export interface WrittenSheet {
  /** characters that programs forbid are replaced */
  name: string;
  columns: readonly WrittenColumn[];
  /** rows below the titles */
  rows: AsyncIterable<readonly WrittenCell[]> | Iterable<readonly WrittenCell[]>;
  hidden?: boolean;
}

/**
 * Cell as it is written to a file: numbers that a spreadsheet cannot hold exactly (more than 15 digits) become text.
 */
export type PlainCell =
  | { kind: 'text'; text: string }
  | { kind: 'number' | 'percent'; text: string; scale: number | undefined }
  | { kind: 'date'; text: string };

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/;
const DATE = /^\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d)?$/;

/** @returns null for an empty cell */
export function plainCell(cell: WrittenCell): PlainCell | null {
  if (cell === null || cell === '') return null;
  if (typeof cell === 'string') return { kind: 'text', text: cell };
  if (typeof cell === 'number') return plainCell({ kind: 'number', text: String(cell) });
  const { kind, text } = cell;
  if (kind === 'empty' || kind === 'formula' || text === '') return null;
  if (
    (kind === 'number' || kind === 'percent') &&
    NUMBER.test(text) &&
    text.replace(/[eE].*$/, '').replace(/[^\d]|^-?0\.0*/g, '').length <= 15
  )
    return { kind, text, scale: cell.scale };
  return kind === 'date' && DATE.test(text) ? { kind, text } : { kind: 'text', text };
}
