import { columnLetters } from '../../files/cell-address.ts';
import { columnWidth } from './column-width.ts';
import { plainCell, type WrittenCell, type WrittenColumn, type WrittenSheet } from './written-sheet.ts';
import { HEADER_STYLE, styleNumber, WRAPPED_STYLE } from './xlsx-styles.ts';

/** characters handed on at once */
const PIECE = 32_768;
const LAST_ROW = 1_048_576;
/** what a cell of a workbook can hold */
const LONGEST = 32_767;

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
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
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
  const bad = typeof cell === 'object' && cell?.mark === 'bad';
  const plain = plainCell(cell);
  // an empty cell that is wrong is drawn so, too
  if (!plain) return bad ? `<c r="${address}" s="${styleNumber('text', true)}"/>` : '';
  if (plain.kind === 'number' || plain.kind === 'percent') {
    return `<c r="${address}" s="${styleNumber(plain.kind === 'percent' ? 'percent' : (plain.scale ?? 'general'), bad)}"><v>${plain.text}</v></c>`;
  }
  const serial = plain.kind === 'date' ? serialOf(plain.text) : undefined;
  if (serial !== undefined)
    return `<c r="${address}" s="${styleNumber(Number.isInteger(serial) ? 'date' : 'datetime', bad)}"><v>${serial}</v></c>`;
  return `<c r="${address}" s="${bad ? styleNumber('text', true) : (given ?? styleNumber('text', false))}" t="inlineStr"><is><t${/^\s|\s$/.test(plain.text) ? ' xml:space="preserve"' : ''}>${escapeXml(shorten(plain.text))}</t></is></c>`;
}

/** The day number of a date; undefined for one that does not exist or is older than what programs agree on. */
function serialOf(date: string): number | undefined {
  const moment = Date.parse(`${date.replace(' ', 'T')}${date.length === 10 ? 'T00:00:00' : ''}Z`);
  const serial = (moment - Date.UTC(1899, 11, 30)) / 86_400_000;
  return serial >= 61 && new Date(moment).toISOString().startsWith(date.slice(0, 10)) ? serial : undefined;
}

const shorten = (text: string): string =>
  text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1).toWellFormed()}…`;

// oxlint-disable-next-line no-control-regex -- control characters are what must not reach the file
const SPECIAL = /[&<>"\x00-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/g;
const NAMED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Characters that XML cannot hold, and texts that look like their spelling, are written _xHHHH_. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(
      SPECIAL,
      (character) => NAMED[character] ?? `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    );
}
