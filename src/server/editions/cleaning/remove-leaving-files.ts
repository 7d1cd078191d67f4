import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '../../db/tables.ts';
import { RETENTION } from './remove-unnamed.ts';

/**
 * Removes the bytes of files whose rows went a day ago. An upload of such a file takes it out of the table first and
 * then puts it in its place (files/store.ts). So each waits for the other, and it is there in the end.
 * @param dir DATA_DIR/files @param now by the database's clock
 */
export async function removeLeavingFiles(db: Db, dir: string, now: Date): Promise<void> {
  const due = await db
    .selectFrom('file_leaving')
    .select('filepath')
    .where('since', '<=', new Date(now.getTime() - RETENTION.bytes))
    .execute();
  for (const { filepath } of due) {
    await db.transaction().execute(async (trx) => {
      const held = await trx
        .selectFrom('file_leaving')
        .select('filepath')
        .where('filepath', '=', filepath)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (!held) return;
      await rm(join(dir, filepath), { force: true });
      await trx.deleteFrom('file_leaving').where('filepath', '=', filepath).execute();
    });
  }
}
