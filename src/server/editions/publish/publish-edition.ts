import { sql } from 'kysely';
import { subjectsOf } from '#kinds/changes.ts';
import { kindOf } from '#kinds/index.ts';
import { visibleSetting } from '#page/settings/visible.ts';
import { emergencyReasonProblem } from '#rules/editions/edition-steps.ts';
import { actingName } from '#rules/people/substitutions.ts';
import type { Published } from '../../store/publication/new-publication.ts';
import type { Db } from '../../db/tables.ts';
import { Refused } from '../../errors.ts';
import type { Actor } from '../../people/staff/audit.ts';
import { assertOpened } from '../../people/staff/opening.ts';
import type { PublishContext } from '../review/check-edition.ts';
import { claim, commit, namesOf, namesOfApproved } from './commit-edition.ts';
import { isLarge } from '../draft/draft-changes.ts';
import {
  addStep,
  assertMay,
  getDraft,
  getEdition,
  noteOf,
  noteWith,
  recordingOwn,
  type StepInput,
  type EditionRow,
} from '../edition-row.ts';
import { assertRowsGone, findRedLines, rowsGoneWords, type ShownSite } from '../review/find-red-lines.ts';
import { importIn } from '../draft/import-steps.ts';
import { assertUpToDate } from '../draft/outdated.ts';
import { publishImportStep } from './publish-import.ts';
import { assertApproverActive } from '../review/review-edition.ts';
import { reasonsGiven, type Reasons } from '../checks/answers.ts';
import { findToAnswer } from '../checks/find-findings.ts';

/** hours within which a second person has to review an emergency publication */
const REVIEW_HOURS = 24;

/**
 * Publishes an approved edition. Publication and state change in one transaction; of two people who publish it at once
 * the second gets editionConflict.
 * @throws Refused notOpened, editionState, editionConflict, approvalEnded, editionOutdated, invalidEdition
 */
export async function publishEdition(
  publishContext: PublishContext,
  actor: Actor,
  input: StepInput,
  { dueBy }: { dueBy?: Date } = {},
): Promise<Published> {
  await assertOpened(publishContext.db);
  const row = await getEdition(publishContext.db, input.editionId);
  const draft = await getDraft(publishContext.db, row.edition_id, row.version);
  // said whether or not its approval was ended for it already (ED12)
  await assertUpToDate(publishContext.db, row, draft.changes);
  const { contributors } = await assertMay(publishContext.db, row, 'publish', input.version, actor);
  await assertApproverActive(publishContext.db, actor, row);
  if (publishContext.runInWorker && (await isLargeEdition(publishContext.db, row)))
    return publishContext.runInWorker('publish', { actor, input, ...(dueBy && { dueBy }) });
  const names = await namesOfApproved(publishContext.db, contributors, row);
  if (importIn(draft.changes)) return publishImportStep(publishContext, actor, row, { names, ...(dueBy && { dueBy }) });
  return commit(publishContext, row, names, {
    claimed: (trx) => claim(trx, row, dueBy),
    done: async (trx, { no }) => {
      await trx
        .updateTable('edition')
        .set({ state: 'published', published_in: no, publish_at: null, changed_at: new Date() })
        .where('edition_id', '=', row.edition_id)
        .execute();
      await addStep(trx, actor, row, 'published', `第 ${no} 号发布`);
    },
    onBase: true,
  });
}

/**
 * ST2: publishes an edition in an emergency after what whoever does it has looked at: where public rows go, they have to
 * name how many (RD6).
 * @throws Refused rowsGoneAsked, and as emergencyPublish
 */
export async function emergencySeen(
  publishContext: PublishContext,
  site: ShownSite,
  actor: Actor,
  { rowsGone: typed, ...input }: EmergencyInput & { rowsGone?: number },
): Promise<Published> {
  const { db } = publishContext;
  const row = await getEdition(db, input.editionId);
  await recordingOwn(db, actor, 'emergency', input, () => assertMay(db, row, 'emergency', input.version, actor));
  const redLines = await findRedLines(publishContext, site, (await getDraft(db, row.edition_id, row.version)).changes);
  assertRowsGone(redLines, typed);
  return emergencyPublish(publishContext, actor, { ...input, seen: rowsGoneWords(redLines) });
}

export type EmergencyInput = StepInput & { note?: string; reasons?: Reasons };

/**
 * ST2: publishes an edition without approval, for a reason that is recorded, by somebody who did not write it. The log names the person and says that it was not
 * approved; a second person has to confirm it within a day, and until then the edition is marked.
 * @param input with `seen`, lines for the history: what had to be confirmed
 * @throws Refused invalidInput, notOpened, ownEdition, editionState, editionConflict, invalidEdition
 */
export async function emergencyPublish(
  publishContext: PublishContext,
  actor: Actor,
  input: EmergencyInput & { seen?: string },
): Promise<Published> {
  const wrong = emergencyReasonProblem(input.note ?? '');
  const reason = noteOf(wrong === null ? input.note : '', wrong ?? '');
  await assertOpened(publishContext.db);
  const row = await getEdition(publishContext.db, input.editionId);
  const { contributors } = await recordingOwn(publishContext.db, actor, 'emergency', input, () =>
    assertMay(publishContext.db, row, 'emergency', input.version, actor),
  );
  const draft = await getDraft(publishContext.db, row.edition_id, row.version);
  const { changes } = draft;
  if (importIn(changes)) throw new Refused('editionState', '迁入的文章分批发布，须先经他人审核，不能紧急发布');
  if (changes.some((change) => kindOf(change).isOnce))
    throw new Refused('editionState', '移除内容不能收回，须先经他人审核，不能紧急发布');
  if (subjectsOf(changes).includes(`setting:${visibleSetting.name}`))
    throw new Refused('editionState', '开通网站不能收回，须先经他人审核，不能紧急发布');
  const reasons = reasonsGiven(await findToAnswer(publishContext, draft), input.reasons);
  const lines = [input.seen ?? '', reasons].filter((line) => line !== '').join('\n');
  if (publishContext.runInWorker && (await isLargeEdition(publishContext.db, row)))
    return publishContext.runInWorker('emergency', { actor, input });
  const people = await namesOf(publishContext.db, [...contributors, actor.staffId!]);
  const absent = (actor.insteadOf ?? []).map(({ name }) => name);
  const names = {
    writtenBy: contributors.map((id) => people.get(id)!).join('、'),
    approvedBy: `紧急发布：${actingName(people.get(actor.staffId!)!, absent)}（待复核）`,
  };
  return commit(publishContext, row, names, {
    claimed: (trx) => claim(trx, row),
    done: async (trx, { no }) => {
      await trx
        .updateTable('edition')
        .set({
          state: 'published',
          published_in: no,
          review_due: sql<Date>`now() + make_interval(hours => ${REVIEW_HOURS})`,
          changed_at: new Date(),
        })
        .where('edition_id', '=', row.edition_id)
        .execute();
      await addStep(trx, actor, row, 'emergency', noteWith(reason, lines));
    },
    // the public content has to change now, whatever else happened to it
    onBase: false,
  });
}

export const isLargeEdition = async (db: Db, { edition_id, version }: EditionRow): Promise<boolean> =>
  isLarge((await getDraft(db, edition_id, version)).changes);
