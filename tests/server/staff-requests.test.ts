import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Grant, Role } from '#rules/people/staff-rights.ts';
import { findPerson, setState } from '#server/people/staff/accounts.ts';
import { makeSetupLink } from '#server/people/staff/setup-link.ts';
import { carryOutDue, REQUEST } from '#server/people/staff/requests.ts';
import { nodeSuite } from '#wire/cipher-node.ts';
import type { ComingRight, StaffRequest } from '#wire/console-answers.ts';
import { approvedBy, consoleOf, hand, type Hand } from '../world/editions.ts';
import { article, SECTION, smallWorld, startSite, WIRE_KEY, type TestSite } from '../world/site.ts';

const ORIGIN = 'http://localhost';
const suite = nodeSuite(Buffer.from(WIRE_KEY, 'base64'));
const OWN_GRANT = '2017';
const STATE = '2019';

let site: TestSite;
let one: Admin;
let two: Admin;
beforeAll(async () => {
  site = await startSite({ siteUrl: ORIGIN, changes: [] });
});
afterAll(() => site.end());

type Ask = Awaited<ReturnType<typeof consoleOf>>;
interface Admin extends Hand {
  ask: Ask;
}

const db = () => site.database.db;
const all = (...roles: Role[]): Grant[] => roles.map((role) => ({ role, channelId: '' }));

/** Somebody with a password, signed in. */
async function ready(name: string, ...roles: Role[]): Promise<Admin> {
  const person = await hand(site, name, all(...roles));
  await db().updateTable('staff').set({ password: 'set' }).where('staff_id', '=', person.staffId).execute();
  return { ...person, ask: await consoleOf(site, person, ORIGIN) };
}

beforeEach(async () => {
  one = await ready('系统管理甲', 'system-admin');
  two = await ready('系统管理乙', 'system-admin');
});
afterEach(async () => {
  await db().updateTable('staff').set({ state: 'suspended' }).execute();
  await db().deleteFrom('staff_request').execute();
});

const rolesOf = async ({ staffId }: { staffId: number }) =>
  (await findPerson(db(), staffId))!.grants.map(({ role }) => role).sort();
const waiting = async ({ ask }: Admin): Promise<StaffRequest[]> => (await ask('GET', '/staff-requests')).data;
const actsOf = async ({ staffId }: { staffId: number }) =>
  (
    await db()
      .selectFrom('audit')
      .select(['act', 'outcome', 'account'])
      .where('subject', '=', `staff:${staffId}`)
      .orderBy('no')
      .execute()
  ).map(({ act, outcome, account }) => `${act} ${outcome} ${account}`);
/** Moves the request that much earlier. */
const earlier = (hours: number) =>
  sql`update staff_request set effective_at = effective_at - make_interval(hours => ${hours}),
    ends_at = ends_at - make_interval(hours => ${hours}) where state = 'open'`.execute(db());

test.each(['reviewer', 'publisher', 'system-admin'] as const)(
  '[ST5] the role %s counts when a second administrator has confirmed it, and not before; other roles count at once',
  async (role) => {
    const made = await one.ask('POST', '/people', {
      account: `asked-${role}`,
      name: '新人',
      grants: all('editor', role),
    });
    expect(made.data).toMatchObject({ isWaiting: true });
    const person = { staffId: made.data.staffId as number };
    expect(await rolesOf(person)).toEqual(['editor']);
    const [request] = await waiting(two);
    expect(request).toMatchObject({ kind: 'grants', grants: all(role), askedBy: '系统管理甲', effectiveAt: '' });
    const confirm = `/staff-requests/${request!.requestId}/confirm`;
    expect((await one.ask('POST', confirm, {})).code, 'by whoever asked').toBe(OWN_GRANT);
    expect(await rolesOf(person)).toEqual(['editor']);
    const both = await Promise.all([two.ask('POST', confirm, {}), two.ask('POST', confirm, {})]);
    expect(both.map(({ code }) => code).sort()).toEqual(['0', STATE]);
    expect(await rolesOf(person)).toEqual(['editor', role].sort());
    expect(await waiting(two)).toEqual([]);
    expect(await actsOf(person)).toEqual([
      `people.add done ${one.account}`,
      `people.ask done ${one.account}`,
      `people.confirm done ${two.account}`,
    ]);
  },
);

test('[ST5] a wider scope of a role is asked for, too; what is taken away is gone at once', async () => {
  const person = await ready('审核丙', 'editor');
  const narrow = { role: 'reviewer' as const, channelId: '0001000200010002' };
  await db()
    .insertInto('staff_grant')
    .values({ staff_id: person.staffId, role: 'reviewer', channel_id: narrow.channelId, granted_at: new Date() })
    .execute();
  const response = await one.ask('POST', `/people/${person.staffId}/grants`, { grants: all('reviewer') });
  expect(response.data).toEqual({ isWaiting: true });
  expect((await findPerson(db(), person.staffId))!.grants).toEqual([]);
  expect((await waiting(two))[0]!.grants).toEqual(all('reviewer'));
});

