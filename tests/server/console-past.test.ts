import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '#rules/people/staff-rights.ts';
import { addPerson } from '#server/people/staff/accounts.ts';
import { beginSession } from '#server/people/staff/sessions.ts';
import { article, channel, SECTION, startSite, type TestSite } from '../world/site.ts';

const LIST = `${SECTION}0018`;
let site: TestSite;
let id: number;
beforeAll(async () => {
  site = await startSite({ siteUrl: 'http://localhost', at: new Date('2026-01-01T00:00:00Z') });
  id = (
    await site.publish(
      '初稿',
      [
        article(LIST, '最初的标题', { riskLevel: '0002', content: '<p>只给部分人看的正文</p>' }),
        article(LIST, '另一篇'),
      ],
      new Date('2026-02-01T00:00:00Z'),
    )
  ).articleIds[0]!;
  await site.publish('更正标题', [article(LIST, '更正后的标题', { articleId: id })], new Date('2026-03-01T00:00:00Z'));
  await site.publish(
    '改名',
    [channel(LIST, 'publicChannel/warnings', '防非专栏', { type: 2, classOrder: 18, moves: true })],
    new Date('2026-04-01T00:00:00Z'),
  );
  await site.publish(
    '撤下',
    [{ kind: 'article', id: String(id), withdraw: { reason: '内容有误' } }],
    new Date('2026-05-01T00:00:00Z'),
  );
});
afterAll(() => site.end());

let made = 0;
async function cookieOf(role: Role, channelId = ''): Promise<string> {
  made += 1;
  const staffId = (await addPerson(site.database.db, {
    account: `p${made}`,
    name: `某${made}`,
    grants: [{ role, channelId }],
  }))!;
  await site.database.db.updateTable('staff').set({ must_change: false }).execute();
  return `console=${await beginSession(site.database.db, staffId, '127.0.0.1')}`;
}

async function past(what: 'page' | 'sources', path: string, at: string, cookie: string) {
  const answer = await site.app.inject({
    url: `/console/api/past/${what}?${new URLSearchParams({ path, at }).toString()}`,
    headers: { host: 'localhost', cookie },
  });
  return { status: answer.statusCode, html: answer.body, headers: answer.headers };
}

