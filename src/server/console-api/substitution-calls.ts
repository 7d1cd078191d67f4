import { as, choice, integer, list, object, optional, text } from '#page/schema-words.ts';
import { weighty } from '#rules/people/staff-requests.ts';
import { mayDo, ROLES, WHOLE_SITE } from '#rules/people/staff-rights.ts';
import { grantsLacking } from '#rules/people/substitutions.ts';
import type { Colleague, Substitution, WaitingSubstitution } from '#wire/console-answers.ts';
import { Refused } from '../errors.ts';
import { isOpened } from '../people/staff/opening.ts';
import { askFor, listWaitingSubstitutions } from '../people/staff/requests.ts';
import { isSameHuman } from '../people/staff/same-human.ts';
import {
  assertSubstitution,
  beginSubstitution,
  endSubstitution,
  listStandIns,
  listSubstitutions,
} from '../people/staff/substitutions.ts';
import { consoleCall, type SignedIn } from './define-console-call.ts';
import { changePeople, decide, personOf, refuseOwn } from './people-calls.ts';

const number = (description: string) => integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description });

/** SI2: managing people by one's own role: a stand-in names no stand-ins and ends none. */
const mayManage = ({ user }: SignedIn): boolean => mayDo(user.ownGrants, 'people.change', [WHOLE_SITE]);

/** The person who is away. @throws Refused ownGrant for somebody else's, but by an administrator */
async function absentOf(context: SignedIn, absentId: number | undefined): Promise<number> {
  const own = context.user.staffId;
  if (absentId === undefined || absentId === own) return own;
  if (!mayManage(context))
    await refuseOwn(context, 'substitution.begin', '只能为自己安排代理人；为他人安排的是系统管理员');
  return absentId;
}

const isConcerned = (
  { user }: SignedIn,
  { absent, substitute }: Pick<Substitution, 'absent' | 'substitute'>,
): boolean => [absent.staffId, substitute.staffId].includes(user.staffId);

/** SI1 to SI4: who stands in for whom, as all staff are told, and how it begins and ends. */
export const substitutionCalls = {
  'GET /substitutions': consoleCall({
    summary: '谁不在、由谁代理：正在进行的、将要开始的、等待确认的',
    answer: as<{ list: (Substitution & { mayEnd: boolean })[]; waiting: WaitingSubstitution[] }>(),
    policy: 'signed-in',
    handle: async (_params, context) => {
      const { db, user } = context;
      const all = await listSubstitutions(db);
      return {
        list: all.map((one) => ({ ...one, mayEnd: isConcerned(context, one) || mayManage(context) })),
        waiting: (await listWaitingSubstitutions(db, user.staffId)).filter(
          (one) => isConcerned(context, one) || one.isOwn || mayManage(context),
        ),
      };
    },
  }),
  'GET /stand-ins': consoleCall({
    summary: '可以代理的人员',
    answer: as<Colleague[]>(),
    params: { absentId: optional(number('不在的人；不给出则是自己')) },
    policy: 'signed-in',
    handle: async ({ absentId }, context) => listStandIns(context.db, await absentOf(context, absentId)),
  }),
  /** isWaiting: a second administrator has to confirm it */
  'POST /substitutions': consoleCall({
    summary:
      '为自己安排代理人，或由系统管理员为不在的人安排；代理人因此得到审核、发布、系统管理角色的，由另一位系统管理员确认',
    answer: as<{ isWaiting: boolean }>(),
    params: {
      absentId: optional(number('不在的人；不给出则是自己')),
      substituteId: number('代理人'),
      from: text({ maxLength: 10, description: '从哪一天起' }),
      until: text({ maxLength: 10, description: '到哪一天为止' }),
      grants: list(object({ role: choice(ROLES), channelId: text({ maxLength: 40 }) }), {
        maxItems: 100,
        description: '由代理人代为行使的角色和范围',
      }),
    },
    policy: 'signed-in',
    handle: async ({ absentId: given, ...wished }, context) => {
      const { user, actor } = context;
      const absentId = await absentOf(context, given);
      const wanted = { ...wished, absentId };
      if (absentId !== user.staffId && (await isSameHuman(context.db, wanted.substituteId, user.staffId)))
        await refuseOwn(context, 'substitution.begin', '不能安排自己代理他人，请由另一位系统管理员进行');
      return changePeople(context, async (trx) => {
        await assertSubstitution(trx, wanted);
        const substitute = await personOf({ ...context, db: trx }, wanted.substituteId);
        const isWaiting = (await isOpened(trx)) && weighty(grantsLacking(substitute.grants, wanted.grants)).length > 0;
        if (!isWaiting) {
          await beginSubstitution(trx, actor, wanted, { by: user.staffId, isConfirmed: !(await isOpened(trx)) });
          return { isWaiting };
        }
        const { name, account } = await personOf({ ...context, db: trx }, absentId);
        const { substituteId, grants, from, until } = wanted;
        await askFor(trx, actor, {
          staffId: substituteId,
          kind: 'substitution',
          grants,
          details: { absentId, absent: `${name}（${account}）`, from, until },
        });
        return { isWaiting };
      });
    },
  }),
  'POST /substitutions/:substitutionId/end': consoleCall({
    summary: '提前结束代理：由不在的人、代理人或系统管理员',
    answer: as<void>(),
    evenWithoutRoom: true,
    params: { substitutionId: number('代理的编号') },
    policy: 'signed-in',
    handle: async ({ substitutionId }, context) => {
      const found = (await listSubstitutions(context.db)).find((one) => one.substitutionId === substitutionId);
      if (!found) throw new Refused('invalidInput', '这项代理已经结束');
      if (!isConcerned(context, found) && !mayManage(context))
        await refuseOwn(context, 'substitution.end', '只有不在的人、代理人和系统管理员可以结束代理');
      await changePeople(context, (trx) => endSubstitution(trx, context.actor, substitutionId));
    },
  }),
  /** taken back by its requester, who may be no administrator */
  'POST /substitution-requests/:requestId/withdraw': consoleCall({
    summary: '收回自己提出的、等待确认的代理',
    answer: as<void>(),
    params: { requestId: number('请求的编号') },
    policy: 'signed-in',
    handle: async ({ requestId }, context) => {
      const own = await listWaitingSubstitutions(context.db, context.user.staffId);
      if (!own.some((one) => one.requestId === requestId && one.isOwn)) throw new Refused('unknownRequest');
      await decide(context, { requestId, step: 'withdraw' });
    },
  }),
};
