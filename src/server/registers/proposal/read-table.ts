import { columnOf } from '../../files/cell-address.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import type { MisfitCell, WizardFile, WizardTable } from '#wire/wizard.ts';
import { readImport, type ImportSource, type ReadImport } from '../import/read-import.ts';
import type { SheetRow } from '../sheets/sheet.ts';
import { readSheet } from '../sheets/read-sheet.ts';
import { definitionOf } from './definition-of.ts';
import { findTitleRow, textOf, TOP_ROWS } from './title-row.ts';

/** wrong cells that are returned; all are counted */
const MOST_MISFITS = 500;

export type OpenSheet = (read: () => ReturnType<typeof readSheet>) => ReturnType<typeof readSheet>;
export const asRead: OpenSheet = (read) => read();

export interface TableFile extends Pick<WizardFile, 'filename' | 'sheet'> {
  bytes: Uint8Array;
  /** where rows of it may be kept; default: it is read */
  open?: OpenSheet;
}

export interface ReadTable extends ReadImport {
  definition: RegisterDefinition;
}

/**
 * The rows of a file by what the wizard decided, read and checked as every import. Columns are found by their places: a
 * title may have been corrected since the file was written.
 * @param table without problems @throws SheetRefused
 */
export async function readTable(
  { bytes, filename, sheet, open = asRead }: TableFile,
  table: WizardTable,
  register: string,
): Promise<ReadTable> {
  const definition = definitionOf(table, register);
  const read: ImportSource['read'] = async (given, name, limits) =>
    byPlace(await open(() => readSheet(given, name, limits, sheet)), table);
  return { definition, ...(await readImport({ definition, bytes, filename, read })) };
}

/** The sheet with names of fields where it has titles, from its titles on. */
async function byPlace(sheet: Awaited<ReturnType<typeof readSheet>>, table: WizardTable): Promise<typeof sheet> {
  const batches = sheet.batches[Symbol.asyncIterator]();
  const first = await batches.next();
  const start = [sheet.header, ...(first.done ? [] : first.value)];
  const { row } = findTitleRow(start.slice(0, 3 * TOP_ROWS + 1), sheet.merges);
  const header = namedHeader(row, table);
  const rest = start.filter(({ number }) => number > row.number);
  return { ...sheet, header, batches: followed(rest, batches) };
}

async function* followed(start: SheetRow[], batches: AsyncIterator<SheetRow[]>): AsyncGenerator<SheetRow[]> {
  yield start;
  for (let next = await batches.next(); !next.done; next = await batches.next()) yield next.value;
}

const UNIT = /[([（【［][^()（）[\]【】]*[)\]）】］]\s*$/;

/** The unit behind a title counts for money, and stays. What is left out gets a name that no field has. */
function namedHeader(row: SheetRow, { columns }: WizardTable): SheetRow {
  const byPlace = new Map(columns.map((column) => [column.place, column]));
  const cells = row.cells.map((cell, place) => {
    const column = byPlace.get(place);
    if (textOf(cell) === '') return cell;
    if (!column || column.visibility === 'left-out') return { kind: 'text' as const, text: `#${place}` };
    const unit = UNIT.exec(column.header)?.[0] ?? '';
    return { kind: 'text' as const, text: `${column.name}${unit}` };
  });
  return { ...row, cells };
}

/** The cells that do not fit, as a list to be shown in place. */
export function misfitsOf({ errors }: ReadImport['report']): { misfits: MisfitCell[]; misfitCount: number } {
  const all = errors.flatMap(({ cells }) => cells.slice(0, MOST_MISFITS));
  const misfits = all.slice(0, MOST_MISFITS).map(({ cell, value, reason, remedy }): MisfitCell => ({
    line: Number(/\d+$/.exec(cell)?.[0] ?? 0),
    place: columnOf(cell) ?? 0,
    cell,
    value,
    message: `${reason}。${remedy}`,
  }));
  return { misfits, misfitCount: errors.reduce((sum, { count }) => sum + count, 0) };
}

/** Of a problem of the file as a whole, e.g. two titles that mean one field. */
export const problemWords = ({ problems }: ReadImport['report']): string[] =>
  problems.map(
    ({ cell, value, reason, remedy }) =>
      `${cell === '' ? '' : `${cell}${value === '' ? '' : `“${value}”`}：`}${reason}。${remedy}`,
  );
