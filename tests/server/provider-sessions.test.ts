import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Grant, Role } from '#rules/people/staff-rights.ts';
import type { Person, StaffRequest } from '#wire/console-answers.ts';
import { beginMarks, verifyMarks } from '#server/record/verify-standing.ts';
import { RECHECK } from '#server/people/provider/vouched-sessions.ts';
import { addPerson, findPerson } from '#server/people/staff/accounts.ts';
import { beginSession } from '#server/people/staff/sessions.ts';
import { setSecondFactorRoles } from '#server/people/staff/second-factor-rule.ts';
import { codeAt } from '#server/people/staff/totp.ts';
import { cheapHash } from '../world/cheap-password.ts';
import { codeOf, consoleOf, draftBy, hand, publishContextOf, type Hand } from '../world/editions.ts';
import { browserOf, startProvider, type Browser, type Claims, type TestProvider } from '../world/oidc-provider.ts';
import { article, SECTION, startSite, type TestSite } from '../world/site.ts';
import { submitEdition } from '#server/editions/review/submit-edition.ts';
import { approveEdition } from '#server/editions/review/review-edition.ts';

const ORIGIN = 'http://localhost';
const OWN_GRANT = '2017';
const WAITING = { isWaiting: true };

let provider: TestProvider;
let site: TestSite;
let one: Awaited<ReturnType<typeof consoleOf>>;
let two: typeof one;
/** account that `one` is */
let first: Hand;
beforeAll(async () => {
  provider = await startProvider(ORIGIN);
  site = await startSite({ siteUrl: ORIGIN, provider: provider.settings });
  provider.site = site;
  const admins = [
    await hand(site, '系统管理甲', all('system-admin')),
    await hand(site, '系统管理乙', all('system-admin')),
  ];
  await db().updateTable('staff').set({ password: 'set' }).execute();
  first = admins[0]!;
  [one, two] = [await consoleOf(site, admins[0]!, ORIGIN), await consoleOf(site, admins[1]!, ORIGIN)];
  await beginMarks(db());
  await rule('信息披露', 'editor', SECTION);
  await rule('财富', 'channel-admin');
});
afterAll(async () => {
  await site.end();
  await provider.end();
});
beforeEach(() => {
  provider.faults = {};
  provider.givesRefresh = true;
});

const db = () => site.database.db;
/** Rows of the sign-in of the firm that stand otherwise than the record says (RC8). */
const differing = async (): Promise<string[]> =>
  (await verifyMarks(db()))
    .map(({ message }) => message)
    .filter((message) => /^(?:rule|identity|double|vouched|request|group-grant|session):/.test(message));
const all = (...roles: Role[]): Grant[] => roles.map((role) => ({ role, channelId: '' }));
const rule = (group: string, role: Role, channelId = '') => one('POST', '/group-rules', { group, role, channelId });
const requests = async (): Promise<StaffRequest[]> => (await two('GET', '/staff-requests')).data;
const confirmLast = async () => two('POST', `/staff-requests/${(await requests()).at(-1)!.requestId}/confirm`, {});
const people = (subject: string, claims: Claims): string => {
  provider.people.set(subject, { preferred_username: subject, ...claims });
  return subject;
};
const signedIn = async (subject: string): Promise<Browser> => {
  const browser = browserOf(site, provider, ORIGIN);
  expect(await browser.signIn(subject)).toBe('/console/');
  return browser;
};
const me = async (browser: Browser) => browser.ask('GET', '/me');
/** Moves the last word of the provider so many minutes into the past. */
const minutesLater = (minutes: number) =>
  sql`update provider_session set checked_at = checked_at - make_interval(mins => ${minutes}), tried_at = null`.execute(
    db(),
  );
const endings = async (account: string): Promise<unknown[]> =>
  (
    await db()
      .selectFrom('audit')
      .select('facts')
      .where('act', '=', 'session.end')
      .where('account', '=', account)
      .orderBy('no')
      .execute()
  ).map(({ facts }) => (facts as { why: string }).why);
const personOf = async (account: string): Promise<Person> => {
  const found: Person[] = (await one('GET', '/people')).data;
  return found.find((person) => person.account === account)!;
};

