import { cellAddress } from '#server/files/cell-address.ts';
import { buffer } from 'node:stream/consumers';
import { writeXlsx } from '#server/registers/sheets/write-xlsx.ts';
import type { WrittenCell } from '#server/registers/sheets/written-sheet.ts';
import { buildXlsx } from './office-files.ts';

/** A cell as spreadsheet programs write it. A string is text, a number a number. */
export type GivenCell =
  | string
  | number
  | null
  | { date: number }
  | { percent: number }
  | { sixDigits: number }
  /** a number, or a spelling of one, in a cell of this number format */
  | { number: number | string; format: string }
  | { text: string; format: string }
  | { error: string }
  | { formula: string; result?: string }
  | { truth: boolean };

/** @param formats further ones, the first of which has the style 4 */
const stylesXml = (formats: readonly string[]) => {
  const codes = formats.map((format, at) => `<numFmt numFmtId="${165 + at}" formatCode="${attributeOf(format)}"/>`);
  const looks = formats.map((_, at) => `<xf numFmtId="${165 + at}"/>`);
  return `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="000000"/>${codes.join('')}</numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="10"/><xf numFmtId="164"/>${looks.join('')}</cellXfs></styleSheet>`;
};

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const attributeOf = (text: string): string => escaped(text).replaceAll('"', '&quot;');

/** A workbook of one sheet with these rows, the titles first. */
export function buildSheet(
  rows: readonly (readonly GivenCell[])[],
  {
    mergedTitle = false,
    merges = [],
    base1904 = false,
  }: { mergedTitle?: boolean; merges?: readonly string[]; base1904?: boolean } = {},
): Promise<Buffer> {
  const formats: string[] = [];
  const xml = rows.map(
    (cells, row) =>
      `<row r="${row + 1}">${cells.map((cell, column) => cellXml(cellAddress(row + 1, column), cell, formats)).join('')}</row>`,
  );
  const ranges = [
    ...(mergedTitle ? [`A1:${cellAddress(1, Math.max(...rows.map(({ length }) => length)) - 1)}`] : []),
    ...merges,
  ];
  const merged =
    ranges.length === 0
      ? ''
      : `<mergeCells count="${ranges.length}">${ranges.map((range) => `<mergeCell ref="${range}"/>`).join('')}</mergeCells>`;
  return buildXlsx(
    { Sheet1: `<sheetData>${xml.join('')}</sheetData>${merged}` },
    { styles: stylesXml(formats), base1904 },
  );
}

function cellXml(at: string, cell: GivenCell, formats: string[]): string {
  if (cell === null) return '';
  if (typeof cell === 'string')
    return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
  if ('date' in cell) return `<c r="${at}" s="1"><v>${cell.date}</v></c>`;
  if ('percent' in cell) return `<c r="${at}" s="2"><v>${cell.percent}</v></c>`;
  if ('sixDigits' in cell) return `<c r="${at}" s="3"><v>${cell.sixDigits}</v></c>`;
  if ('format' in cell) {
    if (!formats.includes(cell.format)) formats.push(cell.format);
    const style = `s="${4 + formats.indexOf(cell.format)}"`;
    return 'text' in cell
      ? `<c r="${at}" ${style} t="inlineStr"><is><t>${escaped(cell.text)}</t></is></c>`
      : `<c r="${at}" ${style}><v>${cell.number}</v></c>`;
  }
  if ('error' in cell) return `<c r="${at}" t="e"><v>${cell.error}</v></c>`;
  if ('truth' in cell) return `<c r="${at}" t="b"><v>${cell.truth ? 1 : 0}</v></c>`;
  return `<c r="${at}"><f>${escaped(cell.formula)}</f>${cell.result === undefined ? '' : `<v>${cell.result}</v>`}</c>`;
}

/** A workbook as the product itself writes it. */
export function writtenSheet(titles: readonly string[], rows: Iterable<readonly WrittenCell[]>): Promise<Buffer> {
  return buffer(writeXlsx([{ name: '名单', columns: titles.map((title) => ({ title })), rows }]));
}
