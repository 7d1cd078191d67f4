import type { Change } from '#kinds/index.ts';
import { randomUUID } from 'node:crypto';
import type { Db } from '../../db/tables.ts';
import { Refused } from '../../errors.ts';
import { storeOf } from '#kinds/stores.ts';
import { upgradeChanges } from '#kinds/upgrade-change.ts';

/** newest previews of one person */
const MOST_STORED = 10;

/**
 * Stores the changes of a preview, so that its links show the same draft from every server.
 * @returns the id by which the same person finds it
 */
export async function storePreview(db: Db, staffId: number, changes: readonly Change[]): Promise<string> {
  const previewId = randomUUID();
  await db
    .insertInto('preview')
    .values({ preview_id: previewId, staff_id: staffId, changes: JSON.stringify(shortened(changes)), at: new Date() })
    .execute();
  await db
    .deleteFrom('preview')
    .where('staff_id', '=', staffId)
    .where('preview_id', 'not in', (newest) =>
      newest
        .selectFrom('preview')
        .select('preview_id')
        .where('staff_id', '=', staffId)
        .orderBy('at', 'desc')
        .limit(MOST_STORED),
    )
    .execute();
  return previewId;
}

/** @throws Refused notFound for another person's, or a deleted one */
export async function getPreview(db: Db, staffId: number, previewId: string): Promise<Change[]> {
  const row = await db
    .selectFrom('preview')
    .select('changes')
    .where('preview_id', '=', previewId)
    .where('staff_id', '=', staffId)
    .executeTakeFirst();
  if (!row) throw new Refused('notFound', '这份预览已经过期，请重新打开');
  return upgradeChanges(row.changes);
}

/** Shortens inline rows: a preview shows few of them. Rows that are stored separately are only referred to. */
const shortened = (changes: readonly Change[]): Change[] =>
  changes.map((change) => (change.withdraw ? change : excerptOf(change)));

const excerptOf = (change: Change): Change =>
  ({ ...change, document: storeOf(change).preview?.excerpt?.(change.document) ?? change.document }) as Change;
