import type { Site } from '../site/site.ts';
import type { Doer } from '../people/staff/audit.ts';
import { checkEdition, unfit, type Press } from './check-edition.ts';
import { createEdition } from './create-edition.ts';
import type { Draft } from './draft-changes.ts';
import { addStep, noteOf, step } from './edition-row.ts';

/**
 * A new edition that is sent for review at once: checked whole before anything is kept, so that a wizard that is sent
 * back with problems leaves no draft behind.
 * @throws Refused editionUnfit with the problems
 */
export async function createSubmitted(
  press: Press,
  site: Site,
  doer: Doer,
  draft: Draft,
  note = '',
): Promise<{ editionId: number; version: number }> {
  const { db } = press;
  const problems = await checkEdition(press, draft);
  if (problems.length > 0) throw unfit(problems);
  const { editionId, version } = await createEdition(db, site, doer, draft);
  await step(db, doer, 'submit', { editionId, version }, async (trx, row) => {
    await trx
      .updateTable('edition')
      .set({ state: 'in-review', changed_at: new Date() })
      .where('edition_id', '=', row.edition_id)
      .execute();
    await addStep(trx, doer, row, 'submitted', noteOf(note));
  });
  return { editionId, version };
}
