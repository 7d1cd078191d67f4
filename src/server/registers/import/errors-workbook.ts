import type { Readable } from 'node:stream';
import { columnOf } from '../../files/cell-address.ts';
import { displayWidth } from '../sheets/column-width.ts';
import { readSheet } from '../sheets/read-sheet.ts';
import type { Sheet, SheetCell, SheetRow } from '../sheets/sheet.ts';
import { writeCopy, type CopiedCell, type CopiedRow } from '../sheets/write-copy.ts';
import type { ImportReport } from './import-report.ts';
import { REASON_COLUMN } from './import-words.ts';
import { trimmed } from './reading.ts';

/** Wrong cell by its address (C17), and the message about it. */
interface BadCell {
  cell: string;
  message: string;
}

export interface MarkedFile {
  bytes: Uint8Array;
  /** name of which only the ending counts */
  filename: string;
  /** the sheet that was read; '' the first visible one */
  sheet: string;
  /** number of the row that titles the columns, as a spreadsheet shows it; 0 where none was found */
  headerRow: number;
  bad: readonly BadCell[];
}

/**
 * RG11: true copy of the sheet of a file, with the wrong cells marked at their addresses. The lines above the
 * titles, empty rows and notes below keep their places. Numbers and dates keep their values, merged cells are
 * merged. One more column, right of all titles, lists the errors of each row; an import passes over it. Looks
 * without meaning and formulas are left out (their results are not), and so are pictures and other sheets.
 * @throws SheetRefused as the first reading did
 */
export async function markedWorkbook({
  bytes,
  filename,
  sheet: wanted,
  headerRow,
  bad,
}: MarkedFile): Promise<Readable> {
  const sheet = await readSheet(bytes, filename, {}, wanted);
  const batches = sheet.batches[Symbol.asyncIterator]();
  const next = await batches.next();
  const top = [sheet.header, ...(next.done ? [] : next.value)];
  const header = top.find(({ number }) => number === headerRow);
  const reasons = reasonColumn(sheet, top.slice(0, TOP), header, bad);
  return writeCopy({
    name: sheet.name || '名单',
    header: header?.number ?? 0,
    widths: widthsOf(top.slice(0, TOP), reasons),
    merges: sheet.merges,
    hiddenColumns: sheet.hiddenColumns ?? [],
    base1904: sheet.base1904,
    rows: markedRows(followed(top, batches), reasons, bad),
  });
}

/** The file of an import with all cells marked that its report lists (RG6). @throws SheetRefused */
export const errorsWorkbook = (bytes: Uint8Array, filename: string, report: ImportReport): Promise<Readable> =>
  markedWorkbook({
    bytes,
    filename,
    sheet: report.sheet,
    headerRow: report.headerRow,
    bad: report.errors.flatMap(({ column, title, cells }) =>
      cells.map(({ cell, reason, remedy }) => ({ cell, message: `${column} 列“${title}”：${reason}。${remedy}` })),
    ),
  });

/** rows that are looked at before the first is written */
const TOP = 200;
const REASON_WIDTH = 60;
/** last column of a spreadsheet, from 0 */
const LAST_COLUMN = 16_383;

/** Place of the reasons. */
interface ReasonColumn {
  place: number;
  /** the row that titles it */
  titled: number;
  /** the file is such a copy already: its old reasons are replaced */
  isKnown: boolean;
}

/** Column of reasons in an earlier copy, else the first one right of the first rows and of all wrong cells. */
function reasonColumn(
  { merges, header: first }: Sheet,
  top: readonly SheetRow[],
  header: SheetRow | undefined,
  bad: readonly BadCell[],
): ReasonColumn {
  const titled = (header ?? first).number;
  const known = header?.cells.findIndex(({ text }) => trimmed(text) === REASON_COLUMN) ?? -1;
  if (known >= 0) return { place: known, titled, isKnown: true };
  let place = 0;
  for (const { cells } of top) place = Math.max(place, cells.length);
  // a title over a whole row leaves the columns below it free
  for (const { bottom, right } of merges) if (bottom >= titled) place = Math.max(place, right + 1);
  for (const { cell } of bad) place = Math.max(place, (columnOf(cell) ?? 0) + 1);
  return { place: Math.min(place, LAST_COLUMN), titled, isKnown: false };
}

/** Widths for the first rows; a line above the titles may run on over its neighbours. */
function widthsOf(top: readonly SheetRow[], { place }: ReasonColumn): number[] {
  const tables = top.filter(({ cells }) => cells.filter(({ kind }) => kind !== 'empty').length > 1);
  const widths = Array.from({ length: place }, (_, column) =>
    tables.reduce((most, { cells }) => Math.max(most, displayWidth(cells[column]?.text ?? '') + 2), 0),
  );
  return [...widths, REASON_WIDTH];
}

async function* followed(top: SheetRow[], batches: AsyncIterator<SheetRow[]>): AsyncGenerator<SheetRow[]> {
  yield top;
  for (let next = await batches.next(); !next.done; next = await batches.next()) yield next.value;
}

async function* markedRows(
  batches: AsyncIterable<SheetRow[]>,
  reasons: ReasonColumn,
  bad: readonly BadCell[],
): AsyncGenerator<CopiedRow> {
  const byLine = Map.groupBy(bad, ({ cell }) => Number(/\d+$/.exec(cell)?.[0] ?? 0));
  for await (const batch of batches)
    for (const row of batch) yield markedRow(row, byLine.get(row.number) ?? [], reasons);
}

const EMPTY: SheetCell = { kind: 'empty', text: '' };
const ADDED = { kind: 'text', look: 'words' } as const;

function markedRow(
  { number, hidden, cells }: SheetRow,
  bad: readonly BadCell[],
  { place, titled, isKnown }: ReasonColumn,
): CopiedRow {
  const copied: CopiedCell[] = [...cells];
  for (const { cell } of bad) {
    const column = columnOf(cell)!;
    copied[column] = { ...(cells[column] ?? EMPTY), look: 'bad' };
  }
  if (isKnown && number > titled) copied[place] = EMPTY;
  if (number === titled) copied[place] = { kind: 'text', text: REASON_COLUMN };
  else if (bad.length > 0)
    // a row far below may be wider than the first ones
    copied[isKnown ? place : Math.max(place, cells.length)] = {
      ...ADDED,
      text: bad.map(({ message }) => message).join('\n'),
    };
  return { number, hidden, cells: copied };
}
