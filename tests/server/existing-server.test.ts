import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { nodeSuite } from '#wire/cipher-node.ts';
import { parseEnvelope, type Envelope } from '#wire/envelope.ts';
import { answerDemo } from '#tools/upstream-demo/answers.ts';
import { startDemoServer, type DemoServer, type Fault } from '#tools/upstream-demo/server.ts';
import type { UpstreamLine } from '#wire/console-answers.ts';
import { pastPage } from '#server/pages/past/past-page.ts';
import { consoleOf, hand } from '../world/editions.ts';
import { PAGES_DIR, smallWorld, startSite, WIRE_KEY, type TestSite } from '../world/site.ts';

const ORIGIN = 'http://localhost';
const COMPANY = '00010002000100020001';
const HELP = '00010002000100050001';
const INFO = '/wscms/v1/cms/infocontent';
const LIST = '/wscms/v1/cms/infobaselist';
const GROUPS = ['content', 'user', 'market', 'product', 'retail', 'business'];

let cms: DemoServer;
let site: TestSite;

const upstreamsOf = (more: object): string =>
  JSON.stringify(
    Object.fromEntries(GROUPS.map((group) => [group, { address: cms.origin, suite: 'none', timeout: 3_000, ...more }])),
  );

beforeAll(async () => {
  cms = await startDemoServer();
  // the own store holds others under the same ids: nothing of it may be shown
  site = await startSite({ siteUrl: ORIGIN, upstreams: upstreamsOf({ keep: 0 }), changes: smallWorld() });
});
afterAll(async () => {
  await site.end();
  await cms.close();
});
beforeEach(() => {
  cms.mend();
  cms.received.length = 0;
});

const page = (path: string, headers: Record<string, string> = {}) => site.get(`/swhysc${path}`, headers);
const suite = nodeSuite(Buffer.from(WIRE_KEY, 'base64'));
const call = async (path: string, headers: Record<string, string> = {}): Promise<Envelope> =>
  parseEnvelope(suite.decrypt((await site.get(`/swhy/service${path}`, headers)).html));
/** An answer with these fields of its data replaced. */
const withData = (change: (data: any) => unknown): Fault => ({
  as: (envelope) => ({ ...envelope, data: change(structuredClone(envelope.data)) }),
});
const title = (html: string): string => /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1]?.replace(/<[^>]+>/g, '') ?? '';

describe('articles of an existing server', () => {
  test.each(['/news/company/detail/9001', '/publicList/detail/9001', '/publicChannel/lossStatement/detail/9019'])(
    '[US1] are asked of it: %s',
    async (path) => {
      const { status, html } = await page(path);
      const id = path.split('/').at(-1)!;
      const article = cms.data.articles.find(({ newsId }) => newsId === id)!;
      expect([status, title(html)]).toEqual([200, article.title]);
      expect(html).toContain('本文是演示CMS的正文');
      expect(cms.received.some(({ path: requestPath, params }) => requestPath === INFO && params.id === id)).toBe(true);
    },
  );

  test('[US1] of research, of related ones and of help centre and margin open below their section', async () => {
    const research = cms.data.articles.find(({ columnId }) => columnId === 'gfwz-swyj')!;
    const help = cms.data.articles.find(({ title: one }) => one.includes('重置交易密码'))!;
    const margin = cms.data.articles.find(({ title: one }) => one.includes('融资融券文件law一'))!;
    for (const [path, { title: expected }] of [
      [`/research/gfwz-swyj/detail/${research.newsId}`, research],
      [`/research/relatedArticles/detail/${research.newsId}`, research],
      [`/serve/help/detail/${help.newsId}`, help],
      [`/serve/margin/law/detail/${margin.newsId}`, margin],
    ] as const)
      expect(title((await page(path)).html)).toBe(expected);
  });

  test('[US1] one that it does not have is 404, however it says so; one of another channel is led to its own', async () => {
    expect((await page('/news/company/detail/1')).status).toBe(404);
    for (const fault of ['null', { status: 404 }, { code: 'E1', data: null }] as const) {
      cms.break(
        INFO,
        typeof fault === 'object' && 'code' in fault ? { as: () => ({ code: 'E1', msg: '该文章已删除' }) } : fault,
      );
      const { status, html } = await page('/news/company/detail/9001');
      expect([status, html.includes('没有找到这篇文章')]).toEqual([404, true]);
    }
    cms.mend();
    const { status, headers } = await page('/news/medium/detail/9001');
    expect([status, headers.location]).toEqual([301, '/swhysc/news/company/detail/9001']);
  });

  test.each(['-0801107', '-0801108', '-0801109', '-801107'])(
    '[US1] a refusal %s is the restricted page, without the text',
    async (code) => {
      cms.break(INFO, { code, data: { title: '受限的文章', content: '<p>不公开的正文</p>', riskLevel: '0002' } });
      const { status, html } = await page('/news/company/detail/9001', { cookie: 'accessToken=demo-steady' });
      expect([status, html.includes('受限的文章'), html.includes('不公开的正文')]).toEqual([200, true, false]);
      // without a token the way leads to the login
      expect((await page('/news/company/detail/9001')).status).toBe(302);
    },
  );

  // each has an article of its own: of one that was answered before the last answer stands
  test.each([
    [9002, 'never'],
    [9004, 'html'],
    [9005, 'cut'],
    [9006, 'redirect'],
    [9007, 'wrong types'],
    [9008, 'other id'],
    [9009, { status: 500 }],
    [9010, 'large'],
  ] as const)(
    '[US1] [US12] where %s is answered by %j, the designed notice says so, with the way to the list',
    async (id, fault) => {
      cms.break(INFO, fault);
      const path = `/news/company/detail/${id}`;
      const { status, html, headers } = await page(path);
      expect([status, title(html), headers['retry-after']]).toEqual([503, '文章暂时无法显示', '10']);
      expect(html).toContain('/swhysc/news/company"');
      cms.mend();
      expect((await page(path)).status).toBe(200);
      cms.break(INFO, fault);
      const known = await page(path);
      expect([known.status, known.html.includes('数据截至')]).toEqual([200, true]);
    },
  );

  test.each(['abc-7', '第七号 公告', 'a/b?c#d', '100%', '甲:乙+丙'])('[US1] an id is any text: %s', async (id) => {
    cms.data.articles.push({ ...cms.data.articles[0]!, newsId: id, title: `编号为任意文字的文章` });
    try {
      const list = (await call(`${LIST}?channelId=${COMPANY}&pageSize=50`)).data as {
        list: { newsId: string; path: string }[];
      };
      const { path } = list.list.find(({ newsId }) => newsId === id)!;
      expect(path).toBe(`/news/company/detail/${encodeURIComponent(id)}`);
      const { status, html } = await page(path);
      expect([status, title(html)]).toEqual([200, '编号为任意文字的文章']);
      expect(cms.received.findLast(({ path: requestPath }) => requestPath === INFO)!.params.id).toBe(id);
      expect(html).toContain(`rel="canonical" href="${ORIGIN}/swhysc${path.replaceAll('&', '&amp;')}"`);
    } finally {
      cms.data.articles.pop();
    }
  });
});

