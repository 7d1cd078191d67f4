import { sql } from 'kysely';
import { ruleNote } from '#rules/editions/edition-steps.ts';
import { redLineWords, type RedLines } from '#rules/registers/red-lines.ts';
import type { Finding } from '#wire/edition-answers.ts';
import { heldByFinding } from '#server/editions/checks/answers.ts';
import { shanghaiSecond } from '#rules/time/shanghai-date.ts';
import type { Db } from '#server/db/tables.ts';
import { addStep } from '#server/editions/edition-row.ts';
import { Refused } from '#server/errors.ts';
import type { Vanishing } from '#server/registers/import/import-report.ts';
import { findRule, shareProblem, type RuleInForce } from './rule.ts';
import type { Sender } from './tokens.ts';

/** Facts that decide on the way of a delivery. */
export interface Facts {
  register: string;
  sender: Sender;
  isWhole: boolean;
  /** facts about the public register; undefined: nothing is public yet */
  before: { dataDate: string; department: string } | undefined;
  dataDate: string;
  department: string;
  changed: number;
  vanishing: Vanishing | null;
  /** RD7 */
  redLines: RedLines;
  /** PV2, CK3: those that a person has to answer for */
  findings: readonly Finding[];
}

/** Way of a delivery after its check. */
export interface Way {
  rule: RuleInForce | null;
  /** time at which it becomes public by the rule; null: it waits for a review */
  dueAt: Date | null;
  /** why no rule publishes it; '' where one does */
  why: string;
  /** note for the history of its edition */
  note: string;
}

/** FD4: whether a delivery becomes public by a rule, and when. Within the transaction that stores it. */
export async function wayOf(trx: Db, facts: Facts, now: Date): Promise<Way> {
  await replaceEarlier(trx, facts);
  const { register, sender, changed } = facts;
  const found = await findRule(trx, { register, tokenId: sender.tokenId, now });
  const review = (why: string): Way => ({ rule: null, dueAt: null, why, note: why });
  if ('why' in found)
    return review(found.why === '' ? '这个登记表没有报送规则，须由他人审核后发布' : `${found.why}，须由他人审核`);
  const why =
    otherReason(facts) ??
    (await stoppedReason(trx, register)) ??
    (await shareProblem(trx, found, { register, changed, now }));
  if (why !== null) return review(`${why}，须由他人审核`);
  const dueAt = new Date(now.getTime() + found.rule.wait * 60_000);
  const note = `${shanghaiSecond(dueAt.toISOString())} 按规则发布（${ruleNote(found.no)}，审核人${found.approver.name}）`;
  return { rule: found, dueAt, why: '', note };
}

/** Reason in the facts for which no rule publishes a delivery; null for none. */
function otherReason({ before, vanishing, dataDate, department, redLines, findings }: Facts): string | null {
  if (!before) return '登记表还没有公示过';
  if (vanishing) return `现在公示的 ${vanishing.publicRows} 行中有 ${vanishing.removed} 行将消失`;
  if (dataDate < before.dataDate) return `数据日期 ${dataDate} 早于公示中的 ${before.dataDate}`;
  if (department !== before.department) return `责任部门与公示中的“${before.department}”不同`;
  const [line] = redLines.lines;
  if (line) return `须核对：${redLineWords(line)}`;
  return findings[0] ? heldByFinding(findings[0]) : null;
}

/**
 * Reason from a delivery that somebody stopped and nobody has decided on since: sending it again does not get around
 * that; null for none.
 */
async function stoppedReason(trx: Db, register: string): Promise<string | null> {
  const found = await trx
    .selectFrom('delivery')
    .innerJoin('edition', 'edition.edition_id', 'delivery.edition_id')
    .innerJoin('staff', 'staff.staff_id', 'delivery.ended_by')
    .select(['delivery.delivery_id', 'staff.name'])
    .where('register', '=', register)
    .where('ended_as', '=', 'stopped')
    .where('edition.state', '=', 'in-review')
    .orderBy('delivery_id', 'desc')
    .executeTakeFirst();
  return found ? `第 ${found.delivery_id} 次报送已由${found.name}停止，还没有处理` : null;
}

/**
 * Discards earlier editions of the same program that nobody has touched, where a whole register replaces them. Changes
 * replace none: those before them would be lost.
 * @throws Refused deliveryWaits
 */
async function replaceEarlier(trx: Db, { register, sender, isWhole }: Facts): Promise<void> {
  const earlier = await trx
    .selectFrom('delivery')
    .innerJoin('edition', 'edition.edition_id', 'delivery.edition_id')
    .select(['delivery_id', 'due_at', 'ended_at', 'edition.edition_id', 'version', 'content_hash'])
    .where('token_id', '=', sender.tokenId)
    .where('register', '=', register)
    .where('state', '=', 'in-review')
    .where('version', '=', 1)
    .where(sql<boolean>`ended_as is distinct from 'stopped'`)
    .forUpdate()
    .execute();
  for (const { delivery_id, due_at, ended_at, ...edition } of earlier) {
    const isWaiting = due_at !== null && ended_at === null;
    if (!isWhole) {
      if (isWaiting)
        throw new Refused(
          'deliveryWaits',
          `第 ${delivery_id} 次报送还在等待发布（${shanghaiSecond(due_at.toISOString())}），请待其发布或停止后再报送变更；整表报送会取代它`,
        );
      continue;
    }
    const why = '同一程序又报送了整个登记表';
    if (isWaiting)
      await trx
        .updateTable('delivery')
        .set({ ended_at: new Date(), ended_as: 'replaced', ended_why: why })
        .where('delivery_id', '=', delivery_id)
        .execute();
    await trx
      .updateTable('edition')
      .set({ state: 'discarded', changed_at: new Date() })
      .where('edition_id', '=', edition.edition_id)
      .execute();
    await addStep(trx, sender.actor, edition, 'discarded', why);
  }
}
