import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { nodeSuite } from '#wire/cipher-node.ts';
import { parseEnvelope, type Envelope } from '#wire/envelope.ts';
import { startDemoServer, type DemoServer, type Fault } from '#tools/upstream-demo/server.ts';
import { smallWorld, startSite, WIRE_KEY, type TestSite } from '../world/site.ts';

const COMPANY = '00010002000100020001';
const INFO = '/wscms/v1/cms/infocontent';
const LIST = '/wscms/v1/cms/infobaselist';
const GROUPS = ['content', 'user', 'market', 'product', 'retail', 'business'];

let cms: DemoServer;
let site: TestSite;

const upstreamsOf = (more: object): string =>
  JSON.stringify(
    Object.fromEntries(GROUPS.map((group) => [group, { address: cms.origin, suite: 'none', timeout: 1_000, ...more }])),
  );

beforeAll(async () => {
  cms = await startDemoServer();
  // the own store holds others under the same ids: nothing of it may be shown
  site = await startSite({ upstreams: upstreamsOf({ keep: 0 }), changes: smallWorld() });
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
      expect(cms.received.some(({ path: asked, params }) => asked === INFO && params.id === id)).toBe(true);
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
      expect(cms.received.findLast(({ path: asked }) => asked === INFO)!.params.id).toBe(id);
      expect(html).toContain(`rel="canonical" href="http://site.test/swhysc${path.replaceAll('&', '&amp;')}"`);
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

  test('[US2] [US8] a list asks as the specification says', async () => {
    await page('/news/company');
    expect(cms.received.find(({ path }) => path === LIST)).toMatchObject({
      method: 'GET',
      params: { channelId: COMPANY, topFlag: '3', pageNum: '1', pageSize: '10', status: '2' },
    });
  });
});

describe('attachments', () => {
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
