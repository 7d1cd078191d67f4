import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { noticeDueChannels } from '#features/notices/server/notice-channels.ts';
import { putDelivery, sendDeliveries, signature, type WebhookBody } from '#features/notices/server/webhook.ts';
import type { WebhookLog } from '#features/notices/wire.ts';
import { publishEdition } from '#server/editions/publish/publish-edition.ts';
import { approveEdition, returnEdition } from '#server/editions/review/review-edition.ts';
import { submitEdition } from '#server/editions/review/submit-edition.ts';
import { approvedBy, consoleOf, draftBy, publishContextOf, type Hand } from '../world/editions.ts';
import { LOSS, ORIGIN, startNoticeSite, TITLE, type NoticeSite, type ReceiverAnswer } from '../world/notice-site.ts';
import { article, channel, SECTION, startSite, type TestSite } from '../world/site.ts';

let world: NoticeSite;
let site: TestSite;
let writer: Hand, reviewer: Hand, elsewhere: Hand, publisher: Hand, head: Hand, admin: Hand;

beforeAll(async () => {
  world = await startNoticeSite();
  site = world.site;
  ({ writer, reviewer, elsewhere, publisher, head, admin } = world.people);
});
afterAll(() => world.end());
afterEach(async () => {
  await site.run('webhook');
  await world.settle();
});

const submitted = (title?: string) => world.submitted(title);
const noticesOf = (person: Hand) => world.noticesOf(person);
const eventsOf = (person: Hand) => world.eventsOf(person);

test('[NT1] each step is noticed once by those whom it concerns, with a title for who may read it, and read with its edition', async () => {
  const edition = await submitted();
  await site.run('notices');
  expect(await noticesOf(reviewer)).toMatchObject({
    total: 1,
    unread: 1,
    list: [{ event: 'to-review', editionId: edition.editionId, title: TITLE, channels: ['遗失声明'], actor: '撰写人' }],
  });
  expect(await eventsOf(elsewhere)).toEqual([]);
  expect(await eventsOf(writer)).toEqual([]);
  await approveEdition(site.database.db, reviewer, edition);
  await site.run('notices');
  expect(await eventsOf(publisher)).toEqual(['to-publish']);
  expect(await eventsOf(writer)).toEqual(['approved']);
  await returnEdition(site.database.db, publisher, { ...edition, note: '日期不对' });
  await site.run('notices');
  expect(await eventsOf(writer)).toEqual(['returned', 'approved']);
  const ask = await consoleOf(site, writer, ORIGIN);
  expect((await ask('POST', '/notices/read', { editionId: edition.editionId })).data).toEqual({ unread: 0 });
  expect((await noticesOf(reviewer)).unread, 'of another person').toBe(1);
  // a person who has lost the right reads no title any more
  await site.database.db
    .updateTable('staff_grant')
    .set({ ended_at: new Date() })
    .where('staff_id', '=', reviewer.staffId)
    .execute();
  expect((await noticesOf(reviewer)).list[0]).toMatchObject({ title: '' });
  await sql`insert into staff_grant (staff_id, role, channel_id, granted_at) values (${reviewer.staffId}, 'reviewer', ${SECTION}, now())`.execute(
    site.database.db,
  );
});

test('[NT1] a publication is news for who wrote it, and not for whoever published it', async () => {
  const edition = await approvedBy(site, writer, reviewer, [article(LOSS, TITLE)]);
  await publishEdition(publishContextOf(site), publisher, edition);
  await site.run('notices');
  expect((await noticesOf(writer)).list[0]).toMatchObject({
    event: 'published',
    editionId: edition.editionId,
    actor: '发布人',
  });
  expect(await eventsOf(publisher)).toEqual([]);
});

