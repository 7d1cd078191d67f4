import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreProblem } from '../db/store-problem.ts';
import type { Db } from '../db/tables.ts';
import { materialsDirOf } from '../people/customers/materials.ts';

/**
 * Every file that the database knows lies in the files folder, every material of an application beside it: a folder
 * that lost a part is refused at start, because a site that serves the rest would look whole (trust.md, damaged data).
 * Reads names only.
 * @throws StoreProblem with how many are missing and how to restore
 */
export async function assertFilesPresent(db: Db, dir: string): Promise<void> {
  await assertPresent('stored files', await db.selectFrom('file').select('filepath').execute(), dir);
  const materials = await db.selectFrom('pro_material').select('filepath').distinct().execute();
  await assertPresent('files that customers sent', materials, materialsDirOf(dir));
}

async function assertPresent(what: string, known: readonly { filepath: string }[], dir: string): Promise<void> {
  if (known.length === 0) return;
  // a folder that is gone has lost them all
  const there = new Set(existsSync(dir) ? await readdir(dir, { recursive: true }) : []);
  const missing = known.filter(({ filepath }) => !there.has(join(filepath)));
  if (missing.length === 0) return;
  throw new StoreProblem(
    `${missing.length} of ${known.length} ${what} are missing from ${dir}, for example ${missing[0]!.filepath}. Restore the folder from the backup that belongs to this database; nothing has been changed.`,
  );
}