describe('items', () => {
  test('[US2] without a path link to their own page, with one they keep it', async () => {
    cms.break(
      LIST,
      withData((data) => ({
        rows: [
          { ...data.list[0], path: undefined },
          { ...data.list[1], path: '/publicChannel/complaint' },
        ],
        totalCount: '2',
      })),
    );
    const { html } = await page('/news/company');
    expect(html).toMatch(/href="\/swhysc\/news\/company\/detail\/9003"/);
    expect(html).toContain('href="/swhysc/publicChannel/complaint"');
  });

  test('[US1] [US2] without a channel, in the list and in the answer, stand in the channel that was asked for', async () => {
    const bare = withData(({ channelId: _channel, list, ...data }) => ({
      ...data,
      ...(list && { list: list.map(({ channelId: _own, ...item }: { channelId: string }) => item) }),
      data: undefined,
      previous: { id: '9001', title: '上一篇文章' },
    }));
    for (const path of [LIST, INFO, '/wscms/v1/news/content', '/wscms/v1/news/list']) cms.break(path, bare);
    expect((await page('/news/company')).html.includes('href="/swhysc/news/company/detail/9003"')).toBe(true);
    const { status, html } = await page('/news/company/detail/9003');
    const crumbs = /<nav class="breadcrumb".*?<\/nav>/s.exec(html)?.[0] ?? '';
    expect([
      status,
      crumbs.includes('href="/swhysc/news/company"'),
      html.includes('/swhysc/publicList/detail/9001'),
    ]).toEqual([200, true, false]);
    expect(html).toMatch(/href="\/swhysc\/news\/company\/detail\/9001"[^>]*>[^<]*(<[^>]*>)*[^<]*上一篇文章/);
    // a request of a browser from another page
    cms.received.length = 0;
    expect((await call(`${INFO}?id=9003&channelId=${COMPANY}`)).data).toMatchObject({
      channelId: '',
      previous: { path: '/news/company/detail/9001' },
    });
    expect(cms.received[0]!.params).toEqual({ id: '9003' });
    const research = await page('/research/gfwz-swyj/detail/9059');
    expect(research.status).toBe(200);
    expect(research.html).toMatch(/href="\/swhysc\/research\/relatedArticles\/detail\/\d+"/);
    expect(research.html).not.toContain('/publicList/detail');
    expect((await page('/publicList/detail/9003')).status).toBe(200);
  });

  test('[US5] topics and tags that a system does not know are not there', async () => {
    for (const fault of ['null', { code: 'E1' }] as const) {
      cms.break('/wscms/v1/news/columns', fault);
      const { status, html } = await page('/research/gfwz-rd');
      expect([status, html.includes('暂时无法显示')]).toEqual([200, false]);
    }
  });

  test('[US2] [US8] a list asks as the specification says', async () => {
    await page('/news/company');
    expect(cms.received.find(({ path }) => path === LIST)).toMatchObject({
      method: 'GET',
      params: { channelId: COMPANY, topFlag: '3', pageNum: '1', pageSize: '10', status: '2' },
    });
  });
});

test('[US2] columns of research are asked for as the server calls them, and its items are placed by them', async () => {
  const columns = '/wscms/v1/news/columns';
  cms.break(
    columns,
    withData(() => [
      { id: 77, title: '研究精选' },
      { columnId: 'K1', code: 'gfwz-rd', name: '热' },
    ]),
  );
  await site.upstreamChannels!.refresh();
  try {
    cms.break(
      '/wscms/v1/news/list',
      withData(() => ({ list: [{ newsId: 'r1', title: '按栏目的文章', columnId: 77 }] })),
    );
    for (const [path, columnId] of [
      ['/research/gfwz-swyj', '77'],
      ['/research/gfwz-rd', 'K1'],
    ] as const) {
      cms.received.length = 0;
      const { html } = await page(path);
      expect(cms.received.find((one) => one.path === '/wscms/v1/news/list')!.params.columnId).toBe(columnId);
      expect(html).toContain('/swhysc/research/gfwz-swyj/detail/r1');
    }
  } finally {
    cms.mend();
    await site.upstreamChannels!.refresh();
  }
});

describe('attachments', () => {
  test('[US3] [FO5] one that is named and not there, or elsewhere, is shown as missing', async () => {
    cms.break(
      INFO,
      withData((data) => ({
        ...data,
        attachmentInfos: [
          { filename: '遗失的附件.pdf' },
          { filepath: 'https://files.example/x.pdf', filename: '别处的附件.pdf' },
        ],
      })),
    );
    const { html } = await page('/news/company/detail/9013');
    expect(html).toContain('遗失的附件.pdf');
    expect(html).toContain('没有找到相关文件');
    expect(html).not.toContain('files.example');
  });

  test('[US1] the only article of a channel is asked for by its list', async () => {
    const { data } = await call(`${INFO}?channelId=00010002000100080016`);
    expect(data).toMatchObject({ title: '演示CMS投诉与纠纷调解渠道' });
    expect(cms.received.map(({ path }) => path)).toEqual([LIST, INFO]);
    expect((await call(`${INFO}?channelId=00010002000100030001`)).code).toBe('1004');
  });

  test('[US3] of a channel with several articles all files are its downloads', async () => {
    const [one] = cms.data.articles;
    const further = (newsId: string): (typeof cms.data.articles)[number] => ({
      ...one!,
      newsId,
      channelId: '00010002000100050005',
      attachmentInfos: [{ filepath: `soft/${newsId}.zip`, filename: `${newsId}.zip` }],
    });
    cms.data.articles.push(further('soft-1'), further('soft-2'));
    try {
      const { html } = await page('/serve/download');
      expect(['soft-1.zip', 'soft-2.zip'].filter((name) => html.includes(`/static-file/soft/${name}`))).toHaveLength(2);
    } finally {
      cms.data.articles.splice(-2);
    }
  });

  const PDF = '/static-file/2026/annual-summary.pdf';

  test('[US3] come from the server’s files, as a stream with ranges, under their own names', async () => {
    const { html } = await page('/news/report/detail/9017');
    expect(html).toContain(`href="${PDF}"`);
    const whole = await site.app.inject({ url: PDF });
    expect([
      whole.statusCode,
      whole.headers['content-type'],
      whole.rawPayload.equals(cms.files.get('2026/annual-summary.pdf')!.bytes),
    ]).toEqual([200, 'application/pdf', true]);
    expect(whole.headers['content-disposition']).toContain(encodeURIComponent('年度报告摘要.pdf'));
    const part = await site.app.inject({ url: PDF, headers: { range: 'bytes=1-4' } });
    expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([
      206,
      'PDF-',
      `bytes 1-4/${whole.rawPayload.length}`,
    ]);
    const head = await site.app.inject({ url: PDF, method: 'HEAD' });
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([
      200,
      '',
      String(whole.rawPayload.length),
    ]);
    expect((await site.get(`/preview/2026/annual-summary.pdf`)).html).toContain(`data="${PDF}"`);
  });

  test('[US3] [US12] what is not there, is another thing than its name says, or leads elsewhere is a missing file', async () => {
    cms.files.set('bad.pdf', { type: 'application/pdf', bytes: Buffer.from('<!doctype html><script>1</script>') });
    for (const path of [
      '/static-file/none.pdf',
      '/static-file/bad.pdf',
      '/static-file/a/../b.pdf',
      '/static-file/a%2Fb.pdf',
    ]) {
      const { status, html } = await site.get(path);
      expect([status, html.includes('没有找到相关文件')]).toEqual([404, true]);
    }
    cms.break(PDF, 'redirect');
    const led = await site.get(PDF);
    expect([led.status, led.html.includes('127.0.0.1')]).toEqual([404, false]);
    cms.break(PDF, { status: 500 });
    expect((await site.get(PDF)).status).toBe(503);
  });

  test('[US3] nothing of the inner address is shown', async () => {
    cms.break(
      INFO,
      withData((data) => ({
        ...data,
        content: `<p><img src="${cms.origin}/static-file/a.png" alt="图"><a href="${cms.origin}/admin">后台</a></p>`,
        attachmentInfos: [{ filepath: `${cms.origin}/static-file/2026/interest.csv`, filename: '利率.csv' }],
      })),
    );
    const { html } = await page('/news/company/detail/9011');
    expect(html).toContain('src="/static-file/a.png"');
    expect(html).toContain('/static-file/2026/interest.csv');
    expect(html).not.toContain('127.0.0.1');
  });
});

