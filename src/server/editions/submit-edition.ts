import type { Actor } from '../people/staff/audit.ts';
import { checkEdition, invalidEdition, type PublishContext } from './check-edition.ts';
import { addSubmission, assertMay, getDraft, getEdition, noteOf, step, type StepInput } from './edition-row.ts';
import { assertUpToDate } from './outdated.ts';
import { settleEdition } from './rebase-edition.ts';

/**
 * Asks for a review. What could not be published is not sent: a reviewer would look at it in vain.
 * @throws Refused editionOutdated (ED11), invalidEdition, editionConflict, editionState
 */
export async function submitEdition(
  publishContext: PublishContext,
  actor: Actor,
  input: StepInput & { note?: string },
): Promise<void> {
  const { db } = publishContext;
  await assertMay(db, await getEdition(db, input.editionId), 'submit', input.version, actor.staffId);
  // what only adds lines goes on from what is public now
  await settleEdition(db, input.editionId);
  const row = await getEdition(db, input.editionId);
  const draft = await getDraft(db, row.edition_id, row.version);
  await assertUpToDate(db, row, draft.changes);
  const problems = await checkEdition(publishContext, draft);
  if (problems.length > 0) throw invalidEdition(problems);
  const { editionId, note } = input;
  await step(db, actor, 'submit', { editionId, version: row.version }, (trx, locked) =>
    addSubmission(trx, actor, locked, noteOf(note)),
  );
}