test('[OI5] nobody is asked for five minutes; then one request of all asks, and what is said of groups counts', async () => {
  const subject = people('again', { groups: ['信息披露', '财富'] });
  const browser = await signedIn(subject);
  const before = provider.requested.length;
  expect((await me(browser)).status).toBe(200);
  expect(provider.requested.length).toBe(before);
  await minutesLater(5);
  people(subject, { groups: ['信息披露', '财富', '别的'] });
  const answers = await Promise.all([me(browser), me(browser), me(browser)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(provider.requested.slice(before)).toEqual(expect.arrayContaining(['/token']));
  expect(provider.requested.slice(before).filter((path) => path === '/token')).toHaveLength(1);
  await minutesLater(5);
  people(subject, { groups: ['信息披露'] });
  expect((await me(browser)).code, 'a group is lost').toBe('2001');
  expect((await personOf('again')).grants).toEqual([{ role: 'editor', channelId: SECTION }]);
  expect(await endings('again')).toEqual(['group']);
  expect(await differing()).toEqual([]);
});

test('[OI5] without a refresh token the user info is asked; a grant that is refused ends the session', async () => {
  provider.givesRefresh = false;
  const browser = await signedIn(people('info', { groups: ['信息披露'] }));
  await minutesLater(5);
  const before = provider.requested.length;
  expect((await me(browser)).status).toBe(200);
  expect(provider.requested.slice(before)).toEqual(['/me']);
  // tokens that are another's, as after a change of the secret
  await db()
    .updateTable('provider_session')
    .set({ tokens: 'x'.repeat(80) })
    .execute();
  await minutesLater(5);
  expect((await me(browser)).code).toBe('2001');
  expect(await endings('info')).toEqual(['provider']);
});

test('[OI5] a provider that is away keeps nobody out for fifteen minutes from its last word, and then everybody', async () => {
  const browser = await signedIn(people('patient', { groups: ['信息披露'] }));
  provider.faults = { isAway: true };
  await minutesLater(14);
  expect((await me(browser)).status).toBe(200);
  await minutesLater(1);
  expect((await me(browser)).code).toBe('2001');
  expect(await endings('patient')).toEqual(['away']);
});

test('[OI5] of two nodes one asks for a session that is beyond its grace, and the other waits for its answer', async () => {
  const node = await startSite({ siteUrl: ORIGIN, database: site.database, provider: provider.settings });
  try {
    const subject = people('two-nodes', { groups: ['信息披露'] });
    const browser = await signedIn(subject);
    const other = browserOf(node, provider, ORIGIN);
    for (const [name, value] of browser.cookies) other.cookies.set(name, value);
    for (const groups of [['信息披露'], []]) {
      people(subject, { groups });
      await minutesLater(RECHECK.grace / 60_000 + 1);
      const before = provider.requested.length;
      const answers = await Promise.all([me(browser), me(other)]);
      const status = groups.length > 0 ? 200 : 401;
      expect(answers.map((answer) => answer.status)).toEqual([status, status]);
      expect(provider.requested.slice(before).filter((path) => path === '/token')).toHaveLength(1);
    }
  } finally {
    await node.close();
  }
});

test('[OI6] tokens are in no answer and in no table in the clear', async () => {
  const browser = await signedIn(people('secret', { groups: ['信息披露'] }));
  const { tokens } = await db()
    .selectFrom('provider_session')
    .select('tokens')
    .where('subject', '=', 'secret')
    .executeTakeFirstOrThrow();
  expect(tokens).toMatch(/^[\w-]{200,}$/);
  const stored = JSON.stringify(await db().selectFrom('audit').selectAll().execute());
  for (const text of [
    Buffer.from(tokens, 'base64url').toString('latin1'),
    stored,
    JSON.stringify((await me(browser)).data),
  ])
    expect(text).not.toMatch(/eyJ|refresh|access_token/);
});

test('[OI7] a logout token of the provider ends sessions at once, by its session and by its person, once', async () => {
  const subject = people('leaver', { groups: ['信息披露'] });
  const [earlier, second] = [await signedIn(subject), await signedIn(subject)];
  const sids = await db().selectFrom('provider_session').select('sid').where('subject', '=', subject).execute();
  expect(new Set(sids.map(({ sid }) => sid)).size).toBe(2);
  await provider.logout(subject, sids[0]!.sid);
  const left = [await me(earlier), await me(second)].map(({ status }) => status).sort();
  expect(left).toEqual([200, 401]);
  const token = await provider.logoutToken({ sub: subject });
  const post = (logout_token: string) =>
    site.app.inject({
      method: 'POST',
      url: '/console/api/provider/logout',
      headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ logout_token }).toString(),
    });
  const third = await signedIn(subject);
  expect((await post(token)).statusCode).toBe(200);
  expect((await me(third)).status).toBe(401);
  const fourth = await signedIn(subject);
  const now = Math.floor(Date.now() / 1_000);
  const wrong: [string, Claims][] = [
    ['the same again', {}],
    ['another audience', { sub: subject, aud: 'other' }],
    ['another issuer', { sub: subject, iss: 'https://other.example' }],
    ['a nonce', { sub: subject, nonce: 'n' }],
    ['no event', { sub: subject, events: {} }],
    ['events that are a text', { sub: subject, events: 'backchannel-logout' }],
    ['nobody', {}],
    ['an old one', { sub: subject, iat: now - 3_600, exp: now + 60 }],
    ['one that has ended', { sub: subject, exp: now - 300 }],
    ['no jti', { sub: subject, jti: undefined }],
  ];
  for (const [what, claims] of wrong) {
    const sent = what === 'the same again' ? token : await provider.logoutToken(claims);
    const { statusCode, body, headers } = await post(sent);
    expect([statusCode, headers['cache-control']], what).toEqual([400, 'no-store']);
    expect(JSON.parse(body)).toMatchObject({ error: 'invalid_request' });
  }
  provider.faults = { otherKey: true };
  expect((await post(await provider.logoutToken({ sub: subject }))).statusCode, 'another key').toBe(400);
  for (const junk of ['', 'x', `${'e'.repeat(17_000)}`, 'eyJhbGciOiJub25lIn0.e30.'])
    expect((await post(junk)).statusCode, junk.slice(0, 20)).toBeGreaterThanOrEqual(400);
  expect((await me(fourth)).status, 'nothing of it ended a session').toBe(200);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const before = provider.requested.length;
  for (let no = 0; no < 5; no += 1)
    expect((await post(`${part({ alg: 'ES256', kid: `k${no + 7}` })}.${part({})}.AAAA`)).statusCode).toBe(400);
  // keys are read anew at most once in half a minute, and the description not at all
  expect(provider.requested.slice(before).length).toBeLessThanOrEqual(1);
  expect(provider.requested.slice(before)).not.toContain('/.well-known/openid-configuration');
});

