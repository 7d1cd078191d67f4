import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { NoticeList } from '#features/notices/wire.ts';
import type { Grant, Role } from '#rules/people/staff-rights.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import { setState } from '#server/people/staff/accounts.ts';
import { carryOutEnds } from '#server/people/staff/carry-out-ends.ts';
import { declareDouble } from '#server/people/staff/same-human.ts';
import { readCovered } from '#server/people/staff/standing.ts';
import { readLines } from '#server/record/lines.ts';
import { listInPlace } from '#server/people/staff/substitutions.ts';
import { consoleOf, draftBy, hand, type Hand } from '../world/editions.ts';
import type { Workbench } from '#wire/bench-answers.ts';
import { article, SECTION, startSite, type TestSite } from '../world/site.ts';

const ORIGIN = 'http://localhost';
const INVALID = '2015';
const MISSING = '2008';
const OWN = '2017';
const OWN_EDITION = '2023';
const DAY = 86_400_000;
const LOSS = `${SECTION}0003`;

let site: TestSite;
interface Person extends Hand {
  ask: Awaited<ReturnType<typeof consoleOf>>;
}
let admin: Person, second: Person, wang: Person, li: Person, zhao: Person, publisher: Person;

const db = () => site.database.db;
const day = (ahead: number): string => shanghaiDate(Date.now() + ahead * DAY);
const REVIEW: Grant = { role: 'reviewer', channelId: SECTION };
const WRITE: Grant = { role: 'editor', channelId: SECTION };

async function ready(name: string, ...grants: Grant[]): Promise<Person> {
  const person = await hand(site, name, grants);
  await db().updateTable('staff').set({ password: 'set' }).where('staff_id', '=', person.staffId).execute();
  return { ...person, ask: await consoleOf(site, person, ORIGIN) };
}
const all = (role: Role): Grant => ({ role, channelId: '' });

beforeAll(async () => {
  site = await startSite({ siteUrl: ORIGIN });
  publisher = await ready('发布人', all('publisher'));
});
afterAll(() => site.end());
beforeEach(async () => {
  admin = await ready('管理员甲', all('system-admin'));
  second = await ready('管理员乙', all('system-admin'));
  wang = await ready('王某', REVIEW, WRITE);
  li = await ready('李某', WRITE);
  zhao = await ready('赵某', WRITE);
});

const name = (asker: Person, more: object = {}) =>
  asker.ask('POST', '/substitutions', {
    substituteId: li.staffId,
    from: day(0),
    until: day(4),
    grants: [REVIEW],
    ...more,
  });
const listed = async (asker: Person) => (await asker.ask('GET', '/substitutions')).data;
const openRequest = async (): Promise<number> =>
  (
    await db()
      .selectFrom('staff_request')
      .select('request_id')
      .where('state', '=', 'open')
      .where('staff_id', '=', li.staffId)
      .where('kind', '=', 'substitution')
      .executeTakeFirstOrThrow()
  ).request_id;
const confirm = async (asker: Person) => asker.ask('POST', `/staff-requests/${await openRequest()}/confirm`, {});
const submitted = async (writer: Person) => {
  const edition = await draftBy(site, writer, [article(LOSS, '公告')]);
  expect((await writer.ask('POST', `/editions/${edition.editionId}/submit`, { version: 1 })).code).toBe('0');
  return edition;
};
const approve = (who: Person, { editionId }: { editionId: number }) =>
  who.ask('POST', `/editions/${editionId}/approve`, { version: 1 });

