import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Change } from '#kinds/index.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { openOutbox, putIntoOutbox, type Outbox } from '#server/mail/outbox.ts';
import { ASKS_OF_SITE, listSubscriptions } from '#features/alerts/server/subscriptions.ts';
import { alertKey, tokenFor } from '#features/alerts/server/tokens.ts';
import { mailText } from '../world/mail-text.ts';
import { article, channel, SECTION, startSite, staffRegister, type TestSite } from '../world/site.ts';

const ORIGIN = 'http://site.test';
const LOSS = `${SECTION}0003`;

interface Received {
  to: string;
  /** headers and text, decoded */
  raw: string;
}

let smtp: SMTPServer;
let site: TestSite;
let received: Received[] = [];
/** mails that reached it, whether it took them or not */
const sent: string[] = [];
/** answer of the SMTP server instead of taking a mail, or a sender */
let refusal: { code: number; words: string; sender?: true } | null = null;

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom(_address, _session, done) {
      done(refusal?.sender ? Object.assign(new Error(refusal.words), { responseCode: refusal.code }) : null);
    },
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        sent.push(Buffer.concat(parts).toString('utf8'));
        if (refusal) return done(Object.assign(new Error(refusal.words), { responseCode: refusal.code }));
        for (const { address } of session.envelope.rcptTo)
          received.push({ to: address, raw: Buffer.concat(parts).toString('utf8') });
        done();
      });
    },
  });
  await new Promise<void>((listening) => smtp.listen(0, '127.0.0.1', listening));
  const { port } = smtp.server.address() as { port: number };
  site = await startSite({
    siteUrl: ORIGIN,
    mail: { smtpUrl: `smtp://127.0.0.1:${port}`, from: '示例证券 <no-reply@site.test>' },
  });
});
afterAll(async () => {
  await site.end();
  await new Promise<void>((closed) => smtp.close(closed));
});
beforeEach(async () => {
  received = [];
  refusal = null;
  await site.database.db.deleteFrom('alert_reader').execute();
  await site.database.db.deleteFrom('mail_outbox').execute();
});

let client = 0;
const post = (url: string, fields: Record<string, string>, origin: string | undefined = ORIGIN) =>
  site.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', host: 'site.test', ...(origin && { origin }) },
    payload: new URLSearchParams(fields).toString(),
    remoteAddress: `10.0.${Math.floor(client / 250)}.${(client++ % 250) + 1}`,
  });
const get = (url: string) => site.app.inject({ url, headers: { host: 'site.test' } });

/** Mails that the SMTP server took. */
async function mails(): Promise<(Received & { text: string })[]> {
  await site.run('alerts');
  await site.run('outbox');
  return received.splice(0).map((mail) => ({ ...mail, text: mailText(mail.raw) }));
}
const linkIn = (text: string): string => /http:\/\/site\.test(\/alerts\/\S+)/.exec(text)![1]!;

async function subscribed(of: string, address: string, frequency = 'at-once'): Promise<void> {
  expect((await post('/alerts', { of, address, frequency })).statusCode).toBe(200);
  const [mail] = await mails();
  const token = new URL(linkIn(mail!.text), ORIGIN).searchParams.get('t')!;
  expect((await post('/alerts/confirm', { t: token })).body).toContain('邮件提醒已开始');
}

