import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ProviderProblemCode } from '#rules/people/provider-problems.ts';
import { PROVIDER_ANSWER } from '#server/people/provider/capped-fetch.ts';
import { openProvider } from '#server/people/provider/provider.ts';
import { beginRule } from '#server/people/provider/rules.ts';
import { addPerson, findPerson, setState } from '#server/people/staff/accounts.ts';
import { verifyMarks, beginMarks } from '#server/record/verify-standing.ts';
import { hand } from '../world/editions.ts';
import { browserOf, startProvider, type Browser, type Claims, type TestProvider } from '../world/oidc-provider.ts';
import { SECTION, startSite, type TestSite } from '../world/site.ts';

const ORIGIN = 'http://localhost';

let provider: TestProvider;
let site: TestSite;
let adminId: number;
beforeAll(async () => {
  provider = await startProvider(ORIGIN);
  site = await startSite({ siteUrl: ORIGIN, provider: provider.settings, trustedProxies: ['127.0.0.1'] });
  provider.site = site;
  adminId = (await hand(site, '系统管理甲', [{ role: 'system-admin', channelId: '' }])).staffId;
  await beginRule(db(), adminId, { group: '信息披露', role: 'editor', channelId: SECTION });
  await beginMarks(db());
});
afterAll(async () => {
  await site.end();
  await provider.end();
});
beforeEach(() => {
  provider.faults = {};
});

const db = () => site.database.db;
const browser = (): Browser => browserOf(site, provider, ORIGIN);
const refused = (code: ProviderProblemCode): string => `/console/sign-in?provider=${code}`;
const idOf = async (account: string): Promise<number> =>
  (await db().selectFrom('staff').select('staff_id').where('account', '=', account).executeTakeFirstOrThrow()).staff_id;
const linesOf = async (staffId: number): Promise<string[]> =>
  (
    await db()
      .selectFrom('audit')
      .select(['act', 'outcome'])
      .where((eb) => eb.or([eb('subject', '=', `staff:${staffId}`), eb('staff_id', '=', staffId)]))
      .orderBy('no')
      .execute()
  ).map(({ act, outcome }) => `${act} ${outcome}`);
const lastLine = async () =>
  db()
    .selectFrom('audit')
    .select(['act', 'outcome', 'facts', 'account'])
    .orderBy('no', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
const people = (subject: string, claims: Claims): string => {
  provider.people.set(subject, claims);
  return subject;
};

test('[OI1][OI2][OI3] a first sign-in makes an account with the roles of the groups, each with its line; the second is the same account', async () => {
  people('u-1', { name: '李敏', preferred_username: 'Li.Min@example.com', groups: ['/信息披露', '别的'] });
  const one = browser();
  provider.next = 'u-1';
  const address = new URL(await one.begin('/people?role=editor'));
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    client_id: 'site',
    response_type: 'code',
    code_challenge_method: 'S256',
    redirect_uri: `${ORIGIN}/console/api/provider/callback`,
  });
  expect(address.searchParams.get('state')).toMatch(/^[\w-]{43}$/);
  expect(await one.arrive(await one.pass(address.href))).toBe('/console/people?role=editor');
  expect([...one.cookies.keys()].sort()).toEqual(['console', 'console-browser']);
  const { data: me } = await one.ask('GET', '/me');
  expect(me).toMatchObject({
    account: 'li.min',
    name: '李敏',
    grants: [{ role: 'editor', channelId: SECTION }],
    byProvider: true,
    mustChange: false,
    needsCode: false,
  });
  const staffId = await idOf('li.min');
  expect(await linesOf(staffId)).toEqual([
    'people.add done',
    'people.bind done',
    'people.role-begin done',
    'sign-in done',
  ]);
  expect(await findPerson(db(), staffId)).toMatchObject({
    isReady: true,
    subject: 'u-1',
    byGroup: [{ role: 'editor', channelId: SECTION }],
  });
  expect(await browser().signIn('u-1')).toBe('/console/');
  const bound = await db().selectFrom('staff_identity').select('staff_id').where('subject', '=', 'u-1').execute();
  expect(bound).toEqual([{ staff_id: staffId }]);
  expect(await verifyMarks(db())).toEqual([]);
});