test('[US4] HTML is cleaned as authored HTML is, on pages and in what a browser is answered', async () => {
  const evil =
    '<meta http-equiv="refresh" content="0;url=https://evil.example/"><form action="https://evil.example/"><input name="a">填表</form><script>alert(1)</script><p onclick="alert(1)" style="color:red">正文在这里</p><iframe src="https://evil.example/"></iframe>';
  cms.break(
    INFO,
    withData((data) => ({ ...data, content: evil })),
  );
  const { html } = await page('/news/company/detail/9012');
  const answered = JSON.stringify((await call(`${INFO}?id=9012`)).data);
  for (const text of [html, answered]) {
    expect(text).toContain('正文在这里');
    expect(text).not.toMatch(/evil\.example|http-equiv=\\?"refresh|onclick|alert\(1\)|<iframe|<form action/);
  }
  cms.break(
    INFO,
    withData((data) => ({ ...data, content: `<p>${'长'.repeat(600_000)}</p>` })),
  );
  expect((await page('/news/company/detail/9012')).html).toContain('无法显示');
});

describe('the tree and the parameters', () => {
  const TREE = '/wscms/v1/cms/channellist';
  const refreshed = () => site.upstreamChannels!.refresh();
  afterAll(async () => {
    cms.mend();
    await refreshed();
  });

  test('[US7] a parent without content leads to its first child, the root is never the home page', async () => {
    for (const [path, to] of [
      ['/news', '/news/company'],
      ['/serve', '/serve/help'],
      ['/research', '/research/gfwz-rd'],
      ['/businessSector', '/businessSector/personalFinance'],
      ['/businessSector/instSvcTxBus', '/businessSector/instSvcTxBus/primeBroker'],
    ])
      expect((await page(path!)).headers.location).toBe(`/swhysc${to}`);
    const led = (await call('/wscms/v1/site/page?path=/news')).data;
    expect(led).toEqual({ redirect: '/news/company', status: 302 });
    const { html } = await page('/news/company');
    expect([html.includes('演示CMS主站'), html.includes('>首页</a>')]).toEqual([false, true]);
  });

  test('[US7] one with content of its own shows it', async () => {
    const [first] = cms.data.articles;
    cms.data.articles.push({ ...first!, newsId: '8001', channelId: '0001000200010002', title: '资讯栏目自己的文章' });
    try {
      expect((await page('/news')).html).toContain('资讯栏目自己的文章');
    } finally {
      cms.data.articles.pop();
    }
  });

  test('[US7] what is left out is told; where the tree is read in another form, the same pages stand', async () => {
    const flat = (items: any[]): any[] => items.flatMap(({ children = [], ...one }) => [one, ...flat(children)]);
    cms.break(
      TREE,
      withData((data) => ({
        list: [...flat(data), { channelId: '0001000200019999', parentId: 'none', url: 'lost', name: '失散', type: 1 }],
      })),
    );
    await refreshed();
    expect((await page('/publicChannel/complaint')).status).toBe(200);
    expect(site.upstreamChannels!.known()!.leftOut).toMatchObject([
      { name: '失散', why: expect.stringContaining('上级栏目') },
    ]);
  });

  test('[US6] [GR1] the grey of the home page is the server’s parameter', async () => {
    expect((await page('/')).html).not.toMatch(/<html[^>]*grey/);
    cms.data.settings.webparam['sys.skin_zq'] = 'true';
    await refreshed();
    expect((await page('/')).html).toMatch(/<html[^>]*grey/);
    expect((await page('/news/company')).html).not.toMatch(/<html[^>]*grey/);
    cms.data.settings.webparam['sys.skin_zq'] = 'false';
    await refreshed();
    expect((await page('/')).html).not.toMatch(/<html[^>]*grey/);
  });
});

describe('a tree that changes between two calls', () => {
  const TREE = '/wscms/v1/cms/channellist';
  const refreshed = () => site.upstreamChannels!.refresh();
  /** The trees with each channel of an address replaced; by null it is taken out. */
  const changed = (url: string, change: (one: any) => object | null) => {
    const walk = (items: any[]): any[] =>
      items.flatMap((one) => {
        const next = one.url === url ? change(one) : one;
        return next === null ? [] : { ...next, children: walk(one.children ?? []) };
      });
    return Object.fromEntries(Object.entries(cms.data.channels).map(([root, tree]) => [root, walk(tree)]));
  };
  let trees: typeof cms.data.channels;
  beforeEach(() => void (trees = cms.data.channels));
  afterEach(async () => {
    cms.mend();
    cms.data.channels = trees;
    await refreshed();
  });
  const renamed = () => changed('news/company', (one) => ({ ...one, url: 'news/firm', name: '改名的新闻' }));

  test.each(['/news/medium', '/news/company/detail/9001', '/', '/publicChannel/bondInvestment', '/search?q=公司'])(
    '[US12] [CH9] a page that is drawn meanwhile is of the newer tree, whole: %s',
    async (path) => {
      let turned = false;
      cms.break('*', {
        as: async (envelope, { path: requestPath }) => {
          if (turned || requestPath === TREE) return envelope;
          turned = true;
          cms.data.channels = renamed();
          await refreshed();
          return envelope;
        },
      });
      const isArticle = path.includes('detail');
      const { status, html } = await page(path);
      expect([turned, status]).toEqual([true, isArticle ? 404 : 200]);
      expect(/<nav[^>]*>.*?<\/nav>/s.exec(html)![0]).toContain('/swhysc/news/firm"');
      expect(html).not.toMatch(/href="\/swhysc\/news\/company["/](?![^<]*>公司新闻)/);
      if (isArticle) expect((await page('/news/firm/detail/9001')).status).toBe(200);
    },
  );

  test('[US12] [US7] of two roots that are answered at two moments the first place of a channel stands, or none for a minute', async () => {
    const [MAIN, COMPANY_TREE] = Object.keys(cms.data.channels) as [string, string];
    const moved = {
      ...cms.data.channels[MAIN]![0]!,
      channelId: '00010002000100980001',
      url: 'moved',
      name: '搬家的栏目',
    };
    const both = { [MAIN]: 'main', [COMPANY_TREE]: 'company' };
    for (const [shown, expected] of [
      [both, 200],
      [{}, 404],
    ] as const) {
      cms.break(TREE, {
        as: (envelope, { params }) => {
          const root = params.channelId!;
          const below = root in shown ? [{ ...moved, parentId: root, children: [] }] : [];
          const tree = (envelope.data as any[]).map((one) => ({
            ...one,
            children: [...(one.children ?? []), ...below],
          }));
          return { ...envelope, data: tree };
        },
      });
      await refreshed();
      const { status, html } = await page('/moved');
      expect([status, html.includes('联系我们') || html.includes('没有找到这个页面')]).toEqual([expected, true]);
      const { leftOut } = site.upstreamChannels!.known()!;
      expect((leftOut ?? []).filter(({ name }) => name === '搬家的栏目').length).toBe(expected === 200 ? 1 : 0);
      expect((await page('/news/company')).status).toBe(200);
    }
  });

  test('[US12] where one of the roots is not answered, both stand as they were last known', async () => {
    const [, COMPANY_TREE] = Object.keys(cms.data.channels) as [string, string];
    cms.data.channels = renamed();
    cms.break(TREE, {
      as: (envelope, { params }) => (params.channelId === COMPANY_TREE ? { code: '500', msg: '' } : envelope),
    });
    await refreshed();
    const { status, html } = await page('/news/company');
    expect([status, html.includes('栏目信息暂时无法更新'), html.includes('news/firm')]).toEqual([200, true, false]);
  });

  test('[US12] an article of a channel that the tree does not have yet, or no more, is shown where it is asked for', async () => {
    cms.data.channels = changed('news/company', () => null);
    await refreshed();
    expect((await page('/news/company/detail/9001')).status).toBe(404);
    for (const path of ['/publicList/detail/9001', '/news/medium/detail/9001']) {
      const { status, html } = await page(path);
      expect([status, html.includes('本文是演示CMS的正文'), html.includes('/news/company')]).toEqual([
        200,
        true,
        false,
      ]);
    }
    // lists name no address that is not there
    const latest = await call(`/wscms/v1/cms/channels/infobaselist?channelIds=${COMPANY},00010002000100020002`);
    const paths = (latest.data as { list: { path: string }[] }).list.map(({ path }) => path);
    expect(paths).toContain('/publicList/detail/9003');
    expect(paths.join()).not.toContain('/news/company');
  });

  test('[US12] [PC2] what a list names and is gone when it is asked for takes nothing else along', async () => {
    const [one] = cms.data.articles;
    const further = (newsId: string): (typeof cms.data.articles)[number] => ({
      ...one!,
      newsId,
      channelId: '00010002000100050005',
      flagTop: newsId === 'gone' ? '1' : '0',
      attachmentInfos: [{ filepath: `soft/${newsId}.zip`, filename: `${newsId}.zip` }],
    });
    cms.data.articles.push(further('gone'), further('soft-3'));
    try {
      cms.break(INFO, {
        as: (envelope, { params }) => (params.id === 'gone' ? { code: '404', msg: '内容不存在' } : envelope),
      });
      const { status, html } = await page('/serve/download');
      expect([status, html.includes('soft-3.zip')]).toEqual([200, true]);
    } finally {
      cms.data.articles.splice(-2);
    }
  });
});

