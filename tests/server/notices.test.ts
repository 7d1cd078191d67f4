import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { noticeDueChannels } from '#features/notices/server/notice-channels.ts';
import { signature } from '#features/notices/server/webhook.ts';
import type { NoticeLine, NoticeList, WebhookLog } from '#features/notices/wire.ts';
import type { Role } from '#rules/people/staff-rights.ts';
import { approveEdition, returnEdition } from '#server/editions/review/review-edition.ts';
import { submitEdition } from '#server/editions/review/submit-edition.ts';
import { consoleOf, draftBy, hand, publishContextOf, type Hand } from '../world/editions.ts';
import { mailText } from '../world/mail-text.ts';
import { article, channel, SECTION, startSite, type TestSite } from '../world/site.ts';

const ORIGIN = 'http://localhost';
const LOSS = `${SECTION}0003`;
const SECRET = 'a secret that nobody can guess';
const TITLE = '不应出现在邮件里的标题';

let smtp: SMTPServer;
let receiver: Server;
let site: TestSite;
let writer: Hand, reviewer: Hand, elsewhere: Hand, publisher: Hand, head: Hand, admin: Hand;
let mails: { to: string; raw: string }[] = [];
let isMailAway = false;
let posted: { headers: Record<string, unknown>; body: string }[] = [];
/** answer of the receiver of the webhook */
let answer = { status: 200, headers: {} as Record<string, string>, body: 'ok' };

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        if (isMailAway) return done(Object.assign(new Error('later'), { responseCode: 451 }));
        const raw = Buffer.concat(parts).toString('utf8');
        for (const { address } of session.envelope.rcptTo) mails.push({ to: address, raw });
        done();
      });
    },
  });
  await new Promise<void>((listening) => smtp.listen(0, '127.0.0.1', listening));
  receiver = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    posted.push({ headers: request.headers, body: Buffer.concat(parts).toString('utf8') });
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  site = await startSite({
    siteUrl: ORIGIN,
    mail: {
      smtpUrl: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
      from: '示例证券 <no-reply@site.test>',
    },
    webhook: { url: `http://127.0.0.1:${port}/hook`, secret: SECRET, form: 'json' },
    reminders: { remindHours: 24, headHours: 72 },
  });
  const of = (name: string, role: Role, channelId = '') => hand(site, name, [{ role, channelId }]);
  writer = await of('撰写人', 'editor');
  reviewer = await of('审核人', 'reviewer', SECTION);
  elsewhere = await of('别处审核', 'reviewer', '000100170006');
  publisher = await of('发布人', 'publisher');
  head = await of('栏目负责人', 'channel-admin', SECTION);
  admin = await of('管理员', 'system-admin');
  // begins with the next step
  await site.run('notices');
});
afterAll(async () => {
  await site.end();
  await Promise.all([
    new Promise<void>((closed) => smtp.close(closed)),
    new Promise((closed) => receiver.close(closed)),
  ]);
});
afterEach(async () => {
  await site.run('webhook');
  [mails, posted, isMailAway] = [[], [], false];
  answer = { status: 200, headers: {}, body: 'ok' };
  // steps of the last minute are looked at again, so that notices stay
  await site.database.db.updateTable('staff_notice').set({ read_at: new Date(), mail_at: null }).execute();
  await site.database.db.updateTable('webhook_delivery').set({ next_at: null }).execute();
  for (const table of ['staff_notice_choice', 'mail_outbox'] as const)
    await site.database.db.deleteFrom(table).execute();
});

const submitted = async (title = TITLE) => {
  const edition = await draftBy(site, writer, [article(LOSS, title)], title);
  await submitEdition(publishContextOf(site), writer, edition);
  await site.run('notices');
  return edition;
};
const noticesOf = async (person: Hand): Promise<NoticeList> =>
  (await (await consoleOf(site, person, ORIGIN))('GET', '/notices')).data;
const eventsOf = async (person: Hand): Promise<string[]> =>
  (await noticesOf(person)).list.flatMap(({ event, isRead }: NoticeLine) => (isRead ? [] : [event]));
const choose = async (person: Hand, mailsWanted = 'at-once', address = `${person.account}@firm.example`) =>
  (await consoleOf(site, person, ORIGIN))('POST', '/notice-choice', {
    address,
    mails: mailsWanted,
    quietFrom: 0,
    quietUntil: 0,
  });
/** Moves what waits so many minutes into the past. */
const minutesLater = async (minutes: number): Promise<void> => {
  await sql`update staff_notice set mail_at = mail_at - make_interval(mins => ${minutes})`.execute(site.database.db);
  await sql`update webhook_delivery set next_at = next_at - make_interval(mins => ${minutes})`.execute(
    site.database.db,
  );
  await sql`update mail_outbox set next_at = next_at - make_interval(mins => ${minutes})`.execute(site.database.db);
};
const sent = async () => {
  await site.run('notice mails');
  await site.run('outbox');
  return mails.splice(0).map(({ to, raw }) => ({ to, raw, text: mailText(raw) }));
};

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