test('[OI2] without a rule for a group, or with the name of a local account, nobody is let in, and administrators read who it was', async () => {
  expect(await browser().signIn(people('u-2', { name: '王五', preferred_username: 'wang', groups: ['食堂'] }))).toBe(
    refused('no-role'),
  );
  await addPerson(db(), { account: 'zhao.liu', name: '赵六', grants: [] });
  const same = people('u-3', { name: '赵六', preferred_username: 'zhao.liu', groups: ['信息披露'] });
  expect(await browser().signIn(same)).toBe(refused('same-account'));
  expect((await lastLine()).facts).toMatchObject({ why: 'same-account', subject: 'u-3', claimedName: '赵六' });
  const suspended = people('u-4', { preferred_username: 'gone', groups: ['信息披露'] });
  expect(await browser().signIn(suspended)).toBe('/console/');
  await setState(db(), await idOf('gone'), 'suspended');
  expect(await browser().signIn(suspended)).toBe(refused('suspended'));
});

test('[OI3] a group that is lost takes its roles at the next sign-in; roles that an administrator gave stay', async () => {
  const subject = people('u-5', { name: '孙七', preferred_username: 'sun', groups: ['信息披露'] });
  expect(await browser().signIn(subject)).toBe('/console/');
  const staffId = await idOf('sun');
  people(subject, { name: '孙七', preferred_username: 'sun', groups: [] });
  expect(await browser().signIn(subject)).toBe(refused('no-role'));
  expect((await findPerson(db(), staffId))!.grants).toEqual([]);
  expect((await linesOf(staffId)).slice(-2)).toEqual(['people.role-end done', 'sign-in refused']);
  await db()
    .insertInto('staff_grant')
    .values({ staff_id: staffId, role: 'auditor', channel_id: '', granted_at: new Date() })
    .execute();
  expect(await browser().signIn(subject)).toBe('/console/');
  expect((await findPerson(db(), staffId))!.grants).toEqual([{ role: 'auditor', channelId: '' }]);
  const dated = await db()
    .selectFrom('staff_grant')
    .select(['role', 'ended_at'])
    .where('staff_id', '=', staffId)
    .execute();
  expect(dated).toEqual([
    { role: 'editor', ended_at: expect.any(Date) },
    { role: 'auditor', ended_at: null },
  ]);
});

test('[OI8] answers that are replayed, of another browser, late or with another state are refused, and an error of the provider is told', async () => {
  const subject = people('u-6', { preferred_username: 'zhou', groups: ['信息披露'] });
  provider.next = subject;
  const one = browser();
  const answer = await one.pass(await one.begin());
  const cookies = new Map(one.cookies);
  expect(await browser().arrive(answer), 'without the cookie').toBe(refused('state'));
  expect(await one.arrive(answer.replace(/state=[^&]*/, 'state=other')), 'another state').toBe(refused('state'));
  // the cookie went with the refusal
  for (const [name, value] of cookies) one.cookies.set(name, value);
  expect(await one.arrive(answer)).toBe('/console/');
  for (const [name, value] of cookies) one.cookies.set(name, value);
  const requests = provider.requested.length;
  expect(await one.arrive(answer), 'a second time').toBe(refused('state'));
  expect(provider.requested.length, 'the provider is not asked what is known').toBe(requests);
  const two = browser();
  const state = new URL(await two.begin()).searchParams.get('state')!;
  const denied = `${ORIGIN}/console/api/provider/callback?error=access_denied&state=${state}&iss=${encodeURIComponent(provider.issuer)}`;
  expect(await two.arrive(denied)).toBe(refused('denied'));
  expect(await lastLine()).toMatchObject({ act: 'sign-in', outcome: 'refused', facts: { why: 'denied' } });
  // OI8: ten minutes, by the time that stands sealed in the cookie
  const { seals } = openProvider(provider.settings, ORIGIN + '/console');
  for (const [seconds, to] of [
    [601, refused('state')],
    [590, '/console/'],
  ] as const) {
    const late = browser();
    const lateAnswer = await late.pass(await late.begin());
    const sealed = seals.begun.open(late.cookies.get('console-begun')!) as { at: number };
    late.cookies.set('console-begun', seals.begun.close({ ...sealed, at: sealed.at - seconds * 1_000 }));
    expect(await late.arrive(lateAnswer), `after ${seconds} s`).toBe(to);
  }
  const long = browser();
  await long.begin();
  expect(await long.arrive(`${ORIGIN}/console/api/provider/callback?code=${'x'.repeat(9_000)}`)).toBe(refused('state'));
});

