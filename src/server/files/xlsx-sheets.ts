import { columnOf } from './cell-address.ts';
import { formatCode, previewText } from './number-formats.ts';
import { findMainPart, readRelationships } from './relationships.ts';
import { SheetLayout } from './sheet-layout.ts';
import { decodeCharacters, readNumberFormats, readSharedStrings, readSheetList } from './xlsx-parts.ts';
import { PackageRefused } from './zip-package.ts';
import type { ZippedXml } from './zipped-xml.ts';

interface SheetCell {
  text: string;
  /** 1 but for merged cells */
  colspan: number;
  rowspan: number;
}

export interface Sheet {
  name: string;
  /** cells by row and column; null is covered by a merged one */
  rows: (SheetCell | null)[][];
  /** rows or columns beyond the limits were left out */
  cut: boolean;
}

export interface SheetLimits {
  sheets: number;
  rows: number;
  columns: number;
  /** merged ranges of one sheet that are looked at */
  merges: number;
  /** characters of one cell */
  text: number;
}

/**
 * The visible sheets of a workbook, as far as the limits go; what lies beyond is not even read.
 * @throws PackageRefused
 */
export async function readSheets(archive: ZippedXml, limits: SheetLimits): Promise<{ sheets: Sheet[]; cut: boolean }> {
  const main = await findMainPart(archive);
  if (main === undefined || !archive.has(main)) throw new PackageRefused('文件中没有工作表，无法预览');
  const parts = await readRelationships(archive, main);
  const { listed, base1904 } = await readSheetList(archive, main);
  const visible = listed.filter(({ hidden }) => !hidden);
  const partOf = (type: string) =>
    [...parts.values()].find((part) => part.type === type && archive.has(part.target))?.target;
  const { ids, codes } = await readNumberFormats(archive, partOf('styles'));
  const formats = ids.map((id) => formatCode(id, codes));
  const raw: RawSheet[] = [];
  for (const { name, id } of visible.slice(0, limits.sheets)) {
    const part = parts.get(id);
    if (part?.type === 'worksheet' && archive.has(part.target))
      raw.push(await readSheet(archive, name.slice(0, 100), part.target, limits));
  }
  const last = raw.reduce((most, { lastShared }) => Math.max(most, lastShared), -1);
  const shared = await readSharedStrings(archive, partOf('sharedStrings'), { most: limits.text, last });
  return {
    sheets: raw.map((sheet) => drawSheet(sheet, formats, shared, base1904)),
    cut: visible.length > limits.sheets,
  };
}

interface RawCell {
  type: string;
  style: number;
  value: string;
}

interface RawSheet {
  name: string;
  rows: (RawCell | undefined)[][];
  merges: [row: number, column: number, rowspan: number, colspan: number][];
  lastShared: number;
  cut: boolean;
}

async function readSheet(archive: ZippedXml, name: string, part: string, limits: SheetLimits): Promise<RawSheet> {
  const sheet: RawSheet = { name, rows: [], merges: [], lastShared: -1, cut: false };
  let row = -1;
  let column = -1;
  let cell: RawCell | null = null;
  let [taking, phonetic, full] = [false, false, false];
  // AC3: what a file hides is in no preview and no search
  const layout = new SheetLayout();
  let isRowHidden = false;
  let hiddenColumns: ReadonlySet<number> = new Set();
  const openCell = (attributes: Readonly<Record<string, string>>) => {
    column = columnOf(attributes.r) ?? column + 1;
    cell = { type: attributes.t ?? 'n', style: Number(attributes.s ?? 0), value: '' };
  };
  const closeCell = () => {
    if (cell && column >= limits.columns) sheet.cut ||= cell.value !== '';
    else if (cell && row >= 0 && !isRowHidden && !hiddenColumns.has(column)) {
      const cells = (sheet.rows[row] ??= []);
      cells[column] = cell;
      if (cell.type === 's' && /^\d{1,7}$/.test(cell.value))
        sheet.lastShared = Math.max(sheet.lastShared, Number(cell.value));
    }
    cell = null;
  };
  await archive.readXml(part, {
    open: (tag, attributes) => {
      if (tag === 'mergeCell' && sheet.merges.length < limits.merges) {
        const merge = readMerge(attributes.ref, limits);
        if (merge) sheet.merges.push(merge);
      }
      if (full) return;
      if (row < 0 && tag !== 'row') layout.see(tag, attributes);
      else if (tag === 'row') isRowHidden = layout.hidesRow(attributes);
      if (tag === 'sheetData') hiddenColumns = new Set(layout.hiddenColumns);
      if (tag === 'row') {
        const number = Number(attributes.r ?? row + 2) - 1;
        row = Number.isInteger(number) && number > row ? number : row + 1;
        column = -1;
        if (row >= limits.rows) [full, sheet.cut] = [true, true];
      } else if (tag === 'c') openCell(attributes);
      else if (tag === 'rPh') phonetic = true;
      else if (tag === 'v' || tag === 't') taking = !phonetic;
    },
    close: (tag) => {
      if (tag === 'rPh') phonetic = false;
      if (tag === 'v' || tag === 't') taking = false;
      if (tag === 'c' && !full) closeCell();
    },
    text: (more) => {
      if (taking && !full && cell && cell.value.length < limits.text) cell.value += more.slice(0, limits.text);
    },
    // merged ranges come after the rows; a sheet cut short shows its cells unmerged
    done: () => full,
  });
  return sheet;
}

