import { columnLetters, columnOf } from '../../files/cell-address.ts';
import type { Readable } from 'node:stream';
import { readSheet } from '../sheets/read-sheet.ts';
import type { Sheet, SheetRow } from '../sheets/sheet.ts';
import { writeXlsx } from '../sheets/write-xlsx.ts';
import type { MarkedCell, WrittenCell, WrittenColumn } from '../sheets/written-sheet.ts';
import { Findings } from './findings.ts';
import type { CellError, ImportReport } from './import-report.ts';
import { REASON_COLUMN } from './import-words.ts';

/**
 * The file once more, with the same titles and rows: wrong cells are marked, and a column more says what is wrong in
 * each row. Formats and formulas are not kept, lines above the titles neither. Only what the report lists is marked.
 * @throws SheetRefused as the first reading did
 */
export async function errorsWorkbook(bytes: Uint8Array, filename: string, report: ImportReport): Promise<Readable> {
  const sheet = await readSheet(bytes, filename);
  const wrong = Findings.byLine(report.errors);
  const header = await headerOf(sheet, report.headerRow);
  const width = Math.max(header.row.cells.length, ...report.errors.map(({ column }) => columnOf(column)! + 1));
  const columns: WrittenColumn[] = Array.from({ length: width }, (_, place) => ({
    title: header.row.cells[place]?.text ?? '',
  }));
  return writeXlsx([
    {
      name: sheet.name || report.title,
      columns: [...columns, { title: REASON_COLUMN, width: 60, wrap: true }],
      rows: markedRows(header.below, header.row.number, wrong, width),
    },
  ]);
}

/** The row of the titles, and what stands below it. A file without titles is written from its first row on. */
async function headerOf(sheet: Sheet, number: number): Promise<{ row: SheetRow; below: AsyncIterable<SheetRow[]> }> {
  if (number === 0 || sheet.header.number === number) return { row: sheet.header, below: sheet.batches };
  const batches = sheet.batches[Symbol.asyncIterator]();
  const { value: first = [] } = (await batches.next()) as IteratorYieldResult<SheetRow[]>;
  const row = first.find((one) => one.number === number) ?? sheet.header;
  return {
    row,
    below: following(
      first.filter((one) => one.number > row.number),
      batches,
    ),
  };
}

async function* following(first: SheetRow[], batches: AsyncIterator<SheetRow[]>): AsyncGenerator<SheetRow[]> {
  yield first;
  for (let next = await batches.next(); !next.done; next = await batches.next()) yield next.value;
}

/** empty rows that are written again, so that rows keep their numbers */
const MOST_GAPS = 10_000;

async function* markedRows(
  batches: AsyncIterable<SheetRow[]>,
  header: number,
  wrong: ReturnType<typeof Findings.byLine>,
  width: number,
): AsyncGenerator<WrittenCell[]> {
  let [last, gaps] = [header, 0];
  for await (const batch of batches) {
    for (const row of batch) {
      for (; last + 1 < row.number && gaps < MOST_GAPS; last++, gaps++) yield [];
      last = row.number;
      yield markedRow(row, wrong.get(row.number) ?? [], width);
    }
  }
}

function markedRow(
  { cells }: SheetRow,
  errors: readonly (CellError & { column: string; title: string })[],
  width: number,
): WrittenCell[] {
  const marked = new Set(errors.map(({ column }) => column));
  const row: WrittenCell[] = Array.from({ length: width }, (_, place) => {
    const cell: MarkedCell = cells[place] ?? { kind: 'empty', text: '' };
    return marked.has(columnLetters(place)) ? { ...cell, mark: 'bad' } : cell;
  });
  return [
    ...row,
    errors.map(({ column, title, reason, remedy }) => `${column} 列“${title}”：${reason}。${remedy}`).join('\n'),
  ];
}
