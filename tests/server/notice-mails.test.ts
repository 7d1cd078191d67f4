import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { writeNoticeMails } from '#features/notices/server/write-mails.ts';
import type { Change } from '#kinds/index.ts';
import { shanghaiTime } from '#rules/time/shanghai-date.ts';
import { consoleOf, hand, type Hand } from '../world/editions.ts';
import { LOSS, ORIGIN, startNoticeSite, TITLE, type NoticeSite } from '../world/notice-site.ts';
import { article, channel, SECTION, staffRegister, type TestSite } from '../world/site.ts';

let world: NoticeSite;
let site: TestSite;
let reviewer: Hand, admin: Hand, everywhere: Hand;

beforeAll(async () => {
  world = await startNoticeSite();
  site = world.site;
  ({ reviewer, admin } = world.people);
  everywhere = await hand(site, '全站审核', [{ role: 'reviewer', channelId: '' }]);
});
afterAll(() => world.end());
afterEach(async () => {
  await site.run('webhook');
  await world.settle();
});

const submitted = (title?: string, changes?: Change[]) => world.submitted(title, changes);
const choose = (person: Hand, address?: string) => world.choose(person, address);
const minutesLater = (minutes: number) => world.minutesLater(minutes);
const sent = () => world.sent();

test('[NT2] notices within two minutes are one mail, none of what was read; an address is checked', async () => {
  expect((await choose(reviewer, 'x@y,z@firm.example')).code).toBe('2015');
  expect((await choose(reviewer, '')).code).toBe('2015');
  expect((await choose(reviewer)).status).toBe(200);
  await submitted('一');
  await minutesLater(1);
  await submitted('二');
  expect(await sent()).toEqual([]);
  await minutesLater(1);
  await submitted('三');
  const [mail, ...others] = await sent();
  expect(others).toEqual([]);
  expect(mail!.to).toBe(`${reviewer.account}@firm.example`);
  expect(mail!.text.match(/撰写人提交，等您审核/g)).toHaveLength(3);
  await minutesLater(3);
  expect(await sent()).toEqual([]);
  const edition = await submitted('四');
  await (
    await consoleOf(site, reviewer, ORIGIN)
  )('POST', '/notices/read', { editionId: edition.editionId });
  await minutesLater(3);
  expect(await sent()).toEqual([]);
});

test('[NT2] what is written late is not mailed in hours without mails, but after them', async () => {
  await choose(reviewer);
  await submitted();
  await minutesLater(3);
  const { db } = site.database;
  const hour = Number(shanghaiTime(new Date().toISOString()).slice(11, 13));
  const until = (hour + 2) % 24;
  await db.updateTable('staff_notice_choice').set({ quiet_from: hour, quiet_until: until }).execute();
  expect(await sent()).toEqual([]);
  const { mail_at } = await db
    .selectFrom('staff_notice')
    .select('mail_at')
    .where('mail_at', 'is not', null)
    .executeTakeFirstOrThrow();
  expect(Number(shanghaiTime(mail_at!.toISOString()).slice(11, 13))).toBe(until);
  await writeNoticeMails({ db, site: await site.deps.siteAt('now'), siteUrl: ORIGIN, now: mail_at!.getTime() });
  expect(await sent()).toHaveLength(1);
});

test('[NT2] mails that no server took for a day come once to each', async () => {
  for (const person of [reviewer, everywhere]) await choose(person);
  world.mail.isAway = true;
  await submitted();
  await minutesLater(3);
  for (const minutes of [2, 6, 31, 121, 481, 1_441]) {
    expect(await sent()).toEqual([]);
    await minutesLater(minutes);
  }
  world.mail.isAway = false;
  expect((await sent()).map(({ to }) => to).sort()).toEqual(
    [reviewer, everywhere].map(({ account }) => `${account}@firm.example`).sort(),
  );
  await minutesLater(1_441);
  expect(await sent()).toEqual([]);
});