describe('asking to be told', () => {
  test('[AL1] a list, a register and a row have the form; what is restricted, on demand or not there has none', async () => {
    expect((await get(`/alerts?of=channel:${LOSS}`)).body).toContain('邮件提醒：遗失声明');
    for (const of of ['channel:nowhere', 'register:nowhere', 'row:nowhere:1', '', 'x'])
      expect((await get(`/alerts?of=${encodeURIComponent(of)}`)).statusCode, of).toBe(404);
    expect((await site.get('/swhysc/publicChannel/lossStatement')).html).toContain(
      `/alerts?of=${encodeURIComponent(`channel:${LOSS}`)}`,
    );
  });

  test('[AL1] nothing begins before the mail is answered by a person, and a program that only looks confirms nothing', async () => {
    const answer = await post('/alerts', {
      of: `channel:${LOSS}`,
      address: 'Reader@Example.COM',
      frequency: 'at-once',
    });
    expect(answer.body).toContain('请查收确认邮件');
    const [mail, ...others] = await mails();
    expect([mail!.to, others.length]).toEqual(['Reader@example.com', 0]);
    expect(mail!.text).toContain('“遗失声明”');
    expect(await listSubscriptions(site.database.db, { confirmed: true })).toEqual([]);
    const link = linkIn(mail!.text);
    expect((await get(link)).body).toContain('确认');
    expect(await listSubscriptions(site.database.db, { confirmed: true })).toEqual([]);
    await post('/alerts/confirm', { t: new URL(link, ORIGIN).searchParams.get('t')! });
    expect(await listSubscriptions(site.database.db, { confirmed: true })).toMatchObject([
      { address: 'Reader@example.com', thing: `channel:${LOSS}`, frequency: 'at-once' },
    ]);
  });

  test('[AL1] the answer is the same for an address that is known, and nobody is written to often', async () => {
    const ask = () => post('/alerts', { of: `channel:${LOSS}`, address: 'often@example.com', frequency: 'daily' });
    const bodies = [await ask(), await ask(), await ask()].map(({ body }) => body);
    expect(new Set(bodies.map((body) => /<main>.*<\/main>/s.exec(body)![0])).size).toBe(1);
    expect(await mails()).toHaveLength(1);
  });

  test('[AL1] one address is asked about three things and no more, however it is written, and twice about each', async () => {
    const ask = async (address: string, of = `channel:${LOSS}`) => {
      await post('/alerts', { of, address, frequency: 'daily' });
      return (await mails()).length;
    };
    expect([await ask('victim@example.com'), await ask('Victim@example.com')]).toEqual([1, 0]);
    const { db } = site.database;
    await db
      .updateTable('alert_subscription')
      .set({ asked_at: new Date(Date.now() - 3_600_000) })
      .execute();
    expect([await ask('VICTIM@example.com'), await ask('victim@example.com')]).toEqual([1, 0]);
    const [reader] = await db.selectFrom('alert_reader').selectAll().execute();
    for (const thing of ['channel:one', 'channel:two'])
      await db
        .insertInto('alert_subscription')
        .values({ reader_id: reader!.reader_id, thing, frequency: 'daily', told_to: 0 })
        .execute();
    expect(await ask('victim@example.com', `channel:000100020001${'00020001'}`)).toBe(0);
  });

  test.each([
    ['no address', { address: 'nobody' }, 422],
    ['a second header in it', { address: 'a@example.com\r\nBcc: b@example.com' }, 422],
    ['nothing there is', { of: 'channel:nowhere' }, 404],
  ])('[AL1] %s is refused and writes to nobody', async (_what, wrong, status) => {
    const answer = await post('/alerts', { of: `channel:${LOSS}`, address: 'x@example.com', ...wrong });
    expect(answer.statusCode).toBe(status);
    expect(await mails()).toEqual([]);
  });

  test('[AL1] whatever else is sent is answered as what it is not, and never as a failure', async () => {
    for (const of of ['row:bond-investment:\0', `channel:${LOSS}\0`, 'row:bond-investment:~~~', 'register:__proto__'])
      expect((await get(`/alerts?of=${encodeURIComponent(of)}`)).statusCode, JSON.stringify(of)).toBe(404);
    for (const url of ['/alerts', '/alerts/confirm', '/alerts/end'])
      for (const [type, payload] of [
        ['application/json', JSON.stringify({ of: `channel:${LOSS}`, address: 5, t: [1], one: {} })],
        ['application/json', '{'],
        ['text/plain', 'x'],
        ['application/x-www-form-urlencoded', '__proto__=1&of=%ff&t=%00&address=%00'],
      ] as const) {
        const { statusCode } = await site.app.inject({
          method: 'POST',
          url,
          headers: { 'content-type': type, host: 'site.test', origin: ORIGIN },
          payload,
        });
        expect(statusCode, `${url} ${type} ${payload}`).toBeLessThan(500);
      }
    expect(await mails()).toEqual([]);
  });

  test('[AL1] what a form says and cannot be read is told, and nothing else is done instead', async () => {
    const of = `channel:${LOSS}`;
    for (const frequency of ['weekly', '', 'constructor']) {
      const refused = await post('/alerts', { of, address: 'x@example.com', frequency });
      expect([refused.statusCode, refused.body.includes('请选择每天一封或有更新就发')], frequency).toEqual([422, true]);
    }
    // invisible characters of a copied address are no part of it
    await subscribed(of, '\u200bcopied@example.com\ufeff');
    const { readerId, address } = (await listSubscriptions(site.database.db, {}))[0]!;
    expect(address).toBe('copied@example.com');
    const t = tokenFor(await alertKey(site.database.db), 'end', readerId);
    for (const one of ['abc', '', '1e3']) expect((await post('/alerts/end', { t, one })).statusCode, one).toBe(410);
    expect((await post('/alerts/end', { t, one: '999999' })).body).not.toContain('已退订');
    expect(await listSubscriptions(site.database.db, {})).toHaveLength(1);
    expect((await post('/alerts/end', { t })).body).toContain('已退订');
    expect(await listSubscriptions(site.database.db, {})).toEqual([]);
  });

  test('[AL4] a site asks so many people in ten minutes and no more, whoever they are; who asks then is told when', async () => {
    const { db, owner } = site.database;
    await owner.query(
      `insert into kept (name, value) select 'alerts-asked', floor(extract(epoch from now()) / $1) || ' ' || $2
         on conflict (name) do update set value = excluded.value`,
      [ASKS_OF_SITE.minutes * 60, ASKS_OF_SITE.most - 1],
    );
    const ask = (address: string) => post('/alerts', { of: `channel:${LOSS}`, address, frequency: 'daily' });
    const answers = await Promise.all(['a@example.com', 'b@example.com', 'c@example.com'].map(ask));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 503, 503]);
    const refused = answers.find(({ statusCode }) => statusCode === 503)!;
    expect(refused.body).toMatch(/现在申请邮件提醒的人较多，请在 \d+ 分钟后再试/);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(ASKS_OF_SITE.minutes * 60);
    expect(await mails()).toHaveLength(1);
    // the next ten minutes
    await db.updateTable('kept').set({ value: '1 999' }).where('name', '=', 'alerts-asked').execute();
    expect((await ask('d@example.com')).statusCode).toBe(200);
  });

  test('[AL1] what has begun can be ended before the first mail', async () => {
    await post('/alerts', { of: `channel:${LOSS}`, address: 'new@example.com', frequency: 'daily' });
    const t = new URL(linkIn((await mails())[0]!.text), ORIGIN).searchParams.get('t')!;
    const { body } = await post('/alerts/confirm', { t });
    const [, end = ''] = /href="(\/alerts\/end\?t=[^"]+)"/.exec(body)!;
    expect((await get(end)).body).toContain('new@example.com 订阅了以下提醒');
  });

  test('[AL1] a form of another site is refused, and a token that was not made here does nothing', async () => {
    const fields = { of: `channel:${LOSS}`, address: 'x@example.com' };
    const foreign = await post('/alerts', fields, 'http://evil.test');
    expect([foreign.statusCode, foreign.body.includes('不是从本站的页面来的')]).toEqual([403, true]);
    expect(await mails()).toEqual([]);
    await subscribed(`channel:${LOSS}`, 'kept@example.com');
    const readerId = (await listSubscriptions(site.database.db, {}))[0]!.readerId;
    // a link that a mail program broke says nothing of what the address is told of
    const broken = `${readerId}.${'A'.repeat(32)}`;
    for (const answer of [await post('/alerts/end', { t: broken }), await get(`/alerts/end?t=${broken}`)])
      expect([answer.statusCode, answer.body.includes('链接不完整')]).toEqual([410, true]);
    expect(await listSubscriptions(site.database.db, {})).toHaveLength(1);
    expect((await post('/alerts/confirm', { t: 'x' })).statusCode).toBe(410);
  });
});

