import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Role } from '#rules/people/staff-rights.ts';
import { addPerson } from '#server/people/staff/accounts.ts';
import { beginSession } from '#server/people/staff/sessions.ts';
import { article, SECTION, startSite, type TestSite } from '../world/site.ts';

const NEWS = '0001000200010002';
const LIST = `${SECTION}0018`;
let site: TestSite;
let id: number;
beforeAll(async () => {
  site = await startSite({ siteUrl: 'http://localhost' });
  const made = await site.publish('文章', [
    article(LIST, '百分之100%的说明', { contentTime: new Date('2026-11-05T00:00:00Z').toISOString(), topFlag: 1 }),
    article(LIST, '已经撤下', { contentTime: new Date('2026-11-06T00:00:00Z').toISOString() }),
  ]);
  id = made.articleIds[0]!;
  await site.publish('撤下', [{ kind: 'article', id: String(made.articleIds[1]!), withdraw: { reason: '内容有误' } }]);
  await site.publish('标签', [{ kind: 'setting', id: 'research.tags', document: [{ id: 'bonds', name: '债券' }] }]);
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

interface Listed {
  total: number;
  list: {
    articleId: number;
    title: string;
    channelId: string;
    isTop: boolean;
    path: string;
    edition: { editionId: number; state: string } | null;
  }[];
}

async function ask<T = Listed>(cookie: string, path: string, body?: object): Promise<{ status: number; data: T }> {
  const answer = await site.app.inject({
    url: `/console/api${path}`,
    headers: { host: 'localhost', cookie, origin: 'http://localhost' },
    ...(body && { method: 'POST', payload: body }),
  });
  return { status: answer.statusCode, data: (answer.json() as { data: T }).data };
}

test('public articles are found newest first, page by page, by channel with those below and by words', async () => {
  const cookie = await cookieOf('editor');
  const { data } = await ask(cookie, '/articles?pageSize=2');
  expect([data.total, data.list.map(({ title }) => title)]).toEqual([27, ['百分之100%的说明', expect.any(String)]]);
  expect(data.list[0]).toMatchObject({
    articleId: id,
    channelId: LIST,
    isTop: true,
    edition: null,
    path: expect.stringMatching(new RegExp(`/publicChannel/antiFraud/detail/${id}$`)),
  });
  expect((await ask(cookie, `/articles?channelId=${NEWS}&pageSize=100`)).data.total).toBe(23);
  expect((await ask(cookie, `/articles?channelId=${NEWS}&pageSize=20&pageNum=2`)).data.list).toHaveLength(3);
  // a sign of the pattern is a sign of the title
  expect(
    (await ask(cookie, `/articles?words=${encodeURIComponent('0%的')}`)).data.list.map(({ articleId }) => articleId),
  ).toEqual([id]);
  expect((await ask(cookie, `/articles?words=${encodeURIComponent('第%新闻')}`)).data.total).toBe(0);
});

test('each sees the channels of their roles alone, and who has none that reads sees nothing', async () => {
  const cookie = await cookieOf('editor', NEWS);
  expect((await ask(cookie, '/articles?pageSize=100')).data.total).toBe(23);
  expect((await ask(cookie, `/articles?channelId=${LIST}`)).data).toEqual({ total: 0, list: [] });
  expect((await ask(await cookieOf('system-admin'), '/articles')).status).toBe(403);
  expect((await ask('', '/articles')).status).toBe(401);
});

test('an article tells of the open edition that changes it, until it is discarded', async () => {
  const cookie = await cookieOf('editor');
  const {
    data: { change },
  } = await ask<{ change: object }>(cookie, `/public-content?subject=article:${id}`);
  const {
    data: { editionId },
  } = await ask<{ editionId: number }>(cookie, '/editions', { title: '改', changes: [change] });
  const editionOf = async () =>
    (await ask(cookie, `/articles?channelId=${LIST}`)).data.list.find(({ articleId }) => articleId === id)!.edition;
  expect(await editionOf()).toEqual({ editionId, title: '改', version: 1, state: 'draft' });
  await ask(cookie, `/editions/${editionId}/discard`, { version: 1, note: '不用了' });
  expect(await editionOf()).toBeNull();
});

test('topics and tags are those of the settings', async () => {
  expect((await ask<object>(await cookieOf('editor'), '/article-words')).data).toEqual({
    topics: [],
    tags: [{ id: 'bonds', name: '债券' }],
  });
});
