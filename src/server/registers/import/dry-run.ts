import type { Db } from '../../db/tables.ts';
import { compareImport, vanishingOf } from './compare-import.ts';
import { missingFiles } from './missing-files.ts';
import { readImport, type ImportSource, type ReadImport } from './read-import.ts';
import { publicReferences } from './references.ts';

export interface DryRun extends Omit<ImportSource, 'references'> {
  db: Db;
  /** how many rows may vanish, as the person has confirmed */
  confirmRemoved?: number;
}

/**
 * RG6: what an import would do. Reads only.
 * @returns the report, and the rows for publishing
 * @throws SheetRefused where the file is no sheet
 */
export async function dryRun({ db, confirmRemoved, ...source }: DryRun): Promise<ReadImport> {
  const read = await readImport({ ...source, references: publicReferences(db) });
  const { report, rows } = read;
  if (!report.publishable) return read;
  report.remarks.push(...(await missingFiles(db, source.definition, rows)));
  report.difference = await compareImport(db, source.definition, read);
  report.vanishing = vanishingOf(report.difference, confirmRemoved);
  report.publishable = report.vanishing === null || report.vanishing.confirmed;
  return read;
}