test('[NT2] several notices are one mail after two minutes, none of what was read; an address is checked', async () => {
  expect((await choose(reviewer, 'at-once', 'x@y,z@firm.example')).code).toBe('2015');
  expect((await choose(reviewer, 'at-once', '')).code).toBe('2015');
  expect((await choose(reviewer)).status).toBe(200);
  for (const title of ['一', '二', '三']) await submitted(title);
  expect(await sent()).toEqual([]);
  await minutesLater(3);
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

test('[NT3] a mail and a delivery have no title and nothing of the content, and lead to the edition', async () => {
  await choose(reviewer);
  const { editionId } = await submitted();
  await minutesLater(3);
  const [mail] = await sent();
  expect(mail!.text).toContain(`第 ${editionId} 号稿件（遗失声明）：撰写人提交，等您审核`);
  expect(mail!.text).toContain(`${ORIGIN}/console/editions/${editionId}`);
  await site.run('webhook');
  const { body } = posted[0]!;
  expect(JSON.parse(body)).toMatchObject({
    event: 'to-review',
    edition: editionId,
    url: `${ORIGIN}/console/editions/${editionId}`,
  });
  for (const text of [mail!.text, mail!.raw, body]) expect(text).not.toContain(TITLE);
});

test('[NT2] mails that no server took for a day come once, and a person who was suspended gets none', async () => {
  await choose(reviewer);
  isMailAway = true;
  await submitted();
  await minutesLater(3);
  for (const minutes of [2, 6, 31, 121, 481]) {
    expect(await sent()).toEqual([]);
    await minutesLater(minutes);
  }
  isMailAway = false;
  expect(await sent()).toHaveLength(1);
  await submitted('又一篇');
  await minutesLater(3);
  const state = (value: 'active' | 'suspended') =>
    site.database.db.updateTable('staff').set({ state: value }).where('staff_id', '=', reviewer.staffId).execute();
  await state('suspended');
  expect(await sent()).toEqual([]);
  await state('active');
});

test('[NT2] ten thousand notices are one mail of twenty lines and a count', async () => {
  await choose(reviewer);
  await sql`insert into staff_notice (staff_id, at, event, subject, channel_id, mail_at)
    select ${reviewer.staffId}, now(), 'due', 'due:' || no, ${LOSS}, now() from generate_series(1, 10000) as no`.execute(
    site.database.db,
  );
  const [mail, ...others] = await sent();
  expect(others).toEqual([]);
  expect(mail!.text.match(/栏目超过更新期限/g)).toHaveLength(20);
  expect(mail!.text).toContain('另有 9980 条较早的通知');
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

test('[NT5] a channel that is late is noticed once by those who write for it, from eight in the morning', async () => {
  await site.publish('更新要求', [
    channel(LOSS, 'publicChannel/lossStatement', '遗失声明', { type: 2, classOrder: 3, freshness: 'daily' }),
  ]);
  const dueAt = async (clock: string) =>
    noticeDueChannels({
      db: site.database.db,
      site: await site.deps.siteAt('now'),
      now: Date.parse(`2099-01-01T${clock}:00+08:00`),
    });
  await dueAt('07:59');
  expect(await eventsOf(writer)).toEqual([]);
  for (const clock of ['08:00', '12:00']) await dueAt(clock);
  expect(await eventsOf(writer)).toEqual(['due']);
  expect((await noticesOf(writer)).list[0]).toMatchObject({ channelId: LOSS, channels: ['遗失声明'], editionId: null });
  expect(await eventsOf(reviewer)).toEqual([]);
});

test('[NT6] a delivery is signed, tried again until it is taken, and each outcome is in the log; no redirect is followed', async () => {
  await submitted();
  await site.run('webhook');
  const { headers, body } = posted[0]!;
  expect(headers['x-site-signature']).toBe(signature(SECRET, String(headers['x-site-timestamp']), body));
  const ask = await consoleOf(site, admin, ORIGIN);
  const log = async (): Promise<WebhookLog> => (await ask('GET', '/webhook-deliveries')).data;
  expect((await log()).list[0]).toMatchObject({ tries: 1, lastStatus: 200, lastProblem: '' });
  for (const [given, problem] of [
    [{ status: 503, headers: {}, body: '' }, '对方回答 503'],
    [{ status: 302, headers: { location: 'http://127.0.0.1:1/inside' }, body: '' }, '没有跟随'],
    [{ status: 200, headers: {}, body: 'x'.repeat(100_000) }, ''],
  ] as const) {
    answer = given;
    if (problem !== '' && given.status === 503) await submitted('又一篇');
    posted = [];
    await site.run('webhook');
    expect(posted).toHaveLength(1);
    const [line] = (await log()).list;
    expect(line!.lastProblem, String(given.status)).toContain(problem);
    expect(line!.takenAt === '').toBe(problem !== '');
    await minutesLater(10);
  }
  expect((await (await consoleOf(site, reviewer, ORIGIN))('GET', '/webhook-deliveries')).status).toBe(403);
  const { deliveryId } = (await log()).list[0]!;
  expect((await ask('POST', `/webhook-deliveries/${deliveryId}/again`, {})).status).toBe(200);
  posted = [];
  await site.run('webhook');
  expect(posted.map((one) => one.headers['x-site-delivery'])).toEqual([String(deliveryId)]);
});