describe('calls of the specification, as the server receives them', () => {
  const paged = { pageNum: '1', pageSize: '10' };
  test.each([
    ['/', 'GET', '/wscms/v1/ad/list', { id: '4' }],
    ['/', 'GET', LIST, { channelId: COMPANY, pageNum: '1', pageSize: '4', topFlag: '3', status: '2' }],
    ['/', 'POST', '/wscms/v1/news/list', { columnId: 'gfwz-rd', pageNum: '1', pageSize: '3' }],
    ['/publicList', 'GET', '/wscms/v1/cms/channels/infobaselist', paged],
    [
      '/news/company?pageNum=2',
      'GET',
      LIST,
      { channelId: COMPANY, pageNum: '2', pageSize: '10', topFlag: '3', status: '2' },
    ],
    ['/socialDuty/ESG', 'GET', LIST, { pageNum: '1', pageSize: '9999', topFlag: '3', status: '2' }],
    ['/news/company/detail/9001', 'GET', INFO, { id: '9001' }],
    ['/research/gfwz-swyj/detail/9059', 'GET', '/wscms/v1/news/content', { id: '9059' }],
    ['/research/gfwz-swyj', 'POST', '/wscms/v1/news/list', paged],
    ['/research/tags', 'GET', '/wscms/v1/news/columns', { type: '3' }],
    ['/branch', 'GET', '/wscms/v1/branch/list', paged],
    ['/aboutUs/boardOfDirectors', 'GET', '/wscms/v1/notice/management', {}],
    ['/serve/products/privateFund', 'GET', '/wscms/v1/notice/privatefund', paged],
    ['/publicChannel/privateEquityStaff', 'GET', '/wscms/v1/notice/privateequity', paged],
    ['/publicChannel/bondInvestment', 'GET', '/wscms/v1/notice/bondinvestment', paged],
    ['/publicChannel/offsiteBranch', 'GET', '/wscms/v1/notice/openacc', paged],
    ['/publicChannel/futuresIB', 'GET', '/wscms/v1/notice/ibstaff', paged],
    ['/publicChannel/futuresIB?tab=branches', 'GET', '/wscms/v1/notice/ibbranch', paged],
    ['/publicChannel/companyInfo', 'GET', '/wscms/v1/notice/companyinfo', paged],
    ['/publicChannel/fundReferrer', 'GET', '/market/v2/publicfunds/referrer/list', { pageNum: '1' }],
    ['/publicChannel/investAdvisor', 'GET', '/market/v1/advisor/info', paged],
    ['/publicChannel/marketers', 'GET', '/market/v1/marketer/announcement/info', paged],
    [
      '/publicChannel/fundSaleStaff',
      'GET',
      '/market/v1/front/announcement/info',
      { ...paged, infoId: 'fundSaleStaff' },
    ],
    ['/publicChannel/openFund', 'GET', '/wsfinmall/v2/fund/list', { ...paged, sortFlag: '0' }],
    [
      '/publicChannel/finProductInfo',
      'GET',
      '/product/v1/common/info/list',
      { ...paged, orderBy: '0', internalProdMark: '8' },
    ],
    ['/publicChannel/etfQualify', 'GET', '/retail/v1/notice/etfpurchqlfy', paged],
  ] as const)('[US8] %s: %s %s', async (path, method, requestPath, params) => {
    expect((await page(path)).status).toBe(200);
    const received = cms.received.filter((one) => one.path === requestPath && one.method === method);
    expect(received.map((one) => one.params)).toContainEqual(expect.objectContaining(params));
    for (const { headers, form } of received) {
      expect([headers.device, headers.access_token, form]).toEqual(['OH', undefined, method === 'POST' ? 'json' : '']);
      expect(headers).not.toHaveProperty('cookie');
    }
  });

  test('[US8] the tree, the parameters and the provinces, at the start and once a minute', async () => {
    await site.upstreamChannels!.refresh();
    expect(cms.received.map(({ path, params }) => [path, Object.values(params)[0]])).toEqual(
      expect.arrayContaining([
        ['/wscms/v1/cms/channellist', '000100020001'],
        ['/wscms/v1/cms/channellist', '000100170006'],
        ['/wscms/v1/notice/webparam', 'sys.skin_zq'],
        ['/wscms/v1/notice/webparam', 'sys.tracking'],
        ['/wscms/v1/branch/provinces', undefined],
      ]),
    );
  });
});

