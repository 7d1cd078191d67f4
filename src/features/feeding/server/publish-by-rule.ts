import type { Transaction } from 'kysely';
import { CONTRIBUTING, ruleNote } from '#rules/editions/edition-steps.ts';
import { rows as rowsKind } from '#kinds/rows/index.ts';
import { isCurrentDefinition } from '#kinds/rows/server/current-definition.ts';
import { registerStore } from '#kinds/register/server/store.ts';
import { writtenOf } from '#kinds/changes.ts';
import type { Tables } from '#server/db/tables.ts';
import { errors, Refused } from '#server/errors.ts';
import type { PublishContext } from '#server/editions/review/check-edition.ts';
import { addStep, getDraft, getEdition } from '#server/editions/edition-row.ts';
import { isForLater } from '#server/editions/draft/for-later.ts';
import { claim, commit, namesOf } from '#server/editions/publish/commit-edition.ts';
import { isLargeEdition } from '#server/editions/publish/publish-edition.ts';
import { databaseNow } from '#server/editions/publish/schedule-edition.ts';
import { assertOpened } from '#server/people/staff/opening.ts';
import { CLOCK, holdDelivery } from './hold.ts';
import { findRule, shareProblem, type RuleInForce } from './rule.ts';
import { heldByFinding } from '#server/editions/checks/answers.ts';
import { findToAnswer } from '#server/editions/checks/find-findings.ts';

/** Why a delivery that is due does not become public by its rule. */
const heldBack = (why: string): Refused => new Refused('deliveryState', why);

/**
 * FD4: publishes a delivery whose wait is over, by the rule that it came under, as that is now. Rule, token, approver,
 * share, definition and edition are read anew in the transaction of the publication.
 * @throws Refused with the reason; nothing is published then
 */
export async function publishByRule(publishContext: PublishContext, deliveryId: number): Promise<void> {
  const { db } = publishContext;
  await assertOpened(db);
  const delivery = await db
    .selectFrom('delivery')
    .innerJoin('delivery_token', 'delivery_token.token_id', 'delivery.token_id')
    .select(['delivery.token_id', 'register', 'changed', 'edition_id', 'rule_id', 'staff_id'])
    .where('delivery_id', '=', deliveryId)
    .executeTakeFirstOrThrow();
  const row = await getEdition(db, delivery.edition_id!);
  if (publishContext.runInWorker && (await isLargeEdition(db, row)))
    return publishContext.runInWorker('publish-by-rule', { deliveryId });
  const { changes } = await getDraft(db, row.edition_id, row.version);
  // a person has to answer for a finding (PV2, CK3)
  const [finding] = await findToAnswer(publishContext, { title: '', changes });
  if (finding) throw heldBack(heldByFinding(finding));
  const ruleInForce = async (trx: Transaction<Tables>): Promise<RuleInForce> => {
    const waiting = await trx
      .selectFrom('delivery')
      .select('delivery_id')
      .where('delivery_id', '=', deliveryId)
      .where('ended_at', 'is', null)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!waiting) throw new Refused('editionConflict');
    const steps = await trx
      .selectFrom('edition_step')
      .select(['staff_id', 'act'])
      .where('edition_id', '=', row.edition_id)
      .execute();
    const isUntouched = steps.every(
      ({ act, staff_id }) => CONTRIBUTING.includes(act) && staff_id === delivery.staff_id,
    );
    if (row.version !== 1 || row.state !== 'in-review' || !isUntouched) throw heldBack('稿件已由他人处理');
    const now = await databaseNow(trx);
    const { token_id: tokenId, register, changed, rule_id } = delivery;
    const found = await findRule(trx, { register, tokenId, now, ruleId: rule_id! });
    if ('why' in found) throw heldBack(found.why);
    const tooMuch = await shareProblem(trx, found, { register, changed, now, but: deliveryId });
    if (tooMuch !== null) throw heldBack(tooMuch);
    return found;
  };
  // read for the names, which the log needs before its transaction begins; read again in it
  const rule = await db.transaction().execute(ruleInForce);
  const { definition } = writtenOf(rowsKind, changes)[0]!.document;
  const known = { registers: new Map(), map: null as never };
  const current = await registerStore.find({ db }, known, delivery.register, { storesRows: false });
  if (!current || !isCurrentDefinition({ registers: new Map([[delivery.register, current]]) }, definition))
    throw heldBack('登记表的定义在收到之后有修改');
  const people = await namesOf(db, [delivery.staff_id, rule.approver.staffId]);
  const names = {
    writtenBy: `程序报送：${people.get(delivery.staff_id)!}`,
    approvedBy: `按规则发布：${people.get(rule.approver.staffId)!}（${ruleNote(rule.no)}）`,
  };
  await commit(publishContext, row, names, {
    claimed: async (trx) => {
      await claim(trx, row);
      const now = await ruleInForce(trx);
      if (now.ruleId !== rule.ruleId || now.approver.staffId !== rule.approver.staffId)
        throw heldBack('报送规则在收到之后有修改');
    },
    done: async (trx, { no }) => {
      await trx
        .updateTable('edition')
        .set({ state: 'published', published_in: no, rule_no: rule.no, changed_at: new Date() })
        .where('edition_id', '=', row.edition_id)
        .execute();
      await trx
        .updateTable('delivery')
        .set({ ended_at: new Date(), ended_as: 'published', ended_why: `第 ${no} 号发布` })
        .where('delivery_id', '=', deliveryId)
        .execute();
      await addStep(trx, CLOCK, row, 'by-rule', ruleNote(rule.no));
    },
    onBase: true,
  });
}

/** deliveries that one look publishes; the next look publishes more */
const MOST_AT_ONCE = 20;

/**
 * Publishes deliveries whose wait is over, the earliest first. One that cannot be published stays in review with a
 * reason; it holds up no other. Of two servers at once each delivery is published by one.
 * @returns how many became public
 */
export async function publishDueDeliveries(publishContext: PublishContext, now: Date): Promise<number> {
  const { db } = publishContext;
  const due = await db
    .selectFrom('delivery')
    .select('delivery_id')
    .where('due_at', '<=', now)
    .where('ended_at', 'is', null)
    .orderBy('due_at')
    .orderBy('delivery_id')
    .limit(MOST_AT_ONCE)
    .execute();
  let published = 0;
  for (const { delivery_id: deliveryId } of due) {
    try {
      await publishByRule(publishContext, deliveryId);
      published += 1;
    } catch (error) {
      if (isForLater(error)) throw error;
      // somebody else is changing the edition right now
      if (error instanceof Refused && error.code === errors.editionConflict.code) continue;
      const why = error instanceof Refused ? error.message : '服务器内部错误';
      await db.transaction().execute((trx) => holdDelivery(trx, { deliveryId, as: 'held', why }));
      if (!(error instanceof Refused)) throw error;
    }
  }
  return published;
}
