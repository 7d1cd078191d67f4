import { cellAddress, columnLetters, columnOf } from '../../files/cell-address.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import type { ImportReportView } from '#wire/register-answers.ts';
import type { MisfitCell, WizardColumn, WizardFile, WizardTable } from '#wire/wizard.ts';
import { shownValue } from '../import/findings.ts';
import type { CellError, ImportReport } from '../import/import-report.ts';
import { shortened } from '../import/shortened-report.ts';
import { readImport, type ImportSource, type ReadImport } from '../import/read-import.ts';
import type { SheetCell, SheetRow } from '../sheets/sheet.ts';
import { readSheet } from '../sheets/read-sheet.ts';
import { unitOf } from '../import/match-header.ts';
import { meantText } from './meant-cell.ts';
import { unitsAbove } from '../import/units-of-file.ts';
import { findTitleRow, textOf, TOP_ROWS } from './title-row.ts';

/** wrong cells that are returned; all are counted */
const MOST_MISFITS = 500;

export type OpenSheet = (read: () => ReturnType<typeof readSheet>) => ReturnType<typeof readSheet>;
export const asRead: OpenSheet = (read) => read();

export interface TableFile extends Omit<WizardFile, 'filepath'> {
  bytes: Uint8Array;
  /** opens a sheet whose rows may be cached; default: reads the file */
  open?: OpenSheet;
}

export interface ReadTable extends ReadImport {
  definition: RegisterDefinition;
}

/**
 * Rows of a file by the wizard's decisions, read and checked as every import. Columns are found by their places: a
 * title may have been corrected since the file was written.
 * @param table without problems @throws SheetRefused
 */
export async function readTable(
  { bytes, filename, sheet, fillMerged, leaveNotes, answers, open = asRead }: TableFile,
  table: WizardTable,
  register: string,
): Promise<ReadTable> {
  const definition = registerOf(table.definition, register);
  const called = new CalledWrong(table);
  const read: ImportSource['read'] = async (given, name, limits) =>
    called.seen(await byPlace(await open(() => readSheet(given, name, limits, sheet)), table));
  const mends = { fillMerged, leaveNotes, answers: { ...answers, ...answersOf(table) } };
  const found = await readImport({ definition, bytes, filename, mends, read });
  return { definition, ...found, report: called.within(found) };
}

/** The definition under the name that its register gets, without blanks around its words. */
function registerOf({ title, countWord, fields, ...rest }: RegisterDefinition, register: string): RegisterDefinition {
  return {
    ...rest,
    register,
    title: title.trim(),
    ...(countWord !== undefined && countWord.trim() !== '' && { countWord: countWord.trim() }),
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, { ...field, title: field.title.trim() }]),
    ),
  };
}

/**
 * EY5, EY6, EY9: each column has the meaning of its plain numbers of money and percents, and whether it is public
 * though hidden.
 */
const answersOf = ({ columns, definition }: WizardTable): Record<string, string> => ({
  hiddenColumn: 'keep',
  ...Object.fromEntries(
    columns.flatMap(({ name, plain }) => {
      const { type, unit = '' } = definition.fields[name] ?? {};
      if (type === 'percent' && plain === 'percents') return [[`percent:${name}`, 'percent']];
      return type === 'money' && unit !== '' ? [[`unit:${name}`, unit]] : [];
    }),
  ),
});

/** RG16: cells that the editor has called wrong, as errors of the report: no definition can recognise them. */
class CalledWrong {
  private readonly columns: {
    column: WizardColumn;
    title: string;
    meant: ReadonlyMap<string, string>;
    cells: CellError[];
  }[];

  constructor({ columns, definition }: WizardTable) {
    this.columns = columns.flatMap((column) => {
      const field = definition.fields[column.name];
      const { wrong } = column;
      return wrong && field
        ? [{ column, title: field.title, meant: new Map(wrong.map((one) => [one.text, one.meant])), cells: [] }]
        : [];
    });
  }

  seen(sheet: Awaited<ReturnType<typeof readSheet>>): typeof sheet {
    return this.columns.length === 0 ? sheet : { ...sheet, batches: this.watched(sheet.batches) };
  }

  private async *watched(batches: AsyncIterable<SheetRow[]>): AsyncGenerator<SheetRow[]> {
    for await (const batch of batches) {
      for (const { number, cells } of batch) this.see(number, cells);
      yield batch;
    }
  }

  private see(line: number, given: readonly SheetCell[]): void {
    for (const { column, meant, cells } of this.columns) {
      const text = meantText(given[column.place]);
      const right = meant.get(text);
      if (right !== undefined && cells.length < MOST_MISFITS)
        cells.push({
          cell: cellAddress(line, column.place),
          value: shownValue(text),
          reason: '您已说明这一格写错了',
          remedy: right === '' ? '请在文件中改正' : `应为：${right}`,
        });
    }
  }

