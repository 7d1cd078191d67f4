import type { Me, SecondFactor, SignInWays } from '#wire/console-answers.ts';
import { as, text } from '#page/schema-words.ts';
import { foldAccount } from '#rules/people/account-name.ts';
import { passwordProblem } from '#rules/people/password-rule.ts';
import { Refused } from '../errors.ts';
import { qrPath } from '../pages/draw/qr-code.ts';
import { addPerson, findLink, setPassword, useLink } from '../people/staff/accounts.ts';
import { record } from '../people/staff/audit.ts';
import { enter } from '../people/staff/enter.ts';
import { hashPassword, isPassword, queueForHash, type Asker } from '../people/staff/passwords.ts';
import { needsSecondFactor } from '../people/staff/second-factor-rule.ts';
import type { Tokens } from '../people/provider/provider.ts';
import { codeGiven, sealedTokens } from '../people/provider/vouched-sessions.ts';
import {
  endSession,
  findStaffUser,
  offeredTotp,
  offerTotp,
  sessionHash,
  type StaffUser,
} from '../people/staff/sessions.ts';
import { endSetupLinks, isSetupLink } from '../people/staff/setup-link.ts';
import { beginAttempt, forgiveAttempts, signIn, takeCode, type Wait } from '../people/staff/sign-in.ts';
import { newTotpSecret, stepOfCode, totpAddress } from '../people/staff/totp.ts';
import { consoleCall, openCall, type SignedIn, type SignInMeans } from './define-console-call.ts';
import { account, name, readNewPerson } from './new-person.ts';

const typed = (description: string, maxLength = 200) => text({ maxLength, description });

/** The signed-in person, as the console shows it. */
const known = (user: StaffUser): Me => ({
  account: user.account,
  name: user.name,
  grants: user.grants,
  ownGrants: user.ownGrants,
  mustChange: user.mustChange,
  hasSecondFactor: user.hasSecondFactor,
  needsSecondFactor: user.needsSecondFactor,
  needsCode: user.needsCode,
  byProvider: user.vouched !== null,
});

/** Marks somebody who is signed in, or has a link that is good, as known (ST7). */
const knownAs = (staffId: number | string): Asker => ({ lane: 'known', who: `staff ${staffId}` });

/** @throws Refused signInNeeded where the session has ended by now */
async function knownBy(db: SignedIn['db'], session: string): Promise<Me> {
  const user = await findStaffUser(db, session);
  if (!user) throw new Refused('signInNeeded');
  return known(user);
}

/** Milliseconds after a sign-in by the provider in which it stands for the own password, which such a person has not got. */
const FRESH = 10 * 60_000;

/** OI10: the own password, or where the provider vouches for the session a sign-in that is fresh. */
async function assertSelf(context: SignedIn, password: string, act: string): Promise<void> {
  const { vouched, beganAt } = context.user;
  if (vouched === null) return assertOwnPassword(context, password, act);
  if (Date.now() - beganAt.getTime() > FRESH)
    throw new Refused('signInWrong', '请退出后用单位账号重新登录，并在十分钟内进行这项更改');
}

/** OI9. @throws Refused localAccountsOff for anybody but the emergency account */
function assertLocal({ emergencyAccount }: SignInMeans, account: string): void {
  if (emergencyAccount !== null && foldAccount(account) !== emergencyAccount) throw new Refused('localAccountsOff');
}

/** Wrong ones count as those of the sign-in do: a session that was left open is no way to guess. */
async function assertOwnPassword({ db, user, actor }: SignedIn, password: string, act: string): Promise<void> {
  const place = queueForHash(knownAs(user.staffId));
  try {
    const attempt = await beginAttempt(db, user.account, actor.address);
    if ('seconds' in attempt) throw locked(attempt);
    const { password: stored } = await db
      .selectFrom('staff')
      .select('password')
      .where('staff_id', '=', user.staffId)
      .executeTakeFirstOrThrow();
    if (await isPassword(password, stored, place)) {
      await forgiveAttempts(db, user.account, actor.address);
      return;
    }
    await attempt.failed();
  } finally {
    place.leave();
  }
  await record(db, actor, act, { outcome: 'refused', facts: { why: 'password' } });
  throw new Refused('signInWrong', '当前密码不正确');
}

const locked = ({ seconds, isAddress }: Wait): Refused =>
  isAddress
    ? new Refused('tooOften', `所在网络登录失败次数过多，请在 ${seconds} 秒后再试。`, { retryAfter: seconds })
    : new Refused(
        'signInLocked',
        `登录失败次数过多，请在 ${Math.ceil(seconds / 60)} 分钟后再试，或联系系统管理员重置密码。`,
        { retryAfter: seconds },
      );

const setupLinkEnded = (): Refused =>
  new Refused('linkEnded', '链接已使用或已过期；还没有系统管理员时，重新启动服务会打印新的链接');

