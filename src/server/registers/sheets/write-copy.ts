import type { Readable } from 'node:stream';
import { cellAddress, columnLetters } from '../../files/cell-address.ts';
import { columnWidth } from './column-width.ts';
import { escapeXml } from './escape-xml.ts';
import { STRANGE, UNSEEN } from '../../files/style-looks.ts';
import { looksIn, runsOf, type TextRun } from '../../files/cell-runs.ts';
import type { MergedRange, SheetCell } from './sheet.ts';
import { packWorkbook } from './write-xlsx.ts';
import { WORKSHEET_START, serialOf, textXml } from './xlsx-sheet-xml.ts';
import {
  GivenFormats,
  HEADER_STYLE,
  lettersXml,
  STRANGE_FONT,
  styleNumber,
  stylesXml,
  WRAPPED_STYLE,
} from './xlsx-styles.ts';

/** A cell as `readSheet` gives it. */
export interface CopiedCell extends SheetCell {
  /** bad: drawn as one that is wrong; words: text in lines, that the copy adds */
  look?: 'bad' | 'words';
}

export interface CopiedRow {
  /** number from 1; greater than that of the row before */
  number: number;
  hidden: boolean;
  cells: readonly CopiedCell[];
}

export interface CopiedSheet {
  name: string;
  /** number of the row that titles the columns; 0 where none does */
  header: number;
  /** characters of half width by column; others are as programs have them */
  widths: readonly number[];
  merges: readonly MergedRange[];
  /** places of columns that nobody sees */
  hiddenColumns: readonly number[];
  /** the workbook counts its days from 1904 */
  base1904: boolean;
  rows: AsyncIterable<CopiedRow>;
}

/** characters handed on at once */
const PIECE = 32_768;

/**
 * Sheet that is written once more while it is read: each row at its number and each cell at its address. A cell has
 * its kind, its stored value at full precision and the meaning of its number format. A formula without a result,
 * which no copy can calculate, becomes the error value #N/A: read again it is refused again. An error of `rows`
 * destroys the stream.
 */
export function writeCopy(sheet: CopiedSheet): Readable {
  const formats = new GivenFormats();
  const { name, base1904 } = sheet;
  return packWorkbook([{ name, xml: copyXml(sheet, formats) }], () => stylesXml(formats.codes), base1904);
}

async function* copyXml(
  { header, widths, merges, hiddenColumns, base1904, rows }: CopiedSheet,
  formats: GivenFormats,
): AsyncGenerator<string> {
  let piece = head(header, widths, new Set(hiddenColumns));
  for await (const { number, hidden, cells } of rows) {
    piece += `<row r="${number}"${hidden ? ' hidden="1"' : ''}>`;
    cells.forEach((cell, place) => {
      piece += cellXml(cellAddress(number, place), cell, { formats, base1904, isTitle: number === header });
    });
    piece += '</row>';
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  yield piece + foot(merges);
}

function head(header: number, widths: readonly number[], hidden: ReadonlySet<number>): string {
  const columns = widths.map(
    (width, place) =>
      `<col min="${place + 1}" max="${place + 1}" width="${columnWidth('', width)}" customWidth="1" style="${styleNumber('general', false)}"${hidden.has(place) ? ' hidden="1"' : ''}/>`,
  );
  const pane =
    header === 0
      ? ''
      : `<pane ySplit="${header}" topLeftCell="A${header + 1}" activePane="bottomLeft" state="frozen"/>`;
  return `${WORKSHEET_START}<sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>${columns.length === 0 ? '' : `<cols>${columns.join('')}</cols>`}<sheetData>`;
}

function foot(merges: readonly MergedRange[]): string {
  const ranges = merges.map(
    ({ top, bottom, left, right }) =>
      `<mergeCell ref="${columnLetters(left)}${top}:${columnLetters(right)}${bottom}"/>`,
  );
  const merged = ranges.length === 0 ? '' : `<mergeCells count="${ranges.length}">${ranges.join('')}</mergeCells>`;
  return `</sheetData>${merged}</worksheet>`;
}

/** numbers as worksheets spell them; those with leading zeros are codes, which stay text */
const NUMBER = /^-?(?:0|[1-9]\d*)?(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/;
const ERROR = /^#[A-Z0-9/_]+[!?]?$/;

function cellXml(
  address: string,
  { kind, text, look, format, looks }: CopiedCell,
  { formats, base1904, isTitle }: { formats: GivenFormats; base1904: boolean; isTitle: boolean },
): string {
  const bad = look === 'bad';
  const all = looks === undefined ? 0 : looksIn(looks);
  const style = (number: number, code = 'General') =>
    format === undefined && all === 0 ? number : formats.styleNumber(format ?? code, bad, all);
  const withValue = (type: string, number: number, value: string) =>
    `<c r="${address}" s="${number}"${type}><v>${value}</v></c>`;
  switch (kind) {
    case 'empty':
      return bad ? `<c r="${address}" s="${styleNumber('text', true)}"/>` : '';
    case 'number':
    case 'percent':
      if (NUMBER.test(text))
        return withValue(
          '',
          style(styleNumber(kind === 'percent' ? 'percent' : 'general', bad), kind === 'percent' ? '0.00%' : 'General'),
          text,
        );
      break;
    case 'date': {
      const serial = serialOf(text, base1904);
      if (serial !== undefined)
        return withValue(
          '',
          style(
            styleNumber(Number.isInteger(serial) ? 'date' : 'datetime', bad),
            Number.isInteger(serial) ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm:ss',
          ),
          String(serial),
        );
      break;
    }
    case 'boolean':
      return withValue(' t="b"', styleNumber('general', bad), text === 'TRUE' ? '1' : '0');
    case 'error':
    case 'formula':
      return withValue(
        ' t="e"',
        styleNumber('general', bad),
        kind === 'error' && ERROR.test(text) ? escapeXml(text) : '#N/A',
      );
    case 'picture':
      return '';
    case 'text':
  }
  const plain =
    look === 'words' ? WRAPPED_STYLE : isTitle && !bad ? HEADER_STYLE : style(styleNumber('text', bad), '@');
  const runs = looks === undefined ? null : runsOf(text, looks);
  return runs === null ? textXml(address, text, plain) : runsXml(address, runs, plain, bad);
}

/** EY8: a text whose letters look otherwise, run by run. */
function runsXml(address: string, runs: readonly TextRun[], style: number, bad: boolean): string {
  const parts = runs.map(({ text, looks }) => {
    const font = (looks & STRANGE) === 0 ? '' : `<rFont val="${STRANGE_FONT}"/>`;
    // a run is not compared with the ground of its cell
    const size = (looks & UNSEEN) === 0 ? '' : '<sz val="1"/>';
    return `<r><rPr>${lettersXml(looks, bad)}${size}${font}</rPr><t xml:space="preserve">${escapeXml(text)}</t></r>`;
  });
  return `<c r="${address}" s="${style}" t="inlineStr"><is>${parts.join('')}</is></c>`;
}
