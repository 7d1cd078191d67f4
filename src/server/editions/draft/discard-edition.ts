import type { Db } from '../../db/tables.ts';
import type { Actor } from '../../people/staff/audit.ts';
import { addStep, noteOf, step, type StepInput } from '../edition-row.ts';

/** Gives a draft up. What it said stays on record. @throws Refused editionConflict, editionState */
export async function discardEdition(db: Db, actor: Actor, input: StepInput & { note?: string }): Promise<void> {
  await step(db, actor, 'discard', input, async (trx, row) => {
    await trx
      .updateTable('edition')
      .set({ state: 'discarded', approved_hash: null, approved_by: null, publish_at: null, changed_at: new Date() })
      .where('edition_id', '=', row.edition_id)
      .execute();
    await addStep(trx, actor, row, 'discarded', noteOf(input.note));
  });
}
