import type { Site } from '../../site/site.ts';
import type { Actor } from '../../people/staff/audit.ts';
import { checkEdition, invalidEdition, type PublishContext } from '../review/check-edition.ts';
import { createEdition } from './create-edition.ts';
import type { Draft } from './draft-changes.ts';
import { addSubmission, noteWith, step, type StepInput } from '../edition-row.ts';
import { reasonsGiven, type Reasons } from '../checks/answers.ts';
import { findToAnswer } from '../checks/find-findings.ts';
import { saveEdition } from './save-edition.ts';

/**
 * A new edition, or a new version of one, that is sent for review at once. It is checked whole before anything is
 * stored, so that a wizard that is sent back with problems leaves no draft behind.
 * @param again the edition that is taken up, at the version that its writer has
 * @throws Refused invalidEdition with the problems, checkStops, reasonsNeeded (CK3), editionConflict, editionState
 */
export async function createSubmitted(
  publishContext: PublishContext,
  site: Site,
  actor: Actor,
  draft: Draft,
  { note = '', again, reasons }: { note?: string; again?: StepInput | undefined; reasons?: Reasons | undefined } = {},
): Promise<{ editionId: number; version: number }> {
  const { db } = publishContext;
  const problems = await checkEdition(publishContext, draft);
  if (problems.length > 0) throw invalidEdition(problems);
  const lines = reasonsGiven(await findToAnswer(publishContext, draft), reasons);
  if (!again) return createEdition(db, site, actor, draft, {}, noteWith(note, lines));
  const { version } = await saveEdition(db, site, actor, { ...again, draft });
  const saved = { editionId: again.editionId, version };
  await step(db, actor, 'submit', saved, (trx, row) => addSubmission(trx, actor, row, noteWith(note, lines)));
  return saved;
}
