import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseFilepath } from '#rules/files/filepath.ts';
import type { Db } from '../db/tables.ts';
import type { SmallPictures } from './small-pictures.ts';

/**
 * RE7: takes away the bytes of files that an approved edition removed, also where a backup brought them back,
 * and what was made of them (ML3).
 * @param dir DATA_DIR/files @returns their paths
 */
export async function removeRemovedFiles(
  db: Db,
  dir: string,
  smallPictures?: Pick<SmallPictures, 'forget'>,
): Promise<string[]> {
  const removed = await db.selectFrom('removed_file').select('filepath').execute();
  for (const { filepath } of removed) await rm(join(dir, filepath), { force: true });
  await smallPictures?.forget(removed.flatMap(({ filepath }) => parseFilepath(filepath)?.sha256 ?? []));
  return removed.map(({ filepath }) => filepath);
}