describe('being told', () => {
  test('[AL2] [AL3] a new article is told at once, a restricted one never, and one that is changed is no news', async () => {
    await subscribed(`channel:${LOSS}`, 'reader@example.com');
    await site.publish('一次', [
      article(LOSS, '关于遗失单证的声明甲'),
      article(LOSS, '只给合格投资者看的', { riskLevel: '0003' }),
    ]);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail!.raw).toMatch(/List-Unsubscribe:\s+<http:\/\/site\.test\/alerts\/end\?t=/);
    expect(mail!.raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(mail!.text).toContain('关于遗失单证的声明甲');
    expect(mail!.text).toMatch(/http:\/\/site\.test\/swhysc\/publicChannel\/lossStatement\/detail\/\d+/);
    expect(mail!.text).not.toContain('只给合格投资者看的');
    const id = Number(/detail\/(\d+)/.exec(mail!.text)![1]);
    await site.publish('改', [article(LOSS, '关于遗失单证的声明甲（更正）', { articleId: id })]);
    expect(await mails()).toEqual([]);
  });

  test('[AL2] [AL3] a register is told by counts, and a row by what everybody may read of it', async () => {
    const place = `${SECTION}0092`;
    const definition = {
      ...staffRegister,
      register: 'alert-staff',
      title: '测试人员',
      endpoints: [],
      fields: {
        employeeNo: { title: '员工编号', type: 'text' },
        name: { title: '姓名', type: 'text' },
        mobile: { title: '手机', type: 'text' },
      },
      columns: ['employeeNo', 'name'],
    } satisfies RegisterDefinition;
    const rows = (...list: [string, string, string][]): Change => ({
      kind: 'rows',
      document: {
        definition,
        rows: list.map(([employeeNo, name, mobile]) => ({ employeeNo, name, mobile })),
        dataDate: '2026-11-01',
        department: '合规部',
      },
    });
    await site.publish('登记表', [
      channel(place, 'publicChannel/staff92', '测试人员公示', { type: 2 }),
      { kind: 'register', document: definition },
      {
        kind: 'page',
        id: 'alert-staff-page',
        document: {
          schemaVersion: 1,
          page: 'alert-staff-page',
          for: { channel: place },
          layout: 'channel',
          blocks: [
            { id: 'said', place: 'main', tab: '说明', widget: 'rich-note', props: { paragraphs: ['名单说明。'] } },
            {
              id: 'rows',
              place: 'main',
              widget: 'register-table',
              tab: '人员',
              source: { name: 'register', params: { register: 'alert-staff' } },
            },
          ],
        },
      },
      rows(['S1', '张三', '13900000001'], ['S2', '李四', '13900000002']),
    ]);
    const { html } = await site.get('/swhysc/publicChannel/staff92?tab=rows&row=S1');
    expect(html).toContain(`/alerts?of=${encodeURIComponent('row:alert-staff:S1')}`);
    await subscribed('register:alert-staff', 'register@example.com');
    await subscribed('row:alert-staff:S1', 'row@example.com');
    // a column that visitors never see is no news
    await site.publish('手机', [rows(['S1', '张三', '13911111111'], ['S2', '李四', '13900000002'])]);
    expect(await mails()).toEqual([]);
    await site.publish('改名', [rows(['S1', '张三丰', '13911111111'], ['S3', '王五', '13900000003'])]);
    const mailsByAddress = new Map((await mails()).map(({ to, text }) => [to, text]));
    expect([...mailsByAddress.keys()].sort()).toEqual(['register@example.com', 'row@example.com']);
    expect(mailsByAddress.get('register@example.com')).toContain('新增 1、修改 1、移出 1，现公示 2 条');
    expect(mailsByAddress.get('row@example.com')).toContain('姓名改为“张三丰”');
    // the row's name, and its address
    expect(mailsByAddress.get('row@example.com')).toContain(
      '测试人员：张三丰 S1\r\nhttp://site.test/swhysc/publicChannel/staff92?tab=rows&row=S1\r\n',
    );
    expect(mailsByAddress.get('row@example.com')).not.toContain('“张三”');
    for (const text of mailsByAddress.values()) expect(text).not.toMatch(/139\d{8}/);
    // rows that become public now were not public then
    const opened = { ...definition, columns: ['employeeNo', 'name', 'mobile'], rowHistory: true };
    await site.publish('公开手机', [
      { kind: 'register', document: opened },
      {
        kind: 'rows',
        document: {
          definition: opened,
          rows: [
            { employeeNo: 'S1', name: '张三丰', mobile: '13922222222' },
            { employeeNo: 'S3', name: '王五', mobile: '13900000003' },
          ],
          dataDate: '2026-11-01',
          department: '合规部',
        },
      },
    ]);
    expect((await mails()).filter(({ text }) => /13911111111|13922222222/.test(text))).toEqual([]);
    await site.publish('收回', [{ kind: 'register', document: definition }]);
    await site.publish('离开', [rows(['S3', '王五', '13900000003'])]);
    expect((await mails()).find(({ to }) => to === 'row@example.com')!.text).toContain('不再公示');
  });

  test('[AL2] who is told daily has one mail in the morning for all of it', async () => {
    await site.publish('两处', [channel(`${SECTION}0091`, 'publicChannel/second91', '第二处', { type: 2 })]);
    await site.publish('第二处的', [
      article(`${SECTION}0091`, '第二处的旧闻'),
      article(`${SECTION}0091`, '第二处的另一篇'),
    ]);
    await subscribed(`channel:${LOSS}`, 'daily@example.com', 'daily');
    await subscribed(`channel:${SECTION}0091`, 'daily@example.com', 'daily');
    await site.database.db.deleteFrom('kept').where('name', '=', 'alerts-told-on').execute();
    const night = Date.parse('2026-11-27T07:30:00+08:00');
    const clock = vi.spyOn(Date, 'now').mockReturnValue(night);
    try {
      await site.publish('夜里', [article(LOSS, '夜里的声明'), article(`${SECTION}0091`, '夜里的第二处')]);
      expect(await mails()).toEqual([]);
      clock.mockReturnValue(night + 3_600_000);
      const [mail, ...others] = await mails();
      expect(others).toEqual([]);
      expect(mail!.text).toContain('夜里的声明');
      expect(mail!.text).toContain('夜里的第二处');
      expect(await mails()).toEqual([]);
    } finally {
      clock.mockRestore();
    }
  });

  test('[AL1] one click ends it: by the mail program, or by the page for one or all, and then nothing is kept', async () => {
    await subscribed(`channel:${LOSS}`, 'gone@example.com');
    await site.publish('再一次', [article(LOSS, '最后一次')]);
    const [mail] = await mails();
    const end = linkIn(mail!.text);
    expect((await get(end)).body).toContain('遗失声明');
    expect(await listSubscriptions(site.database.db, {})).toHaveLength(1);
    const answer = await site.app.inject({
      method: 'POST',
      url: end,
      headers: { host: 'site.test', 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect(answer.statusCode).toBe(200);
    expect(await site.database.db.selectFrom('alert_reader').selectAll().execute()).toEqual([]);
    await site.publish('以后', [article(LOSS, '不再收到的')]);
    expect(await mails()).toEqual([]);
  });

  test('[AL4] alerts go before mails that ask', async () => {
    for (const [purpose, recipient] of [
      ['alert-confirm', 'first@example.com'],
      ['alert', 'second@example.com'],
    ] as const)
      await putIntoOutbox(site.database.db, { purpose, recipient, subject: '一', body: '一' });
    expect((await mails()).map(({ to }) => to)).toEqual(['second@example.com', 'first@example.com']);
  });

  test('[AL2] [AL4] a mail that is not taken waits in the store and is tried again as the same one, one that is refused is given up', async () => {
    const outbox = () => site.database.db.selectFrom('mail_outbox').select(['tries', 'recipient']).execute();
    refusal = { code: 451, words: 'try later' };
    await post('/alerts', { of: `channel:${LOSS}`, address: 'later@example.com' });
    expect(await mails()).toEqual([]);
    expect(await outbox()).toEqual([{ tries: 1, recipient: 'later@example.com' }]);
    refusal = null;
    await site.database.db
      .updateTable('mail_outbox')
      .set({ next_at: new Date(0) })
      .execute();
    expect(await mails()).toHaveLength(1);
    expect(await outbox()).toEqual([]);
    // had it taken the first one, too, the reader would see one mail
    const ids = sent.slice(-2).map((raw) => /^Message-ID: (<[\da-f]{32}@site\.test>)\r$/m.exec(raw)?.[1]);
    expect([ids[0], new Set(ids).size]).toEqual([expect.any(String), 1]);
    // a fault that the operator mends loses no mail
    refusal = { code: 550, words: 'sender refused', sender: true };
    await post('/alerts', { of: `channel:${LOSS}`, address: 'sender@example.com' });
    expect(await mails()).toEqual([]);
    expect(await outbox()).toEqual([{ tries: 1, recipient: 'sender@example.com' }]);
    await site.database.db.deleteFrom('mail_outbox').execute();
    refusal = { code: 550, words: 'no such user' };
    await post('/alerts', { of: `channel:${LOSS}`, address: 'never@example.com' });
    expect(await mails()).toEqual([]);
    expect(await outbox()).toEqual([]);
  });
});

test('[OP8] an SMTP server is away when it takes no connection or no sender, and not when it refuses one mail', async () => {
  const { db } = site.database;
  const states: unknown[] = [];
  const { port } = smtp.server.address() as { port: number };
  for (const [given, to] of [
    [{ code: 451, words: 'later' }, port],
    [{ code: 550, words: 'sender refused', sender: true }, port],
    [null, 1],
    [null, port],
  ] as const) {
    refusal = given;
    await db.deleteFrom('mail_outbox').execute();
    await putIntoOutbox(db, { purpose: 'alert', recipient: 'reader@example.com', subject: '一', body: '一' });
    const mail = { smtpUrl: `smtp://127.0.0.1:${to}`, from: 'no-reply@site.test' };
    const outbox = openOutbox(db, mail, { purposes: ['alert'], failed: () => {}, waiting: () => {} });
    expect(outbox.isServerUp()).toBeUndefined();
    await outbox.send();
    states.push(outbox.isServerUp());
    await outbox.end();
  }
  expect(states).toEqual([1, 0, 0, 1]);
});

test('[OP8] a node that could not send tells nothing of the SMTP server when another node has sent its mail', async () => {
  const { db } = site.database;
  await db.deleteFrom('mail_outbox').execute();
  await putIntoOutbox(db, { purpose: 'alert', recipient: 'reader@example.com', subject: '一', body: '一' });
  const { port } = smtp.server.address() as { port: number };
  const [failing, other] = [1, port].map((to) =>
    openOutbox(
      db,
      { smtpUrl: `smtp://127.0.0.1:${to}`, from: 'no-reply@site.test' },
      { purposes: ['alert'], failed: () => {}, waiting: () => {} },
    ),
  ) as [Outbox, Outbox];
  await failing.send();
  await failing.send();
  expect(failing.isServerUp()).toBe(0);
  await db
    .updateTable('mail_outbox')
    .set({ next_at: new Date(0) })
    .execute();
  await other.send();
  await failing.send();
  expect([failing.isServerUp(), other.isServerUp()]).toEqual([undefined, 1]);
  await Promise.all([failing.end(), other.end()]);
});

test('[AL2] mails of a feature that a program leaves out wait in the store, which says so once', async () => {
  const { db } = site.database;
  await putIntoOutbox(db, { purpose: 'alert', recipient: 'reader@example.com', subject: '一', body: '一' });
  const { port } = smtp.server.address() as { port: number };
  const reports = { failed: vi.fn(), waiting: vi.fn() };
  const mail = { smtpUrl: `smtp://127.0.0.1:${port}`, from: 'no-reply@site.test' };
  const without = openOutbox(db, mail, { purposes: [], ...reports });
  await without.send();
  await without.send();
  await without.end();
  expect([received, reports.failed.mock.calls, reports.waiting.mock.calls]).toEqual([[], [], [[{ mails: 1 }]]]);
  expect((await mails()).map(({ to }) => to)).toEqual(['reader@example.com']);
});

test('[AL1] without an SMTP server nothing offers it', async () => {
  const plain = await startSite({ siteUrl: ORIGIN });
  try {
    expect((await plain.get('/swhysc/publicChannel/lossStatement')).html).not.toContain('/alerts');
    expect((await plain.get(`/alerts?of=channel:${LOSS}`)).status).toBe(404);
  } finally {
    await plain.end();
  }
});