describe('one truth on a page', () => {
  test('[US5] nothing of what the server owns is counted, listed or found in the own store', async () => {
    for (const path of [
      '/',
      '/publicChannel',
      '/search?q=条新闻',
      '/search?q=业务专用章',
      '/serve/help',
      '/data',
      '/sitemap',
    ]) {
      const { status, html } = await page(path);
      expect([path, status, /第\d+条新闻|>关于业务专用章遗失的声明<|更新于|共 23/.exec(html)?.[0]]).toEqual([
        path,
        200,
        undefined,
      ]);
    }
    const help = (await page('/serve/help')).html;
    expect([help.includes('按标题查找'), help.includes('aria-label="帮助分类"')]).toEqual([true, false]);
    const checked = (await call('/wscms/v1/verify?kind=staff&words=S9901')).data as { found: { dataDate: string }[] };
    expect(new Set(checked.found.map(({ dataDate }) => dataDate))).toEqual(new Set(['']));
    for (const path of ['/news/company/rss.xml', '/data/bond-investment']) expect((await page(path)).status).toBe(404);
    expect((await site.get('/sitemap.xml')).html).not.toContain('articles');
    expect((await site.get('/register-file/bond-investment.csv')).status).toBe(404);
    expect((await page('/news/company')).html).not.toContain('rss.xml');
  });

  test('[US5] provinces and cities, and how many there are of each, are the server’s', async () => {
    const { html } = await page('/branch');
    for (const name of ['上海市', '广东省', '深圳市']) expect(html).toContain(name);
    const counts = (await call('/wscms/v1/register/branch/counts?field=provinceId')).data;
    expect(counts).toMatchObject({
      items: [
        { value: '310000', total: 2 },
        { value: '440000', total: 1 },
      ],
    });
    // a list of unknown length: these rows need not be all
    cms.break(
      '/wscms/v1/branch/list',
      withData(({ list, data }) => ({ data: list ?? data })),
    );
    expect((await call('/wscms/v1/register/branch/counts?field=provinceId')).data).toEqual({ items: [] });
    cms.mend();
    cms.received.length = 0;
    await page('/branch?provinceId=440000');
    expect(
      cms.received.filter(({ path }) => path === '/wscms/v1/branch/list').map(({ params }) => params.provinceId),
    ).toContain('440000');
  });

  test('[US5] a search asks for titles and rows, and says what it does not look through', async () => {
    const { html } = await page(`/search?q=${encodeURIComponent('演示CMS姓名1')}`);
    expect(html).toContain('文章只按标题查找');
    expect(html).toContain('基金销售资格人员');
    const articles = (await page(`/search?q=${encodeURIComponent('遗失')}`)).html;
    expect(articles).toContain('/swhysc/publicChannel/lossStatement/detail/9019');
    expect(articles).not.toContain('关于空白合同遗失的声明<');
  });

  test('[US5] a check of staff asks the servers, and says which did not answer', async () => {
    const found = (await call(`/wscms/v1/verify?kind=staff&words=${encodeURIComponent('演示CMS姓名1')}`)).data;
    expect(found).toMatchObject({
      isWhole: true,
      found: expect.arrayContaining([expect.objectContaining({ register: 'fund-sale-staff' })]),
    });
    cms.break('/market/v1/advisor/info', { status: 500 });
    const less = (await call(`/wscms/v1/verify?kind=staff&words=${encodeURIComponent('演示CMS姓名9')}`)).data as {
      searched: string[];
      silent: string[];
    };
    expect(less).toMatchObject({ isWhole: false, silent: ['证券投资顾问'] });
    expect(less.searched.join()).not.toContain('证券投资顾问');
    cms.break('*', { status: 500 });
    expect((await page('/verify?words=S7777')).html).toContain('名册暂时无法检索，请稍后再试');
  });

  describe('of a system that does not know a condition', () => {
    const BONDS = '/wscms/v1/notice/bondinvestment';
    const bonds = () => cms.data.registers.find(({ path }) => path === BONDS)!;
    let rows: Record<string, unknown>[];
    /** Answers as without these params. */
    const ignoring = (...names: string[]): Fault => ({
      as: (_good, requestPath) => {
        const params = Object.fromEntries(Object.entries(requestPath.params).filter(([name]) => !names.includes(name)));
        return answerDemo(cms.data, { ...requestPath, params })!;
      },
    });
    beforeAll(() => {
      const [one] = ({ rows } = bonds()).rows;
      bonds().rows = Array.from({ length: 37 }, (_, at) => ({
        ...one,
        staffName: `全表人员${at}`,
        employeeNo: `N${at}`,
        certNo: `C${at}`,
        status: at === 3 || at === 29 ? '离岗' : '在岗',
        bizLine: at % 2 === 0 ? '自营' : '资管',
      }));
    });
    afterAll(() => void (bonds().rows = rows));
    const list = async (query: string) => {
      const { code, msg, data } = await call(`${BONDS}?${query}`);
      const { list: found = [], total } = (data ?? {}) as { list?: { employeeNo: string }[]; total?: number };
      return { code, msg, found: found.map(({ employeeNo }) => employeeNo), total };
    };

    test('[US5] all rows are gone through, and those that fit are counted and paged', async () => {
      cms.break(BONDS, ignoring('status', 'fuzzyItem'));
      expect(await list('status=离岗')).toMatchObject({ code: '0', found: ['N3', 'N29'], total: 2 });
      expect(await list('status=在岗&pageNum=4')).toMatchObject({
        found: ['N32', 'N33', 'N34', 'N35', 'N36'],
        total: 35,
      });
      // one that it does know is still asked of it
      expect(await list('status=离岗&bizLine=资管')).toMatchObject({ found: ['N3', 'N29'], total: 2 });
      expect(await list('status=离岗&bizLine=自营')).toMatchObject({ found: [], total: 0 });
      const { html } = await page('/publicChannel/bondInvestment?fuzzyItem=全表人员29');
      expect([html.includes('N29'), html.includes('N28'), html.includes('查询到')]).toEqual([true, false, true]);
      expect((await page('/verify?words=全表人员29')).html.includes('N29')).toBe(true);
    });

    test('[US5] what one that knows it answers stands, though its words are others', async () => {
      cms.break(BONDS, {
        as: (good, { params }) => ({
          ...good,
          data: params.status === undefined ? good.data : { list: [{ ...bonds().rows[3], status: 'off' }], total: 1 },
        }),
      });
      expect(await list('status=离岗')).toMatchObject({ found: ['N3'], total: 1 });
    });

    test('[US5] where it cannot be told what fits, that is said in place of the rows', async () => {
      const coded = (total: number | undefined): Fault => ({
        as: (good, { params }) => ({
          ...good,
          data: {
            list: bonds()
              .rows.slice(0, Number(params.pageSize ?? 10))
              .map((row, at) => ({ ...row, status: at % 2, employeeNo: `${params.pageNum ?? 1}-${at}` })),
            ...(total !== undefined && { total }),
          },
        }),
      });
      // more rows than are looked through, and none of the register's own words
      for (const fault of [coded(5_000), coded(37)]) {
        cms.break(BONDS, fault);
        expect(await list('status=离岗')).toMatchObject({
          code: '1502',
          msg: expect.stringContaining('没有按“状态”筛选'),
        });
      }
      const { html } = await page('/publicChannel/bondInvestment?status=离岗');
      expect([html.includes('没有按“状态”筛选'), html.includes('全表人员')]).toEqual([true, false]);
      expect((await page('/verify?words=全表人员77')).html).toContain('债券投资交易人员');
    });

    test('[US5] research with a tag and of a topic is looked for, or it is said that nobody did', async () => {
      const shown = async (path: string) => {
        const { html } = await page(path);
        return [...html.matchAll(/\/swhysc\/research\/[a-z-]+\/detail\/(\d+)"/g)].map((found) => found[1]);
      };
      const tagged = await shown('/research/tags/detail/yspz');
      const ofTopic = await shown('/research/gfwz-rd?code=yssc');
      expect([new Set(tagged).size, new Set(ofTopic).size]).toEqual([2, 1]);
      cms.break('/wscms/v1/news/list', ignoring('tagId', 'code'));
      expect(await shown('/research/tags/detail/yspz')).toEqual(tagged);
      const { html } = await page('/research/gfwz-rd?code=yssc');
      expect([html.includes('没有按“主题”筛选'), html.includes('/research/gfwz-rd/detail/')]).toEqual([true, false]);
    });

    test('[US5] titles are looked for in the whole list', async () => {
      const helped = cms.data.articles.filter(({ channelId }) => channelId === HELP);
      const more = Array.from({ length: 14 }, (_, at) => ({
        ...helped[0]!,
        newsId: `help-${at}`,
        title: `第${at}个问题`,
        contentTime: '2020-01-01 00:00:00',
      }));
      cms.data.articles.push(...more);
      try {
        cms.break(LIST, ignoring('title'));
        const { html } = await page('/serve/help?q=第13个');
        expect([html.includes('help-13'), html.includes('与“第13个”有关的帮助'), html.includes('help-12')]).toEqual([
          true,
          true,
          false,
        ]);
      } finally {
        cms.data.articles.splice(-more.length);
      }
    });
  });

  test('[US2] a register is read under a name of its list that is usual and none of its call', async () => {
    expect((await call('/wscms/v1/notice/privateequity')).data).toMatchObject({ list: expect.any(Array), total: 3 });
  });

  test('[US5] a row has its own address, by what the server finds of its key', async () => {
    const { html } = await page('/publicChannel/fundSaleStaff?row=F9901124030003');
    expect([html.includes('F9901124030003'), html.includes('F9901124030004')]).toEqual([true, false]);
  });

  test('[US5] a row whose key no words find is looked for page by page', async () => {
    const path = '/wscms/v1/branch/list';
    const rows = Array.from({ length: 250 }, (_, at) => ({ id: `B${at}`, name: `网点${at}` }));
    cms.break(path, {
      as: ({ code, msg }, { params: { pageNum, pageSize, fuzzyItem } }) => {
        const from = (Number(pageNum) - 1) * Number(pageSize);
        const list = fuzzyItem === undefined ? rows.slice(from, from + Number(pageSize)) : [];
        return { code, msg, data: { data: list, total: '250' } };
      },
    });
    expect((await page('/branch?row=B7')).html).toContain('网点7');
    expect((await page('/branch?row=B207')).html).toContain('网点207');
    cms.received.length = 0;
    expect((await page('/branch?row=B999')).status).toBe(404);
    // one row does not cause calls to another system without end
    expect(cms.received.filter((one) => one.path === path && one.params.pageSize === '100').length).toBeLessThan(11);
  });
});

describe('customers of the server', () => {
  const steady = { cookie: 'accessToken=demo-steady' };
  const requestPath = (token: string) => ({ access_token: token, device: 'PW' });

  test('[US9] the token is passed on, who it is and what they may read is the server’s word, and nothing of it is kept', async () => {
    expect((await call('/user/v1/info?queryType=1', requestPath('demo-steady'))).data).toMatchObject({
      custName: '演示客户甲',
    });
    expect(cms.received.at(-1)).toMatchObject({
      headers: { access_token: 'demo-steady', device: 'PW' },
      params: { queryType: '1' },
    });
    const restricted = cms.data.articles.find(({ riskLevel }) => riskLevel)!.newsId;
    const article = `/wscms/v1/news/content?id=${restricted}`;
    expect((await call(article)).code).toBe('-0801107');
    expect((await call(article, requestPath('demo-cautious'))).code).toBe('-0801108');
    expect((await call(article, requestPath('demo-expired'))).code).toBe('-0801109');
    expect(JSON.stringify((await call(article, requestPath('demo-steady'))).data)).toContain('受限正文');
    expect(JSON.stringify(await call(article))).not.toContain('受限正文');
    const { html } = await page(`/research/gfwz-lc/detail/${restricted}`, steady);
    expect(html).not.toContain('受限正文');
  });

  test('[US9] the confirmation of a professional investor is passed on whole, and its status is the server’s', async () => {
    const boundary = 'demo';
    const payload = `--${boundary}\r\nContent-Disposition: form-data; name="requestId"\r\n\r\nabc\r\n--${boundary}--\r\n`;
    const sent = await site.app.inject({
      method: 'POST',
      url: '/swhy/service/business/v1/professional/investor/confirm',
      headers: { ...requestPath('demo-steady'), 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload,
    });
    expect(parseEnvelope(suite.decrypt(sent.body)).code).toBe('0');
    expect(cms.received.at(-1)).toMatchObject({
      method: 'POST',
      form: 'multipart',
      body: payload,
      headers: { access_token: 'demo-steady' },
    });
    const query = '/business/v1/professional/investor/confirm/query';
    expect((await call(query, requestPath('demo-steady'))).data).toMatchObject({ status: '1' });
    expect((await call(query, requestPath('demo-cautious'))).data).toMatchObject({ status: '0' });
  });
});

describe('a token that ends in the middle', () => {
  const ended = { access_token: 'demo-steady', device: 'PW' };
  const restricted = () => cms.data.articles.find(({ riskLevel }) => riskLevel)!.newsId;

  test.each(['code', 'status'] as const)(
    '[US9] [US12] told by a %s, leaves to its reader what anybody may have, and asks for a login where one is needed',
    async (how) => {
      const lists = [
        `${LIST}?channelId=${COMPANY}`,
        `${INFO}?id=9001`,
        `${INFO}?channelId=00010002000100080016`,
        '/wscms/v1/notice/bondinvestment?status=离岗',
        '/wscms/v1/search?words=遗失',
        '/wscms/v1/verify?kind=staff&words=S9901',
        '/wscms/v1/register/branch/counts?field=provinceId',
        '/wscms/v1/register/fund-sale-staff?row=F9901124030003',
      ];
      const before = await Promise.all(lists.map((path) => call(path)));
      cms.break('*', { ended: how });
      for (const [at, path] of lists.entries()) expect(await call(path, ended)).toEqual(before[at]);
      // LS4: the browser is told that it is nobody's any more
      for (const path of ['/user/v1/info?queryType=1', '/business/v1/professional/investor/confirm/query'])
        expect((await call(path, ended)).code).toBe('-0801107');
      const refused = await call(`/wscms/v1/news/content?id=${restricted()}`, ended);
      expect([refused.code, JSON.stringify(refused).includes('受限正文')]).toEqual(['-0801107', false]);
      const cookie = { cookie: 'accessToken=demo-steady' };
      for (const url of ['/static-file/2026/annual-summary.pdf', '/preview/2026/annual-summary.pdf'])
        expect((await site.get(url, cookie)).status).toBe(200);
    },
  );

  test('[US10] [US12] is no failure of the system, which the console tells of', async () => {
    const ask = await consoleOf(site, await hand(site, '审计乙', [{ role: 'auditor', channelId: '' }]), ORIGIN);
    const failure = async () => ((await ask('GET', '/upstreams')).data as UpstreamLine[])[1]!.lastFailure;
    const before = await failure();
    cms.break('*', { ended: 'status' });
    await call('/user/v1/info?queryType=1', ended);
    expect(await failure()).toEqual(before);
  });

  test('[US9] an application that is sent with it is told so, by number or text', async () => {
    const send = async () => {
      const answer = await site.app.inject({
        method: 'POST',
        url: '/swhy/service/business/v1/professional/investor/confirm',
        headers: { ...ended, 'content-type': 'multipart/form-data; boundary=demo' },
        payload: '--demo\r\nContent-Disposition: form-data; name="requestId"\r\n\r\nabc\r\n--demo--\r\n',
      });
      return parseEnvelope(suite.decrypt(answer.body)).code;
    };
    for (const fault of [{ ended: 'status' }, { ended: 'code' }, { code: '-801107' }] as const) {
      cms.break('*', fault);
      expect(await send()).toBe('-0801107');
    }
  });
});

describe('answers that are kept', () => {
  const CACHE_TIMES = { keep: 30, timeout: 3_000 };
  let quick: TestSite;
  beforeAll(async () => {
    cms.mend();
    quick = await startSite({ upstreams: upstreamsOf(CACHE_TIMES), changes: smallWorld() });
  });
  afterAll(() => quick.end());
  afterEach(() => void vi.restoreAllMocks());
  const now = Date.now;
  let ahead = 0;
  /** Lets everything kept be fetched anew. */
  const later = () => {
    ahead += 31_000;
    vi.spyOn(Date, 'now').mockImplementation(() => now() + ahead);
  };
  const visit = (path: string, headers: Record<string, string> = {}) => quick.get(`/swhysc${path}`, headers);
  const ask = async (path: string, headers: Record<string, string> = {}): Promise<Envelope> =>
    parseEnvelope(suite.decrypt((await quick.get(`/swhy/service${path}`, headers)).html));

  test('[US13] many visitors at once cost one call an address, and none more while it is kept', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => visit('/news/company')));
    expect(answers.every(({ status, html }) => status === 200 && html.includes('演示CMS公司新闻'))).toBe(true);
    await ask(`${LIST}?channelId=${COMPANY}&topFlag=3&pageNum=1&pageSize=10&status=2`);
    await visit('/news/company?pageSize=10');
    expect(cms.received.filter(({ path }) => path === LIST)).toHaveLength(1);
  });

  test('[US13] all calls of a page are under way at once, also those that another names', async () => {
    const pages = ['/', '/publicChannel/complaint', '/publicList/detail/9001', '/socialDuty/ESG', '/branch'];
    const delay = 600;
    for (const path of pages) await visit(path);
    for (const path of pages) {
      later();
      cms.break('*', { slow: delay });
      cms.received.length = 0;
      expect((await visit(path)).html).not.toContain('暂时无法显示');
      const moments = cms.received.map(({ at }) => at);
      expect([path, moments.length > 0, Math.max(...moments) - Math.min(...moments) < delay]).toEqual([
        path,
        true,
        true,
      ]);
      cms.mend();
    }
  });

  test('[US13] only what was asked without a token is kept; a refusal is not, and ends what was', async () => {
    const path = `${INFO}?id=9002`;
    const customer = { access_token: 'demo-steady' };
    cms.break(
      INFO,
      withData((data) => ({ ...data, content: '<p>只给客户看</p>' })),
    );
    expect(JSON.stringify(await ask(path, customer))).toContain('只给客户看');
    cms.mend();
    expect(JSON.stringify(await ask(path))).not.toContain('只给客户看');
    cms.received.length = 0;
    await ask(path);
    expect(cms.received).toHaveLength(0);
    await ask(path, customer);
    expect(cms.received).toHaveLength(1);
    later();
    cms.break(INFO, { code: '-0801107' });
    expect((await ask(path)).code).toBe('-0801107');
    cms.break(INFO, { status: 500 });
    expect((await ask(path)).code).toBe('1502');
  });

  test('[US13] a refusal to one reader ends what was kept for all, where it says that only some may read it', async () => {
    const path = `${INFO}?id=9006`;
    const customer = { access_token: 'demo-cautious' };
    for (const [to, code] of [
      [customer, '-0801108'],
      [customer, '-0801107'],
    ] as const) {
      cms.mend();
      expect((await ask(path)).code).toBe('0');
      cms.break(INFO, { code });
      expect((await ask(path, to)).code).toBe(code);
      expect((await ask(path)).code).toBe(code);
    }
  });

  test('[US12] a failure that is written as a code leaves the last answer, another code ends it', async () => {
    const path = `${INFO}?id=9004`;
    await ask(path);
    later();
    cms.break(INFO, { code: '500' });
    expect(await ask(path)).toMatchObject({ code: '0', asOf: expect.any(String) });
    later();
    cms.break(INFO, { code: 'E1' });
    expect((await ask(path)).code).toBe('E1');
    cms.break(INFO, { code: '500' });
    expect((await ask(path)).code).toBe('500');
  });

  test('[US12] what cannot be reached or trusted is told by the rest of a whole page', async () => {
    const broken = await startSite({
      upstreams: JSON.stringify({
        content: { address: cms.origin.replace('http:', 'https:'), suite: 'none', timeout: 1_000 },
        market: { address: 'http://127.0.0.1:9', suite: 'none' },
      }),
      changes: smallWorld(),
    });
    try {
      // the tree of the own store stands until there was another
      const { status, html } = await broken.get('/swhysc/');
      expect([status, html.includes('栏目信息暂时无法更新'), html.includes('条新闻')]).toEqual([200, true, false]);
      expect((await broken.get('/swhysc/news/company/detail/1')).status).toBe(503);
      expect((await broken.get('/static-file/2026/annual-summary.pdf')).status).toBe(503);
    } finally {
      await broken.end();
    }
  });

  test.each(['null', 'wrong types', 'html', { status: 500 }] as const)(
    '[US12] lists and registers that are answered by %j leave the rest of the page whole, and what was known stands',
    async (fault) => {
      await visit('/publicChannel/lossStatement');
      for (const path of [LIST, '/market/v1/front/announcement/info', '/wscms/v1/branch/list']) cms.break(path, fault);
      for (const path of ['/news/medium?pageSize=5', '/publicChannel/advisoryStaff?pageSize=5', '/branch?pageSize=5']) {
        const { html } = await page(path);
        expect([path, html.includes('暂时无法显示') || html.includes('数据截至'), html.includes('联系我们')]).toEqual([
          path,
          true,
          true,
        ]);
      }
    },
  );

  test('[US12] [WR7] what a search, a check or the help centre finds in answers of before says so', async () => {
    const paths = ['/search?q=遗失', '/verify?words=演示CMS姓名1', '/serve/help?q=密码'].map(encodeURI);
    later();
    for (const path of paths) expect((await visit(path)).html).not.toContain('数据截至');
    later();
    cms.break('*', { status: 500 });
    for (const path of paths) {
      const { status, html } = await visit(path);
      expect([path, status, html.includes('数据截至')]).toEqual([path, 200, true]);
    }
  });

  test('[US2] of a list without a total what was seen is told, and its end once it is known', async () => {
    const items = Array.from({ length: 10 }, (_, at) => ({ newsId: `x${at}`, title: `无总数第${at}篇` }));
    const without: Fault = {
      as: ({ code }, { params: { pageNum, pageSize } }) => ({
        code,
        msg: '',
        data: { list: pageNum === '1' ? items.slice(0, Number(pageSize)) : [] },
      }),
    };
    for (const path of ['/wscms/v1/news/list', LIST]) cms.break(path, without);
    const plain = (html: string) => html.replaceAll(/<!-- -->/g, '');
    const research = await page('/research/gfwz-xw');
    expect([research.status, plain(research.html).includes('共 10+ 条')]).toEqual([200, true]);
    // the target of its link 加载更多
    const all = await page('/research/gfwz-xw?pageNum=2');
    expect([all.status, plain(all.html).includes('共 10 条'), all.html.includes('已经到底了')]).toEqual([
      200,
      true,
      true,
    ]);
    const news = plain((await page('/news/company')).html);
    expect([news.includes('共 10+ 条'), news.includes('共 11 条')]).toEqual([true, false]);
  });

  test('[US12] a list that shrinks ends with its last page', async () => {
    const requestPath = '/news/company?pageNum=2';
    expect((await page(requestPath)).status).toBe(200);
    cms.break(
      LIST,
      withData((data) => ({ ...data, list: [], data: [], total: 3 })),
    );
    const { status, html } = await page(requestPath);
    expect([status, html.includes('本列表共 1 页')]).toEqual([404, true]);
  });
});

