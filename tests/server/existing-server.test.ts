import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { nodeSuite } from '#wire/cipher-node.ts';
import { parseEnvelope, type Envelope } from '#wire/envelope.ts';
import { startDemoServer, type DemoServer } from '#tools/upstream-demo/server.ts';
import { smallWorld, startSite, WIRE_KEY, type TestSite } from '../world/site.ts';

const COMPANY = '00010002000100020001';
const GROUPS = ['content', 'user', 'market', 'product', 'retail', 'business'];
const ALWAYS_ASKED = { keep: 0 };

let cms: DemoServer;
let site: TestSite;
let address: string;

const upstreamsOf = (more: object = ALWAYS_ASKED): string =>
  JSON.stringify(Object.fromEntries(GROUPS.map((group) => [group, { address, suite: 'none', timeout: 1_000, ...more }])));

beforeAll(async () => {
  cms = await startDemoServer();
  address = cms.origin;
  site = await startSite({ upstreams: upstreamsOf(), changes: smallWorld() });
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

describe('articles', () => {
  test('[US1] are asked of the server: its article is the page, what it does not have is 404', async () => {
    for (const path of ['/news/company/detail/9001', '/publicList/detail/9001', '/research/gfwz-rd/detail/9043']) {
      const { status, html } = await page(path);
      console.log(path, status, /<title>(.*?)<\/title>/.exec(html)?.[1], /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1]);
    }
    for (const path of ['/', '/news', '/news/company', '/publicChannel', '/publicChannel/complaint', '/publicChannel/lossStatement', '/branch', '/publicChannel/fundSaleStaff', '/news/company/detail/1', '/serve/help', '/socialDuty/ESG', '/serve/margin/notice', '/research/gfwz-lc/detail/9065', '/research/tags', '/aboutUs/company']) {
      const { status, html, headers } = await page(path);
      console.log(path, status, headers.location, /<title>(.*?)<\/title>/.exec(html)?.[1], html.includes('演示CMS'), html.includes('条新闻'), [...html.matchAll(/暂时无法|没有找到|还没有/g)].map((m) => m[0]).join());
    }
  });
});
