import type { Transaction } from 'kysely';
import type { ComingRight, StaffRequest, Person } from '#wire/console-answers.ts';
import { as, choice, integer, list, object, text } from '#page/schema-words.ts';
import { addedGrants, weighty } from '#rules/people/staff-requests.ts';
import { ROLES, type Grant, type Role } from '#rules/people/staff-rights.ts';
import type { Tables } from '../db/tables.ts';
import { textProblem } from '../store/publication/storable.ts';
import { Refused } from '../errors.ts';
import {
  addPerson,
  findPerson,
  isLastAdmin,
  listPeople,
  makeLink,
  setGrants,
  setState,
} from '../people/staff/accounts.ts';
import { heldGrants } from '../people/staff/held-grants.ts';
import { record } from '../people/staff/audit.ts';
import { isSameHuman } from '../people/staff/same-human.ts';
import { isOpened, isPublic, openSite, whyNotOpen } from '../people/staff/opening.ts';
import { peopleLacking } from '../people/staff/people-lacking.ts';
import { askFor, decideRequest, isWeighty, listComing, listRequests, REQUEST } from '../people/staff/requests.ts';
import { secondFactorRoles, setSecondFactorRoles } from '../people/staff/second-factor-rule.ts';
import { assertNotShutOut } from '../people/staff/shut-out.ts';
import { endSubstitutionsOf } from '../people/staff/substitutions.ts';
import { consoleCall, type SignedIn } from './define-console-call.ts';
import { account, name, readNewPerson } from './new-person.ts';

const staffId = integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: '人员编号' });
const requestId = integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: '请求编号' });
const grants = list(object({ role: choice(ROLES), channelId: text({ maxLength: 40 }) }), {
  maxItems: 100,
  description: '角色和它所管的栏目，栏目为空表示全站',
});

/** Roles that concern no channel. */
const OF_THE_SITE: readonly Role[] = ['system-admin'];

/** @throws Refused invalidInput for a channel that is not there, or a role that concerns none */
export function assertGrants(list: readonly Grant[], { site }: SignedIn): void {
  for (const { role, channelId } of list) {
    if (channelId !== '' && !site.channel(channelId))
      throw new Refused('invalidInput', `没有编号为“${channelId}”的栏目`, { field: 'grants' });
    if (channelId !== '' && OF_THE_SITE.includes(role))
      throw new Refused('invalidInput', '系统管理角色管理全站，不能只给一个栏目', { field: 'grants' });
  }
}

/** @throws Refused unknownPerson */
export async function personOf(context: SignedIn, id: number): Promise<Person> {
  const person = await findPerson(context.db, id);
  if (!person) throw new Refused('unknownPerson');
  return person;
}

/** One person changes at a time, so that two admins cannot take the role from each other at once. */
export async function changePeople<T>({ db }: SignedIn, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await heldGrants(trx).select('staff_id').where('role', '=', 'system-admin').forUpdate().execute();
    return work(trx);
  });
}

/** A refusal because of who asks, which is written down. */
export async function refuseOwn({ db, actor }: SignedIn, act: string, why: string): Promise<never> {
  await record(db, actor, act, { subject: `staff:${actor.staffId}`, outcome: 'refused', facts: { why: 'self' } });
  throw new Refused('ownGrant', why);
}

/** ST5: no person grants a role to themselves. */
async function assertOther(context: SignedIn, id: number, added: readonly Grant[]): Promise<void> {
  if (added.length > 0 && (await isSameHuman(context.db, id, context.user.staffId)))
    await refuseOwn(context, 'people.grants', '不能给自己增加角色，请由另一位系统管理员进行');
}

/** SI2: those by whose roles somebody decides on requests who is no administrator of their own. */
const decidesFor = ({ ownGrants, inPlaceOf }: SignedIn['user']): number[] => {
  const isAdmin = ({ role }: Grant): boolean => role === 'system-admin';
  return ownGrants.some(isAdmin) ? [] : inPlaceOf.flatMap((one) => (one.grants.some(isAdmin) ? one.staffId : []));
};

export async function decide(context: SignedIn, decision: Parameters<typeof decideRequest>[2]): Promise<string> {
  try {
    return await changePeople(context, (trx) =>
      decideRequest(trx, context.actor, { insteadOf: decidesFor(context.user), ...decision }),
    );
  } catch (error) {
    if (error instanceof Refused && error.status === 403)
      await record(context.db, context.actor, 'people.confirm', { outcome: 'refused', facts: { why: 'self' } });
    throw error;
  }
}

const linkAddress = ({ siteUrl }: SignedIn, link: string): string => `${siteUrl}/console/set-password#${link}`;

