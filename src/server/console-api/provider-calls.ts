import { as, choice, integer, text, withDefault } from '#page/schema-words.ts';
import { groupName, groupProblem, GROUP_LIMITS } from '#rules/people/group-rules.ts';
import { weighty } from '#rules/people/staff-requests.ts';
import { ROLES } from '#rules/people/staff-rights.ts';
import type { GroupRule, ProviderIdentity } from '#wire/console-answers.ts';
import { Refused } from '../errors.ts';
import { assertUnbound, bind, isBound, listArrivals } from '../people/provider/identities.ts';
import { beginRule, endRule, hasRule, listRules } from '../people/provider/rules.ts';
import { record } from '../people/staff/audit.ts';
import { isOpened } from '../people/staff/opening.ts';
import { askFor, isWeighty } from '../people/staff/requests.ts';
import { declareDouble, isSameHuman } from '../people/staff/same-human.ts';
import { textProblem } from '../store/publication/storable.ts';
import { consoleCall } from './define-console-call.ts';
import { assertGrants, changePeople, personOf } from './people-calls.ts';

const id = (description: string) => integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description });
const staffId = id('人员编号');

/** Roles that groups of the identity provider bring, and which account is whom of it; system administrators only. */
export const providerCalls = {
  'GET /group-rules': consoleCall({
    summary: '单位的组带来哪些角色',
    answer: as<GroupRule[]>(),
    policy: { right: 'people.read' },
    handle: (_params, { db }) => listRules(db),
  }),
  /** isWaiting: a second administrator confirms it first */
  'POST /group-rules': consoleCall({
    summary: '增加一条规则；带来审核、发布、系统管理角色的，由另一位系统管理员确认',
    answer: as<{ isWaiting: boolean }>(),
    params: {
      group: text({ maxLength: GROUP_LIMITS.name + 1, description: '组的名称' }),
      role: choice(ROLES, { description: '角色' }),
      channelId: withDefault('', text({ maxLength: 40, description: '栏目，空为全站' })),
    },
    policy: { right: 'people.change' },
    handle: async ({ group: typed, role, channelId }, context) => {
      const group = groupName(typed);
      const wrong = groupProblem(typed) || (textProblem(group) ?? '');
      if (wrong !== '') throw new Refused('invalidInput', wrong, { field: 'group' });
      assertGrants([{ role, channelId }], context);
      return changePeople(context, async (trx) => {
        const rule = { group, role, channelId };
        if (await hasRule(trx, rule)) throw new Refused('invalidInput', '已经有同样的规则', { field: 'group' });
        const isInitial = !(await isOpened(trx));
        // a rule of one's own group would give a role to oneself (ST5)
        const isOwn = await isBound(trx, context.user.staffId);
        if (!isInitial && (isOwn || weighty([rule]).length > 0)) {
          await askFor(trx, context.actor, {
            staffId: null,
            kind: 'rule',
            grants: [{ role, channelId }],
            details: { group },
          });
          return { isWaiting: true };
        }
        const ruleId = await beginRule(trx, context.user.staffId, rule);
        await record(trx, context.actor, 'rule.begin', {
          facts: { ...rule, ...(isInitial && { initial: true }) },
          also: [`rule:${ruleId}`],
        });
        return { isWaiting: false };
      });
    },
  }),
  'POST /group-rules/:ruleId/end': consoleCall({
    summary: '结束一条规则，由它得到的角色随之结束',
    answer: as<void>(),
    evenWithoutRoom: true,
    params: { ruleId: id('规则编号') },
    policy: { right: 'people.change' },
    handle: ({ ruleId }, context) => changePeople(context, (trx) => endRule(trx, context.actor, ruleId)),
  }),
  /** people whom the sign-in refused and who have no account */
  'GET /provider-arrivals': consoleCall({
    summary: '用单位账号登录过、还没有账号的人',
    answer: as<ProviderIdentity[]>(),
    policy: { right: 'people.read' },
    handle: async (_params, { db, means: { provider } }) => (provider ? listArrivals(db, provider.issuer) : []),
  }),
  /** isWaiting: a second administrator confirms it first */
  'POST /people/:staffId/identity': consoleCall({
    summary: '把账号与单位账号关联，不能更改；已经有人使用，或有审核、发布、系统管理角色的，由另一位系统管理员确认',
    answer: as<{ isWaiting: boolean }>(),
    params: { staffId, subject: text({ maxLength: 255, description: '单位账号的编号（sub）' }) },
    policy: { right: 'people.change' },
    handle: async ({ staffId: of, subject: typed }, context) => {
      const { provider } = context.means;
      if (!provider) throw new Refused('invalidInput', '没有设置单位登录服务（OIDC_ISSUER）');
      const subject = typed.trim();
      const wrong = subject === '' ? '不能为空' : textProblem(subject);
      if (wrong) throw new Refused('invalidInput', `单位账号的编号${wrong}`, { field: 'subject' });
      const { isReady } = await personOf(context, of);
      return changePeople(context, async (trx) => {
        const details = { issuer: provider.issuer, subject };
        const isInitial = !(await isOpened(trx));
        await assertUnbound(trx, of, details);
        // an administrator who has it bound could act as its user
        if (!isInitial && ((await isWeighty(trx, of)) || isReady)) {
          await askFor(trx, context.actor, { staffId: of, kind: 'identity', details });
          return { isWaiting: true };
        }
        await bind(trx, context.actor, of, details, isInitial ? { initial: true } : {});
        return { isWaiting: false };
      });
    },
  }),
  'POST /people/:staffId/double': consoleCall({
    summary: '登记两个账号属于同一个人，不能撤销：须由两个人进行的事，他们算一个人',
    answer: as<void>(),
    params: { staffId, other: id('另一个账号的人员编号') },
    policy: { right: 'people.change' },
    handle: async ({ staffId: of, other }, context) => {
      for (const one of [of, other]) await personOf(context, one);
      if (of === other) throw new Refused('invalidInput', '请选择另一个账号', { field: 'other' });
      // an administrator without a second person decides alone after a day
      for (const one of [of, other])
        if (await isSameHuman(context.db, one, context.user.staffId))
          throw new Refused('ownGrant', '不能登记自己的账号，请由另一位系统管理员进行');
      return changePeople(context, (trx) => declareDouble(trx, context.actor, of, other));
    },
  }),
};
