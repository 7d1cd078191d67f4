import type { Db } from '../../db/tables.ts';
import { Refused } from '../../errors.ts';
import type { Actor } from '../../people/staff/audit.ts';
import type { PublishContext } from './check-edition.ts';
import {
  addStep,
  assertMay,
  getDraft,
  getEdition,
  noteOf,
  noteWith,
  recordingOwn,
  step,
  storedHash,
  type EditionRow,
  type StepInput,
} from '../edition-row.ts';
import { assertRowsGone, findRedLines, rowsGoneWords, type ShownSite } from './find-red-lines.ts';
import { assertUpToDate } from '../draft/outdated.ts';
import { assertNotHeld } from './feature-hooks.ts';
import { consentsGiven } from '../checks/answers.ts';
import { findToAnswer } from '../checks/find-findings.ts';

/**
 * Approves what somebody has read: where public rows go, they have to name how many (RD6), and they agree to each finding
 * with a reason by name (PV2, CK3).
 * @throws Refused ownEdition, editionConflict, editionState, editionOutdated (ED11), editionHeld (RM4), rowsGoneAsked, checkStops,
 * reasonsNeeded
 */
export async function approveSeen(
  publishContext: PublishContext,
  site: ShownSite,
  actor: Actor,
  input: StepInput & { note?: string; consents?: readonly string[]; rowsGone?: number },
): Promise<void> {
  const { db } = publishContext;
  const row = await getEdition(db, input.editionId);
  await recordingOwn(db, actor, 'approve', input, () => assertMay(db, row, 'approve', input.version, actor));
  await assertNotHeld(db, row.edition_id);
  const draft = await getDraft(db, row.edition_id, row.version);
  await assertUpToDate(db, row, draft.changes);
  const redLines = await findRedLines(publishContext, site, draft.changes);
  assertRowsGone(redLines, input.rowsGone);
  const consents = consentsGiven(await findToAnswer(publishContext, draft), input.consents);
  const seen = [rowsGoneWords(redLines), consents].filter((line) => line !== '');
  await approveEdition(db, actor, input, seen.join('\n'));
}

/**
 * Approves what this version says, by its hash. Who created, saved or submitted any version cannot.
 * @param seen lines for the history: what had to be confirmed
 * @throws Refused ownEdition, editionConflict, editionState, editionOutdated (ED11), editionHeld (RM4)
 */
export async function approveEdition(
  db: Db,
  actor: Actor,
  input: StepInput & { note?: string },
  seen = '',
): Promise<void> {
  await step(db, actor, 'approve', input, async (trx, row) => {
    const hash = await storedHash(trx, row.edition_id, row.version);
    if (hash !== row.content_hash)
      throw new Refused('editionState', '稿件内容与保存时的校验值不符，不能通过，请联系系统管理员');
    await assertNotHeld(trx, row.edition_id);
    await assertUpToDate(trx, row, (await getDraft(trx, row.edition_id, row.version)).changes);
    await trx
      .updateTable('edition')
      .set({ state: 'approved', approved_hash: hash, approved_by: actor.staffId, changed_at: new Date() })
      .where('edition_id', '=', row.edition_id)
      .execute();
    await addStep(trx, actor, row, 'approved', noteWith(input.note, seen));
  });
}

/**
 * Gives it back to its writers with a reason; an approval given before is void. @throws Refused ownEdition,
 * editionConflict, editionState, invalidInput
 */
export async function returnEdition(db: Db, actor: Actor, input: StepInput & { note?: string }): Promise<void> {
  const reason = noteOf(input.note, '请写明退回的原因，以便撰写人修改');
  await step(db, actor, 'return', input, async (trx, row) => {
    await trx
      .updateTable('edition')
      .set({ state: 'returned', approved_hash: null, approved_by: null, publish_at: null, changed_at: new Date() })
      .where('edition_id', '=', row.edition_id)
      .execute();
    await addStep(trx, actor, row, 'returned', reason);
  });
}

/**
 * A second person has looked at what was published in an emergency. @throws Refused ownEdition, editionState,
 * invalidInput
 */
export async function confirmEmergency(db: Db, actor: Actor, input: StepInput & { note?: string }): Promise<void> {
  const finding = noteOf(input.note, '请写明复核的结论');
  await step(db, actor, 'confirm', input, async (trx, row) => {
    await trx
      .updateTable('edition')
      .set({ reviewed_at: new Date(), changed_at: new Date() })
      .where('edition_id', '=', row.edition_id)
      .execute();
    await addStep(trx, actor, row, 'reviewed-after', finding);
  });
}

/**
 * ST1: an approval ends with the account of whoever gave it. The edition waits for another one, which its history says.
 * @throws Refused approvalEnded
 */
export async function assertApproverActive(db: Db, actor: Actor, row: EditionRow): Promise<void> {
  const ended = await db.transaction().execute(async (trx) => {
    const approver = await trx
      .selectFrom('edition')
      .innerJoin('staff', 'staff.staff_id', 'edition.approved_by')
      .select(['staff.name', 'staff.state'])
      .where('edition_id', '=', row.edition_id)
      .where('version', '=', row.version)
      .where('edition.state', '=', 'approved')
      .forUpdate('edition')
      .executeTakeFirst();
    if (approver?.state !== 'suspended') return '';
    await trx
      .updateTable('edition')
      .set({ state: 'in-review', approved_hash: null, approved_by: null, publish_at: null, changed_at: new Date() })
      .where('edition_id', '=', row.edition_id)
      .execute();
    const why = `审核人${approver.name}的账号已停用，其审核不再有效，须由他人重新审核`;
    await addStep(trx, actor, row, 'approval-ended', why);
    return why;
  });
  if (ended !== '') throw new Refused('approvalEnded', `${ended}。稿件已回到审核中。`);
}
