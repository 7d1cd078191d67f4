import type { Actor } from '../../people/staff/audit.ts';
import { checkEdition, invalidEdition, type PublishContext } from './check-edition.ts';
import { addSubmission, assertMay, getDraft, getEdition, noteWith, step, type StepInput } from '../edition-row.ts';
import { assertUpToDate } from '../draft/outdated.ts';
import { reasonsGiven, type Reasons } from '../checks/answers.ts';
import { findToAnswer } from '../checks/find-findings.ts';
import { settleEdition } from '../draft/rebase-edition.ts';

/**
 * Asks for a review. What could not be published is not sent: a reviewer would look at it in vain.
 * @throws Refused editionOutdated (ED11), invalidEdition, checkStops, reasonsNeeded (CK3), editionConflict, editionState
 */
export async function submitEdition(
  publishContext: PublishContext,
  actor: Actor,
  input: StepInput & { note?: string; reasons?: Reasons },
): Promise<void> {
  const { db } = publishContext;
  await assertMay(db, await getEdition(db, input.editionId), 'submit', input.version, actor);
  // a draft that only adds lines goes on from the public content
  await settleEdition(db, input.editionId);
  const row = await getEdition(db, input.editionId);
  const draft = await getDraft(db, row.edition_id, row.version);
  await assertUpToDate(db, row, draft.changes);
  const problems = await checkEdition(publishContext, draft);
  if (problems.length > 0) throw invalidEdition(problems);
  const reasons = reasonsGiven(await findToAnswer(publishContext, draft), input.reasons);
  const { editionId, note } = input;
  await step(db, actor, 'submit', { editionId, version: row.version }, (trx, locked) =>
    addSubmission(trx, actor, locked, noteWith(note, reasons)),
  );
}
