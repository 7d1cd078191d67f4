import { sql } from 'kysely';
import { afterAll, beforeEach, afterEach, beforeAll, expect, test } from 'vitest';
import type { Grant, Role } from '#rules/staff-rights.ts';
import { findPerson, setState } from '#server/people/staff/accounts.ts';
import { carryOutDue, REQUEST } from '#server/people/staff/requests.ts';
import type { ComingRight, StaffRequest } from '#wire/console-answers.ts';
import { approvedBy, consoleOf, hand, type Hand } from '../world/editions.ts';
import { article, SECTION, startSite, type TestSite } from '../world/site.ts';

const ORIGIN = 'http://localhost';
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
const deedsOf = async ({ staffId }: { staffId: number }) =>
  (
    await db()
      .selectFrom('audit')
      .select(['act', 'outcome', 'account'])
      .where('subject', '=', `staff:${staffId}`)
      .orderBy('no')
      .execute()
  ).map(({ act, outcome, account }) => `${act} ${outcome} ${account}`);
/** As if it had been asked that much earlier. */
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
    expect(await deedsOf(person)).toEqual([
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
  const asked = await one.ask('POST', `/people/${person.staffId}/grants`, { grants: all('reviewer') });
  expect(asked.data).toEqual({ isWaiting: true });
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
  expect(await deedsOf(person)).toEqual([
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
  expect((await deedsOf(one)).filter((deed) => deed.includes('refused'))).toHaveLength(2);
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
  expect((await deedsOf(person)).at(-1)).toBe('people.expire done ');
});

test('[ST5] one administrator alone waits a day, all staff are told meanwhile, and it can be taken back', async () => {
  await setState(db(), two.staffId, 'suspended');
  const person = await ready('某人', 'publisher');
  const editor = await ready('编辑', 'editor');
  const told = async () => (await editor.ask('GET', '/coming-rights')).data as ComingRight[];
  const give = () => one.ask('POST', `/people/${person.staffId}/grants`, { grants: all('publisher', 'reviewer') });
  await give();
  expect(await told()).toMatchObject([{ name: '某人', askedBy: '系统管理甲', grants: all('reviewer') }]);
  expect((Date.parse((await told())[0]!.effectiveAt) - Date.now()) / 3_600_000).toBeCloseTo(REQUEST.hours, 1);
  const [first] = await waiting(one);
  expect((await one.ask('POST', `/staff-requests/${first!.requestId}/withdraw`, {})).status).toBe(200);
  expect(await told()).toEqual([]);

  await give();
  await earlier(REQUEST.hours - 1);
  await carryOutDue(db());
  expect(await rolesOf(person)).toEqual(['publisher']);
  await earlier(1);
  await carryOutDue(db());
  expect(await rolesOf(person)).toEqual(['publisher', 'reviewer']);
  expect((await deedsOf(person)).at(-1)).toBe('people.confirm done ');
  expect(await told()).toEqual([]);

  await one.ask('POST', `/people/${person.staffId}/link`, {});
  const [link] = await waiting(one);
  const confirm = () => one.ask('POST', `/staff-requests/${link!.requestId}/confirm`, {});
  expect((await confirm()).code).toBe(OWN_GRANT);
  await earlier(REQUEST.hours);
  await carryOutDue(db());
  expect((await findPerson(db(), person.staffId))!.isReady, 'a link is had by whoever asks for it').toBe(true);
  expect((await confirm()).data.link).toMatch(/set-password#/);
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
    expect((await publisher.ask('GET', '/opening')).data).toEqual({ isOpened: false, whyNot: '' });
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