test('[NT1] nothing is lost where a server ends between, and two servers write one of each', async () => {
  const other = await startSite({ siteUrl: ORIGIN, database: site.database });
  try {
    const edition = await draftBy(site, writer, [article(LOSS, TITLE)], TITLE);
    await submitEdition(publishContextOf(site), writer, edition);
    await Promise.all([site.run('notices'), other.run('notices')]);
    expect(await eventsOf(reviewer)).toEqual(['to-review']);
  } finally {
    await other.close();
  }
});

test('[NT4] work that waits is noticed again after a day, and by those who manage its channels after three; once each', async () => {
  const { editionId } = await submitted();
  const hoursLater = (hours: number) =>
    site.database.owner.query(
      `alter table edition_step disable trigger user; update edition_step set at = at - make_interval(hours => ${hours}) where edition_id = ${editionId}; alter table edition_step enable trigger user`,
    );
  await hoursLater(23);
  await site.run('reminders');
  expect(await eventsOf(reviewer)).toEqual(['to-review']);
  await hoursLater(2);
  for (const _ of [1, 2]) await site.run('reminders');
  expect(await eventsOf(reviewer)).toEqual(['reminder', 'to-review']);
  expect(await eventsOf(head)).toEqual([]);
  await hoursLater(48);
  for (const _ of [1, 2]) await site.run('reminders');
  expect((await eventsOf(head)).filter((event) => event === 'late')).toHaveLength(1);
});

test('[NT5] [NT6] a channel that is late is noticed once by those who write for it, from eight in the morning, and sent once', async () => {
  await site.publish('更新要求', [
    channel(LOSS, 'publicChannel/lossStatement', '遗失声明', { type: 2, classOrder: 3, freshness: 'daily' }),
  ]);
  const { db } = site.database;
  const dueAt = async (clock: string) => {
    const mail = { site: await site.deps.siteAt('now'), now: Date.parse(`2099-01-01T${clock}:00+08:00`) };
    // two servers look at once
    await Promise.all(
      [1, 2].map(() =>
        noticeDueChannels({
          db,
          ...mail,
          send: (trx, given) => putDelivery({ db: trx, siteUrl: ORIGIN, ...mail }, given),
        }),
      ),
    );
  };
  await dueAt('07:59');
  expect(await eventsOf(writer)).toEqual([]);
  for (const clock of ['08:00', '12:00']) await dueAt(clock);
  expect(await eventsOf(writer)).toEqual(['due']);
  expect((await noticesOf(writer)).list[0]).toMatchObject({ channelId: LOSS, channels: ['遗失声明'], editionId: null });
  expect(await eventsOf(reviewer)).toEqual([]);
  // made in 2099
  await db.updateTable('webhook_delivery').set({ next_at: new Date() }).where('next_at', '>', new Date()).execute();
  await site.run('webhook');
  expect(world.receiver.posted.map(({ body }) => JSON.parse(body) as WebhookBody)).toMatchObject([
    {
      event: 'due',
      edition: null,
      channels: [{ id: LOSS, name: '遗失声明' }],
      by: '',
      text: '“遗失声明”：栏目超过更新期限',
      url: `${ORIGIN}/console/channels?channel=${LOSS}`,
    },
  ]);
});

const logOf = async (): Promise<WebhookLog> =>
  (await (await consoleOf(site, admin, ORIGIN))('GET', '/webhook-deliveries')).data;
/** Problems of the tries of the newest delivery, oldest first. */
const problems = async (): Promise<string[]> => (await logOf()).list[0]!.outcomes.map(({ problem }) => problem);

