import type { WholeRows } from '#kinds/rows/index.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import type { SheetLimits } from '../sheets/sheet.ts';
import { ImportRefused } from './import-report.ts';
import { readImport, type ImportSource } from './read-import.ts';
import type { ReferenceRows } from './references.ts';
import { reportText } from './report-text.ts';

export interface RegisterChangeOptions {
  /** yyyy-mm-dd that the rows are true at */
  dataDate: string;
  department: string;
  /** rows of the registers that reference fields name; publicReferences(db) reads those that are public now */
  references?: ReferenceRows;
  limits?: Partial<SheetLimits>;
  /** reads the bytes as a sheet; default readSheet, in a thread of its own */
  read?: ImportSource['read'];
}

/**
 * Change of an act that a file describes, read and checked as every import, but compared with nothing: for a program
 * that publishes files.
 * @param bytes of an xlsx or CSV file; `filename` as in readSheet
 * @returns for `publish`, which checks the rows once more by the same validator
 * @throws ImportRefused with the whole report as text and as object; SheetRefused where the file is no sheet
 */
export async function registerChange(
  definition: RegisterDefinition,
  bytes: Uint8Array,
  filename: string,
  { dataDate, department, references, limits, read }: RegisterChangeOptions,
): Promise<{ kind: 'rows'; document: WholeRows }> {
  const { report, rows } = await readImport({
    definition,
    bytes,
    filename,
    ...(references && { references }),
    ...(limits && { limits }),
    ...(read && { read }),
  });
  if (!report.publishable) throw new ImportRefused(report, reportText(report));
  return { kind: 'rows', document: { definition, rows, dataDate, department } };
}