test('[SI1] [SI4] a stand-in reviews as another human, once a second person confirmed it, and each act names whose place it was', async () => {
  const edition = await submitted(zhao);
  expect((await name(wang)).data).toEqual({ isWaiting: true });
  expect((await approve(li, edition)).code, 'before it is confirmed').toBe(MISSING);
  expect((await confirm(wang)).code, 'by whoever is away').toBe(MISSING);
  expect((await listed(wang)).waiting).toMatchObject([{ isOwn: true, until: day(4) }]);
  const reset = () => admin.ask('POST', `/people/${li.staffId}/link`, {});
  expect((await reset()).data, 'a password of somebody about to review').toEqual({ link: '' });
  expect((await confirm(second)).code).toBe('0');
  expect((await reset()).code, 'of somebody who reviews').toBe('2030');
  expect((await listed(publisher)).list, 'told to all').toMatchObject([
    {
      absent: { name: '王某' },
      substitute: { name: '李某' },
      from: day(0),
      until: day(4),
      hasBegun: true,
      mayEnd: false,
    },
  ]);

  const own = await submitted(li);
  expect((await approve(li, own)).status, 'one who wrote is one contributor').toBe(403);
  expect((await approve(li, edition)).code).toBe('0');
  const { data } = await li.ask('GET', `/editions/${edition.editionId}`);
  expect(data.steps.at(-1)).toMatchObject({ act: 'approved', name: '李某（代王某）' });
  const line = await db()
    .selectFrom('audit')
    .select(['account', 'facts'])
    .where('act', '=', 'edition.approved')
    .where('subject', '=', `edition:${edition.editionId}`)
    .executeTakeFirstOrThrow();
  expect(line).toMatchObject({ account: li.account, facts: { insteadOf: `王某（${wang.account}）` } });
  expect((await publisher.ask('POST', `/editions/${edition.editionId}/publish`, { version: 1 })).code).toBe('0');
  const publications = await publisher.ask('GET', '/publications?pageNum=1&pageSize=10');
  expect(publications.data.list[0]).toMatchObject({ writtenBy: '赵某', approvedBy: '李某（代王某）' });

  // own roles come first
  const steps = await db().selectFrom('edition_step').select('instead_of').where('staff_id', '=', li.staffId).execute();
  expect(steps.filter(({ instead_of }) => instead_of.length > 0)).toHaveLength(1);

  const [{ substitutionId }] = (await listed(li)).list;
  expect((await zhao.ask('POST', `/substitutions/${substitutionId}/end`, {})).code, 'somebody else').toBe(OWN);
  const next = await submitted(zhao);
  expect((await li.ask('POST', `/substitutions/${substitutionId}/end`, {})).code).toBe('0');
  expect((await approve(li, next)).code, 'at once').toBe(MISSING);
  expect((await listed(publisher)).list).toEqual([]);
  // the record proves the row, and whose place a step was taken in
  const end = await db()
    .selectFrom('audit')
    .select('facts')
    .where('act', '=', 'substitution.end')
    .where('account', '=', li.account)
    .executeTakeFirstOrThrow();
  const proved = await readCovered('substitution').execute(db());
  const row = proved.rows.find((one) => one.name === `substitution:${substitutionId}`);
  expect((end.facts.marks as Record<string, string>)[row!.name]).toBe(row!.hash);
  const lines: string[] = [];
  for await (const line of readLines(db(), 'edition_step', 0)) lines.push(line.said);
  expect(lines.filter((text) => text.endsWith(`, [${wang.staffId}]]`))).toHaveLength(1);
});

test('[SI4] both, and who works in these channels, get a notice; work reaches the stand-in as long as it lasts', async () => {
  const notices = async (who: Person) =>
    ((await who.ask('GET', '/notices?pageNum=1&pageSize=20')).data as NoticeList).list.filter(({ standIn }) => standIn);
  await name(wang);
  await confirm(second);
  await site.run('notices');
  await site.run('notices');
  const notice = { event: 'stand-in', actor: '王某', standIn: { substitute: '李某', from: day(0), until: day(4) } };
  expect(await notices(li)).toMatchObject([notice]);
  expect(await notices(zhao)).toMatchObject([notice]);
  expect(await notices(wang), 'who named it').toEqual([]);
  const { editionId } = await submitted(zhao);
  const { departments } = (await publisher.ask('GET', '/workbench')).data.work as NonNullable<Workbench['work']>;
  const held = departments.flatMap(({ list }) => list).find((one) => one.editionId === editionId);
  // a person of the test before, who may review too, comes first
  expect(held!.holders.slice(-2), 'on the workbench').toEqual(['李某（代王某）', '王某（不在）']);
  await site.run('notices');
  const work = (await li.ask('GET', '/notices?pageNum=1&pageSize=20')).data as NoticeList;
  expect(work.list[0]).toMatchObject({ event: 'to-review', editionId });
  const [{ substitutionId }] = (await listed(wang)).list;
  expect((await wang.ask('POST', `/substitutions/${substitutionId}/end`, {})).code).toBe('0');
  await site.run('notices');
  expect((await notices(li))[0]).toMatchObject({ event: 'stand-in-over', actor: '王某' });
});

