import { definitionHash } from '#kinds/rows/server/public-rows.ts';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunInWorker } from '../../editions/worker/jobs.ts';
import type { Db } from '../../db/tables.ts';
import { Refused } from '../../errors.ts';
import { FairQueue } from '../../http/fair-queue.ts';
import { inMegabytes, SheetRefused } from '../sheets/refusals.ts';
import { SHEET_LIMITS } from '../sheets/sheet.ts';
import { record, type Actor } from '../../people/staff/audit.ts';
import type { Amendment } from '#wire/register-answers.ts';
import { mendsOf } from './amend-definition.ts';
import { checkFile, type FileTask } from './check-file.ts';

/**
 * Folder `server/registers/editions`: editors import files into registers. An uploaded file is read and compared on
 * the server, shown as a report, and becomes an edition. Nothing here makes anything public.
 */
export interface ImportInput extends Omit<FileTask, 'importId' | 'mends'> {
  /** additions that the definition already has */
  amendment?: Amendment;
}

interface Deps {
  db: Db;
  filesDir: string;
  actor: Actor;
  /** worker in which large files are read; absent: this thread */
  runInWorker?: RunInWorker;
}

/** milliseconds between two signs of life of an import that runs */
export const PULSE = 1_000;
/** bytes of a file that is read in the time that a thread takes to begin */
const SMALL = 64 * 1024;

/** One after another on each server: each holds all rows of its file. */
const queue = new FairQueue({ most: 1, ofOne: 3 });

/**
 * Begins to read a stored file for a register; its progress is in the table. @throws Refused unknownFile,
 * invalidInput, tooManyWaiting
 */
export async function beginImport(deps: Deps, input: ImportInput): Promise<{ importId: number; done: Promise<void> }> {
  const { db, actor, filesDir, runInWorker } = deps;
  const stored = await db.selectFrom('file').select('size').where('filepath', '=', input.filepath).executeTakeFirst();
  const present = stored && (await stat(join(filesDir, input.filepath)).catch(() => null));
  if (!present) throw new Refused('unknownFile');
  const refused =
    present.size > SHEET_LIMITS.fileSize
      ? new SheetRefused('file-too-large', {
          size: inMegabytes(present.size),
          limit: inMegabytes(SHEET_LIMITS.fileSize),
        })
      : null;
  if (refused) throw new Refused('invalidInput', `${refused.message}。`);
  const place = queue.take(actor.staffId!);
  try {
    const importId = await addImport(db, actor, input);
    const { amendment, ...file } = input;
    const task = { ...file, importId, mends: mendsOf(amendment) };
    const rest = beat(db, importId);
    const done = place.turn
      .then(() =>
        runInWorker && present.size > SMALL ? runInWorker('check-file', task) : checkFile(db, filesDir, task),
      )
      .catch((error: unknown) => giveUp(db, importId, error))
      .finally(() => (rest(), place.leave()));
    return { importId, done };
  } catch (error) {
    place.leave();
    throw error;
  }
}

/** Notes that a stored file is read for a register, also in the operation record. @returns the import's id */
export async function addImport(
  db: Db,
  actor: Actor,
  { definition, filepath, filename, amendment }: Omit<ImportInput, 'known'>,
): Promise<number> {
  const { register } = definition;
  const at = new Date();
  const { import_id: importId } = await db
    .insertInto('register_import')
    .values({
      register,
      filepath,
      filename,
      staff_id: actor.staffId!,
      amendment: amendment ?? null,
      definition_hash: definitionHash(definition),
      report: null,
      row_set_hash: null,
      edition_id: null,
      began_at: at,
      changed_at: at,
    })
    .returning('import_id')
    .executeTakeFirstOrThrow();
  await record(db, actor, 'register.check', { subject: `register:${register}`, facts: { importId, filename } });
  return importId;
}

/** Marks the import as alive each second, also while it waits for its turn. @returns a function that ends it */
function beat(db: Db, importId: number): () => void {
  const timer = setInterval(() => {
    db.updateTable('register_import')
      .set({ changed_at: new Date() })
      .where('import_id', '=', importId)
      .where('state', '=', 'running')
      .execute()
      .catch(() => {});
  }, PULSE).unref();
  return () => clearInterval(timer);
}

async function giveUp(db: Db, importId: number, error: unknown): Promise<never> {
  await db
    .updateTable('register_import')
    .set({
      state: 'failed',
      problem:
        error instanceof Refused ? `${error.message}。` : '服务器在检查时出错，请重试；仍不成功时请联系系统管理员',
      changed_at: new Date(),
    })
    .where('import_id', '=', importId)
    .where('state', '=', 'running')
    .execute()
    .catch(() => {});
  throw error;
}
