import { sql } from 'kysely';
import type { FeedingRule } from '#kinds/feeding/index.ts';
import { shanghaiDate, shanghaiSecond } from '#rules/time/shanghai-date.ts';
import type { Db } from '#server/db/tables.ts';
import { isSameHuman } from '#server/people/staff/same-human.ts';

/**
 * Milliseconds within which deliveries count together against the share (FD4). Less than a day, so that a daily delivery
 * that comes a little early does not count together with the one before.
 */
const WINDOW = 20 * 3_600_000;

/** A rule that counts, with who approved it. */
export interface RuleInForce {
  ruleId: number;
  rule: FeedingRule;
  /** the publication that made it public */
  no: number;
  approver: { staffId: number; name: string };
}

/** Why deliveries do not become public by a rule; '' where the register has none. */
export interface NoRule {
  why: string;
}

/** FD3, FD5: whether a register has a rule for this token that counts at this moment. @param ruleId the rule that it has to be */
export async function findRule(
  db: Db,
  { register, tokenId, now, ruleId }: { register: string; tokenId: number; now: Date; ruleId?: number },
): Promise<RuleInForce | NoRule> {
  const row = await db
    .selectFrom('feeding_rule')
    .select(['row_id', 'rule', 'opened_in'])
    .where('register', '=', register)
    .where('public_to', 'is', null)
    .executeTakeFirst();
  if (!row) return { why: ruleId === undefined ? '' : '报送规则已终止' };
  const rule = row.rule as FeedingRule;
  if (ruleId !== undefined && row.row_id !== ruleId) return { why: '报送规则在收到之后有修改' };
  if (rule.token !== tokenId) return { why: `报送规则是为令牌 ${rule.token} 订立的` };
  if (rule.until < shanghaiDate(now.getTime())) return { why: `报送规则已于 ${rule.until} 到期` };
  const token = await db
    .selectFrom('delivery_token')
    .select(['made_by', 'expires_at', 'revoked_at'])
    .where('token_id', '=', tokenId)
    .executeTakeFirstOrThrow();
  if (token.revoked_at !== null) return { why: '令牌已被吊销' };
  if (token.expires_at <= now) return { why: `令牌已于 ${shanghaiSecond(token.expires_at.toISOString())} 到期` };
  const { rows } = await sql<{ staff_id: number; name: string; state: string; emergency: boolean }>`
    select staff.staff_id, staff.name, staff.state, edition.review_due is not null as emergency
    from edition left join staff on staff.staff_id = case when edition.review_due is null then edition.approved_by
      else (select staff_id from edition_step where edition_id = edition.edition_id and act = 'reviewed-after' limit 1) end
    where edition.published_in = ${row.opened_in}`.execute(db);
  const [approver] = rows;
  if (!approver) return { why: '报送规则不是经审核的稿件发布的' };
  if (approver.staff_id === null) return { why: '报送规则是紧急发布的，还没有复核' };
  if (approver.state !== 'active') return { why: `报送规则的审核人${approver.name}的账号已停用` };
  if (await isSameHuman(db, approver.staff_id, token.made_by))
    return { why: `报送规则的审核人${approver.name}也是令牌的新建人` };
  return { ruleId: row.row_id, rule, no: row.opened_in, approver: { staffId: approver.staff_id, name: approver.name } };
}

/**
 * FD4: why a delivery changes more of a register than its rule allows, together with those shortly before it; null where
 * it does not. @param but the delivery itself, where it is counted already
 */
export async function shareProblem(
  db: Db,
  { rule }: Pick<RuleInForce, 'rule'>,
  { register, changed, now, but = 0 }: { register: string; changed: number; now: Date; but?: number },
): Promise<string | null> {
  const since = new Date(now.getTime() - WINDOW);
  const [{ rows: counted }, { rows: before }] = await Promise.all([
    sql<{ changed: number }>`select coalesce(sum(changed), 0)::int as changed from delivery
      where register = ${register} and due_at is not null and delivery_id <> ${but}
        and (ended_at is null or (ended_as = 'published' and ended_at > ${since}))`.execute(db),
    // rows of the first publication count for a register that was first published since
    sql<{ rows: number }>`with began as (
        select greatest(${since}::timestamptz, min(public_from)) as at from register_state where register = ${register})
      select count(*)::int as rows from register_row, began
      where register = ${register} and public_from <= began.at and (public_to is null or public_to > began.at)`.execute(
      db,
    ),
  ]);
  const [earlier, rows] = [counted[0]!.changed, before[0]!.rows];
  if (changed === 0 || (earlier + changed) * 100 <= rows * rule.share) return null;
  const together =
    earlier === 0
      ? `变动 ${changed} 行`
      : `变动 ${changed} 行，连同 20 小时内的 ${earlier} 行共 ${earlier + changed} 行`;
  return `${together}，超过报送规则允许的 ${rule.share}%（其时公示 ${rows} 行）`;
}
