import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { indexArticles } from '#server/store/articles/article-index.ts';
import { nodeSuite } from '#wire/cipher-node.ts';
import { CALL_BASE, paths } from '#wire/paths.ts';
import { startSite, WIRE_KEY, type TestSite } from '../world/site.ts';

const NEWS = '00010002000100020001';
const suite = nodeSuite(Buffer.from(WIRE_KEY, 'base64'));
const textOf = (parts: { text: string }[]): string => parts.map(({ text }) => text).join('');
const hitsOf = (parts: { text: string; hit: boolean }[]): string[] =>
  parts.filter(({ hit }) => hit).map(({ text }) => text);

let site: TestSite;
let ids: (number | null)[];

const article = (title: string, content: string, more: object = {}) => ({
  kind: 'article' as const,
  document: { channelId: NEWS, title, content, contentTime: new Date('2026-11-01T00:00:00Z').toISOString(), ...more },
});

beforeAll(async () => {
  site = await startSite();
  const published = await site.publish('搜索用文章', [
    article('关于ＥＴＦ申购的说明', '<p>本产品的清算安排如下。</p>'),
    article('营业部搬迁公告', '<p>凡持有证书的客户，请携带&lt;原件&gt;办理。</p>', {
      contentTime: new Date('2020-01-01T00:00:00Z').toISOString(),
    }),
    article('仅限合格投资者的材料', '<p>秘密收益率为百分之九。</p>', { riskLevel: '0004' }),
    article('甲乙', '<p>丙丁</p>'),
  ]);
  ids = published.articleIds;
});
afterAll(() => site.end());

async function search(words: string, more: Record<string, string> = {}) {
  const answer = await site.app.inject({
    url: `${CALL_BASE}${paths.search}?${new URLSearchParams({ words, ...more })}`,
  });
  const envelope = JSON.parse(suite.decrypt(answer.body));
  return {
    code: envelope.code as string,
    msg: envelope.msg as string,
    ...(envelope.data as { list: any[]; total: number; sections: any[]; channels: any[]; more: boolean }),
  };
}

