import { readSheet } from '#server/registers/sheets/read-sheet.ts';
import type { Sheet, SheetLimits, SheetRow } from '#server/registers/sheets/sheet.ts';

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
