import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { channel, smallWorld, startSite, type TestSite } from '../world/site.ts';

let upstream: Server;
let site: TestSite;
let name = '上游甲';
let asked: string[] = [];

beforeAll(async () => {
  upstream = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end(JSON.stringify({ code: '0', msg: '', data: { frontOfficeList: [{ staffName: name, staffId: 'F9990000000001' }], total: 1 } }));
  });
  await new Promise<void>((done) => upstream.listen(0, '127.0.0.1', done));
  const address = `http://127.0.0.1:${(upstream.address() as { port: number }).port}`;
  const upstreams = JSON.stringify({ market: { address, suite: 'none' }, content: { address: 'http://127.0.0.1:1', suite: 'none' } });
  site = await startSite({ upstreams, changes: [...smallWorld(), channel('fundSaleStaff', 'publicChannel/fundSaleStaff', '基金销售资格人员公示', { type: 2, parentId: '0001000200010008' })] });
});
afterAll(async () => {
  await site.end();
  upstream.close();
});

test('[WR7] a page made of an upstream’s answer shows it, and is asked for anew each time', async () => {
  const path = '/swhysc/publicChannel/fundSaleStaff';
  expect((await site.get(path)).html).toContain('上游甲');
  name = '上游乙';
  expect((await site.get(path)).html).toContain('上游乙');
  expect(asked.every((url) => url.startsWith('/market/v1/front/announcement/info?'))).toBe(true);
});

test('[WR7] this site’s own calls are answered here, though the content prefix is given away', async () => {
  const { status, html } = await site.get('/swhysc/publicChannel');
  expect(status).toBe(200);
  expect(html).toContain('遗失声明');
});