describe('search of the whole site', () => {
  test('[LG5] finds title and text, whatever case, width and script the words are typed in', async () => {
    for (const words of ['etf', 'ＥＴＦ', '清算', '清算安排', '清 算'.replace(' ', '　'), '清算 etf']) {
      const { list } = await search(words);
      expect(
        list.map(({ title }) => textOf(title)),
        words,
      ).toContain('关于ＥＴＦ申购的说明');
    }
    const { list } = await search('證書');
    expect(list.map(({ title }) => textOf(title))).toContain('营业部搬迁公告');
  });

  test('[LG5] finds what is called otherwise where traditional script is written, and marks it', async () => {
    await site.publish('软件', [article('交易软件的网络设置', '<p>请先核对资金账户。</p>')]);
    for (const [words, hit] of [
      ['軟體', '软件'],
      ['網路設置', '网络设置'],
    ] as const) {
      const found = (await search(words)).list[0];
      expect(textOf(found?.title ?? []), words).toBe('交易软件的网络设置');
      expect(hitsOf(found.title), words).toEqual([hit]);
    }
    expect(textOf((await search('資金帳戶')).list[0]?.title ?? [])).toBe('交易软件的网络设置');
    expect((await search('软体')).total, 'in simplified script it is another word').toBe(0);
  });

  test('one character is enough', async () => {
    const { list, total } = await search('丁');
    expect(total).toBe(1);
    expect(list[0].path).toMatch(new RegExp(`/news/company/detail/${ids[3]}$`));
  });

  test('[SE2] what holds all words comes first; where nothing does, what holds most of them, and it is said', async () => {
    expect(await search('清算 搬迁')).toMatchObject({ total: 2, partly: true });
    // its pieces stand in the text, the word does not: 甲乙 is the title, 丙丁 the text
    expect((await search('乙丙')).total).toBe(0);
    expect((await search('算清')).total).toBe(0);
  });

  test('marks what was found in title and excerpt, as the article has it', async () => {
    const { list } = await search('證書');
    const found = list.find(({ title }) => textOf(title) === '营业部搬迁公告');
    expect(hitsOf(found.excerpt)).toEqual(['证书']);
    expect(textOf(found.excerpt)).toContain('请携带<原件>办理');
    expect(hitsOf((await search('etf')).list[0].title)).toEqual(['ＥＴＦ']);
  });

  test('what is in the title comes before what is only in the text', async () => {
    await site.publish('顺序', [
      article('别的事', '<p>提到搬迁二字。</p>', { contentTime: new Date('2026-11-10T00:00:00Z').toISOString() }),
    ]);
    expect((await search('搬迁')).list.map(({ title }) => textOf(title))).toEqual(['营业部搬迁公告', '别的事']);
  });

  test('[RK6] of a restricted article the title is found, its text by no word', async () => {
    const { list } = await search('合格投资者的材料');
    expect(textOf(list[0].title)).toBe('仅限合格投资者的材料');
    expect(list[0].excerpt).toEqual([]);
    expect((await search('秘密收益率')).total).toBe(0);
    expect((await search('秘')).total).toBe(0);
  });

  test('narrows by section and by date, and counts each section whichever is chosen', async () => {
    const { sections, total } = await search('的');
    expect(sections.reduce((sum, one) => sum + one.total, 0)).toBe(total);
    const [first] = sections;
    expect((await search('的', { section: first.channelId })).total).toBe(first.total);
    expect((await search('搬迁公告', { since: 'week' })).total).toBe(0);
  });

  test('[RG7] a section that is not there is told, and is no search that found nothing', async () => {
    const refused = await search('的', { section: '9999' });
    expect([refused.code, refused.msg]).toEqual(['1001', expect.stringContaining('section')]);
    const { html } = await site.get(`/swhysc/search?q=${encodeURIComponent('的')}&section=9999`);
    expect(html).toContain('查询条件无法识别');
    expect(html).not.toContain('没有找到');
  });

  test('names channels whose title holds the words', async () => {
    const { channels } = await search('公司新聞');
    expect(channels[0]).toEqual({
      title: '公司新闻',
      path: '/news/company',
      rank: expect.any(Number),
      marked: [{ text: '公司新闻', hit: true }],
      excerpt: [],
    });
    // and pages of their own that stand below no channel
    expect((await search('专业投资者')).channels).toContainEqual({
      title: '专业投资者确认',
      path: '/serve/professionalInvestor',
      rank: expect.any(Number),
      marked: expect.any(Array),
      excerpt: expect.any(Array),
    });
  });

  test('[PB1] a withdrawn article is found no more, a changed one by its new words only', async () => {
    await site.publish('修改', [
      {
        kind: 'article',
        document: {
          articleId: ids[3]!,
          channelId: NEWS,
          title: '戊己',
          content: '<p>庚辛</p>',
          contentTime: new Date('2026-11-01T00:00:00Z').toISOString(),
        },
      },
    ]);
    expect((await search('丙丁')).total).toBe(0);
    expect((await search('庚辛')).total).toBe(1);
    await site.publish('撤下', [{ kind: 'article', id: String(ids[3]!), withdraw: { reason: '内容有误' } }]);
    expect((await search('庚辛')).total).toBe(0);
  });

  test('a store of a version that did not search is indexed at start', async () => {
    await sql`delete from article_search`.execute(site.database.db);
    expect((await search('清算')).total).toBe(0);
    await indexArticles(site.database.db);
    expect((await search('清算')).total).toBe(1);
  });

  test('a page holds at most 20 hits, however many are asked for', async () => {
    expect(await search('的', { pageSize: '100' })).toMatchObject({ code: '0', pageSize: 20 });
  });

  test('words of white space, signs and SQL are words like others', async () => {
    for (const words of ['%', '_', "'; drop table article; --", '\\', '()[]{}<>'])
      expect((await search(words)).code, words).toBe('0');
    expect((await search('%')).total).toBe(0);
    expect((await search('   ')).total ?? 0).toBe(0);
    expect((await search('x'.repeat(101))).code).toBe('1001');
  });

  test('[SC1] the page answers complete HTML with the words in the box, marked hits and no stored copy', async () => {
    const { status, html } = await site.get(`/swhysc/search?q=${encodeURIComponent('清算')}`);
    expect(status).toBe(200);
    expect(html).toContain('value="清算"');
    expect(html).toContain('<mark>清算</mark>');
    expect(html).toMatch(/找到 1 条/);
    expect((await site.get('/swhysc/search')).html).toContain('role="search"');
  });

  test('[ER9] words and sections that no box would send are cut or left out, and the page is there', async () => {
    for (const query of [
      `q=${'x'.repeat(101)}`,
      `q=a&section=${'1'.repeat(70)}`,
      'q=a&section=%27--',
      'q=a&since=never&kind=x',
    ])
      expect((await site.get(`/swhysc/search?${query}`)).status, query).toBe(200);
  });

  test('one client may search so often within a minute, by page or by call; its whole IPv6 network is one client', async () => {
    const from = (at: number, network = 1) => ({ remoteAddress: `2001:db8:0:${network}::${at + 1}` });
    const page = (at: number, path = '/swhysc/search?q=%E4%B8%81', network = 1) =>
      site.app.inject({ url: path, ...from(at, network) });
    const statuses = new Set<number>();
    for (let at = 0; at < 60; at++) {
      statuses.add((await page(at)).statusCode);
      statuses.add((await site.app.inject({ url: `${CALL_BASE}${paths.search}?words=x`, ...from(at) })).statusCode);
    }
    expect([...statuses]).toEqual([200]);
    const refused = await page(120);
    expect([refused.statusCode, refused.headers['cache-control'], refused.body.includes('查询过于频繁')]).toEqual([
      429,
      'no-store',
      true,
    ]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const call = await site.app.inject({ url: `${CALL_BASE}${paths.verify}?kind=staff&words=%E7%8E%8B`, ...from(120) });
    expect([call.statusCode, JSON.parse(suite.decrypt(call.body)).code]).toEqual([429, '1429']);
    // requests for kept pages, and for others, are not held up
    expect((await page(121, '/swhysc/search')).statusCode).toBe(200);
    expect((await page(121, '/swhysc/news/company')).statusCode).toBe(200);
    expect((await page(1, undefined, 2)).statusCode).toBe(200);
  });
});