test('[NT6] a delivery is signed, tried again until it is taken, and each outcome is in the log; no redirect is followed', async () => {
  const { receiver, webhook, minutesLater } = world;
  await submitted();
  await site.run('webhook');
  const { headers, body } = receiver.posted[0]!;
  expect(headers['x-site-signature']).toBe(signature(webhook.secret!, String(headers['x-site-timestamp']), body));
  expect((await logOf()).list[0]).toMatchObject({ tries: 1, outcomes: [{ status: 200, problem: '' }] });
  await submitted('又一篇');
  const answers: Exclude<ReceiverAnswer, string>[] = [
    { status: 503, headers: {}, body: '' },
    { status: 302, headers: { location: 'http://127.0.0.1:1/inside' }, body: '' },
    { status: 200, headers: {}, body: 'x'.repeat(100_000) },
  ];
  for (const answer of answers) {
    receiver.answer = answer;
    receiver.posted = [];
    await site.run('webhook');
    expect(receiver.posted).toHaveLength(1);
    expect((await logOf()).list[0]!.takenAt === '').toBe(answer.status !== 200);
    await minutesLater(10);
  }
  const [line] = (await logOf()).list;
  expect(line!.outcomes).toMatchObject([
    { status: 503, problem: '对方回答 503' },
    { status: 302, problem: '对方要求改到另一个地址，没有跟随' },
    { status: 200, problem: '' },
  ]);
  expect((await (await consoleOf(site, reviewer, ORIGIN))('GET', '/webhook-deliveries')).status).toBe(403);
  const { deliveryId } = line!;
  const again = async () => {
    const ask = await consoleOf(site, admin, ORIGIN);
    expect((await ask('POST', `/webhook-deliveries/${deliveryId}/again`, {})).status).toBe(200);
    receiver.posted = [];
    await site.run('webhook');
    expect(receiver.posted.map((one) => one.headers['x-site-delivery'])).toEqual([String(deliveryId)]);
  };
  await again();
  expect((await logOf()).list[0]!.outcomes).toHaveLength(4);
  // a receiver that is away for weeks, and somebody who tries again each day
  await sql`update webhook_delivery set outcomes = (select jsonb_agg(jsonb_build_object('at', now(), 'status', no, 'problem', 'x'))
    from generate_series(1, 20) as no) where delivery_id = ${deliveryId}`.execute(site.database.db);
  await again();
  expect((await logOf()).list[0]!.outcomes.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 19 }, (_, at) => at + 2),
    200,
  ]);
});

test('[NT6] a receiver that never answers, or never ends its answer, is left after a while, and tried again', async () => {
  const { receiver, webhook, minutesLater } = world;
  const { editionId } = await submitted();
  const failed: object[] = [];
  for (const answer of ['never', 'without end'] as const) {
    receiver.answer = answer;
    await sendDeliveries(site.database.db, { ...webhook, patience: 200 }, (facts) => failed.push(facts));
    await minutesLater(10);
  }
  const slow = { status: null, problem: '0.2 秒内没有回答' };
  expect(failed).toMatchObject([slow, slow]);
  receiver.answer = { status: 200, headers: {}, body: 'ok' };
  await site.run('webhook');
  expect((await logOf()).list[0]).toMatchObject({ tries: 3, nextAt: '', outcomes: [slow, slow, { problem: '' }] });
  expect(receiver.posted.map(({ body }) => (JSON.parse(body) as WebhookBody).edition)).toEqual(
    Array.from({ length: 3 }, () => editionId),
  );
});

test('[NT6] 企业微信 gets a text, and has taken it only where its own code says so', async () => {
  const { receiver, webhook, minutesLater } = world;
  const { editionId } = await submitted();
  for (const body of ['{"errcode": 93000, "errmsg": "invalid webhook url"}', '<html>登录</html>', '{"errcode":0}']) {
    receiver.answer = { status: 200, headers: {}, body };
    await sendDeliveries(site.database.db, { ...webhook, form: 'wecom' }, () => {});
    await minutesLater(10);
  }
  const content = `第 ${editionId} 号稿件（遗失声明）：撰写人提交，等您审核\n${ORIGIN}/console/editions/${editionId}`;
  expect(receiver.posted.map(({ body }) => JSON.parse(body))).toEqual(
    Array.from({ length: 3 }, () => ({ msgtype: 'text', text: { content } })),
  );
  expect(await problems()).toEqual(['企业微信没有接收（errcode 93000）', '企业微信没有接收（答复不是它的格式）', '']);
});
