import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { COMPANY_ROOT, MAIN_ROOT } from '#rules/addresses/channel-tree.ts';
import type { ChannelTreeAnswer } from '#wire/channel-answers.ts';
import { consoleOf, hand } from '../world/editions.ts';
import { createTestDatabase, type TestDatabase } from '../world/database.ts';
import { channel, SECTION, startSite, type TestSite } from '../world/site.ts';

const ORIGIN = 'http://localhost';
const TIP = '栏目信息暂时无法更新';
const NEWS = `${MAIN_ROOT}0009`;

/** A channel as the specified call answers it. */
const row = (channelId: string, url: string, name: string, more: object = {}) => ({
  channelId,
  parentId: channelId.slice(0, -4),
  classOrder: '1',
  url,
  name,
  type: '1',
  ...more,
});
const TREE = [
  row(MAIN_ROOT, '', '上游首页', { parentId: '' }),
  row(NEWS, 'upNews', '上游资讯'),
  row(`${NEWS}0001`, 'upNews/daily', '上游日报', { type: 2 }),
];

type Answer = unknown[] | 'never' | 'garbage' | 'hang up' | 'refusal' | 'redirect' | 'no list' | number;
let answer: Answer = TREE;
let requests: string[] = [];
let upstream: Server;
let database: TestDatabase;
let site: TestSite;

beforeAll(async () => {
  upstream = createServer((request, response) => {
    requests.push(request.url ?? '');
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://upstream');
    const say = (envelope: object) => response.end(JSON.stringify({ code: '0', msg: '', ...envelope }));
    if (pathname !== '/wscms/v1/cms/channellist') return void say({ data: { list: [], total: 0 } });
    if (answer === 'never') return;
    if (answer === 'hang up') return void response.destroy();
    if (answer === 'redirect') return void response.writeHead(302, { location: '/elsewhere' }).end();
    if (answer === 'garbage') return void response.end('<h1>maintenance</h1>');
    if (answer === 'refusal') return void say({ code: '500', msg: '请稍后' });
    if (answer === 'no list') return void say({ data: { tree: '栏目' } });
    if (typeof answer === 'number') return void response.writeHead(answer).end('{}');
    say({ data: searchParams.get('channelId') === COMPANY_ROOT ? [] : answer });
  });
  await new Promise<void>((done) => upstream.listen(0, '127.0.0.1', done));
  database = await createTestDatabase();
  site = await start();
});
afterAll(async () => {
  await site.end();
  upstream.close();
  upstream.closeAllConnections();
});

const host = (): string => `127.0.0.1:${(upstream.address() as { port: number }).port}`;
const start = (own: { changes?: [] } = {}): Promise<TestSite> =>
  startSite({
    siteUrl: ORIGIN,
    database,
    ...own,
    upstreams: JSON.stringify({ content: { address: `http://${host()}`, suite: 'none', timeout: 3_000 } }),
  });

async function refreshed(next: Answer): Promise<void> {
  answer = next;
  await site.upstreamChannels!.refresh();
}

beforeEach(async () => {
  await refreshed(TREE);
  requests = [];
});

const page = (path: string) => site.get(`/swhysc${path}`);

test('[CH9] menu and addresses are those of the upstream, whose tree no visitor waits for', async () => {
  const { status, html } = await page('/upNews/daily');
  expect(status).toBe(200);
  expect(html).toContain('上游资讯');
  expect(html).not.toContain(TIP);
  expect((await page('/publicChannel')).status).toBe(404);
  const { html: call } = await site.get(`/swhy/service/wscms/v1/cms/channellist?channelId=${MAIN_ROOT}`);
  expect(call.length).toBeGreaterThan(100);
  await page('/sitemap');
  expect(requests.filter((url) => url.includes('channellist'))).toEqual([]);
});

