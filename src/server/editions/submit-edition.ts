import type { Actor } from '../people/staff/audit.ts';
import { checkEdition, invalidEdition, type PublishContext } from './check-edition.ts';
import { addSubmission, assertMay, getDraft, getEdition, noteOf, step, type StepInput } from './edition-row.ts';

/**
 * Asks for a review. What could not be published is not sent: a reviewer would look at it in vain.
 * @throws Refused invalidEdition, editionConflict, editionState
 */
export async function submitEdition(
  publishContext: PublishContext,
  actor: Actor,
  input: StepInput & { note?: string },
): Promise<void> {
  const { db } = publishContext;
  await assertMay(db, await getEdition(db, input.editionId), 'submit', input.version, actor.staffId);
  const problems = await checkEdition(publishContext, await getDraft(db, input.editionId, input.version));
  if (problems.length > 0) throw invalidEdition(problems);
  await step(db, actor, 'submit', input, (trx, row) => addSubmission(trx, actor, row, noteOf(input.note)));
}