/** Cut to the limits first: a range as large as the sheet costs no more than what is shown. */
function readMerge(ref: string | undefined, limits: SheetLimits): RawSheet['merges'][number] | null {
  const [first, last] = (ref ?? '').split(':');
  const [left, right] = [columnOf(first), columnOf(last)];
  const [top, bottom] = [first, last].map((word) => Number(/\d+$/.exec(word ?? '')?.[0] ?? NaN) - 1) as [
    number,
    number,
  ];
  if (
    left === undefined ||
    right === undefined ||
    !(top >= 0 && bottom >= top) ||
    right < left ||
    top >= limits.rows ||
    left >= limits.columns
  )
    return null;
  return [top, left, Math.min(bottom, limits.rows - 1) - top + 1, Math.min(right, limits.columns - 1) - left + 1];
}

function drawSheet(sheet: RawSheet, formats: string[], shared: string[], base1904: boolean): Sheet {
  const texts = Array.from(sheet.rows, (row) =>
    Array.from(row ?? [], (cell) => (cell ? cellText(cell, formats, shared, base1904) : '')),
  );
  while (texts.length > 0 && texts.at(-1)!.every((text) => text === '')) texts.pop();
  const width = texts.reduce((most, row) => Math.max(most, row.findLastIndex((text) => text !== '') + 1), 0);
  const rows: (SheetCell | null)[][] = texts.map((row) =>
    Array.from({ length: width }, (_, column) => ({ text: row[column] ?? '', colspan: 1, rowspan: 1 })),
  );
  for (const [top, left, height, breadth] of sheet.merges)
    merge(rows, top, left, Math.min(height, rows.length - top), Math.min(breadth, width - left));
  return { name: sheet.name, rows, cut: sheet.cut };
}

function merge(rows: (SheetCell | null)[][], top: number, left: number, height: number, breadth: number): void {
  if (height < 1 || breadth < 1) return;
  const covered: [number, number][] = [];
  for (let row = top; row < top + height; row++)
    for (let column = left; column < left + breadth; column++) covered.push([row, column]);
  // overlapping ranges are an error of the file: the first one counts
  if (
    covered.some(
      ([row, column]) =>
        rows[row]![column] === null || rows[row]![column]!.colspan > 1 || rows[row]![column]!.rowspan > 1,
    )
  )
    return;
  const cell = rows[top]![left]!;
  for (const [row, column] of covered) rows[row]![column] = null;
  rows[top]![left] = { ...cell, colspan: breadth, rowspan: height };
}

function cellText(cell: RawCell, formats: string[], shared: string[], base1904: boolean): string {
  switch (cell.type) {
    case 's':
      // an empty value is no reference to the first string
      return cell.value.trim() === '' ? '' : decode(shared[Number(cell.value)] ?? '');
    case 'str':
    case 'inlineStr':
    case 'e':
      return decode(cell.value);
    case 'b':
      return cell.value.trim() === '1' ? '是' : '否';
    case 'd':
      return cell.value
        .trim()
        .replace('T', ' ')
        .replace(/(?: 00:00:00)?(?:\.0+)?Z?$/, '');
    default: {
      if (cell.value.trim() === '') return '';
      const number = Number(cell.value);
      return Number.isFinite(number)
        ? previewText(formats[cell.style] ?? '', number, base1904)
        : Number.isNaN(number)
          ? decode(cell.value)
          : '';
    }
  }
}

const decode = (text: string): string => decodeCharacters(text).replace(/\r\n?/g, '\n');
