import { createServer, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { nodeSuite } from '#wire/cipher-node.ts';
import { parseEnvelope } from '#wire/envelope.ts';
import { channel, smallWorld, startSite, WIRE_KEY, type TestSite } from '../world/site.ts';

let upstream: Server;
let site: TestSite;
let name = '上游甲';
let requests: string[] = [];
/** the fault in place of an answer */
let fault: 'never' | 'garbage' | 'hang up' | number | null = null;

beforeAll(async () => {
  upstream = createServer((request, response) => {
    requests.push(request.url ?? '');
    if (fault === 'never') return;
    if (fault === 'hang up') return void response.destroy();
    if (typeof fault === 'number') response.statusCode = fault;
    if (fault) return void response.end('<h1>maintenance</h1>');
    response.end(
      JSON.stringify({
        code: '0',
        msg: '',
        data: { frontOfficeList: [{ staffName: name, staffId: 'F9990000000001' }], total: 1 },
      }),
    );
  });
  await new Promise<void>((done) => upstream.listen(0, '127.0.0.1', done));
  const address = `http://127.0.0.1:${(upstream.address() as { port: number }).port}`;
  const upstreams = JSON.stringify({
    market: { address, suite: 'none', keep: 0 },
    content: { address: 'http://127.0.0.1:1', suite: 'none' },
  });
  site = await startSite({
    upstreams,
    changes: [
      ...smallWorld(),
      channel('fundSaleStaff', 'publicChannel/fundSaleStaff', '基金销售资格人员公示', {
        type: 2,
        parentId: '0001000200010008',
      }),
    ],
  });
});
afterAll(async () => {
  await site.end();
  upstream.close();
  upstream.closeAllConnections();
});

test('[WR7] a page made of an upstream’s answer shows it, and is asked for anew each time', async () => {
  const path = '/swhysc/publicChannel/fundSaleStaff';
  expect((await site.get(path)).html).toContain('上游甲');
  name = '上游乙';
  expect((await site.get(path)).html).toContain('上游乙');
  expect(requests.every((url) => url.startsWith('/market/v1/front/announcement/info?'))).toBe(true);
});

test('[WR7] this site’s own calls are answered here, though the content prefix is given away', async () => {
  const { status, html } = await site.get('/swhysc/publicChannel');
  expect(status).toBe(200);
  expect(html).toContain('遗失声明');
});

describe('an upstream that fails', () => {
  const path = '/swhysc/publicChannel/fundSaleStaff';
  const call = '/swhy/service/market/v1/front/announcement/info?infoId=fundSaleStaff&pageNum=1&pageSize=10';
  const opened = async () =>
    parseEnvelope(nodeSuite(Buffer.from(WIRE_KEY, 'base64')).decrypt((await site.get(call)).html));
  /** after a failure the upstream is left in peace for so long */
  const PAUSE = 5_000;
  let ahead = 0;
  const isOld = (html: string) =>
    /数据截至 <time dateTime="[^"]+">\d{4}-\d\d-\d\d( \d\d:\d\d)?<\/time>，数据服务暂时无法更新/.test(html);

  beforeEach(async () => {
    const now = Date.now;
    vi.spyOn(Date, 'now').mockImplementation(() => now() + ahead);
    fault = null;
    ahead += PAUSE;
    name = '上游丙';
    expect(isOld((await site.get(path)).html)).toBe(false);
  });
  afterEach(() => void vi.restoreAllMocks());

  test.each(['never', 'garbage', 503, 'hang up'] as const)(
    '[WR7] (%s) leaves its last good answer standing, which says how old it is; its return is seen',
    async (how) => {
      fault = how;
      const { status, html } = await site.get(path);
      expect(status).toBe(200);
      expect([html.includes('上游丙'), isOld(html)]).toEqual([true, true]);
      // nobody waits for it again so soon, and the browser is told the same
      const asks = requests.length;
      expect(await opened()).toMatchObject({ code: '0' });
      expect(isOld((await site.get(path)).html)).toBe(true);
      expect(requests.slice(asks).filter((url) => url.includes('pageSize=10') && !url.includes('sort'))).toHaveLength(
        0,
      );

      fault = null;
      name = '上游丁';
      ahead += PAUSE;
      const back = await site.get(path);
      expect([back.html.includes('上游丁'), isOld(back.html)]).toEqual([true, false]);
    },
    20_000,
  );

  test.each([401, 403, 404, 410] as const)(
    '[WR7] an answer that says no by its status (%s) ends what was known before, whatever comes after it',
    async (no) => {
      fault = no;
      ahead += PAUSE;
      expect((await site.get(path)).html).not.toContain('上游丙');
      fault = 503;
      ahead += PAUSE;
      expect((await site.get(path)).html).not.toContain('上游丙');
    },
  );

  test('[WR7] an answer older than a day stands in for nothing: the frame says so, and the page is no page for a search engine', async () => {
    fault = 503;
    ahead += 24 * 3_600_000;
    const { html } = await site.get(path);
    expect([
      html.includes('内容暂时无法显示'),
      html.includes('上游丙'),
      html.includes('<meta name="robots" content="noindex">'),
    ]).toEqual([true, false, true]);
  });

  test('[WR7] what was answered to a customer is kept for nobody', async () => {
    name = '只给客户看';
    const asCustomer = { access_token: 'token-of-a-customer' };
    const sealed = nodeSuite(Buffer.from(WIRE_KEY, 'base64'));
    expect(JSON.stringify(parseEnvelope(sealed.decrypt((await site.get(call, asCustomer)).html)))).toContain(
      '只给客户看',
    );
    fault = 503;
    for (const headers of [{}, asCustomer])
      expect(JSON.stringify(parseEnvelope(sealed.decrypt((await site.get(call, headers)).html)))).not.toContain(
        '只给客户看',
      );
    expect((await site.get(path)).html).not.toContain('只给客户看');
  });
});

test('[WR7] every prefix can be given away, each to its own address', async () => {
  const seen: string[] = [];
  const own = createServer((request, response) => {
    seen.push(request.url!);
    response.end(
      JSON.stringify({ code: '0', msg: '', data: { custName: request.url!.split('/')[1], list: [], total: 0 } }),
    );
  });
  await new Promise<void>((done) => own.listen(0, '127.0.0.1', done));
  const address = `http://127.0.0.1:${(own.address() as { port: number }).port}`;
  const names = ['content', 'user', 'market', 'product', 'retail', 'business'];
  const given = await startSite({
    upstreams: JSON.stringify(
      Object.fromEntries(names.map((one) => [one, { address: `${address}/${one}`, suite: 'none' }])),
    ),
  });
  const calls = {
    content: '/wscms/v1/notice/privatefund',
    user: '/user/v1/info?queryType=1',
    market: '/market/v1/advisor/info',
    product: '/wsfinmall/v2/fund/list',
    retail: '/retail/v1/notice/etfpurchqlfy',
    business: '/business/v1/professional/investor/confirm/query',
  };
  try {
    for (const [one, path] of Object.entries(calls)) {
      const { html } = await given.get(`/swhy/service${path}`);
      expect(parseEnvelope(nodeSuite(Buffer.from(WIRE_KEY, 'base64')).decrypt(html))).toMatchObject({
        code: '0',
        msg: '',
      });
      expect(seen.at(-1)!.split('?')[0]).toBe(`/${one}${path.split('?')[0]}`);
    }
  } finally {
    await given.end();
    own.close();
  }
});
