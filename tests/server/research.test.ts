import type { Change } from '#kinds/index.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyLog } from '#server/store/publication/verify-log.ts';
import { nodeSuite } from '#wire/cipher-node.ts';
import { CALL_BASE, paths } from '#wire/paths.ts';
import { article, channel, smallWorld, startSite, WIRE_KEY, type TestSite } from '../world/site.ts';

const RESEARCH = '0001000200010004';
const HOT = `${RESEARCH}0001`;
const PICKS = `${RESEARCH}0003`;
const SECRET = '绝不外泄的正文';

let site: TestSite;
const suite = nodeSuite(Buffer.from(WIRE_KEY, 'base64'));

const research = (): Change[] => [
  channel(RESEARCH, 'research', '研究观点', { classOrder: 4 }),
  channel(HOT, 'research/gfwz-rd', '热点聚焦'),
  channel(`${RESEARCH}0002`, 'research/gfwz-kx', '7×24快讯', { classOrder: 2 }),
  channel(PICKS, 'research/gfwz-swyj', '研究精选', { classOrder: 3 }),
  channel(`${RESEARCH}000600010001`, 'research/tags', '标签专题', { type: 2, parentId: RESEARCH, classOrder: 6 }),
  {
    kind: 'setting',
    id: 'research.topics',
    document: [
      { code: 'macro', name: '宏观经济' },
      { code: 'rates', name: '利率汇率' },
    ],
  },
  {
    kind: 'setting',
    id: 'research.tags',
    document: [
      { id: 'credit', name: '信用', summary: '先看谁来还。' },
      { id: 'fx', name: '汇率' },
    ],
  },
  ...Array.from({ length: 25 }, (_, at) =>
    article(HOT, `热点${at + 1}`, {
      topic: at % 5 === 0 ? 'rates' : 'macro',
      tags: at < 3 ? ['credit'] : [],
      contentTime: new Date(Date.UTC(2026, 9, at + 1)).toISOString(),
    }),
  ),
  article(PICKS, '公开的报告', { tags: ['credit', 'fx'] }),
  article(PICKS, '受限的报告', { tags: ['fx'], riskLevel: '0003', content: `<p>${SECRET}</p>`, summary: SECRET }),
];

beforeAll(async () => {
  site = await startSite({ changes: [...smallWorld(), ...research()] });
});
afterAll(() => site.end());

