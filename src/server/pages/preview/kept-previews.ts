import { randomUUID } from 'node:crypto';
import type { Db } from '../../db/tables.ts';
import type { DraftChange } from '../../editions/draft-changes.ts';
import { Refused } from '../../errors.ts';
import { MOST_ROWS } from './excerpts.ts';

/** of one person, the newest */
const MOST_KEPT = 10;

/**
 * Keeps what a frame shows, so that its links lead on within the same draft, on whichever server they arrive.
 * @returns the number by which whoever kept it finds it
 */
export async function keepPreview(db: Db, staffId: number, changes: readonly DraftChange[]): Promise<string> {
  const previewId = randomUUID();
  await db
    .insertInto('preview')
    .values({ preview_id: previewId, staff_id: staffId, changes: JSON.stringify(shortened(changes)), at: new Date() })
    .execute();
  await db
    .deleteFrom('preview')
    .where('staff_id', '=', staffId)
    .where('preview_id', 'not in', (kept) =>
      kept
        .selectFrom('preview')
        .select('preview_id')
        .where('staff_id', '=', staffId)
        .orderBy('at', 'desc')
        .limit(MOST_KEPT),
    )
    .execute();
  return previewId;
}

/** @throws Refused notFound for another person's, or one that is no longer kept */
export async function getPreview(db: Db, staffId: number, previewId: string): Promise<DraftChange[]> {
  const row = await db
    .selectFrom('preview')
    .select('changes')
    .where('preview_id', '=', previewId)
    .where('staff_id', '=', staffId)
    .executeTakeFirst();
  if (!row) throw new Refused('notFound', '这份预览已经过期，请重新打开');
  return row.changes as DraftChange[];
}

/** A preview is looked at, and thousands of rows would be written for nothing; rows that stand apart are only named. */
const shortened = (changes: readonly DraftChange[]): DraftChange[] =>
  changes.map((change) =>
    change.kind === 'register' && change.rows ? { ...change, rows: change.rows.slice(0, MOST_ROWS) } : change,
  );
