import type { Db } from '../db/tables.ts';
import type { Actor } from '../people/staff/audit.ts';
import { addStep, noteOf, step, type Asked } from './edition-row.ts';

/** Gives a draft up. What it said stays on record. @throws Refused editionConflict, editionState */
export async function discardEdition(db: Db, actor: Actor, asked: Asked & { note?: string }): Promise<void> {
  await step(db, actor, 'discard', asked, async (trx, row) => {
    await trx
      .updateTable('edition')
      .set({ state: 'discarded', approved_hash: null, approved_by: null, publish_at: null, changed_at: new Date() })
      .where('edition_id', '=', row.edition_id)
      .execute();
    await addStep(trx, actor, row, 'discarded', noteOf(asked.note));
  });
}
