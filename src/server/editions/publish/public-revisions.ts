import { partsOf, type Subject } from '#kinds/changes.ts';
import { storeOf } from '#kinds/stores.ts';
import type { Db } from '../../db/tables.ts';

/**
 * Revision of each subject's public content; '' where there is none. Two revisions are equal where nothing was
 * published of it in between.
 * @param no within the transaction of this publication: what was public before it
 */
export async function publicRevisions(
  db: Db,
  subjects: readonly Subject[],
  no?: number,
): Promise<Record<Subject, string>> {
  const revisions: Record<Subject, string> = {};
  for (const subject of new Set(subjects)) {
    const parts = partsOf(subject);
    revisions[subject] = parts === null ? '' : await storeOf(parts).revision(db, parts.id, no);
  }
  return revisions;
}

/** Number of the newest publication, 0 for none. */
export const newestPublication = async (db: Db): Promise<number> =>
  (await db.selectFrom('publication').select('no').orderBy('no', 'desc').limit(1).executeTakeFirst())?.no ?? 0;