describe('what a firm sees of it', () => {
  test('[US10] the console says of each group how it answers, and field by field what was not understood', async () => {
    const auditor = await hand(site, '审计甲', [{ role: 'auditor', channelId: '' }]);
    const ask = await consoleOf(site, auditor, ORIGIN);
    cms.break(
      '/wscms/v1/notice/bondinvestment',
      withData((data) => ({ ...data, list: [{ staffName: { wrong: 1 }, employeeNo: '1' }] })),
    );
    cms.break('/market/v1/advisor/info', { status: 503 });
    await page('/publicChannel/bondInvestment');
    await page('/publicChannel/investAdvisor');
    const lines = (await ask('GET', '/upstreams')).data as UpstreamLine[];
    expect(lines.map(({ group }) => group)).toEqual(GROUPS);
    expect(lines[0]).toMatchObject({ host: new URL(cms.origin).host, reachableSince: expect.stringMatching(/^2/) });
    expect(lines[0]!.misunderstood).toContainEqual(
      expect.objectContaining({ path: '/wscms/v1/notice/bondinvestment', field: 'staffName', example: '{"wrong":1}' }),
    );
    expect(lines[2]).toMatchObject({
      reachableSince: '',
      lastFailure: { path: '/market/v1/advisor/info', what: 'http 503' },
    });
    const nobody = await consoleOf(site, await hand(site, '编辑甲', [{ role: 'editor', channelId: '' }]), ORIGIN);
    expect((await nobody('GET', '/upstreams')).status).toBe(403);
  });
});

