import type { Db } from '#server/db/tables.ts';

/** A stored file, and whether it was removed already; undefined: none. */
export async function fileOf(db: Db, filepath: string): Promise<{ sha256: string; isRemoved: boolean } | undefined> {
  const found = await db
    .selectFrom('file')
    .leftJoin('removed_file', 'removed_file.sha256', 'file.sha256')
    .select(['file.sha256', 'removed_file.filepath as removed'])
    .where('file.filepath', '=', filepath)
    .executeTakeFirst();
  return found && { sha256: found.sha256, isRemoved: found.removed !== null };
}
