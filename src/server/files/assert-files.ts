import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreProblem } from '../db/store-problem.ts';
import type { Db } from '../db/tables.ts';

/**
 * Every file that the database knows lies in the files folder: a folder that lost a part is refused at start, because a
 * site that serves the rest would look whole (trust.md, damaged data). Reads names only.
 * @throws StoreProblem with how many are missing and how to restore
 */
export async function assertFilesPresent(db: Db, dir: string): Promise<void> {
  const known = await db.selectFrom('file').select('filepath').execute();
  if (known.length === 0) return;
  const there = new Set(await readdir(dir, { recursive: true }));
  const missing = known.filter(({ filepath }) => !there.has(join(filepath)));
  if (missing.length === 0) return;
  throw new StoreProblem(
    `${missing.length} of ${known.length} stored files are missing from ${dir}, for example ${missing[0]!.filepath}. Restore the folder from the backup that belongs to this database; nothing has been changed.`,
  );
}
