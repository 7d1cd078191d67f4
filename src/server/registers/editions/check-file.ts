import type { RegisterDefinition } from '#page/register-schema.ts';
import type { Db } from '../../db/tables.ts';
import { inParts, storeRows } from '#kinds/rows/server/row-sets.ts';
import { readStoredBytes } from '../../files/stored-bytes.ts';
import { publicRevisions } from '../../editions/publish/public-revisions.ts';
import { dryRun } from '../import/dry-run.ts';
import type { ReadImport } from '../import/read-import.ts';
import { shortened } from '../import/shortened-report.ts';
import { readSheet } from '../sheets/read-sheet.ts';
import { SheetRefused } from '../sheets/refusals.ts';
import type { Sheet } from '../sheets/sheet.ts';
import type { FileMends } from '#wire/register-answers.ts';

export interface FileTask {
  importId: number;
  definition: RegisterDefinition;
  /** other registers, among which the right one is looked for where the file does not fit */
  known: readonly RegisterDefinition[];
  filepath: string;
  filename: string;
  mends: FileMends;
}

/** milliseconds between two words of how far it is */
const PROGRESS_INTERVAL = 1_000;

/** Reads a stored file, compares it with the public rows, and writes down the result. */
export async function checkFile(
  db: Db,
  filesDir: string,
  { importId, definition, known, filepath, filename, mends }: FileTask,
): Promise<void> {
  let rowsRead = 0;
  const tell = (facts: {
    state?: 'done' | 'failed';
    report?: string;
    row_set_hash?: string | null;
    problem?: string;
    mark?: string;
  }) =>
    db
      .updateTable('register_import')
      .set({ ...facts, rows_read: rowsRead, changed_at: new Date() })
      .where('import_id', '=', importId)
      .where('state', '=', 'running')
      .execute();
  const timer = setInterval(() => void tell({}).catch(() => {}), PROGRESS_INTERVAL).unref();
  try {
    const mark = (await publicRevisions(db, [`rows:${definition.register}`]))[`rows:${definition.register}`]!;
    const bytes = await readStoredBytes(filesDir, filepath);
    const { report, rows } = await dryRun({
      db,
      definition,
      known,
      bytes,
      filename,
      mends,
      read: async (...of) => counted(await readSheet(...of), (more) => (rowsRead += more)),
    });
    await tell({ state: 'done', mark, ...(await checkedFacts(db, definition, { report, rows })) });
  } catch (error) {
    if (!(error instanceof SheetRefused)) throw error;
    await tell({ state: 'failed', problem: `${error.message}。` });
  } finally {
    clearInterval(timer);
  }
}

/** Stores the rows of a file that was read, where they can become an edition. @returns notes for its import */
export async function checkedFacts(
  db: Db,
  { register }: RegisterDefinition,
  { report, rows }: Pick<ReadImport, 'report' | 'rows'>,
): Promise<{ report: string; row_set_hash: string | null }> {
  const isGood = report.publishable || report.vanishing !== null;
  const rowSet = isGood ? await storeRows(db, register, inParts(rows)) : null;
  return { report: JSON.stringify(shortened(report)), row_set_hash: rowSet?.hash ?? null };
}

function counted(sheet: Sheet, add: (rows: number) => void): Sheet {
  async function* batches() {
    for await (const batch of sheet.batches) {
      add(batch.length);
      yield batch;
    }
  }
  return { ...sheet, batches: batches() };
}
