import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '../../db/tables.ts';

/**
 * DATA_DIR/materials, beside the files folder: what customers send with an application. No address names it, and
 * nothing of it is ever served to visitors.
 */
export const materialsDirOf = (filesDir: string): string => join(filesDir, '..', 'materials');

/**
 * Removes what a killed submission left: files of materials that no application names.
 * @param isAlone no other server uses this folder; else younger ones may still get their row
 */
export async function sweepMaterials(db: Db, dir: string, { isAlone }: { isAlone: boolean }): Promise<number> {
  const age = isAlone ? 0 : 24 * 3_600_000;
  let removed = 0;
  for (const filepath of await listFiles(dir)) {
    const path = join(dir, filepath);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
    if (mtimeMs > Date.now() - age) continue;
    if (
      await db
        .selectFrom('pro_material')
        .select('material_id')
        .where('filepath', '=', filepath)
        .limit(1)
        .executeTakeFirst()
    )
      continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}

/** yyyy/mm/hash.ext of what is there. */
async function listFiles(dir: string): Promise<string[]> {
  const below = (path: string) => readdir(path).catch((): string[] => []);
  const found: string[] = [];
  for (const year of (await below(dir)).filter((name) => /^\d{4}$/.test(name)))
    for (const month of await below(join(dir, year)))
      for (const name of await below(join(dir, year, month))) found.push(`${year}/${month}/${name}`);
  return found;
}
