import { columnOf } from './cell-address.ts';
import { RunReader, stringRuns } from './cell-runs.ts';
import { judgedCell, readConditionalFormats, type ConditionalFormats } from './conditional-formats.ts';
import { findMainPart, readRelationships } from './relationships.ts';
import { CellEye, underLooks, type SeenRun, type SeenText } from './seen-text.ts';
import { SheetLayout } from './sheet-layout.ts';
import { StyleLooks } from './style-looks.ts';
import { decodeCharacters, readNumberFormats, readSharedStrings, readSheetList } from './xlsx-parts.ts';
import { PackageRefused } from './zip-package.ts';
import type { ZippedXml } from './zipped-xml.ts';

interface SheetCell {
  runs: SeenRun[];
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
  /** AC3: unseen parts were left out */
  hides: boolean;
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
 * Visible sheets of a workbook, as far as the limits go; the rest is not even read.
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
  const looks = new StyleLooks();
  const formats = await readNumberFormats(archive, partOf('styles'), looks.handler);
  const eye = new CellEye(looks, { ...formats, base1904 });
  const raw: RawSheet[] = [];
  for (const { name, id } of visible.slice(0, limits.sheets)) {
    const part = parts.get(id);
    if (part?.type !== 'worksheet' || !archive.has(part.target)) continue;
    const { formats: conditions } = await readConditionalFormats(archive, part.target, looks);
    raw.push(await readSheet(archive, { name: name.slice(0, 100), part: part.target, conditions }, limits));
  }
  const last = raw.reduce((most, { lastShared }) => Math.max(most, lastShared), -1);
  const runs = new Map<number, string>();
  const texts = await readSharedStrings(archive, partOf('sharedStrings'), {
    most: limits.text,
    last,
    runs: stringRuns(runs),
  });
  return {
    sheets: raw.map((sheet) => drawSheet(sheet, eye, { texts, runs })),
    cut: visible.length > limits.sheets,
  };
}

/** Strings that cells name by number, and how the runs of some look. */
interface Shared {
  texts: readonly string[];
  runs: ReadonlyMap<number, string>;
}

interface RawCell {
  type: string;
  style: number;
  value: string;
  /** runs of its own text */
  runs: string;
  /** in a hidden row or column; conditional formats of others may depend on it */
  isHidden: boolean;
}

interface RawSheet {
  name: string;
  conditions: ConditionalFormats;
  rows: (RawCell | undefined)[][];
  merges: [row: number, column: number, rowspan: number, colspan: number][];
  lastShared: number;
  cut: boolean;
  hides: boolean;
}

async function readSheet(
  archive: ZippedXml,
  { name, part, conditions }: { name: string; part: string; conditions: ConditionalFormats },
  limits: SheetLimits,
): Promise<RawSheet> {
  const sheet: RawSheet = { name, conditions, rows: [], merges: [], lastShared: -1, cut: false, hides: false };
  let row = -1;
  let column = -1;
  let cell: RawCell | null = null;
  let [taking, phonetic, full] = [false, false, false];
  // AC3: hidden parts of a file are in no preview and no search
  const layout = new SheetLayout();
  let isRowHidden = false;
  let hiddenColumns: ReadonlySet<number> = new Set();
  const runs = new RunReader();
  const openCell = (attributes: Readonly<Record<string, string>>) => {
    column = columnOf(attributes.r) ?? column + 1;
    cell = { type: attributes.t ?? 'n', style: Number(attributes.s ?? 0), value: '', runs: '', isHidden: false };
  };
  const closeCell = () => {
    if (cell && column >= limits.columns) sheet.cut ||= cell.value !== '';
    else if (cell && row >= 0) {
      cell.isHidden = isRowHidden || hiddenColumns.has(column);
      sheet.hides ||= cell.isHidden && cell.value !== '';
      if (!cell.isHidden || !conditions.isEmpty) (sheet.rows[row] ??= [])[column] = cell;
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
      else if (tag === 'is') runs.begin();
      else runs.open(tag, attributes);
      if (tag === 'v' || tag === 't') taking = !phonetic;
    },
    close: (tag) => {
      if (tag === 'rPh') phonetic = false;
      if (tag === 'v' || tag === 't') taking = false;
      runs.close(tag);
      if (tag === 'is' && cell) cell.runs = runs.word(cell.value);
      if (tag === 'c' && !full) closeCell();
    },
    text: (more) => {
      if (!taking || full || !cell || cell.value.length >= limits.text) return;
      const taken = more.slice(0, limits.text);
      runs.text(taken.length);
      cell.value += taken;
    },
    // merged ranges come after the rows; a sheet cut short shows its cells unmerged
    done: () => full,
  });
  return sheet;
}

/** Cut to the limits first: a range as large as the sheet costs no more than its shown part. */
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

function drawSheet(sheet: RawSheet, eye: CellEye, shared: Shared): Sheet {
  let hides = sheet.hides;
  const texts = Array.from(sheet.rows, (row = [], line) => {
    const looks = sheet.conditions.isEmpty
      ? []
      : sheet.conditions.looksOf(
          line + 1,
          Array.from(row, (cell) => judgedCell(cell, shared.texts)),
        );
    return Array.from(row, (cell, column): SeenRun[] => {
      const isSeen = cell !== undefined && !cell.isHidden;
      const { runs, unseen } = isSeen ? underLooks(seenCell(cell, eye, shared), looks[column] ?? 0) : NOTHING;
      hides ||= unseen.trim() !== '';
      return runs.map(({ text, look }) => ({ text: decode(text), look }));
    });
  });
  while (texts.length > 0 && texts.at(-1)!.every((runs) => runs.length === 0)) texts.pop();
  const width = texts.reduce((most, row) => Math.max(most, row.findLastIndex((runs) => runs.length > 0) + 1), 0);
  const rows: (SheetCell | null)[][] = texts.map((row) =>
    Array.from({ length: width }, (_, column) => ({ runs: row[column] ?? [], colspan: 1, rowspan: 1 })),
  );
  for (const [top, left, height, breadth] of sheet.merges)
    merge(rows, top, left, Math.min(height, rows.length - top), Math.min(breadth, width - left));
  return { name: sheet.name, rows, cut: sheet.cut, hides };
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

const NOTHING: SeenText = { runs: [], unseen: '' };

function seenCell({ type, style, value, runs }: RawCell, eye: CellEye, shared: Shared): SeenText {
  const words = (text: string, own = ''): SeenText => eye.seeText({ style, runs: own, text });
  const given = value.trim();
  switch (type) {
    case 's':
      // an empty value is no reference to the first string
      return given === '' ? NOTHING : words(shared.texts[Number(value)] ?? '', shared.runs.get(Number(value)));
    case 'str':
    case 'inlineStr':
    case 'e':
      return words(value, runs);
    case 'b':
      return given === '' ? NOTHING : words(given === '1' ? '是' : '否');
    case 'd':
      return words(given.replace('T', ' ').replace(/(?: 00:00:00)?(?:\.0+)?Z?$/, ''));
    default: {
      const number = Number(value);
      if (given === '' || Math.abs(number) === Infinity) return NOTHING;
      return Number.isNaN(number) ? words(value, runs) : eye.seeNumber(style, number);
    }
  }
}

const decode = (text: string): string => decodeCharacters(text).replace(/\r\n?/g, '\n');