  /** The report with these cells, but for those that are errors already. */
  within({ report, badLines }: ReadImport): ImportReport {
    const known = new Set(report.errors.flatMap(({ cells }) => cells.map(({ cell }) => cell)));
    const bad = new Set(badLines);
    const errors = [...report.errors];
    for (const { column, title, cells } of this.columns) {
      const own = cells.filter(({ cell }) => !known.has(cell));
      if (own.length === 0) continue;
      const letters = columnLetters(column.place);
      const at = errors.findIndex((one) => one.column === letters);
      const listed = errors[at] ?? { column: letters, field: column.name, title, count: 0, cells: [] };
      const joined = { ...listed, count: listed.count + own.length, cells: [...listed.cells, ...own] };
      errors.splice(at < 0 ? errors.length : at, at < 0 ? 0 : 1, joined);
      for (const { cell } of own) bad.add(lineOf(cell));
    }
    const badRows = bad.size;
    return { ...report, errors, badRows, publishable: report.publishable && badRows === 0 };
  }
}

const lineOf = (cell: string): number => Number(/\d+$/.exec(cell)?.[0] ?? 0);

/** The sheet with names of fields where it has titles, from its titles on. */
async function byPlace(sheet: Awaited<ReturnType<typeof readSheet>>, table: WizardTable): Promise<typeof sheet> {
  const batches = sheet.batches[Symbol.asyncIterator]();
  const first = await batches.next();
  const start = [sheet.header, ...(first.done ? [] : first.value)];
  const { row } = findTitleRow(start.slice(0, 3 * TOP_ROWS + 1), sheet.merges);
  const header = namedHeader(row, table);
  const rest = start.filter(({ number }) => number > row.number);
  return { ...sheet, units: unitsAbove(start, row), header, batches: followed(rest, batches) };
}

async function* followed(start: SheetRow[], batches: AsyncIterator<SheetRow[]>): AsyncGenerator<SheetRow[]> {
  yield start;
  for (let next = await batches.next(); !next.done; next = await batches.next()) yield next.value;
}

/**
 * Names the columns for reading. The unit behind a title counts for money, and stays. A column that is left out gets
 * a name that no field has.
 */
function namedHeader(row: SheetRow, { columns }: WizardTable): SheetRow {
  const byPlace = new Map(columns.map((column) => [column.place, column]));
  const cells = row.cells.map((cell, place) => {
    const column = byPlace.get(place);
    if (textOf(cell) === '') return cell;
    if (!column || column.leftOut) return { kind: 'text' as const, text: `#${place}` };
    const unit = unitOf(column.header);
    return { kind: 'text' as const, text: unit === '' ? column.name : `${column.name}（${unit}）` };
  });
  return { ...row, cells };
}

/** The cells that do not fit, as a list to be shown in place. */
export function misfitsOf({ errors }: ReadImport['report']): { misfits: MisfitCell[]; misfitCount: number } {
  const all = errors.flatMap(({ cells }) => cells.slice(0, MOST_MISFITS));
  const misfits = all.slice(0, MOST_MISFITS).map(({ cell, value, reason, remedy }): MisfitCell => ({
    line: lineOf(cell),
    place: columnOf(cell) ?? 0,
    cell,
    value,
    message: `${reason}。${remedy}`,
  }));
  return { misfits, misfitCount: errors.reduce((sum, { count }) => sum + count, 0) };
}

/** RG17: the report of an import, with the titles of the file instead of the names by which columns are found. */
export function reportView(report: ImportReport, columns: readonly WizardColumn[]): ImportReportView {
  const headers = new Map(columns.map(({ place, header }) => [columnLetters(place), header]));
  const { columns: read, remarks, ...rest } = shortened(report);
  const called = (remark: string): string =>
    columns.reduce((text, { name, header }) => {
      const unit = unitOf(header);
      return text.replaceAll(`“${name}${unit === '' ? '' : `（${unit}）`}”`, `“${header}”`);
    }, remark);
  return {
    ...rest,
    columns: read.map((one) => ({ ...one, header: headers.get(one.column) ?? one.header })),
    // columns that were left out on purpose
    remarks: remarks.filter((remark) => !/列“#\d+”/.test(remark)).map(called),
  };
}

/** Problems of the file as a whole, e.g. two titles that mean one field. */
export const problemWords = ({ problems }: ReadImport['report']): string[] =>
  problems.map(
    ({ cell, value, reason, remedy }) =>
      `${cell === '' ? '' : `${cell}${value === '' ? '' : `“${value}”`}：`}${reason}。${remedy}`,
  );