test('[US11] a past page says that it is drawn by what the server has today', async () => {
  const drawn = await pastPage(site.deps, '/news/company', new Date(Date.now() - 1_000), { addressOf: (path) => path });
  expect(String(drawn!.html)).toContain('由其他系统提供的栏目、文章和页面样式为今天的');
});

describe('page schemas of the server', () => {
  const view = (page: string, claim: object, blocks: object[]) => ({
    schemaVersion: 1,
    page,
    for: claim,
    layout: 'channel',
    blocks,
  });
  const block = (source: object, more: object = {}) => ({
    id: 'content',
    place: 'main',
    widget: 'article-list',
    source,
    ...more,
  });
  let viewed: TestSite;
  let register: { columns: string[] };
  beforeAll(async () => {
    const own = JSON.parse(await readFile(join(PAGES_DIR, 'registers/fund-sale-staff.json'), 'utf8'));
    register = { ...own, title: '由另一系统定义的人员表', columns: ['staffId', 'staffName'] };
    const upstreams = JSON.parse(upstreamsOf({ keep: 0 }));
    upstreams.content.pages = `${cms.origin}/page-schemas`;
    viewed = await startSite({ upstreams: JSON.stringify(upstreams), changes: smallWorld() });
  });
  afterAll(() => viewed.end());
  const given = async (pages: object[], registers: object[] = []) => {
    cms.data.views = { pages, registers };
    await viewed.upstreamViews!.refresh();
    return viewed.get('/swhysc/news/company').then(({ html }) => html);
  };
  const state = () => viewed.upstreamViews!.state();

  test('[US11] place what its channels show, and the columns of its registers', async () => {
    await given(
      [view('news', { url: 'news/company' }, [block({ name: 'info-list' }, { heading: '由另一系统排的版' })])],
      [register],
    );
    expect((await viewed.get('/swhysc/news/company')).html).toContain('由另一系统排的版');
    expect((await viewed.get('/swhysc/news/medium')).html).not.toContain('由另一系统排的版');
    const { html } = await viewed.get('/swhysc/publicChannel/fundSaleStaff');
    expect([html.includes('F9901124030001'), html.includes('演示CMS所在机构1')]).toEqual([true, false]);
    expect(state()).toMatchObject({ refused: [], hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    // definitions of rows in this store stay
    expect((await viewed.deps.siteAt('now')).registers.get('fund-sale-staff')!.columns).toContain('orgName');
  });

  test('[US11] that did not change are not sent again', async () => {
    cms.received.length = 0;
    await viewed.upstreamViews!.refresh();
    expect(cms.received.find(({ path }) => path === '/page-schemas')!.headers['if-none-match']).toMatch(/^"/);
  });

  test('[US11] a wrong one is refused by name, and the last good one stands; so it does where none is answered', async () => {
    expect(await given([{ ...view('news', { url: 'news/company' }, []), layout: 'wrong' }])).toContain(
      '由另一系统排的版',
    );
    expect(state().refused.map(({ name }) => name)).toEqual(['pages/news']);
    cms.break('/page-schemas', 'html');
    await viewed.upstreamViews!.refresh();
    expect(state().failed).not.toBe('');
    expect((await viewed.get('/swhysc/news/company')).html).toContain('由另一系统排的版');
  });

  test('[US11] more than may be read of it is refused whole', async () => {
    cms.break('/page-schemas', 'large');
    await viewed.upstreamViews!.refresh();
    expect(state().failed).toContain('more than 4194304 bytes');
  });

  test.each([
    [
      'a fixed page',
      view('a', { path: '/branch' }, [block({ name: 'info-list', params: { channelId: 'x' } })]),
      'path',
    ],
    ['a legal text', view('a', { url: 'legal/privacy' }, [block({ name: 'info-list' })]), 'legal'],
    ['all channels', view('a', { default: true }, [block({ name: 'info-list' })]), 'default'],
    [
      'a register of the own store',
      view('a', { url: 'news/company' }, [
        {
          id: 'rows',
          place: 'main',
          widget: 'register-table',
          source: { name: 'register', params: { register: 'income-certificate' } },
        },
      ]),
      'income-certificate',
    ],
    [
      'the own search',
      view('a', { url: 'news/company' }, [
        { id: 'found', place: 'main', widget: 'search-results', source: { name: 'search' } },
      ]),
      'search',
    ],
  ])('[US11] none is for %s', async (_what, page, why) => {
    await given([page]);
    expect(
      state()
        .refused.map((one) => one.why)
        .join(),
    ).toContain(why);
  });

  test('[US11] no register of the own store is defined by it', async () => {
    const own = JSON.parse(await readFile(join(PAGES_DIR, 'registers/income-certificate.json'), 'utf8'));
    await given(
      [],
      [
        { ...own, endpoints: [{ path: '/market/v1/x' }] },
        { ...own, register: 'new-one', endpoints: [] },
      ],
    );
    expect(state().refused.map(({ name }) => name)).toEqual(['registers/income-certificate', 'registers/new-one']);
  });
});