test.each<[string, ProviderProblemCode, Partial<TestProvider['faults']>]>([
  ['an ID token that another key signed', 'key', { otherKey: true }],
  ['another nonce', 'token', { claims: (claims) => ({ ...claims, nonce: 'other' }) }],
  ['no nonce', 'token', { claims: ({ nonce: _none, ...claims }) => claims }],
  ['another issuer', 'token', { claims: (claims) => ({ ...claims, iss: 'https://other.example' }) }],
  ['another audience', 'token', { claims: (claims) => ({ ...claims, aud: 'other' }) }],
  [
    'a clock an hour behind',
    'clock',
    { claims: (claims) => ({ ...claims, iat: Number(claims.iat) - 7_200, exp: Number(claims.iat) - 3_600 }) },
  ],
  [
    'a clock an hour ahead',
    'clock',
    { claims: (claims) => ({ ...claims, iat: Number(claims.iat) + 3_600, exp: Number(claims.iat) + 7_200 }) },
  ],
  ['groups that are numbers', 'groups', { claims: (claims) => ({ ...claims, groups: [1, 2] }) }],
  [
    'groups without end',
    'groups',
    { claims: (claims) => ({ ...claims, groups: Array.from({ length: 1_001 }, (_, no) => `g${no}`) }) },
  ],
  ['a group of many characters', 'groups', { claims: (claims) => ({ ...claims, groups: ['x'.repeat(201)] }) }],
  ['an answer without end', 'token', { claims: (claims) => ({ ...claims, more: 'x'.repeat(PROVIDER_ANSWER.bytes) }) }],
])('[OI8] %s is refused in words and with a line of the record', async (_what, code, faults) => {
  const subject = people('u-7', { preferred_username: 'wu', groups: ['信息披露'] });
  provider.faults = faults;
  expect(await browser().signIn(subject)).toBe(refused(code));
  expect(await lastLine()).toMatchObject({ act: 'sign-in', outcome: 'refused', facts: { why: code, by: 'provider' } });
  expect(await db().selectFrom('staff').select('staff_id').where('account', '=', 'wu').execute()).toEqual([]);
});

test('[OI8] claims that are missing are none: no mail, no name, no account, one group as a text, groups below another claim', async () => {
  expect(await browser().signIn(people('u-8', { groups: '信息披露' }))).toBe('/console/');
  const bound = await db()
    .selectFrom('staff_identity')
    .select('staff_id')
    .where('subject', '=', 'u-8')
    .executeTakeFirstOrThrow();
  expect(await findPerson(db(), bound.staff_id)).toMatchObject({ account: 'p-u8', name: 'p-u8' });
  expect(await browser().signIn(people('u-9', { preferred_username: 'no.groups' }))).toBe(refused('no-role'));
});

test('[OI1] a provider that is away or another keeps nobody from starting, signing in by password, or reading why', async () => {
  const far = await startSite({
    siteUrl: ORIGIN,
    database: site.database,
    provider: { ...provider.settings, issuer: 'http://127.0.0.1:9' },
  });
  try {
    const one = browserOf(far, provider, ORIGIN);
    expect(await one.begin()).toBe(refused('away'));
    expect((await one.ask('GET', '/sign-in-ways')).data).toEqual({ provider: '单位账号登录', local: true });
    expect((await one.ask('POST', '/session', { account: 'nobody', password: 'x' })).code).toBe('2002');
  } finally {
    await far.close();
  }
  const named = (issuer: string) => openProvider({ ...provider.settings, issuer }, `${ORIGIN}/console`);
  // letter by letter, because people are bound to that name
  await expect(named(`${provider.issuer}/`).begin('/')).rejects.toMatchObject({ code: 'issuer' });
  const wrongSecret = openProvider({ ...provider.settings, clientSecret: 'another' }, `${ORIGIN}/console`);
  await expect(
    wrongSecret.again({ id: '', access: '', refresh: 'x' }, 'somebody', async () => {}),
  ).rejects.toMatchObject({ code: 'client' });
  const other = await startProvider(ORIGIN);
  other.faults = { otherIssuer: true };
  try {
    const begin = openProvider(other.settings, `${ORIGIN}/console`).begin('/');
    await expect(begin).rejects.toMatchObject({ code: 'issuer', message: expect.stringContaining(other.issuer) });
  } finally {
    await other.end();
  }
});

test('[OI1] steps of a sign-in are limited by network', async () => {
  const from = (no: number) =>
    site.app.inject({
      url: '/console/api/provider/callback?code=x',
      headers: { host: 'localhost', 'x-forwarded-for': '10.9.9.9', 'user-agent': String(no) },
    });
  const answers = [];
  for (let no = 0; no < 61; no += 1) answers.push(String((await from(no)).headers.location));
  expect(answers.slice(-2)).toEqual([refused('state'), refused('often')]);
});