test('[OI7] signing out leads to the end of the session of the provider, with a hint, and goes on here without it', async () => {
  const browser = await signedIn(people('out', { groups: ['信息披露'] }));
  const { leave } = (await browser.ask('DELETE', '/session')).data as { leave: string };
  const address = new URL(leave);
  expect(address.origin).toBe(provider.issuer);
  expect(address.searchParams.get('post_logout_redirect_uri')).toBe(`${ORIGIN}/console/sign-in`);
  expect(address.searchParams.get('id_token_hint')).toMatch(/^eyJ/);
  expect((await me(browser)).data).toBeNull();
});

test('[OI3] a rule of 审核, 发布 or 系统管理 counts when a second administrator has confirmed it; its end takes the roles and the sessions at once', async () => {
  expect((await rule(' / ', 'editor')).code).toBe('2015');
  expect((await rule('某组', 'system-admin', SECTION)).code).toBe('2015');
  expect((await rule('某组', 'editor', '0009')).code).toBe('2015');
  expect((await rule('信息披露', 'editor', SECTION)).code, 'as there is one').toBe('2015');
  const proposed = await rule('/审核组', 'reviewer', SECTION);
  expect(proposed.data).toEqual(WAITING);
  expect((await rule('审核组', 'reviewer', SECTION)).code, 'asked for already').toBe('2030');
  const [request] = await requests();
  expect(request).toMatchObject({
    kind: 'rule',
    staffId: null,
    name: '审核组',
    grants: [{ role: 'reviewer', channelId: SECTION }],
  });
  expect((await one('POST', `/staff-requests/${request!.requestId}/confirm`, {})).code).toBe(OWN_GRANT);
  const subject = people('reader', { groups: ['审核组', '财富'] });
  await signedIn(subject);
  expect((await personOf('reader')).grants.map(({ role }) => role)).toEqual(['channel-admin']);
  expect((await confirmLast()).status).toBe(200);
  const browser = await signedIn(subject);
  expect((await me(browser)).data.grants).toContainEqual({ role: 'reviewer', channelId: SECTION });
  const rules: { ruleId: number; group: string }[] = (await two('GET', '/group-rules')).data;
  const { ruleId } = rules.find(({ group }) => group === '审核组')!;
  expect((await two('POST', `/group-rules/${ruleId}/end`, {})).status).toBe(200);
  expect((await two('POST', `/group-rules/${ruleId}/end`, {})).code).toBe('2034');
  expect((await personOf('reader')).grants.map(({ role }) => role)).toEqual(['channel-admin']);
  expect((await me(browser)).status).toBe(401);
  expect(await differing()).toEqual([]);
});