async function call(path: string, body?: unknown, method: 'GET' | 'POST' = body === undefined ? 'GET' : 'POST') {
  const answer = await site.app.inject({
    method,
    url: CALL_BASE + path,
    ...(body !== undefined && { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  return {
    status: answer.statusCode,
    ...(JSON.parse(suite.decrypt(answer.body)) as { code: string; msg: string; data: any }),
  };
}
const newsList = async (body: object) => (await call(paths.newsList, body)).data;
const titles = (data: { list: { title: string }[] }) => data.list.map(({ title }) => title);

describe('the calls of research', () => {
  test('[WR6] news/columns names sections, topics and tags, each with how many it holds', async () => {
    const sections = (await call(`${paths.newsColumns}?type=1`)).data;
    expect(sections.map(({ code, total }: { code: string; total: number }) => [code, total])).toEqual([
      ['gfwz-rd', 25],
      ['gfwz-kx', 0],
      ['gfwz-swyj', 2],
    ]);
    expect((await call(`${paths.newsColumns}?type=2`)).data).toMatchObject([
      { code: 'macro', path: '/research/gfwz-rd?code=macro', total: 20 },
      { code: 'rates', total: 5 },
    ]);
    // tags of a restricted article are not public, so they do not count it
    expect((await call(`${paths.newsColumns}?type=3`)).data).toMatchObject([
      { code: 'credit', total: 4, summary: '先看谁来还。' },
      { code: 'fx', total: 1 },
    ]);
  });

  test('[WR6] [EN1] news/list is posted as JSON and answers logId and list with the wire’s names', async () => {
    const data = await newsList({ columnId: HOT, pageNum: 2, pageSize: 10 });
    expect(data).toMatchObject({ total: 25, pageNum: 2, pageSize: 10 });
    expect(Object.keys(data.list[0])).toEqual(
      expect.arrayContaining(['newsId', 'title', 'publishTime', 'imageOriginal', 'flagTop']),
    );
    expect(titles(data)[0]).toBe('热点15');
    expect(titles(await newsList({ columnId: 'gfwz-rd', pageNum: 2, pageSize: 10 }))).toEqual(titles(data));
    expect((await newsList({ columnId: 'gfwz-rd', pageSize: 1000 })).pageSize).toBe(100);
  });

  test('[RT6] code filters by topic, a tag by tag, an unknown tag is refused', async () => {
    expect(titles(await newsList({ columnId: 'gfwz-rd', code: 'rates' }))).toEqual([
      '热点21',
      '热点16',
      '热点11',
      '热点6',
      '热点1',
    ]);
    expect((await newsList({ columnId: 'gfwz-rd', code: 'nonsense' })).total).toBe(0);
    expect(await newsList({ tagId: 'credit' })).toMatchObject({ total: 4, title: '信用', summary: '先看谁来还。' });
    expect(await call(paths.newsList, { tagId: 'nonsense' })).toMatchObject({ code: '1004' });
    expect(await call(paths.newsList, { columnId: 'news' })).toMatchObject({ code: '1003' });
  });

  test('a wrong body is refused in words, none asks for all, and the other method is refused', async () => {
    expect(await call(paths.newsList, { pageNum: 0 })).toMatchObject({
      code: '1001',
      msg: expect.stringContaining('pageNum'),
    });
    expect((await newsList([])).total).toBe(27);
    expect(await call(paths.newsList)).toMatchObject({ status: 405 });
    expect(await call(paths.newsColumns, {})).toMatchObject({ status: 405 });
  });

  test('[RT6] related articles share tags, the most first, and are never restricted', async () => {
    const open = (await newsList({ columnId: 'gfwz-swyj' })).list.find(
      ({ title }: { title: string }) => title === '公开的报告',
    );
    const related = await newsList({ articleId: open.newsId, pageSize: 3 });
    expect(titles(related)).toEqual(['热点3', '热点2', '热点1']);
    expect(related.tags).toEqual([
      { id: 'credit', name: '信用', path: '/research/tags/detail/credit' },
      { id: 'fx', name: '汇率', path: '/research/tags/detail/fx' },
    ]);
  });

  test('[RK6] of a restricted article title, date, source and level are answered and nothing else, wherever it is asked for', async () => {
    const list = await newsList({ columnId: 'gfwz-swyj' });
    const restricted = list.list.find(({ riskLevel }: { riskLevel: string }) => riskLevel === '0003');
    expect(restricted).toMatchObject({
      title: '受限的报告',
      source: '办公室',
      summary: '',
      tags: [],
      code: '',
      imageOriginal: null,
    });
    expect(await call(`${paths.newsContent}?id=${restricted.newsId}`)).toMatchObject({
      code: '-0801107',
      data: { title: '受限的报告', source: '办公室', riskLevel: '0003', levelName: 'C4（积极型）' },
    });
    expect(JSON.stringify(await call(`${paths.newsContent}?id=${restricted.newsId}`))).not.toContain(SECRET);
    expect(
      (await site.get(`/swhysc/research/gfwz-swyj/detail/${restricted.newsId}`, { cookie: 'accessToken=somebody' }))
        .html,
    ).toMatch(/受限的报告<\/h1>[^]*R4中高/);
    expect(titles(await newsList({ tagId: 'fx' }))).toEqual(['公开的报告']);
    const pages = [
      '/research/gfwz-swyj',
      `/research/gfwz-swyj/detail/${restricted.newsId}`,
      `/research/relatedArticles/detail/${restricted.newsId}`,
      '/research/tags/detail/fx',
      `/search?q=${encodeURIComponent('受限的报告')}`,
    ];
    for (const path of pages) expect((await site.get(`/swhysc${path}`)).html, path).not.toContain(SECRET);
  });

  test('[WR6] news/content answers an article of research with its tags, and none of elsewhere', async () => {
    const [open] = (await newsList({ tagId: 'fx' })).list;
    expect((await call(`${paths.newsContent}?id=${open.newsId}`)).data).toMatchObject({
      title: '公开的报告',
      tags: [{ id: 'credit' }, { id: 'fx' }],
    });
    const elsewhere = (await call(`${paths.infoList}?channelId=00010002000100020001`)).data.list[0];
    expect(await call(`${paths.newsContent}?id=${elsewhere.newsId}`)).toMatchObject({ code: '1004' });
  });
});

describe('the pages of research', () => {
  const newest = async () => (await newsList({ columnId: 'gfwz-rd' })).list[0] as { newsId: string; title: string };

  test('[RT6] /research leads to the hot list; every section, the tags and one tag are pages', async () => {
    expect(await site.get('/swhysc/research')).toMatchObject({
      status: 302,
      headers: { location: '/swhysc/research/gfwz-rd' },
    });
    for (const path of ['gfwz-rd', 'gfwz-kx', 'gfwz-swyj', 'tags'])
      expect((await site.get(`/swhysc/research/${path}`)).status, path).toBe(200);
    const tag = await site.get('/swhysc/research/tags/detail/credit');
    expect(tag.status).toBe(200);
    expect(tag.html).toMatch(/<h1[^>]*>信用<\/h1>/);
    expect(tag.html).toContain('<title>信用 - 示例证券</title>');
  });

  test('[RT6] an unknown tag, and a number that is an article’s, are no tags: 404', async () => {
    expect((await site.get('/swhysc/research/tags/detail/nonsense')).status).toBe(404);
    expect((await site.get(`/swhysc/research/tags/detail/${(await newest()).newsId}`)).status).toBe(404);
  });

  test('[RT6] an article opens in its section and as a related one, whose canonical address is the section’s', async () => {
    const { newsId, title } = await newest();
    const own = await site.get(`/swhysc/research/gfwz-rd/detail/${newsId}`);
    expect(own.status).toBe(200);
    expect(own.html).toContain(`>${title}</h1>`);
    const related = await site.get(`/swhysc/research/relatedArticles/detail/${newsId}`);
    expect(related.status).toBe(200);
    expect(related.html).toContain(
      `<link rel="canonical" href="http://site.test/swhysc/research/gfwz-rd/detail/${newsId}"`,
    );
    expect(await site.get(`/swhysc/research/gfwz-swyj/detail/${newsId}`)).toMatchObject({
      status: 301,
      headers: { location: `/swhysc/research/gfwz-rd/detail/${newsId}` },
    });
  });

  test('[RL1] [RL3] ?pageNum=3 shows pages 1 to 3; beyond the last is no page', async () => {
    const shown = ({ html }: { html: string }) => html.match(/<a class="item__title"/g)?.length;
    expect(shown(await site.get('/swhysc/research/gfwz-rd'))).toBe(10);
    expect(shown(await site.get('/swhysc/research/gfwz-rd?pageNum=2'))).toBe(20);
    const third = await site.get('/swhysc/research/gfwz-rd?pageNum=3');
    expect(shown(third)).toBe(25);
    expect(third.html).not.toContain('加载更多');
    expect((await site.get('/swhysc/research/gfwz-rd?pageNum=4')).status).toBe(404);
  });
});

describe('publishing what articles are about', () => {
  test('topics and tags that are not published are refused with the article’s place', async () => {
    await expect(
      site.publish('错', [article(HOT, '甲', { topic: 'nonsense', tags: ['credit', 'unknown'] })]),
    ).rejects.toThrow(/nonsense[^]*unknown/);
    await expect(site.publish('错', [article(HOT, '甲', { tags: ['Fx'] })])).rejects.toThrow('标签');
    await expect(
      site.publish('错', [{ kind: 'setting', id: 'research.tags', document: [{ id: 'Ü', name: '' }] }]),
    ).rejects.toThrow('研究文章的标签：“第 1 项 标签代码”');
  });

  test('a tag may come with the act that uses it, and the log proves it', async () => {
    await site.publish('新标签', [
      {
        kind: 'setting',
        id: 'research.tags',
        document: [
          { id: 'credit', name: '信用' },
          { id: 'fx', name: '汇率' },
          { id: 'power', name: '电力' },
        ],
      },
      article(HOT, '电价', { tags: ['power'] }),
    ]);
    expect((await site.get('/swhysc/research/tags/detail/power')).html).toContain('电价');
    expect(await verifyLog(site.database.db)).toEqual([]);
    await site.database.ownerDb
      .updateTable('article')
      .set({ tags: JSON.stringify(['fx']) as never })
      .where('title', '=', '电价')
      .execute();
    expect(await verifyLog(site.database.db)).toMatchObject([{ code: 'rows-differ' }]);
  });
});
