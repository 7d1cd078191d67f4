import type { Cell } from '#page/data-shapes.ts';
import { nearest } from '#page/problems.ts';
import type { SheetCell, SheetRow } from '../sheets/sheet.ts';
import { MOST_SUGGESTED } from './import-report.ts';
import { compatible } from '#rules/text/unicode-forms.ts';

/** Result of reading a cell: a value as the register stores it, or why it cannot be read. */
export type Reading = Read | Unread;

export interface Read {
  value: Cell;
  /** repair made while reading, e.g. 补回前导零; shown to the editor */
  repair?: string;
}

export interface Unread {
  reason: string;
  remedy: string;
}

export const isUnread = (reading: Reading): reading is Unread => 'reason' in reading;

/** Remedy with the probable value. */
function didYouMean(remedy: string, given: string, known: Iterable<string>): string {
  const near = nearest(given, known);
  return near === undefined ? remedy : `${remedy}。您是不是要找“${near}”？`;
}

/**
 * The same for a whole column: only the first errors get a suggestion, because each is compared with all that is known.
 */
export function suggester(known: readonly string[]): (remedy: string, given: string) => string {
  let left = MOST_SUGGESTED;
  return (remedy, given) => (left-- > 0 ? didYouMean(remedy, given, known) : remedy);
}

/** Longer than any text that a register stores: such a one is not looked at by patterns. */
export const MOST_CHARACTERS = 4_000;

/**
 * Characters that are invisible and without any effect at their places: programs and web pages leave them in copied
 * text.
 */
const BLANK = /[\s\u00AD\u200B-\u200F\u2060\uFEFF]/;

/** Text without blanks at both ends, invisible ones included. */
export function trimmed(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && BLANK.test(text[from]!)) from++;
  while (to > from && BLANK.test(text[to - 1]!)) to--;
  return text.slice(from, to);
}

/** Text without any blanks, for codes. */
export const withoutBlanks = (text: string): string => text.replaceAll(new RegExp(BLANK, 'g'), '');

/** Full-width letters, digits and signs as the ordinary ones; the text itself where there are none. */
export const halfWidth = (text: string): string =>
  /[\uFF01-\uFF5E\u3000\u2212]/.test(text) ? compatible(text).replaceAll('\u2212', '-') : text;

/** EY4: a formula without a result has an unknown value. */
export const isFilled = (cell: SheetCell | undefined): boolean =>
  cell !== undefined && (cell.kind === 'formula' || trimmed(cell.text) !== '');

/** Holds nothing that is seen. */
export const isBlank = ({ cells }: SheetRow): boolean =>
  cells.every(({ kind, text }) => kind === 'empty' || (kind === 'text' && trimmed(text) === ''));

/** '000001: the sign that marks a number as text in a spreadsheet, where a program wrote it into the cell. */
export const withoutApostrophe = (text: string): string => text.replace(/^['’＇](?=[\d+-][\d,./%-]*$)/, '');

const DASHES = /^(?:[-–—―－/]{1,3}|n\/a)$/i;
/** spellings of programs for a missing value; Nan is a name */
const NO_VALUES = new Set([
  'NaN',
  'nan',
  'NULL',
  'null',
  '(null)',
  '[null]',
  '<NULL>',
  '<null>',
  'None',
  '<NA>',
  'NaT',
  'undefined',
  'nil',
  '\\N',
  '<null value>',
  '(blank)',
  '#N/A N/A',
]);
/** VA1: whether a program has written that it had no value, which nobody means as a text. */
export const isProgramsNothing = (text: string): boolean => NO_VALUES.has(text);

/** Whether a cell is a dash or N/A, for an empty value. */
export const isDash = (text: string): boolean => DASHES.test(text);