test('[OI2] an administrator binds a local account, a second one confirms where it is weighty; it is bound once', async () => {
  const editor = await hand(site, '编辑', all('editor'));
  await db().updateTable('staff').set({ account: 'known' }).where('staff_id', '=', editor.staffId).execute();
  const subject = people('s-known', { preferred_username: 'known', groups: ['财富'] });
  expect(await browserOf(site, provider, ORIGIN).signIn(subject)).toBe('/console/sign-in?provider=same-account');
  expect((await one('GET', '/provider-arrivals')).data).toMatchObject([{ subject, account: 'known' }]);
  const bind = (staffId: number, sub: string) => one('POST', `/people/${staffId}/identity`, { subject: sub });
  expect((await bind(editor.staffId, subject)).data).toEqual({ isWaiting: false });
  expect((await bind(editor.staffId, 'another')).code).toBe('2015');
  expect((await one('GET', '/provider-arrivals')).data).toEqual([]);
  const browser = await signedIn(subject);
  expect((await me(browser)).data).toMatchObject({
    account: 'known',
    grants: [{ role: 'channel-admin' }, { role: 'editor' }],
  });
  // OI3: what groups bring counts where the provider vouches, and not with a password
  const byPassword = await consoleOf(site, editor, ORIGIN);
  expect((await byPassword('GET', '/me')).data.grants.map(({ role }: Grant) => role)).toEqual(['editor']);
  const used = await hand(site, '已在使用', all('auditor'));
  await db().updateTable('staff').set({ password: 'set' }).where('staff_id', '=', used.staffId).execute();
  expect((await bind(used.staffId, 's-used')).data).toEqual(WAITING);
  expect((await confirmLast()).status).toBe(200);
  const publisher = await hand(site, '发布', all('publisher'));
  expect((await bind(publisher.staffId, 's-publisher')).data).toEqual(WAITING);
  expect((await findPerson(db(), publisher.staffId))!.subject).toBe('');
  expect((await confirmLast()).status).toBe(200);
  expect((await findPerson(db(), publisher.staffId))!.subject).toBe('s-publisher');
  expect((await bind((await hand(site, '又一人')).staffId, 's-publisher')).code).toBe('2015');
  await expect(sql`update staff_identity set subject = 'x'`.execute(db())).rejects.toThrow();
});