test('[ST5] a reset for somebody who makes things public waits; the link is had by whoever confirms, and the password stays until then', async () => {
  const publisher = await ready('发布丁', 'publisher');
  const editor = await ready('编辑戊', 'editor');
  expect((await one.ask('POST', `/people/${editor.staffId}/link`, {})).data.link).toMatch(/set-password#/);
  expect((await one.ask('POST', `/people/${publisher.staffId}/link`, {})).data).toEqual({ link: '' });
  expect((await findPerson(db(), publisher.staffId))!.isReady).toBe(true);
  expect((await one.ask('POST', `/people/${publisher.staffId}/link`, {})).code, 'a second time').toBe('2030');
  const [request] = await waiting(two);
  const { data } = await two.ask('POST', `/staff-requests/${request!.requestId}/confirm`, {});
  expect(data.link).toMatch(/^http:\/\/localhost\/console\/set-password#[\w-]{43}$/);
  expect((await findPerson(db(), publisher.staffId))!.isReady).toBe(false);
});

test('[ST5] a reset of an account whose role is asked for waits, too', async () => {
  const person = await ready('新人', 'editor');
  await one.ask('POST', `/people/${person.staffId}/grants`, { grants: all('editor', 'publisher') });
  expect((await one.ask('POST', `/people/${person.staffId}/link`, {})).data).toEqual({ link: '' });
});

test('[ST5] it is refused with a reason, taken back by whoever asked, and decided once', async () => {
  const person = await ready('某人');
  const ask = () => one.ask('POST', `/people/${person.staffId}/grants`, { grants: all('publisher') });
  await ask();
  const [first] = await waiting(two);
  const at = (id: number, step: string) => `/staff-requests/${id}/${step}`;
  expect((await two.ask('POST', at(first!.requestId, 'refuse'), { note: ' ' })).code).toBe('2015');
  expect((await two.ask('POST', at(first!.requestId, 'withdraw'), {})).code).toBe(OWN_GRANT);
  expect((await two.ask('POST', at(first!.requestId, 'refuse'), { note: '不认识' })).status).toBe(200);
  expect((await two.ask('POST', at(first!.requestId, 'confirm'), {})).code).toBe(STATE);
  await ask();
  const [second] = await waiting(two);
  expect((await one.ask('POST', at(second!.requestId, 'withdraw'), {})).status).toBe(200);
  expect((await two.ask('POST', at(second!.requestId, 'confirm'), {})).code).toBe(STATE);
  expect((await two.ask('POST', at(999_999, 'confirm'), {})).code).toBe('2018');
  expect(await rolesOf(person)).toEqual([]);
  expect(await actsOf(person)).toEqual([
    `people.ask done ${one.account}`,
    `people.refuse done ${two.account}`,
    `people.ask done ${one.account}`,
    `people.withdraw done ${one.account}`,
  ]);
});

test('[ST5] nobody gives a role to himself, nor confirms one that is for himself, nor resets his own password so', async () => {
  const refused = await one.ask('POST', `/people/${one.staffId}/grants`, { grants: all('system-admin', 'editor') });
  expect(refused.code).toBe(OWN_GRANT);
  expect(await rolesOf(one)).toEqual(['system-admin']);
  expect((await one.ask('POST', `/people/${one.staffId}/link`, {})).code).toBe(OWN_GRANT);
  await one.ask('POST', `/people/${two.staffId}/grants`, { grants: all('system-admin', 'publisher') });
  const [request] = await waiting(two);
  expect((await two.ask('POST', `/staff-requests/${request!.requestId}/confirm`, {})).code).toBe(OWN_GRANT);
  expect(await rolesOf(two)).toEqual(['system-admin']);
  expect((await actsOf(one)).filter((action) => action.includes('refused'))).toHaveLength(2);
});

test('[ST5] nothing is confirmed for whoever is suspended, nor of an asker who is no administrator any more; it expires after seven days', async () => {
  const person = await ready('某人');
  await one.ask('POST', `/people/${person.staffId}/grants`, { grants: all('publisher') });
  const [request] = await waiting(two);
  const confirm = () => two.ask('POST', `/staff-requests/${request!.requestId}/confirm`, {});
  await setState(db(), person.staffId, 'suspended');
  expect((await confirm()).code).toBe(STATE);
  await setState(db(), person.staffId, 'active');
  await setState(db(), one.staffId, 'suspended');
  expect((await confirm()).code).toBe(STATE);
  await setState(db(), one.staffId, 'active');
  await earlier(REQUEST.days * 24);
  expect((await confirm()).code).toBe(STATE);
  expect(await waiting(two)).toEqual([]);
  await carryOutDue(db());
  expect((await actsOf(person)).at(-1)).toBe('people.expire done ');
});

test('[ST5] one administrator alone waits a day, all staff are told meanwhile, and it can be taken back', async () => {
  await setState(db(), two.staffId, 'suspended');
  const person = await ready('某人', 'publisher');
  const editor = await ready('编辑', 'editor');
  const comingRights = async () => (await editor.ask('GET', '/coming-rights')).data as ComingRight[];
  const give = () => one.ask('POST', `/people/${person.staffId}/grants`, { grants: all('publisher', 'reviewer') });
  await give();
  expect(await comingRights()).toMatchObject([{ name: '某人', askedBy: '系统管理甲', grants: all('reviewer') }]);
  expect((Date.parse((await comingRights())[0]!.effectiveAt) - Date.now()) / 3_600_000).toBeCloseTo(REQUEST.hours, 1);
  const [first] = await waiting(one);
  expect((await one.ask('POST', `/staff-requests/${first!.requestId}/withdraw`, {})).status).toBe(200);
  expect(await comingRights()).toEqual([]);

  await give();
  await earlier(REQUEST.hours - 1);
  await carryOutDue(db());
  expect(await rolesOf(person)).toEqual(['publisher']);
  await earlier(1);
  await carryOutDue(db());
  expect(await rolesOf(person)).toEqual(['publisher', 'reviewer']);
  expect((await actsOf(person)).at(-1)).toBe('people.confirm done ');
  expect(await comingRights()).toEqual([]);

  await one.ask('POST', `/people/${person.staffId}/link`, {});
  const [link] = await waiting(one);
  const confirm = () => one.ask('POST', `/staff-requests/${link!.requestId}/confirm`, {});
  expect((await confirm()).code).toBe(OWN_GRANT);
  await earlier(REQUEST.hours);
  await carryOutDue(db());
  expect((await findPerson(db(), person.staffId))!.isReady, 'a link is had by whoever asks for it').toBe(true);
  expect((await confirm()).data.link).toMatch(/set-password#/);
});

test('[SU1] until a site is opened, every public address says that it is being prepared, of no firm; console and probes answer', async () => {
  const fresh = await startSite({ siteUrl: ORIGIN, isOpen: false, changes: [] });
  const { app } = fresh;
  const ask = (url: string, method: 'GET' | 'POST' = 'GET', headers = {}) => app.inject({ url, method, headers });
  try {
    const PUBLIC = [
      '/',
      '/swhysc',
      '/swhysc/',
      '/swhysc/news/company',
      '/swhysc/nowhere',
      '/robots.txt',
      '/sitemap.xml',
    ];
    const FILES = [
      '/static-file/a.pdf',
      '/preview/a.pdf',
      '/register-file/a.csv',
      '/favicon.ico',
      '/consoles',
      '/anything',
    ];
    for (const address of [...PUBLIC, ...FILES]) {
      const { statusCode, headers, body } = await ask(address);
      expect([statusCode, headers['retry-after'], headers['cache-control']], address).toEqual([
        503,
        '3600',
        'no-store',
      ]);
      expect(body).toContain('<h1 class="title">网站正在准备</h1>');
      expect(body).toMatch(/<meta name="robots" content="noindex/);
      expect(body).not.toContain('证券');
    }
    expect((await ask('/swhysc/', 'GET', { cookie: 'zh_choose=t' })).body).toContain('網站正在準備');
    const call = await ask('/swhy/service/wscms/v1/cms/channellist');
    expect([call.statusCode, call.headers['retry-after'], JSON.parse(suite.decrypt(call.body))]).toEqual([
      503,
      '3600',
      { code: '1511', msg: '网站正在准备，尚未开放', data: null },
    ]);
    for (const address of ['/healthz', '/readyz', '/metrics', '/console/', '/console/sign-in', '/console/api/me'])
      expect((await ask(address)).statusCode, address).toBe(200);
    // a store that was filled before setting up ended (SU1)
    await fresh.publish('建站', smallWorld());
    await vi.waitFor(async () => expect((await ask('/swhysc/news/company')).statusCode).toBe(200), 5_000);
  } finally {
    await fresh.end();
  }
});

test('[SU2] the link that a start prints makes the first administrator, once, within an hour, and only while there is none', async () => {
  const fresh = await startSite({ siteUrl: ORIGIN, isOpen: false, changes: [] });
  const { db } = fresh.database;
  const ask = async (path: string, payload: object) => {
    const answer = await fresh.app.inject({
      url: `/console/api${path}`,
      method: 'POST',
      headers: { origin: ORIGIN, host: 'localhost' },
      payload,
    });
    return { status: answer.statusCode, ...answer.json<{ code: string; data: unknown }>() };
  };
  const person = { account: ' Li.Min', name: '李敏', password: 'vier kleine Boote' };
  try {
    const [link, other] = [await makeSetupLink(db), await makeSetupLink(db)];
    expect((await db.selectFrom('kept').selectAll().execute()).some(({ value }) => value.includes(link))).toBe(false);
    expect((await ask('/setup-link', { link })).status).toBe(200);
    expect((await ask('/setup-link', { link: `${link}x` })).code).toBe('2011');
    expect(await ask('/first-administrator', { link, ...person, account: '9' })).toMatchObject({
      code: '2015',
      data: { field: 'account' },
    });
    expect((await ask('/first-administrator', { link, ...person, password: 'li.min li.min' })).code).toBe('2010');
    // two at once: one of them is first
    const both = await Promise.all([
      ask('/first-administrator', { link, ...person }),
      ask('/first-administrator', { link: other, ...person, account: 'wang.wu' }),
    ]);
    expect(both.map(({ code }) => code).sort()).toEqual(['0', '2011']);
    for (const again of [link, other, await makeSetupLink(db)])
      expect((await ask('/first-administrator', { link: again, ...person, account: 'zhao.liu' })).code).toBe('2011');
    const made = await db.selectFrom('staff').select(['account', 'must_change']).execute();
    expect(made).toHaveLength(1);
    expect(await db.selectFrom('audit').select(['act', 'account', 'facts']).orderBy('no').execute()).toEqual([
      { act: 'people.add', account: made[0]!.account, facts: expect.objectContaining({ initial: true }) },
      { act: 'sign-in', account: made[0]!.account, facts: { marks: expect.any(Object) } },
    ]);
    const { account } = made[0]!;
    expect((await ask('/session', { account, password: person.password })).status).toBe(200);
    // nobody can manage the console any more
    await db.updateTable('staff').set({ state: 'suspended' }).execute();
    const late = await makeSetupLink(db);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61 * 60_000 });
    expect((await ask('/setup-link', { link: late })).code).toBe('2011');
    // PD17: a clock that is put back opens nothing again
    vi.useRealTimers();
    expect((await ask('/first-administrator', { link: late, ...person, account: 'zhao.liu' })).code).toBe('2011');
  } finally {
    vi.useRealTimers();
    await fresh.end();
  }
});

test('[ST6] before a site is opened appointments need nobody else and are marked, nothing is published, and a second person opens it', async () => {
  const fresh = await startSite({ siteUrl: ORIGIN, isOpen: false });
  try {
    const person = async (name: string, ...roles: Role[]) => {
      const made = await hand(fresh, name, all(...roles));
      return { ...made, ask: await consoleOf(fresh, made, ORIGIN) };
    };
    const first = await person('第一位', 'system-admin');
    const made = await first.ask('POST', '/people', { account: 'first-made', name: '新人', grants: all('reviewer') });
    expect(made.data).toMatchObject({ isWaiting: false });
    expect((await findPerson(fresh.database.db, made.data.staffId))!.grants).toEqual(all('reviewer'));
    expect((await first.ask('POST', `/people/${made.data.staffId}/link`, {})).data.link).not.toBe('');
    expect(
      (await first.ask('POST', `/people/${first.staffId}/grants`, { grants: all('system-admin', 'editor') })).code,
    ).toBe(OWN_GRANT);
    const marked = await fresh.database.db
      .selectFrom('audit')
      .select(['act', 'facts'])
      .where('subject', '=', `staff:${made.data.staffId}`)
      .execute();
    expect(marked.map(({ act, facts }) => [act, facts.initial])).toEqual([
      ['people.add', true],
      ['people.reset', true],
    ]);

    const [writer, reviewer, publisher] = [
      await person('撰写', 'editor'),
      await person('审核', 'reviewer'),
      await person('发布', 'publisher'),
    ];
    const edition = await approvedBy(fresh, writer, reviewer, [article(`${SECTION}0003`, '开放前的公告')]);
    const publish = () => publisher.ask('POST', `/editions/${edition.editionId}/publish`, { version: edition.version });
    expect((await publish()).code).toBe('2031');
    for (const one of [first, writer, reviewer]) expect((await one.ask('POST', '/opening', {})).code).toBe(OWN_GRANT);
    expect((await publisher.ask('GET', '/opening')).data).toMatchObject({ isOpened: false, whyNot: '', isShown: true });
    expect((await publisher.ask('POST', '/opening', {})).status).toBe(200);
    expect((await publisher.ask('POST', '/opening', {})).code).toBe('2032');
    expect((await publish()).status).toBe(200);
    const later = await first.ask('POST', '/people', {
      account: 'later-made',
      name: '后来者',
      grants: all('reviewer'),
    });
    expect(later.data).toMatchObject({ isWaiting: true });
  } finally {
    await fresh.end();
  }
});
