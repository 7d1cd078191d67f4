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
  | { error: string }
  | { formula: string; result?: string }
  | { truth: boolean };

const STYLES = `<styleSheet><numFmts count="1"><numFmt numFmtId="164" formatCode="000000"/></numFmts><cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="10"/><xf numFmtId="164"/></cellXfs></styleSheet>`;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A workbook of one sheet with these rows, the titles first. */
export function buildSheet(
  rows: readonly (readonly GivenCell[])[],
  { mergedTitle = false, merges = [] }: { mergedTitle?: boolean; merges?: readonly string[] } = {},
): Promise<Buffer> {
  const xml = rows.map(
    (cells, row) =>
      `<row r="${row + 1}">${cells.map((cell, column) => cellXml(cellAddress(row + 1, column), cell)).join('')}</row>`,
  );
  const ranges = [
    ...(mergedTitle ? [`A1:${cellAddress(1, Math.max(...rows.map(({ length }) => length)) - 1)}`] : []),
    ...merges,
  ];
  const merged =
    ranges.length === 0
      ? ''
      : `<mergeCells count="${ranges.length}">${ranges.map((range) => `<mergeCell ref="${range}"/>`).join('')}</mergeCells>`;
  return buildXlsx({ Sheet1: `<sheetData>${xml.join('')}</sheetData>${merged}` }, { styles: STYLES });
}

function cellXml(at: string, cell: GivenCell): string {
  if (cell === null) return '';
  if (typeof cell === 'string')
    return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
  if ('date' in cell) return `<c r="${at}" s="1"><v>${cell.date}</v></c>`;
  if ('percent' in cell) return `<c r="${at}" s="2"><v>${cell.percent}</v></c>`;
  if ('sixDigits' in cell) return `<c r="${at}" s="3"><v>${cell.sixDigits}</v></c>`;
  if ('error' in cell) return `<c r="${at}" t="e"><v>${cell.error}</v></c>`;
  if ('truth' in cell) return `<c r="${at}" t="b"><v>${cell.truth ? 1 : 0}</v></c>`;
  return `<c r="${at}"><f>${escaped(cell.formula)}</f>${cell.result === undefined ? '' : `<v>${cell.result}</v>`}</c>`;
}

/** A workbook as the product itself writes it. */
export function writtenSheet(titles: readonly string[], rows: Iterable<readonly WrittenCell[]>): Promise<Buffer> {
  return buffer(writeXlsx([{ name: '名单', columns: titles.map((title) => ({ title })), rows }]));
}
