import type { GroupGrant } from '#rules/people/group-rules.ts';
import type { GroupRule } from '#wire/console-answers.ts';
import type { Db } from '../../db/tables.ts';
import { Refused } from '../../errors.ts';
import { record, type Actor } from '../staff/audit.ts';
import { endSessions } from '../staff/sessions.ts';
import { steadyDate } from '../steady-clock.ts';
import { RECHECK } from './vouched-sessions.ts';

/** OI3: the rules in force, in the order in which they began. */
export async function listRules(db: Db): Promise<GroupRule[]> {
  const rows = await db
    .selectFrom('group_rule')
    .innerJoin('staff', 'staff.staff_id', 'group_rule.begun_by')
    .select(['rule_id', 'group_name', 'role', 'channel_id', 'begun_at', 'staff.name'])
    .where('ended_at', 'is', null)
    .orderBy('rule_id')
    .execute();
  return rows.map(({ rule_id, group_name, role, channel_id, begun_at, name }) => ({
    ruleId: rule_id,
    group: group_name,
    role,
    channelId: channel_id,
    begunAt: begun_at.toISOString(),
    begunBy: name,
  }));
}

/** Whether this rule is in force. */
export async function hasRule(db: Db, { group, role, channelId }: GroupGrant): Promise<boolean> {
  return (await listRules(db)).some((one) => one.group === group && one.role === role && one.channelId === channelId);
}

/** A rule begins. @param by who proposed it @throws Refused invalidInput where it is in force */
export async function beginRule(trx: Db, by: number, { group, role, channelId }: GroupGrant): Promise<number> {
  const added = await trx
    .insertInto('group_rule')
    .values({ group_name: group, role, channel_id: channelId, begun_at: new Date(), begun_by: by })
    .onConflict((conflict) => conflict.doNothing())
    .returning('rule_id')
    .executeTakeFirst();
  if (!added) throw new Refused('invalidInput', '已经有同样的规则', { field: 'group' });
  return added.rule_id;
}

/**
 * A rule ends. Roles that no other rule brings end with it; people of whom that is not known are asked about at their next request.
 * @throws Refused unknownRule
 */
export async function endRule(trx: Db, actor: Actor, ruleId: number): Promise<void> {
  const ended = await trx
    .updateTable('group_rule')
    .set({ ended_at: new Date(), ended_by: actor.staffId })
    .where('rule_id', '=', ruleId)
    .where('ended_at', 'is', null)
    .returning(['group_name', 'role', 'channel_id'])
    .executeTakeFirst();
  if (!ended) throw new Refused('unknownRule');
  const { group_name: group, role, channel_id: channelId } = ended;
  await record(trx, actor, 'rule.end', { facts: { group, role, channelId }, also: [`rule:${ruleId}`] });
  const isBroughtElse = (await listRules(trx)).some((one) => one.role === role && one.channelId === channelId);
  if (isBroughtElse) {
    await trx
      .updateTable('provider_session')
      .set({ checked_at: steadyDate(-RECHECK.every) })
      .where('checked_at', '>', steadyDate(-RECHECK.every))
      .execute();
    return;
  }
  const grants = await trx
    .updateTable('staff_grant')
    .set({ ended_at: new Date() })
    .where('by_group', '=', true)
    .where('ended_at', 'is', null)
    .where('role', '=', role)
    .where('channel_id', '=', channelId)
    .returning('staff_id')
    .execute();
  for (const { staff_id } of grants) {
    await endSessions(trx, staff_id);
    await record(trx, actor, 'people.role-end', { subject: `staff:${staff_id}`, facts: { role, channelId, group } });
  }
}