function assertGoodPassword(password: string, person: { account: string; name: string }): void {
  const problem = passwordProblem(password, [person.account, person.name]);
  if (problem) throw new Refused('passwordRefused', problem);
}

/** Signing in and out, and what people change of their own account. */
export const accountCalls = {
  'POST /session': openCall({
    summary: '登录',
    answer: as<Me>(),
    params: {
      account: typed('账号'),
      password: typed('密码', 1000),
      code: { ...typed('身份验证器上的六位数字', 10), default: '' },
    },
    handle: async (credentials, { db, actor, asker, setSession, means }) => {
      assertLocal(means, credentials.account);
      const done = await signIn(db, credentials, actor.address, await asker());
      if (done.outcome === 'wrong') throw new Refused('signInWrong');
      if (done.outcome === 'code-needed') throw new Refused('codeNeeded');
      if (done.outcome === 'code-wrong') throw new Refused('codeWrong');
      if (done.outcome === 'locked') throw locked(done);
      setSession(done.session);
      return knownBy(db, done.session);
    },
  }),
  'GET /sign-in-ways': openCall({
    summary: '可用的登录方式',
    answer: as<SignInWays>(),
    handle: async (_params, { means: { provider, emergencyAccount } }) => ({
      provider: provider?.label ?? '',
      local: emergencyAccount === null,
    }),
  }),
  /** leave: where the browser goes to end the session of the identity provider, too; '' nowhere (OI7) */
  'DELETE /session': consoleCall({
    summary: '退出登录',
    answer: as<{ leave: string }>(),
    evenWithoutRoom: true,
    policy: 'own',
    handle: async (_params, { db, actor, session, setSession, means: { provider } }) => {
      const sealed = await sealedTokens(db, sessionHash(session));
      await endSession(db, session);
      await record(db, actor, 'sign-out');
      setSession('');
      const tokens = provider?.seals.tokens.open(sealed) as Tokens | undefined;
      // a provider that is away keeps nobody here
      return { leave: provider && tokens ? await provider.endAddress(tokens.id).catch(() => '') : '' };
    },
  }),
  /** OI10: a sign-in by the provider whose second factor does not count */
  'POST /me/code': consoleCall({
    summary: '单位账号登录后，输入本系统身份验证器的验证码',
    answer: as<Me>(),
    params: { code: typed('身份验证器上的六位数字', 10) },
    policy: 'own',
    handle: async ({ code }, { db, user, actor, session }) => {
      if (!user.needsCode) return known(user);
      const attempt = await beginAttempt(db, user.account, actor.address);
      if ('seconds' in attempt) throw locked(attempt);
      if (!(await takeCode(db, user.staffId, code))) {
        await attempt.failed();
        await record(db, actor, 'sign-in', { outcome: 'refused', facts: { why: 'code', by: 'provider' } });
        throw new Refused('codeWrong');
      }
      await forgiveAttempts(db, user.account, actor.address);
      await db.transaction().execute(async (trx) => {
        await codeGiven(trx, sessionHash(session));
        await record(trx, actor, 'sign-in.code', { also: [`vouched:${sessionHash(session)}`] });
      });
      return knownBy(db, session);
    },
  }),
  'GET /me': consoleCall({
    summary: '当前登录人员；没有登录时为 null',
    answer: as<Me | null>(),
    policy: 'own',
    knowsNobody: true,
    handle: async (_params, { user }) => known(user),
  }),
  'POST /me/password': consoleCall({
    summary: '修改自己的密码，其他地方的登录随之结束',
    answer: as<void>(),
    evenWithoutRoom: true,
    params: { current: typed('当前密码', 1000), next: typed('新密码', 1000) },
    policy: 'own',
    handle: async ({ current, next }, context) => {
      const { db, user, actor, session } = context;
      if (user.needsCode) throw new Refused('codeNeeded');
      await assertOwnPassword(context, current, 'password.change');
      assertGoodPassword(next, user);
      if (next === current) throw new Refused('passwordRefused', '新密码与当前密码相同');
      const hash = await hashPassword(next, knownAs(user.staffId));
      await db.transaction().execute(async (trx) => {
        await setPassword(trx, user.staffId, hash, session);
        await record(trx, actor, 'password.change', { subject: `staff:${user.staffId}` });
      });
    },
  }),
  /** offered to this session: only what was offered last is set */
  'POST /me/second-factor/new': consoleCall({
    summary: '身份验证器的新密钥，确认后才生效',
    answer: as<SecondFactor>(),
    policy: 'setting-up',
    handle: async (_params, { db, session, user, site }) => {
      const secret = newTotpSecret();
      await offerTotp(db, session, secret);
      return { secret, picture: qrPath(totpAddress(secret, site.shell.brand.name, user.account)) };
    },
  }),
  'POST /me/second-factor': consoleCall({
    summary: '启用身份验证器',
    answer: as<void>(),
    params: { code: typed('身份验证器上的六位数字', 10), password: { ...typed('当前密码', 1000), default: '' } },
    policy: 'setting-up',
    handle: async ({ code, password }, context) => {
      const { db, user, actor, session } = context;
      await assertSelf(context, password, 'second-factor.set');
      const secret = await offeredTotp(db, session);
      if (secret === '') throw new Refused('invalidInput', '请先取得新的密钥，再输入验证码');
      const step = stepOfCode(secret, code, Date.now(), 0);
      if (step === null) throw new Refused('codeWrong', '验证码不正确。请确认手机时间准确，输入最新的六位数字。');
      await db.transaction().execute(async (trx) => {
        await trx
          .updateTable('staff')
          .set({ totp_secret: secret, totp_step: step })
          .where('staff_id', '=', user.staffId)
          .execute();
        await offerTotp(trx, session, '');
        await record(trx, actor, 'second-factor.set', { subject: `staff:${user.staffId}` });
      });
    },
  }),
  'DELETE /me/second-factor': consoleCall({
    summary: '停用身份验证器',
    answer: as<void>(),
    params: { password: { ...typed('当前密码', 1000), default: '' } },
    policy: 'signed-in',
    handle: async ({ password }, context) => {
      const { db, user, actor } = context;
      if (await needsSecondFactor(db, user.grants))
        throw new Refused('invalidInput', '您的角色必须使用两步验证，不能停用；要换手机，请系统管理员重置密码');
      await assertSelf(context, password, 'second-factor.remove');
      await db.transaction().execute(async (trx) => {
        await trx
          .updateTable('staff')
          .set({ totp_secret: '', totp_step: 0 })
          .where('staff_id', '=', user.staffId)
          .execute();
        await record(trx, actor, 'second-factor.remove', { subject: `staff:${user.staffId}` });
      });
    },
  }),
  'POST /link': openCall({
    summary: '设置密码的链接属于谁',
    answer: as<{ account: string; name: string }>(),
    params: { link: typed('链接中的字符') },
    handle: async ({ link }, { db }) => {
      const found = await findLink(db, link);
      if (!found) throw new Refused('linkEnded');
      return { account: found.account, name: found.name };
    },
  }),
  /** signed in by it (ST9) */
  'POST /link/password': openCall({
    summary: '凭链接设置密码并登录，链接随之失效',
    answer: as<Me>(),
    params: { link: typed('链接中的字符'), password: typed('密码', 1000) },
    handle: async ({ link, password }, { db, actor, setSession, means }) => {
      const person = await findLink(db, link);
      if (!person) throw new Refused('linkEnded');
      assertLocal(means, person.account);
      assertGoodPassword(password, person);
      const hash = await hashPassword(password, knownAs(person.staffId));
      const own = { ...actor, staffId: person.staffId, account: person.account };
      const session = await db.transaction().execute(async (trx) => {
        if (!(await useLink(trx, link))) throw new Refused('linkEnded');
        await setPassword(trx, person.staffId, hash);
        await record(trx, own, 'password.set', { subject: `staff:${person.staffId}` });
        return enter(trx, own);
      });
      setSession(session);
      return knownBy(db, session);
    },
  }),
  /** SU2: of the link that a start prints while nobody can manage the console */
  'POST /setup-link': openCall({
    summary: '启动时打印的一次性链接是否有效',
    answer: as<void>(),
    params: { link: typed('链接中的字符') },
    handle: async ({ link }, { db }) => {
      if (!(await isSetupLink(db, link))) throw setupLinkEnded();
    },
  }),
  'POST /first-administrator': openCall({
    summary: '凭启动时打印的一次性链接建立首位系统管理员并登录，链接随之失效',
    answer: as<Me>(),
    params: { link: typed('链接中的字符'), account, name, password: typed('密码', 1000) },
    handle: async ({ link, password, ...typed }, { db, actor, setSession, means }) => {
      if (!(await isSetupLink(db, link))) throw setupLinkEnded();
      const person = readNewPerson(typed);
      assertLocal(means, person.account);
      assertGoodPassword(password, person);
      const hash = await hashPassword(password, knownAs('first'));
      const session = await db.transaction().execute(async (trx) => {
        if (!(await endSetupLinks(trx, link))) throw setupLinkEnded();
        const grants = [{ role: 'system-admin' as const, channelId: '' }];
        const id = await addPerson(trx, { ...person, grants }, { hash, mustChange: false });
        if (id === null) throw new Refused('accountTaken', `账号“${person.account}”已被使用`, { field: 'account' });
        const own = { ...actor, staffId: id, account: person.account };
        await record(trx, own, 'people.add', {
          subject: `staff:${id}`,
          facts: { ...person, grants, initial: true },
        });
        return enter(trx, own);
      });
      setSession(session);
      return knownBy(db, session);
    },
  }),
};