test('[SI2] neither approves what one of them wrote, in their own place or in that of the other', async () => {
  const chen = await ready('陈某');
  const third = await ready('孙某', REVIEW);
  await name(wang);
  await confirm(second);
  expect((await name(wang, { substituteId: chen.staffId, grants: [WRITE] })).code).toBe('0');
  const mayApprove = async (who: Person, { editionId }: { editionId: number }) =>
    (await who.ask('GET', `/editions/${editionId}`)).data.may.approve;
  const holders = async ({ editionId }: { editionId: number }): Promise<string[]> => {
    const { departments } = (await publisher.ask('GET', '/workbench')).data.work as NonNullable<Workbench['work']>;
    return departments.flatMap(({ list }) => list).find((one) => one.editionId === editionId)!.holders;
  };
  const waits = async (who: Person): Promise<number[]> =>
    (await who.ask('GET', '/editions?view=to-review&pageNum=1&pageSize=100')).data.list.map(
      ({ editionId }: { editionId: number }) => editionId,
    );
  await site.run('notices');
  const own = await submitted(wang);
  await site.run('notices');
  const noticed = (await li.ask('GET', '/notices?pageNum=1&pageSize=20')).data as NoticeList;
  expect(noticed.list.map(({ editionId }) => editionId)).not.toContain(own.editionId);
  expect(await mayApprove(li, own)).toContain('您代理的人参与了这份稿件');
  expect((await approve(li, own)).code).toBe(OWN_EDITION);
  expect(await holders(own)).not.toContain('李某（代王某）');
  expect((await approve(third, own)).code, 'somebody else').toBe('0');

  // the reverse
  const made = await chen.ask('POST', '/editions', { title: '代写', changes: [article(LOSS, '代王某写的公告')] });
  expect(made.code).toBe('0');
  const { editionId } = made.data as { editionId: number };
  expect((await chen.ask('POST', `/editions/${editionId}/submit`, { version: 1 })).code).toBe('0');
  const { data } = await chen.ask('GET', `/editions/${editionId}`);
  expect(data.steps[0]).toMatchObject({ act: 'created', name: '陈某（代王某）' });
  expect(await mayApprove(wang, { editionId })).toContain('代理人以您的角色参与了这份稿件');
  expect((await approve(wang, { editionId })).code).toBe(OWN_EDITION);
  expect((await approve(li, { editionId })).code, 'another stand-in of the same person').toBe(OWN_EDITION);
  expect(await holders({ editionId })).not.toContain('王某（不在）');
  expect([(await waits(wang)).includes(editionId), (await waits(third)).includes(editionId)]).toEqual([false, true]);
  expect((await approve(third, { editionId })).code).toBe('0');
});

test('[SI2] nobody becomes two, stands in for each other, passes it on, or gives what is not theirs', async () => {
  const refused = async (answer: Promise<{ code: string; msg: string }>, words: string, code = INVALID) =>
    expect(await answer).toMatchObject({ code, msg: expect.stringContaining(words) });
  await refused(name(wang, { until: day(60) }), '60 天');
  await refused(name(wang, { grants: [] }), '至少');
  await refused(name(li, { substituteId: wang.staffId, grants: [REVIEW] }), '只能代理李某自己的角色');
  await refused(name(wang, { substituteId: wang.staffId }), '另一个人');
  await refused(name(zhao, { absentId: wang.staffId }), '只能为自己', OWN);
  await refused(name(admin, { absentId: wang.staffId, substituteId: admin.staffId }), '不能安排自己', OWN);

  expect((await name(wang, { grants: [WRITE] })).data, 'a role that both have needs nobody').toEqual({
    isWaiting: false,
  });
  await refused(name(li, { substituteId: wang.staffId, grants: [WRITE] }), '互相代理');
  await refused(name(li, { substituteId: zhao.staffId, grants: [WRITE] }), '不能再转给别人');
  await refused(name(zhao, { substituteId: wang.staffId, grants: [WRITE] }), '自己不在');

  const double = await ready('王某的另一个账号');
  await declareDouble(db(), admin, double.staffId, wang.staffId);
  await refused(name(wang, { substituteId: double.staffId }), '同一个人');

  // a stand-in of an administrator decides on nothing of theirs, and arranges no stand-ins
  const of = await name(admin, { substituteId: publisher.staffId, grants: [all('system-admin')] });
  expect(of.data).toEqual({ isWaiting: true });
  const { request_id } = await db()
    .selectFrom('staff_request')
    .select('request_id')
    .where('state', '=', 'open')
    .where('staff_id', '=', publisher.staffId)
    .executeTakeFirstOrThrow();
  await refused(publisher.ask('POST', `/staff-requests/${request_id}/confirm`, {}), '', MISSING);
  expect((await second.ask('POST', `/staff-requests/${request_id}/confirm`, {})).code).toBe('0');
  await refused(name(publisher, { absentId: zhao.staffId, grants: [WRITE] }), '只能为自己', OWN);
  expect((await admin.ask('POST', `/people/${zhao.staffId}/grants`, { grants: [WRITE, REVIEW] })).data).toEqual({
    isWaiting: true,
  });
  const { data } = await publisher.ask('GET', '/staff-requests');
  const open = data.find(({ staffId }: { staffId: number }) => staffId === zhao.staffId);
  expect(open.may.confirm).toContain('您代理的正是提出人');
  await refused(publisher.ask('POST', `/staff-requests/${open.requestId}/confirm`, {}), '您代理的正是提出人', OWN);
});

