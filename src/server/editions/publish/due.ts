import type { BackgroundPart } from '../../background/parts.ts';
import type { Db } from '../../db/tables.ts';
import { Refused, errors } from '../../errors.ts';
import type { Actor } from '../../people/staff/audit.ts';
import type { PublishContext } from '../review/check-edition.ts';
import { addStep } from '../edition-row.ts';
import { isForLater } from '../draft/for-later.ts';
import { publishEdition } from './publish-edition.ts';
import { databaseNow } from './schedule-edition.ts';

const CLOCK: Actor = { staffId: null, account: '', address: '' };
/** more become public with the next look */
const MOST_AT_ONCE = 20;

/**
 * Publishes what is due, the earliest first. An edition that cannot be published is taken off the schedule and says so
 * in its history; it holds up no other. Of two servers at once each edition is published by one.
 * @param now by the database's clock
 * @returns how many became public
 */
export async function publishDue(publishContext: PublishContext, now: Date): Promise<number> {
  const due = await publishContext.db
    .selectFrom('edition')
    .select(['edition_id', 'version', 'content_hash'])
    .where('state', '=', 'approved')
    .where('publish_at', '<=', now)
    .orderBy('publish_at')
    .orderBy('edition_id')
    .limit(MOST_AT_ONCE)
    .forUpdate()
    .skipLocked()
    .execute();
  let published = 0;
  for (const row of due) {
    try {
      await publishEdition(publishContext, CLOCK, { editionId: row.edition_id, version: row.version }, { dueBy: now });
      published += 1;
    } catch (error) {
      if (isForLater(error)) throw error;
      // somebody else has it right now
      if (!(error instanceof Refused && error.code === errors.editionConflict.code))
        await giveUp(publishContext.db, row, error);
    }
  }
  return published;
}

async function giveUp(
  db: Db,
  row: { edition_id: number; version: number; content_hash: string },
  error: unknown,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('edition')
      .set({ publish_at: null, changed_at: new Date() })
      .where('edition_id', '=', row.edition_id)
      .where('version', '=', row.version)
      .where('state', '=', 'approved')
      .where('publish_at', 'is not', null)
      .executeTakeFirst();
    // published, changed or given up by somebody else since
    if (numUpdatedRows > 0n)
      await addStep(
        trx,
        CLOCK,
        row,
        'failed',
        (error instanceof Refused ? error.message : '服务器内部错误').slice(0, 2_000),
      );
  });
  if (!(error instanceof Refused)) throw error;
}

/** A part of the background that looks for what is due and publishes it. */
export interface PublishingPart extends Pick<BackgroundPart, 'name' | 'failed'> {
  /** publishes what is due at a moment, and says how much that was */
  publish: (publishContext: PublishContext, now: Date) => Promise<number>;
}

/**
 * Parts that look each second for what is due, from the start on, so that what came due while no server ran is caught up
 * with.
 * @param published told after something became public
 */
export const publishingParts =
  (publishContext: PublishContext, published: () => Promise<unknown>) =>
  ({ publish, ...part }: PublishingPart): BackgroundPart => ({
    ...part,
    node: 'any',
    every: 1_000,
    run: async () => {
      if ((await publish(publishContext, await databaseNow(publishContext.db))) > 0) await published();
    },
  });
