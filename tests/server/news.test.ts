import { afterAll, beforeAll, expect, test } from 'vitest';
import { nameStored } from '../world/database.ts';
import { article, channel, smallWorld, startSite, type TestSite } from '../world/site.ts';

const NEWS = '0001000200010002';
const PICTURE = `2026/11/${'b'.repeat(64)}.png`;

let site: TestSite;
let ids: (number | null)[];
beforeAll(async () => {
  site = await startSite({
    changes: [
      ...smallWorld(),
      channel(`${NEWS}0002`, 'news/medium', '媒体报道', { classOrder: 2 }),
      channel(`${NEWS}0003`, 'news/report', '公司公告', { classOrder: 3 }),
    ],
  });
  await nameStored(site.database, PICTURE);
  const itemOf = (title: string, day: number, more = {}) =>
    article(`${NEWS}0003`, title, { contentTime: new Date(Date.UTC(2026, 10, day)).toISOString(), ...more });
  ({ articleIds: ids } = await site.publish('公告', [
    itemOf('旧公告', 1),
    itemOf('置顶公告', 2, { topFlag: 1, image: PICTURE }),
    itemOf('新公告', 3),
    article(`${NEWS}0002`, '一则报道'),
    article(`${NEWS}0002`, '又一则报道'),
  ]));
});
afterAll(() => site.end());

test('[RT4] /news leads to /news/company; company, medium and report are lists under their names', async () => {
  const { status, headers } = await site.get('/swhysc/news');
  expect([status, headers.location]).toEqual([302, '/swhysc/news/company']);
  for (const [url, title, item] of [
    ['company', '公司新闻', '第23条新闻'],
    ['medium', '媒体报道', '又一则报道'],
    ['report', '公司公告', '新公告'],
  ]) {
    const { html } = await site.get(`/swhysc/news/${url}`);
    expect(html).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`));
    expect(html).toContain(item);
  }
});

test('[RT4] a pinned item stands first and says so, with its picture beside it', async () => {
  const { html } = await site.get('/swhysc/news/report');
  const items = html.slice(html.indexOf('class="items')).split('<li').slice(1, 4);
  expect(items.map((item) => /(置顶公告|新公告|旧公告)/.exec(item.replace('>置顶<', ''))?.[1])).toEqual([
    '置顶公告',
    '新公告',
    '旧公告',
  ]);
  expect(items[0]).toMatch(/class="tag tag--pinned">置顶/);
  expect(items[0]).toMatch(
    new RegExp(`<img class="item__image" src="/static-file/${PICTURE}" srcSet="[^"]+" [^>]*alt=""`, 'i'),
  );
  expect(items[1]).not.toContain('<img');
});

test('[RT4] each list has its articles at detail/{id}, with the way to the newer and the older one; elsewhere they lead home', async () => {
  const { status, html } = await site.get(`/swhysc/news/report/detail/${ids[1]}`);
  expect(status).toBe(200);
  expect(html).toContain('>打印</button>');
  expect(html).toContain('复制链接');
  expect(html).toMatch(new RegExp(`上一篇</span><a href="/swhysc/news/report/detail/${ids[2]}"`));
  expect(html).toMatch(new RegExp(`下一篇</span><a href="/swhysc/news/report/detail/${ids[0]}"`));
  const elsewhere = await site.get(`/swhysc/news/medium/detail/${ids[1]}`);
  expect([elsewhere.status, elsewhere.headers.location]).toEqual([301, `/swhysc/news/report/detail/${ids[1]}`]);
  expect((await site.get('/swhysc/news/report/detail/999999')).status).toBe(404);
});

test('[RT3] a list of several channels names the channel of each article', async () => {
  const { html } = await site.get('/swhysc/publicList');
  expect(html.replaceAll('<wbr>', '')).toMatch(
    /<span class="tag tag--quiet">遗失声明<\/span><span class="phrases">关于(业务专用章|空白合同)遗失的声明/,
  );
  expect((await site.get('/swhysc/publicChannel/lossStatement')).html).not.toContain('tag--quiet">遗失声明');
});