/** People of the console and their roles; system administrators only. */
export const peopleCalls = {
  'GET /people': consoleCall({
    summary: '全部人员',
    answer: as<Person[]>(),
    policy: { right: 'people.read' },
    handle: (_params, { db }) => listPeople(db),
  }),
  'GET /people/:staffId': consoleCall({
    summary: '一位人员',
    answer: as<Person>(),
    params: { staffId },
    policy: { right: 'people.read' },
    handle: ({ staffId: id }, context) => personOf(context, id),
  }),
  /** link: a one-time link by which the owner sets the password */
  'POST /people': consoleCall({
    summary: '添加人员，得到供其设置密码的一次性链接',
    answer: as<{ staffId: number; link: string; isWaiting: boolean }>(),
    params: { account, name, grants },
    policy: { right: 'people.change' },
    handle: async ({ grants: list, ...typed }, context) => {
      const person = readNewPerson(typed);
      assertGrants(list, context);
      return changePeople(context, async (trx) => {
        const isInitial = !(await isOpened(trx));
        const waiting = isInitial ? [] : weighty(list);
        const own = list.filter((grant) => !waiting.includes(grant));
        const id = await addPerson(trx, { ...person, grants: own });
        if (id === null) throw new Refused('accountTaken', `账号“${person.account}”已被使用`, { field: 'account' });
        const link = await makeLink(trx, id);
        await record(trx, context.actor, 'people.add', {
          subject: `staff:${id}`,
          facts: { ...person, grants: own, ...(isInitial && { initial: true }) },
        });
        if (waiting.length > 0) await askFor(trx, context.actor, { staffId: id, kind: 'grants', grants: waiting });
        return { staffId: id, link: linkAddress(context, link), isWaiting: waiting.length > 0 };
      });
    },
  }),
  /** isWaiting: some of the roles wait for a second administrator */
  'POST /people/:staffId/grants': consoleCall({
    summary: '更改角色，其登录随之结束；增加的审核、发布、系统管理角色由另一位系统管理员确认',
    answer: as<{ isWaiting: boolean }>(),
    params: { staffId, grants },
    policy: { right: 'people.change' },
    handle: async ({ staffId: id, grants: list }, context) => {
      assertGrants(list, context);
      const { grants: before } = await personOf(context, id);
      const added = addedGrants(before, list);
      await assertOther(context, id, added);
      return changePeople(context, async (trx) => {
        const isInitial = !(await isOpened(trx));
        const waiting = isInitial ? [] : weighty(added);
        const own = list.filter((grant) => !waiting.includes(grant));
        if (!own.some(({ role }) => role === 'system-admin') && (await isLastAdmin(trx, id)))
          throw new Refused('lastAdmin');
        if (own.length !== before.length || addedGrants(before, own).length > 0) {
          await setGrants(trx, id, own);
          await record(trx, context.actor, 'people.grants', {
            subject: `staff:${id}`,
            facts: { before, after: own, ...(isInitial && { initial: true }) },
          });
        }
        if (waiting.length > 0) await askFor(trx, context.actor, { staffId: id, kind: 'grants', grants: waiting });
        return { isWaiting: waiting.length > 0 };
      });
    },
  }),
  'POST /people/:staffId/state': consoleCall({
    summary: '停用或恢复，停用时其登录随之结束',
    answer: as<void>(),
    evenWithoutRoom: true,
    params: { staffId, state: choice(['active', 'suspended'], { description: '状态' }) },
    policy: { right: 'people.change' },
    handle: async ({ staffId: id, state }, context) => {
      await personOf(context, id);
      return changePeople(context, async (trx) => {
        if (state === 'suspended' && (await isLastAdmin(trx, id))) throw new Refused('lastAdmin');
        if (state === 'active') await assertNotShutOut(trx, id);
        await setState(trx, id, state);
        await record(trx, context.actor, state === 'suspended' ? 'people.suspend' : 'people.restore', {
          subject: `staff:${id}`,
        });
        if (state === 'suspended') await endSubstitutionsOf(trx, context.actor, id);
      });
    },
  }),
  /** link: '' where it waits for a second administrator */
  'POST /people/:staffId/link': consoleCall({
    summary:
      '重置密码：原密码、身份验证器和登录失效，得到新的一次性链接；有审核、发布、系统管理角色的，由另一位系统管理员确认',
    answer: as<{ link: string }>(),
    params: { staffId },
    policy: { right: 'people.change' },
    handle: async ({ staffId: id }, context) => {
      const person = await personOf(context, id);
      await assertNotShutOut(context.db, id);
      if (person.state === 'suspended') throw new Refused('invalidInput', '账号已停用，请先恢复');
      if (id === context.user.staffId) await refuseOwn(context, 'people.reset', '请在“我的账号”修改自己的密码');
      return changePeople(context, async (trx) => {
        const isInitial = !(await isOpened(trx));
        if (!isInitial && (await isWeighty(trx, id))) {
          await askFor(trx, context.actor, { staffId: id, kind: 'link' });
          return { link: '' };
        }
        const link = await makeLink(trx, id);
        await record(trx, context.actor, 'people.reset', {
          subject: `staff:${id}`,
          ...(isInitial && { facts: { initial: true } }),
        });
        return { link: linkAddress(context, link) };
      });
    },
  }),
  /** roles and links that wait for a second administrator */
  'GET /staff-requests': consoleCall({
    summary: '等待另一位系统管理员确认的角色和链接',
    answer: as<StaffRequest[]>(),
    policy: { right: 'people.read' },
    handle: (_params, { db, user }) => listRequests(db, user.staffId, decidesFor(user)),
  }),
  /** rights that take effect without one, for everybody */
  'GET /coming-rights': consoleCall({
    summary: '没有第二位系统管理员确认、到时生效的角色和链接',
    answer: as<ComingRight[]>(),
    policy: 'signed-in',
    handle: (_params, { db }) => listComing(db),
  }),
  /** link: of a password that is reset; '' of roles */
  'POST /staff-requests/:requestId/confirm': consoleCall({
    summary: '确认请求：角色随即生效，重置密码得到一次性链接',
    answer: as<{ link: string }>(),
    params: { requestId },
    policy: { right: 'people.change' },
    handle: async (params, context) => {
      const link = await decide(context, { ...params, step: 'confirm' });
      return { link: link && linkAddress(context, link) };
    },
  }),
  'POST /staff-requests/:requestId/refuse': consoleCall({
    summary: '拒绝请求',
    answer: as<void>(),
    params: { requestId, note: text({ maxLength: 2_000, description: '原因' }) },
    policy: { right: 'people.change' },
    handle: async ({ note: given, ...params }, context) => {
      const note = given.trim();
      const wrong = note === '' ? '不能为空' : textProblem(note);
      if (wrong) throw new Refused('invalidInput', `原因${wrong}`, { field: 'note' });
      await decide(context, { ...params, step: 'refuse', note });
    },
  }),
  'POST /staff-requests/:requestId/withdraw': consoleCall({
    summary: '收回自己提出的请求',
    answer: as<void>(),
    params: { requestId },
    policy: { right: 'people.change' },
    handle: async (params, context) => void (await decide(context, { ...params, step: 'withdraw' })),
  }),
  /**
   * whether setting up has ended; whyNot: '' where the reader may end it; isShown: whether visitors see what is
   * published
   */
  /** lacking: what makes it unwise to end setting up now, in words; [] once it has ended */
  'GET /opening': consoleCall({
    summary: '初始设置是否已经结束',
    answer: as<{ isOpened: boolean; whyNot: string; lacking: string[]; isShown: boolean }>(),
    policy: 'signed-in',
    handle: async (_params, { db, user }) => {
      const opened = await isOpened(db);
      return {
        isOpened: opened,
        whyNot: (await whyNotOpen(db, user)) ?? '',
        lacking: opened ? [] : lackingAfter(await listPeople(db)),
        isShown: await isPublic(db),
      };
    },
  }),
  'POST /opening': consoleCall({
    summary: '结束初始设置',
    answer: as<void>(),
    policy: 'signed-in',
    handle: async (_params, context) => {
      const why = await whyNotOpen(context.db, context.user);
      if (why !== null) await refuseOwn(context, 'site.open', why);
      await changePeople(context, (trx) => openSite(trx, context.actor));
    },
  }),
  /** roles whose holders need a second factor */
  'GET /second-factor-roles': consoleCall({
    summary: '必须启用两步验证的角色',
    answer: as<Role[]>(),
    policy: { right: 'people.read' },
    handle: (_params, { db }) => secondFactorRoles(db),
  }),
  'POST /second-factor-roles': consoleCall({
    summary: '更改必须启用两步验证的角色',
    answer: as<void>(),
    params: { roles: list(choice(ROLES), { uniqueItems: true, description: '角色' }) },
    policy: { right: 'people.change' },
    handle: async ({ roles }, context) =>
      changePeople(context, async (trx) => {
        const before = await secondFactorRoles(trx);
        await setSecondFactorRoles(trx, roles);
        await record(trx, context.actor, 'people.second-factor-roles', {
          facts: { before, after: roles },
          also: ['kept:staff.second-factor-roles'],
        });
      }),
  }),
};

/** Reasons against ending set-up with these people, in words. */
function lackingAfter(people: readonly Person[]): string[] {
  const admins = people.filter(
    ({ state, isReady, grants }) => state === 'active' && isReady && grants.some(({ role }) => role === 'system-admin'),
  );
  const lacking = peopleLacking(people);
  return [
    ...(lacking === '' ? [] : [lacking]),
    ...(admins.length < 2
      ? [
          `只有一位系统管理员：结束以后，给出审核、发布和系统管理的角色没有别人可以确认，要等 ${REQUEST.hours} 小时才生效`,
        ]
      : []),
  ];
}
