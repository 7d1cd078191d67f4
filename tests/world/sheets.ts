import { readSheet, unpack } from '#server/registers/sheets/read-sheet.ts';
import { readXlsx } from '#server/registers/sheets/read-xlsx.ts';
import {
  SHEET_LIMITS,
  type Sheet,
  type SheetFacts,
  type SheetLimits,
  type SheetRow,
} from '#server/registers/sheets/sheet.ts';

/** A sheet with all of its rows. */
export async function readWhole(
  bytes: Uint8Array,
  filename: string,
  limits: Partial<SheetLimits> = {},
): Promise<Sheet & { rows: SheetRow[] }> {
  const sheet = await readSheet(bytes, filename, limits);
  const rows: SheetRow[] = [];
  for await (const batch of sheet.batches) rows.push(...batch);
  return { ...sheet, rows };
}

/** e.g. ['text 甲', 'number 1', 'empty'] */
export const kindsAndTexts = ({ cells }: SheetRow): string[] => cells.map(({ kind, text }) => `${kind} ${text}`.trim());

/** A workbook by the reader that readSheet starts in a thread of its own, without the thread, whose start costs more. */
export async function readHere(bytes: Uint8Array): Promise<Sheet> {
  let facts: SheetFacts | undefined;
  let header: SheetRow | undefined;
  const batches: SheetRow[][] = [];
  await readXlsx(Buffer.from(bytes), SHEET_LIMITS, {
    about: (found) => void (facts = found),
    header: (row) => void (header = unpack(row)),
    rows: async (rows) => void batches.push(rows.map(unpack)),
  });
  return { ...facts!, header: header!, batches: eachOf(batches), close: async () => {} };
}

async function* eachOf<T>(list: readonly T[]): AsyncGenerator<T> {
  yield* list;
}