test('[CH9] a page is kept until the tree is another, and then no older one is shown', async () => {
  await page('/search');
  const hits = site.cache.hits;
  await page('/search');
  expect(site.cache.hits).toBe(hits + 1);
  await refreshed(TREE);
  await page('/search');
  expect(site.cache.hits).toBe(hits + 2);
  await refreshed(TREE.with(1, row(NEWS, 'upNews', '上游要闻')));
  expect((await page('/search')).html).toContain('上游要闻');
  expect(site.cache.hits).toBe(hits + 2);
});

test.each<[string, Answer]>([
  ['never answers', 'never'],
  ['hangs up', 'hang up'],
  ['answers no envelope', 'garbage'],
  ['redirects', 'redirect'],
  ['answers an error', 500],
  ['is not authorised', 401],
  ['says no', 'refusal'],
  ['answers no list', 'no list'],
  ['answers an empty tree', []],
  ['answers channels that cannot be shown', [{}, null, '栏目', row(NEWS, 'a b', '甲'), row('x y', 'a', 'a')]],
  [
    'answers more channels than a site can have',
    Array.from({ length: 6_000 }, (_, at) => row(`${NEWS}x${at}`, `u${at}`, `栏目${at}`)),
  ],
])('[CH7] [CH9] where the upstream %s, the last known tree stands with a tip, and recovers', async (_what, fault) => {
  await refreshed(fault);
  const { status, html } = await page('/upNews/daily');
  expect(status).toBe(200);
  expect(html).toContain('上游日报');
  expect(html).toContain(TIP);
  await refreshed(TREE);
  expect((await page('/upNews/daily')).html).not.toContain(TIP);
});

test('[CH9] of an answer in part wrong the rest is shown', async () => {
  const wrong = [row(`${NEWS}0002`, 'javascript:alert(1)', '坏地址'), row(`${NEWS}0003`, 'upNews/ok', '好栏目')];
  await refreshed([...TREE, ...wrong, row(NEWS, 'twice', '重复')]);
  const { html } = await page('/upNews/ok');
  expect(html).toContain('好栏目');
  expect(html).not.toContain('坏地址');
  expect(html).not.toContain('javascript:');
});

test('[CH9] a tree that runs in a circle is cut, and what stands in it is left out', async () => {
  const circle = [row(`${NEWS}0008`, 'upNews/a', '圈甲', { parentId: `${NEWS}0009` })];
  circle.push(row(`${NEWS}0009`, 'upNews/b', '圈乙', { parentId: `${NEWS}0008` }));
  await refreshed([row(MAIN_ROOT, '', '上游首页', { parentId: `${NEWS}0001` }), ...TREE.slice(1), ...circle]);
  const call = await site.get(`/swhy/service/wscms/v1/cms/channellist?channelId=${MAIN_ROOT}`);
  expect(call.status).toBe(200);
  expect((await page('/upNews/a')).status).toBe(404);
  expect((await page('/upNews/daily')).status).toBe(200);
});

test('[CH9] the console shows the channels with their origin, and changes none', async () => {
  const writer = await hand(site, '栏目管理甲', [{ role: 'channel-admin', channelId: '' }]);
  const ask = await consoleOf(site, writer, ORIGIN);
  const tree = (await ask('GET', '/channel-tree')).data as ChannelTreeAnswer;
  expect(tree.origin).toBe(host());
  expect(tree.channels.map(({ name }) => name)).toContain('上游日报');
  await expect(site.publish('自己的', [channel(`${SECTION}0077`, 'publicChannel/own', '自己的')])).rejects.toThrow(
    `栏目由 ${host()} 提供，不能在这里修改`,
  );
});

test('[CH7] [CH9] a start while the upstream is away has the last known tree', async () => {
  answer = 'hang up';
  const second = await start({ changes: [] });
  try {
    const { status, html } = await second.get('/swhysc/upNews/daily');
    expect([status, html.includes(TIP)]).toEqual([200, true]);
  } finally {
    await second.close();
  }
  // without an upstream the channels are this site's own again
  const own = await startSite({ siteUrl: ORIGIN, database, changes: [] });
  try {
    expect((await own.get('/swhysc/publicChannel')).status).toBe(200);
  } finally {
    await own.close();
  }
});