test('[SI3] it counts on its days alone, while both are there and the role is held, and is closed afterwards', async () => {
  const add = async (from: number, until: number, isConfirmed = true) =>
    (
      await db()
        .insertInto('substitution')
        .values({
          absent_id: wang.staffId,
          substitute_id: li.staffId,
          grants: JSON.stringify([REVIEW, WRITE, all('publisher')]),
          begins_at: new Date(Date.now() + from),
          ends_at: new Date(Date.now() + until),
          is_confirmed: isConfirmed,
          named_at: new Date(),
          named_by: wang.staffId,
        })
        .returning('substitution_id')
        .executeTakeFirstOrThrow()
    ).substitution_id;
  const roles = async (isVouched = false) =>
    (await listInPlace(db(), { of: li.staffId, isVouched })).flatMap(({ grants }) => grants.map(({ role }) => role));
  const over = await add(-2 * DAY, -1_000);
  await add(DAY, 2 * DAY);
  expect(await roles(), 'over, or to come').toEqual([]);
  await carryOutEnds(db());
  const closed = await db()
    .selectFrom('substitution')
    .select(['ended_by', 'ended_at'])
    .where('substitution_id', '=', over)
    .executeTakeFirstOrThrow();
  expect(closed.ended_at).not.toBeNull();
  expect(closed.ended_by, 'the clock').toBeNull();

  const now = await add(-DAY, DAY, false);
  expect(await roles(), 'what nobody confirmed').toEqual(['editor']);
  await db().updateTable('substitution').set({ ended_at: new Date() }).where('substitution_id', '=', now).execute();
  await add(-DAY, DAY);
  expect(await roles(), 'never what the absent person does not hold').toEqual(['editor', 'reviewer']);
  await setState(db(), wang.staffId, 'suspended');
  expect(await roles()).toEqual([]);
  await setState(db(), wang.staffId, 'active');
  // a role of a group counts where the provider vouches for the stand-in's session
  const end = { ended_at: new Date() };
  await db().updateTable('staff_grant').set(end).where('staff_id', '=', wang.staffId).execute();
  expect(await roles()).toEqual([]);
  await db()
    .insertInto('staff_grant')
    .values({ staff_id: wang.staffId, role: 'reviewer', channel_id: SECTION, granted_at: new Date(), by_group: true })
    .execute();
  expect(await roles()).toEqual([]);
  expect(await roles(true)).toEqual(['reviewer']);
  expect((await admin.ask('POST', `/people/${li.staffId}/state`, { state: 'suspended' })).code).toBe('0');
  expect((await admin.ask('POST', `/people/${li.staffId}/state`, { state: 'active' })).code).toBe('0');
  expect(await roles(true), 'a suspension ends it for good').toEqual([]);
  const { facts } = await db()
    .selectFrom('audit')
    .select('facts')
    .where('act', '=', 'substitution.end')
    .where('account', '=', admin.account)
    .orderBy('no', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(facts).toMatchObject({ substitute: `李某（${li.account}）` });
  const double = await ready('李某的旧账号', WRITE);
  await db()
    .insertInto('substitution')
    .values({
      absent_id: li.staffId,
      substitute_id: double.staffId,
      grants: JSON.stringify([WRITE]),
      begins_at: new Date(Date.now() - DAY),
      ends_at: new Date(Date.now() + DAY),
      is_confirmed: true,
      named_at: new Date(),
      named_by: li.staffId,
    })
    .execute();
  const inPlace = () => listInPlace(db(), { of: double.staffId, isVouched: false });
  expect(await inPlace()).toHaveLength(1);
  await declareDouble(db(), admin, double.staffId, li.staffId);
  expect(await inPlace(), 'one human').toEqual([]);
});
