import type { Db } from '#server/db/tables.ts';
import { addStep } from '#server/editions/edition-row.ts';
import { record, type Actor } from '#server/people/staff/audit.ts';

/** The clock, as an actor. */
export const CLOCK: Actor = { staffId: null, account: '', address: '' };

interface Held {
  deliveryId: number;
  as: 'stopped' | 'held';
  /** reason for the history of the edition and its reviewer */
  why: string;
}

/**
 * FD4: keeps a waiting delivery from publication by its rule; its edition stays in review and shows the reason. Within
 * a transaction. @returns false where it waits no longer
 */
export async function holdDelivery(trx: Db, { deliveryId, as, why }: Held, actor: Actor = CLOCK): Promise<boolean> {
  const held = await trx
    .updateTable('delivery')
    .set({ ended_at: new Date(), ended_as: as, ended_by: actor.staffId, ended_why: why })
    .where('delivery_id', '=', deliveryId)
    .where('due_at', 'is not', null)
    .where('ended_at', 'is', null)
    .returning('edition_id')
    .executeTakeFirst();
  if (!held) return false;
  const edition = await trx
    .selectFrom('edition')
    .select(['edition_id', 'version', 'content_hash'])
    .where('edition_id', '=', held.edition_id!)
    .where('state', 'not in', ['published', 'discarded'])
    .executeTakeFirst();
  if (edition) await addStep(trx, actor, edition, 'held', why.slice(0, 2_000));
  else await record(trx, actor, 'edition.held', { subject: `edition:${held.edition_id}`, facts: { note: why } });
  return true;
}