test('[OI4] two accounts of one human count as one contributor and as one administrator', async () => {
  const writer = await hand(site, '撰写', all('editor'));
  const reviewer = await hand(site, '审核', all('reviewer'));
  const edition = await draftBy(site, writer, [article('000100020001000200010001'.slice(0, 20), '一篇文章')]);
  await submitEdition(publishContextOf(site), writer, edition);
  const declare = (other: number) => one('POST', `/people/${writer.staffId}/double`, { other });
  expect((await declare(writer.staffId)).code).toBe('2015');
  expect((await declare(first.staffId)).code).toBe(OWN_GRANT);
  expect((await declare(reviewer.staffId)).status).toBe(200);
  expect((await declare(reviewer.staffId)).code).toBe('2015');
  expect(await codeOf(approveEdition(db(), reviewer, edition))).toBe('2023');
  expect((await findPerson(db(), writer.staffId))!.doubles).toEqual([reviewer.account]);
  const third = await hand(site, '系统管理丙', all('system-admin'));
  const ask = await consoleOf(site, third, ORIGIN);
  await rule('发布组', 'publisher');
  const { requestId } = (await requests()).at(-1)!;
  expect((await two('POST', `/people/${third.staffId}/double`, { other: first.staffId })).status).toBe(200);
  expect((await ask('POST', `/staff-requests/${requestId}/confirm`, {})).code).toBe(OWN_GRANT);
  expect((await two('POST', `/staff-requests/${requestId}/confirm`, {})).status).toBe(200);
  expect(await differing()).toEqual([]);
});

test('[OI10] a second factor that a role demands is the one of the provider, else our own, which is asked for first', async () => {
  await setSecondFactorRoles(db(), ['channel-admin']);
  try {
    const strong = await signedIn(people('strong', { groups: ['财富'], amr: ['pwd', 'mfa'] }));
    expect((await me(strong)).data).toMatchObject({ needsSecondFactor: false, needsCode: false });
    const subject = people('weak', { groups: ['财富'], amr: ['pwd'] });
    const weak = await signedIn(subject);
    expect((await me(weak)).data).toMatchObject({ needsSecondFactor: true });
    expect((await weak.ask('GET', '/channels')).code).toBe('2016');
    const { secret } = (await weak.ask('POST', '/me/second-factor/new', {})).data as { secret: string };
    const code = (ahead = 0) => codeAt(secret, Math.floor(Date.now() / 30_000) + ahead);
    expect((await weak.ask('POST', '/me/second-factor', { code: code(-1) })).status).toBe(200);
    expect((await weak.ask('GET', '/channels')).status).toBe(200);
    const next = await signedIn(subject);
    expect((await me(next)).data).toMatchObject({ needsCode: true });
    for (const path of ['/channels', '/me/second-factor/new'])
      expect(
        (await next.ask(path.startsWith('/me') ? 'POST' : 'GET', path, path.startsWith('/me') ? {} : undefined)).code,
      ).toBe('2003');
    expect((await next.ask('POST', '/me/code', { code: '000000' })).code).toBe('2004');
    expect((await next.ask('POST', '/me/code', { code: code() })).data).toMatchObject({ needsCode: false });
    expect((await next.ask('GET', '/channels')).status).toBe(200);
    expect(await differing()).toEqual([]);
  } finally {
    await setSecondFactorRoles(db(), []);
  }
});

test('[OI9] where local accounts are off, the emergency account alone signs in by password, and other sessions by password end', async () => {
  const password = 'vier kleine Boote';
  for (const account of ['emergency', 'local'])
    await addPerson(
      db(),
      { account, name: account, grants: all('editor') },
      { hash: cheapHash(password), mustChange: false },
    );
  const before = await beginSession(db(), (await personOf('local')).staffId, '10.0.0.1');
  const closed = await startSite({
    siteUrl: ORIGIN,
    database: site.database,
    provider: provider.settings,
    emergencyAccount: 'emergency',
  });
  try {
    const browser = browserOf(closed, provider, ORIGIN);
    expect((await browser.ask('GET', '/sign-in-ways')).data).toMatchObject({ local: false });
    for (const account of ['local', 'nobody'])
      expect((await browser.ask('POST', '/session', { account, password })).code).toBe('2035');
    browser.cookies.set('console', before);
    expect((await browser.ask('GET', '/me')).code).toBe('2001');
    browser.cookies.clear();
    expect((await browser.ask('POST', '/session', { account: ' Emergency', password })).status).toBe(200);
  } finally {
    await closed.close();
  }
});