test('[NT2] a person who was suspended gets none, nor what waits in the outbox; a colleague with the same address does', async () => {
  for (const person of [reviewer, everywhere]) await choose(person, 'review@firm.example');
  world.mail.isAway = true;
  await submitted();
  await minutesLater(3);
  expect(await sent()).toEqual([]);
  const state = async (value: 'active' | 'suspended') => {
    const ask = await consoleOf(site, admin, ORIGIN);
    expect((await ask('POST', `/people/${reviewer.staffId}/state`, { state: value })).code).toBe('0');
  };
  await state('suspended');
  world.mail.isAway = false;
  await minutesLater(2);
  expect(await sent()).toHaveLength(1);
  expect(await site.database.db.selectFrom('mail_outbox').select('mail_id').execute()).toEqual([]);
  await submitted('又一篇');
  await minutesLater(3);
  expect(await sent()).toHaveLength(1);
  await state('active');
});

test('[NT2] ten thousand notices are one mail of the twenty newest and a count', async () => {
  await choose(reviewer);
  const { db } = site.database;
  await sql`insert into staff_notice (staff_id, at, event, subject, channel_id, mail_at)
    select ${reviewer.staffId}, now(), case when no > 9980 then 'failed' else 'due' end, 'due:' || no, ${LOSS}, now()
    from generate_series(1, 10000) as no order by no`.execute(db);
  // a row that was changed stands last in the table
  await sql`update staff_notice set at = now() where subject in (select 'due:' || no from generate_series(1, 20) as no)`.execute(
    db,
  );
  const [mail, ...others] = await sent();
  expect(others).toEqual([]);
  expect(mail!.text.match(/“遗失声明”：没有按计划公开/g)).toHaveLength(20);
  expect(mail!.text).not.toContain('栏目超过更新期限');
  expect(mail!.text).toContain('另有 9980 条较早的通知');
});

test('[NT3] a mail and a delivery have no title and nothing of the content, and lead to the edition', async () => {
  await choose(reviewer);
  const { editionId } = await submitted();
  await minutesLater(3);
  const [mail] = await sent();
  expect(mail!.text).toContain(`第 ${editionId} 号稿件（遗失声明）：撰写人提交，等您审核`);
  expect(mail!.text).toContain(`${ORIGIN}/console/editions/${editionId}`);
  await site.run('webhook');
  const { body } = world.receiver.posted[0]!;
  expect(JSON.parse(body)).toMatchObject({
    event: 'to-review',
    edition: editionId,
    url: `${ORIGIN}/console/editions/${editionId}`,
  });
  for (const text of [mail!.text, mail!.raw, body]) expect(text).not.toContain(TITLE);
});

test('[NT3] they have no row, no restricted text, and no name of a channel that is not public', async () => {
  const definition = {
    ...staffRegister,
    register: 'notice-staff',
    title: '绝密人员名单',
    endpoints: [],
    fields: {
      employeeNo: { title: '员工编号', type: 'text' as const },
      name: { title: '姓名', type: 'text' as const },
    },
    columns: ['employeeNo', 'name'],
  };
  await site.publish('登记表', [{ kind: 'register', document: definition }]);
  const rows = [{ employeeNo: 'S77001', name: '绝密姓名' }];
  const restricted = { riskLevel: '0002', summary: '绝密摘要', content: '<p>绝密正文</p>' };
  const withheld = `${SECTION}0099`;
  const changes: Change[][] = [
    [{ kind: 'rows', document: { definition, rows, dataDate: '2026-11-01', department: '绝密部门' } }],
    [article(LOSS, '绝密标题', restricted)],
    [
      channel(withheld, 'publicChannel/secret-place', '绝密栏目', { type: 2, classOrder: 99 }),
      article(withheld, '绝密文章'),
    ],
  ];
  await choose(everywhere);
  for (const some of changes) {
    world.receiver.posted = [];
    const { editionId } = await submitted('绝密稿件', some);
    await minutesLater(3);
    const [mail, ...others] = await sent();
    expect(others).toEqual([]);
    await site.run('webhook');
    const [delivery] = world.receiver.posted;
    for (const text of [mail!.text, delivery!.body]) {
      expect(text).toContain(`第 ${editionId} 号稿件`);
      expect(text).not.toMatch(/绝密|S77001|notice-staff|secret-place/);
    }
  }
});