describe('[PB2] any page as it was', () => {
  test('content, channel titles and addresses are of that moment, and withdrawn things are there while they were', async () => {
    const cookie = await cookieOf('auditor');
    const titleAt = async (path: string, at: string) => {
      const { status, html } = await past('page', path, at, cookie);
      return [
        status,
        ['最初的标题', '更正后的标题', '防范非法证券活动', '防非专栏', '已撤下']
          .filter((words) => html.includes(words))
          .join(' '),
      ];
    };
    expect(await titleAt('/publicChannel/antiFraud', '2026-02-15T00:00:00Z')).toEqual([
      200,
      '最初的标题 防范非法证券活动',
    ]);
    expect(await titleAt('/publicChannel/antiFraud', '2026-03-15T00:00:00Z')).toEqual([
      200,
      '更正后的标题 防范非法证券活动',
    ]);
    expect(await titleAt('/publicChannel/warnings', '2026-04-15T08:00:00+08:00')).toEqual([
      200,
      '更正后的标题 防非专栏',
    ]);
    expect(await titleAt('/publicChannel/warnings', '2026-02-15T00:00:00Z')).toEqual([404, '']);
    expect(await titleAt(`/publicChannel/warnings/detail/${id}`, '2026-05-15T00:00:00Z')).toEqual([
      410,
      '更正后的标题 防非专栏 已撤下',
    ]);
  });

  test('it says of when it is, runs nothing, is never kept, and its links stay in the past', async () => {
    const { html, headers } = await past(
      'page',
      '/publicChannel/antiFraud',
      '2026-02-15T00:00:00Z',
      await cookieOf('auditor'),
    );
    expect(html).toContain('历史页面：<time datetime="2026-02-15T00:00:00.000Z">2026-02-15 08:00</time>');
    // data for search engines runs nothing
    expect(html.match(/<script[^>]*>/g)).toEqual(['<script type="application/ld+json">']);
    expect(html).not.toMatch(/ href="\/swhysc/);
    expect(html).toContain(
      `href="/console/api/past/page?path=%2FpublicChannel%2FantiFraud%2Fdetail%2F${id}&amp;at=2026-02-15T00%3A00%3A00.000Z"`,
    );
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'SAMEORIGIN' });
    expect(headers['content-security-policy']).toContain(`frame-ancestors 'self'; sandbox allow-same-origin`);
    expect(headers['content-security-policy']).not.toContain('script-src');
    const gone = await past(
      'page',
      `/publicChannel/warnings/detail/${id}`,
      '2026-05-15T00:00:00Z',
      await cookieOf('auditor'),
    );
    expect(gone.status).toBe(410);
    expect(gone.html, 'a frame stops scripts with a complaint of the browser').not.toContain('<script');
  });

  test('of what was restricted then the frame alone is shown, as to a visitor without a login', async () => {
    const { status, html } = await past(
      'page',
      `/publicChannel/antiFraud/detail/${id}`,
      '2026-02-15T00:00:00Z',
      await cookieOf('auditor'),
    );
    expect(status).toBe(200);
    expect(html).toContain('最初的标题');
    expect(html).not.toContain('只给部分人看的正文');
  });

  test('what it was made of is told with the publications that made it so', async () => {
    const { html } = await past(
      'sources',
      `/publicChannel/antiFraud/detail/${id}`,
      '2026-03-15T00:00:00Z',
      await cookieOf('auditor'),
    );
    const { data } = JSON.parse(html) as {
      data: { kind: string; title: string; publication: string; at: string; writtenBy: string; approvedBy: string }[];
    };
    expect(data.map(({ kind, title, publication }) => `${kind} ${title}: ${publication}`)).toEqual([
      'channel 防范非法证券活动: 初稿',
      'article 更正后的标题: 更正标题',
      'setting 机构信息: 建站',
    ]);
    expect(data[1]).toMatchObject({ at: '2026-03-01T00:00:00.000Z', writtenBy: '甲', approvedBy: '乙' });
  });

  test('a list is made of what it lists, and the home page of what leads on from it', async () => {
    const articles = async (path: string) => {
      const { data } = JSON.parse(
        (await past('sources', path, '2026-03-15T00:00:00Z', await cookieOf('auditor'))).html,
      ) as { data: { kind: string; title: string; publication: string }[] };
      return data.filter(({ kind }) => kind === 'article').map(({ title, publication }) => `${title}: ${publication}`);
    };
    expect(await articles('/publicChannel/antiFraud')).toEqual(['更正后的标题: 更正标题', '另一篇: 初稿']);
    expect((await articles('/')).length).toBeGreaterThan(0);
  });

  test('whoever looks is written down; who may not see what is not public may not look', async () => {
    await past('page', '/news/company', '2026-02-15T00:00:00Z', await cookieOf('editor', LIST));
    const line = await site.database.db
      .selectFrom('audit')
      .select(['account', 'subject', 'facts'])
      .where('act', '=', 'past.view')
      .orderBy('no', 'desc')
      .executeTakeFirstOrThrow();
    expect(line).toEqual({
      account: `p${made}`,
      subject: 'path:/news/company',
      facts: { at: '2026-02-15T00:00:00.000Z' },
    });
    expect((await past('page', '/', '2026-02-15T00:00:00Z', await cookieOf('system-admin'))).status).toBe(403);
    expect((await past('page', '/', '2026-02-15T00:00:00Z', '')).status).toBe(401);
  });

  test('the minute that runs is past as far as it has run: what was published just now is there', async () => {
    const { articleIds } = await site.publish('刚刚', [article(LIST, '刚刚公开的')]);
    const cookie = await cookieOf('auditor');
    const path = `/publicChannel/warnings/detail/${articleIds[0]}`;
    // the minute after the publication, as a form has it
    const next = new Date((Math.floor(Date.now() / 60_000) + 1) * 60_000).toISOString();
    const { status, html } = await past('page', path, next, cookie);
    expect([status, html.includes('刚刚公开的')]).toEqual([200, true]);
    expect(JSON.parse((await past('sources', path, next, cookie)).html)).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ kind: 'article', publication: '刚刚' })]),
    });
    expect((await past('page', path, new Date(Date.now() + 120_000).toISOString(), cookie)).status).toBe(422);
  });

  test.each([
    ['/', '2999-01-01T00:00:00Z', '时间还没有到'],
    ['/', 'yesterday', '时间“yesterday”不正确'],
    ['/', '2026-13-45T00:00:00Z', '不正确'],
    ['news', '2026-02-15T00:00:00Z', '参数 path'],
    ['/a%2fb', '2026-02-15T00:00:00Z', '不是本站的地址'],
  ])('%s at %s is refused in words', async (path, at, words) => {
    const { status, html } = await past('page', path, at, await cookieOf('auditor'));
    expect([status, html]).toEqual([422, expect.stringContaining(words)]);
  });

  test('before the first publication there was nothing', async () => {
    expect((await past('page', '/news/company', '2025-01-01T00:00:00Z', await cookieOf('auditor'))).status).toBe(404);
  });
});
