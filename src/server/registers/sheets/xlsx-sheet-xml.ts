import { columnLetters } from '../../files/cell-address.ts';
import { columnWidth } from './column-width.ts';
import { escapeXml } from './escape-xml.ts';
import { plainCell, type WrittenCell, type WrittenColumn, type WrittenSheet } from './written-sheet.ts';
import { HEADER_STYLE, styleNumber, WRAPPED_STYLE } from './xlsx-styles.ts';

/** characters handed on at once */
const PIECE = 32_768;
const LAST_ROW = 1_048_576;
/** most characters of a cell of a workbook */
const LONGEST = 32_767;

export const WORKSHEET_START =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">';

/**
 * One worksheet in pieces, row by row: titles bold and frozen, with a filter. @param choices range of each column's
 * choices
 */
export async function* sheetXml(
  { columns, rows }: WrittenSheet,
  choices: ReadonlyMap<number, string>,
): AsyncGenerator<string> {
  const letters = columns.map((_, column) => columnLetters(column));
  const wrapped = columns.map(({ wrap }) => (wrap ? WRAPPED_STYLE : undefined));
  let piece =
    head(columns) +
    rowXml(
      1,
      columns.map(({ title }) => title),
      letters,
      columns.map(() => HEADER_STYLE),
    );
  let number = 1;
  for await (const row of rows) {
    piece += rowXml(++number, row, letters, wrapped);
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  yield piece + foot(letters, number, choices);
}

function head(columns: readonly WrittenColumn[]): string {
  const widths = columns.map(
    ({ title, width, typed }, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="${columnWidth(title, width)}" customWidth="1" style="${styleNumber(typed ?? 'general', false)}"/>`,
  );
  return [
    WORKSHEET_START,
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>',
    `<cols>${widths.join('')}</cols><sheetData>`,
  ].join('');
}

function foot(letters: readonly string[], last: number, choices: ReadonlyMap<number, string>): string {
  const lists = [...choices].map(
    ([column, range]) =>
      `<dataValidation type="list" allowBlank="1" showErrorMessage="1" errorStyle="warning" sqref="${letters[column]}2:${letters[column]}${LAST_ROW}"><formula1>${escapeXml(range)}</formula1></dataValidation>`,
  );
  const validations =
    lists.length === 0 ? '' : `<dataValidations count="${lists.length}">${lists.join('')}</dataValidations>`;
  return `</sheetData><autoFilter ref="A1:${letters.at(-1)}${last}"/>${validations}</worksheet>`;
}

/** @param styles of texts by column, where they have one of their own */
function rowXml(
  number: number,
  cells: readonly WrittenCell[],
  letters: readonly string[],
  styles: readonly (number | undefined)[],
): string {
  let xml = `<row r="${number}">`;
  for (let column = 0; column < letters.length; column++)
    xml += cellXml(`${letters[column]}${number}`, cells[column] ?? null, styles[column]);
  return `${xml}</row>`;
}

function cellXml(address: string, cell: WrittenCell, given?: number): string {
  const plain = plainCell(cell);
  if (!plain) return '';
  if (plain.kind === 'number' || plain.kind === 'percent') {
    return `<c r="${address}" s="${styleNumber(plain.kind === 'percent' ? 'percent' : (plain.scale ?? 'general'), false)}"><v>${plain.text}</v></c>`;
  }
  const serial = plain.kind === 'date' ? serialOf(plain.text) : undefined;
  if (serial !== undefined)
    return `<c r="${address}" s="${styleNumber(Number.isInteger(serial) ? 'date' : 'datetime', false)}"><v>${serial}</v></c>`;
  return textXml(address, plain.text, given ?? styleNumber('text', false));
}

/** A cell with this text. @param style its number */
export const textXml = (address: string, text: string, style: number): string =>
  `<c r="${address}" s="${style}" t="inlineStr"><is><t${/^\s|\s$/.test(text) ? ' xml:space="preserve"' : ''}>${escapeXml(shorten(text))}</t></is></c>`;

/** days between the two systems of a workbook */
const BASE_1904 = 1_462;

/** Day number of a date; undefined for one that does not exist or is before the days that programs agree on. */
export function serialOf(date: string, base1904 = false): number | undefined {
  const moment = Date.parse(`${date.replace(' ', 'T')}${date.length === 10 ? 'T00:00:00' : ''}Z`);
  const serial = (moment - Date.UTC(1899, 11, 30)) / 86_400_000;
  if (!(serial >= 61 && new Date(moment).toISOString().startsWith(date.slice(0, 10)))) return undefined;
  if (!base1904) return serial;
  return serial >= BASE_1904 ? serial - BASE_1904 : undefined;
}

const shorten = (text: string): string =>
  text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1).toWellFormed()}…`;
