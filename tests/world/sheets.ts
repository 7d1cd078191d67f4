import { readImport, type ImportSource } from '#server/registers/import/read-import.ts';
import { proposeTable } from '#server/registers/proposal/propose-table.ts';
import { readTable } from '#server/registers/proposal/read-table.ts';
import { fileKind } from '#server/registers/sheets/file-kind.ts';
import { readCsv } from '#server/registers/sheets/read-csv.ts';
import { readSheet, unpack } from '#server/registers/sheets/read-sheet.ts';
import { readXlsx, type SheetTaker } from '#server/registers/sheets/read-xlsx.ts';
import {
  SHEET_LIMITS,
  type Sheet,
  type SheetFacts,
  type SheetLimits,
  type SheetRow,
} from '#server/registers/sheets/sheet.ts';

/** A sheet with all of its rows. @param read default: in this thread */
export async function readWhole(
  bytes: Uint8Array,
  filename: string,
  limits: Partial<SheetLimits> = {},
  read: typeof readSheet = readHere,
): Promise<Sheet & { rows: SheetRow[] }> {
  const sheet = await read(bytes, filename, limits);
  const rows: SheetRow[] = [];
  for await (const batch of sheet.batches) rows.push(...batch);
  return { ...sheet, rows };
}

/** e.g. ['text 甲', 'number 1', 'empty'] */
export const kindsAndTexts = ({ cells }: SheetRow): string[] => cells.map(({ kind, text }) => `${kind} ${text}`.trim());

/** The work of readSheet's thread, without the thread: its start costs more than reading a small sheet. */
export async function readHere(
  bytes: Uint8Array,
  filename = 'a.xlsx',
  limits: Partial<SheetLimits> = {},
  wanted = '',
): Promise<Sheet> {
  const all = { ...SHEET_LIMITS, ...limits };
  let facts: SheetFacts | undefined;
  let header: SheetRow | undefined;
  const batches: SheetRow[][] = [];
  const taker: SheetTaker = {
    about: (found) => void (facts = found),
    header: (row) => void (header = unpack(row)),
    rows: async (rows) => void batches.push(rows.map(unpack)),
  };
  if (fileKind(bytes, filename) === 'zip') await readXlsx(Buffer.from(bytes), all, taker, wanted);
  else await readCsv(Buffer.from(bytes), all, taker);
  return { ...facts!, header: header!, batches: eachOf(batches), close: async () => {} };
}

/** `readImport`, `proposeTable` and `readTable`, reading in this thread. */
export const importHere = (source: ImportSource) => readImport({ read: readHere, ...source });
export const proposeHere = (...[bytes, filename, more]: Parameters<typeof proposeTable>) =>
  proposeTable(bytes, filename, { open: () => readHere(bytes, filename, {}, more.sheet), ...more });
export const readTableHere = (...[file, ...more]: Parameters<typeof readTable>) =>
  readTable({ open: () => readHere(file.bytes, file.filename, {}, file.sheet), ...file }, ...more);

async function* eachOf<T>(list: readonly T[]): AsyncGenerator<T> {
  yield* list;
}
