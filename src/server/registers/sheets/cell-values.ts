import { decodeCharacters } from '../../files/xlsx-parts.ts';
import { SheetRefused } from './refusals.ts';
import { shownText } from '../../files/number-formats.ts';
import { looksOf } from '../../files/cell-runs.ts';
import { withSymbols } from './cell-looks.ts';
import { PLAIN_STYLE, type CellStyle } from './cell-style.ts';
import type { CellKind, SeenOfCell } from './sheet.ts';
import type { Workbook } from './workbook.ts';

/** A cell as a worksheet writes it. */
export interface RawCell {
  /** attribute t; n where there is none */
  type: string;
  /** attribute s */
  style: number;
  value: string;
  inline: string;
  /** number of its values: an element with more than one is no cell */
  values: number;
  hasFormula: boolean;
  /** true with its attribute vm: a meaning beside its value */
  hasMetadata: boolean;
  /** looks of the runs of its inline text (EY8) */
  runs: string;
}

export type Value = readonly [kind: CellKind, text: string, seen?: SeenOfCell];

const EMPTY: Value = ['empty', ''];
const PICTURE: Value = ['picture', ''];
/** formula that WPS stores for a picture in a cell */
const CELL_PICTURE = /^=?(?:_xlfn\.)?DISPIMG\(/i;

/**
 * EY1: meaning of a raw cell, and its text as a spreadsheet shows it.
 * @param isShown the shown text is given whatever the format
 * @throws SheetRefused for a reference to a missing string; `place` names the cell
 */
export function cellValue(cell: RawCell, workbook: Workbook, isShown: boolean, place: () => string): Value {
  const style = workbook.styles[cell.style] ?? PLAIN_STYLE;
  const raw = rawValue(cell, workbook, isShown, place);
  const value = style.drawsText ? drawn(raw, style) : raw;
  const [kind, text, seen] = value;
  const runs = cell.type === 's' ? (workbook.runs.get(Number(cell.value)) ?? '') : cell.runs;
  const looks = kind === 'empty' ? '' : looksOf(runs, workbook.looks.of(cell.style), text.length);
  return looks === '' ? value : withSymbols([kind, text, { ...seen, looks }]);
}

/** A text with the words that its format draws around it. */
function drawn(value: Value, { code }: CellStyle): Value {
  const [kind, words] = value;
  const shown = kind === 'text' ? shownText(code, words) : null;
  return shown === null || shown === words.trim() ? value : [kind, words, { format: code, shown }];
}

function rawValue(cell: RawCell, workbook: Workbook, isShown: boolean, place: () => string): Value {
  const value = cell.value.trim();
  if (cell.type === 'e' && cell.hasMetadata && workbook.hasCellPictures) return PICTURE;
  if (CELL_PICTURE.test(value)) return PICTURE;
  // form of formulas of a program without a calculator; a stored result of empty text has t="str"
  if (cell.hasFormula && value === '' && cell.type !== 'str') return ['formula', ''];
  switch (cell.type) {
    case 's':
      return value === '' ? EMPTY : text(sharedString(value, workbook, place));
    case 'str':
      return text(decodeCharacters(cell.value));
    case 'inlineStr':
      return text(decodeCharacters(cell.inline === '' ? cell.value : cell.inline));
    case 'e':
      return value === '' ? EMPTY : ['error', value];
    case 'b':
      return value === '' ? EMPTY : ['boolean', value === '1' || value.toLowerCase() === 'true' ? 'TRUE' : 'FALSE'];
    case 'd':
      return isoDate(value);
    default:
      return value === '' ? text(decodeCharacters(cell.inline)) : numberValue(value, workbook, cell.style, isShown);
  }
}

const text = (words: string): Value => (words === '' ? EMPTY : ['text', words]);

function sharedString(value: string, { sharedStrings }: Workbook, place: () => string): string {
  const found = /^\d{1,9}$/.test(value) ? sharedStrings[Number(value)] : undefined;
  if (found === undefined) throw new SheetRefused('damaged-workbook', { where: `单元格 ${place()} 的文字缺失` });
  return decodeCharacters(found);
}

function numberValue(value: string, { styles, base1904 }: Workbook, style: number, isShown: boolean): Value {
  const number = Number(value);
  if (!Number.isFinite(number)) return ['text', value];
  const { kind, zeros, places, code, saysMore: isMore } = styles[style] ?? PLAIN_STYLE;
  // a zero that a format leaves out
  const saysMore = isMore || (number === 0 && code !== '' && kind !== 'date' && shownText(code, 0)?.trim() === '');
  // a whole day is spelt in one way everywhere
  const isDrawn = saysMore || (isShown && code !== '' && kind !== 'date');
  const shown = isDrawn ? (shownText(code, number, base1904) ?? undefined) : undefined;
  const seen = { ...(saysMore && { format: code }), ...(shown !== undefined && { shown }) };
  const valued = (as: CellKind, text: string): Value =>
    saysMore || shown !== undefined ? [as, text, seen] : [as, text];
  if (kind === 'date') {
    const date = dateOfSerial(number, base1904);
    return date === undefined ? ['number', value] : valued('date', date);
  }
  if (zeros > 0 && /^\d+$/.test(value)) return ['number', value.padStart(zeros, '0')];
  return valued(kind, withPlaces(value, kind === 'percent' ? places + 2 : places));
}

/** EY1: with the zeros that the sheet shows at the end: 1.10 for 1.1. */
function withPlaces(value: string, places: number): string {
  const [, whole = '', digits = ''] = /^(-?\d+)(?:\.(\d+))?$/.exec(value) ?? [];
  return whole === '' || digits.length >= places ? value : `${whole}.${digits.padEnd(places, '0')}`;
}

const DAY = 86_400_000;
/** 31 December 9999 in the 1900 system */
const LAST_DAY = 2_958_465;
/** days between the two systems of a workbook */
const BASE_1904 = 1_462;

/**
 * A spreadsheet's day number as yyyy-MM-dd, with the time where it has one, to the second.
 * @returns undefined for a number that is no day
 */
export function dateOfSerial(serial: number, base1904: boolean): string | undefined {
  const seconds = Math.round((base1904 ? serial + BASE_1904 : serial) * 86_400);
  const day = Math.floor(seconds / 86_400);
  if (serial < 0 || day < 1 || day > LAST_DAY) return undefined;
  // 29 February 1900 exists in the 1900 system only, and the days before it are one off
  const leap = !base1904 && day === 60;
  const moment = new Date(
    Date.UTC(1899, 11, 30) + (day < 60 && !base1904 ? day + 1 : day) * DAY + (seconds % 86_400) * 1_000,
  ).toISOString();
  const date = leap ? '1900-02-29' : moment.slice(0, 10);
  return seconds % 86_400 === 0 ? date : `${date} ${moment.slice(11, 19)}`;
}

function isoDate(value: string): Value {
  const [, date, time] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)(?:\.\d+)?Z?)?$/.exec(value) ?? [];
  if (date === undefined) return text(value);
  return ['date', time === undefined || time === '00:00:00' ? date : `${date} ${time}`];
}
