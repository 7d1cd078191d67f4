import { cellAddress, columnOf } from '../../files/cell-address.ts';
import type { XmlHandler, ZippedXml } from '../../files/zipped-xml.ts';
import { openArchive } from './archive.ts';
import { RunReader } from '../../files/cell-runs.ts';
import { ConditionalFormats } from '../../files/conditional-formats.ts';
import { withConditions } from './conditional-looks.ts';
import { cellValue, type RawCell, type Value } from './cell-values.ts';
import { findMerges, mergeAt } from './merged-cells.ts';
import { findOverCells } from './over-cells.ts';
import { OF_DAY, OF_TABLE } from './of-table.ts';
import { SheetRefused } from './refusals.ts';
import { collectRows, type RowCollector, type RowTaker } from './row-collector.ts';
import { SHOWN_ROWS, type OverCell, type SheetFacts, type SheetLimits } from './sheet.ts';
import { SheetLayout } from '../../files/sheet-layout.ts';
import { openWorkbook, type Workbook } from './workbook.ts';

export interface SheetTaker extends RowTaker {
  /** called before the header */
  about(facts: SheetFacts): void;
}

/** Reads the first visible sheet of a workbook, or the one of this name. @throws SheetRefused */
export async function readXlsx(bytes: Buffer, limits: SheetLimits, taker: SheetTaker, wanted = ''): Promise<void> {
  const archive = await openArchive(bytes, limits);
  const workbook = await openWorkbook(archive, limits.cellLength, wanted);
  const conditions = new ConditionalFormats(workbook.looks);
  const merges = await findMerges(archive, workbook.part, conditions);
  const undecided = conditions.end().map((at): OverCell => ({ kind: 'condition', ...at }));
  const over = [...(await findOverCells(archive, workbook.part)), ...undecided];
  const layout = new SheetLayout();
  const collector = collectRows(limits, {
    rows: (batch) => taker.rows(batch),
    header: (row) => {
      const merged = mergeAt(merges, row[0]);
      // one text alone is the title of the whole table, and the header is looked for below it; its unit or day may
      // be beside it
      const isTitle =
        row[2].replaceAll('-', '').length === 1 ||
        row[3].some((text) => OF_TABLE.test(text.trim()) || OF_DAY.test(text.trim()));
      if (merged && !isTitle) throw new SheetRefused('merged-header', { row: row[0], range: merged.range });
      taker.about({
        format: 'xlsx',
        name: workbook.name,
        sheets: workbook.visible,
        remarks: sheetRemark(workbook),
        merges,
        base1904: workbook.base1904,
        hiddenColumns: layout.hiddenColumns,
        over,
      });
      taker.header(row);
    },
  });
  await readRows(archive, { workbook, layout, conditions }, collector);
  if ((await collector.end()) === undefined)
    throw new SheetRefused('empty-sheet', {
      sheet: workbook.name,
      more: workbook.others.length > 0 ? '。只读取第一个可见的工作表，请把数据移到最前' : '',
    });
}

/** other sheets that a sentence names */
const MOST_NAMED = 5;

function sheetRemark({ name, others }: Workbook): string[] {
  if (others.length === 0) return [];
  const named = others.slice(0, MOST_NAMED).map((other) => `“${other.name}”${other.hidden ? '（隐藏）' : ''}`);
  return [
    `只读取了工作表“${name}”，没有读取其他工作表：${named.join('、')}${others.length > MOST_NAMED ? `等 ${others.length} 个` : ''}`,
  ];
}

const LAST_ROW = 1_048_576;

interface Around {
  workbook: Workbook;
  layout: SheetLayout;
  conditions: ConditionalFormats;
}

async function readRows(archive: ZippedXml, around: Around, collector: RowCollector): Promise<void> {
  const { workbook, layout } = around;
  const rows = rowHandler(around, collector);
  const cells = cellHandler();
  await archive.readXml(workbook.part, {
    pause: () => collector.pause(),
    open: (tag, attributes) => {
      if (tag === 'sheetData') rows.data(true);
      else if (!rows.inData()) layout.see(tag, attributes);
      else if (tag === 'row') rows.openRow(attributes);
      else if (tag === 'c') {
        rows.place(attributes.r);
        cells.openCell(attributes);
      } else cells.open(tag, attributes);
    },
    close: (tag) => {
      if (tag === 'sheetData') rows.data(false);
      else if (!rows.inData()) return;
      else if (tag === 'row') rows.closeRow();
      else if (tag === 'c') rows.take(cells.closeCell());
      else cells.close(tag);
    },
    text: cells.text,
  } satisfies XmlHandler);
}

/** Rows and cells may lack their addresses: each then follows the one before it. */
function rowHandler({ workbook, layout, conditions }: Around, collector: RowCollector) {
  let [inData, hidden] = [false, false];
  let [row, column] = [0, -1];
  let values: (Value | undefined)[] = [];
  let styles: number[] = [];
  return {
    inData: () => inData,
    data: (open: boolean) => void (inData = open),
    openRow(attributes: Readonly<Record<string, string>>): void {
      const number = attributes.r === undefined ? row + 1 : Number(attributes.r);
      if (!Number.isInteger(number) || number <= row || number > LAST_ROW)
        throw new SheetRefused('damaged-workbook', { where: `第 ${row} 行之后的行号有误` });
      [row, column, values, styles, hidden] = [number, -1, [], [], layout.hidesRow(attributes)];
    },
    place: (address: string | undefined) => void (column = columnOf(address) ?? column + 1),
    take(cell: RawCell): void {
      if (column >= 16_384) throw new SheetRefused('damaged-workbook', { where: `第 ${row} 行的列号有误` });
      if (values[column] !== undefined || cell.values > 1)
        throw new SheetRefused('double-cell', { cell: cellAddress(row, column) });
      styles[column] = cell.style;
      values[column] = cellValue(cell, workbook, row <= SHOWN_ROWS, () => cellAddress(row, column));
    },
    closeRow: () => collector.add(row, hidden, withConditions(conditions, row, values, styles)),
  };
}

/** Value, formula and inline text of the cell that is open. */
function cellHandler() {
  let cell: RawCell = newCell({});
  let taking: 'value' | 'inline' | null = null;
  let phonetic = false;
  const runs = new RunReader();
  return {
    openCell: (attributes: Readonly<Record<string, string>>) => void (cell = newCell(attributes)),
    open(tag: string, attributes: Readonly<Record<string, string>>): void {
      if (tag === 'is') runs.begin();
      else runs.open(tag, attributes);
      if (tag === 'v') [taking, cell.values] = ['value', cell.values + 1];
      else if (tag === 't' && !phonetic) taking = 'inline';
      else if (tag === 'f') cell.hasFormula = true;
      else if (tag === 'rPh') phonetic = true;
    },
    close(tag: string): void {
      runs.close(tag);
      if (tag === 'is') cell.runs = runs.word(cell.inline);
      if (tag === 'v' || tag === 't') taking = null;
      else if (tag === 'rPh') phonetic = false;
    },
    text(more: string): void {
      if (taking === 'inline') runs.text(more.length);
      if (taking) cell[taking] += more;
    },
    closeCell: () => cell,
  };
}

const newCell = ({ t, s, vm }: Readonly<Record<string, string>>): RawCell => ({
  type: t ?? 'n',
  style: Number(s ?? 0),
  value: '',
  inline: '',
  values: 0,
  hasFormula: false,
  hasMetadata: vm !== undefined,
  runs: '',
});
