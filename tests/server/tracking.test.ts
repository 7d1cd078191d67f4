import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { collectorOf } from '#server/edge/collector.ts';
import { nodeSuite } from '#wire/cipher-node.ts';
import { parseEnvelope } from '#wire/envelope.ts';
import { startSite, WIRE_KEY, type TestSite } from '../world/site.ts';

const COLLECTOR = 'https://stats.example:8443';
const set = (value: unknown) =>
  site.publish('浏览统计', [{ kind: 'setting', id: 'webparam.sys.tracking', document: value }]);
const connects = async () =>
  /connect-src ([^;]+)/.exec(String((await site.get('/swhysc/publicChannel')).headers['content-security-policy']))?.[1];

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.end());

describe('the collector of page views', () => {
  test('[TK1] is named in the policy of pages while it is published, by the call alone, and kept pages follow', async () => {
    expect(await connects()).toBe("'self'");
    await set(COLLECTOR);
    for (const time of ['drawn', 'kept']) expect(await connects(), time).toBe(`'self' ${COLLECTOR}`);
    const { html } = await site.get('/swhysc/publicChannel');
    expect(html).toContain('"tracking":true');
    expect(html).not.toContain(COLLECTOR);
    const { html: answer } = await site.get('/swhy/service/wscms/v1/notice/webparam?code=sys.tracking');
    expect(parseEnvelope(nodeSuite(Buffer.from(WIRE_KEY, 'base64')).decrypt(answer)).data).toMatchObject({
      paramValue: COLLECTOR,
    });
    await set('');
    expect(await connects()).toBe("'self'");
    expect((await site.get('/swhysc/publicChannel')).html).not.toContain('"tracking"');
  });

  test.each([
    'stats.example',
    'https://stats.example/path',
    'https://stats.example;script-src *',
    "https://a.example 'unsafe-inline'",
    'javascript:alert(1)',
    'https://user@stats.example',
    true,
  ])('[TK1] is refused when published as %s', async (value) => {
    await expect(set(value)).rejects.toThrow('页面浏览统计的收集地址：');
  });

  test('[TK1] is none where the token cookie would travel along', () => {
    const warn = vi.fn();
    const of = (value: string, cookieDomain: string | null = null) =>
      collectorOf(value, { siteUrl: 'https://www.shili.example', cookieDomain }, warn);
    expect(of(COLLECTOR)).toBe(COLLECTOR);
    expect(of('https://stats.shili.example')).toBe('https://stats.shili.example');
    expect(warn).not.toHaveBeenCalled();
    expect([
      of('https://www.shili.example:9000'),
      of('https://stats.shili.example', '.shili.example'),
      of('https://shili.example', 'shili.example'),
    ]).toEqual(['', '', '']);
    expect(warn).toHaveBeenCalledTimes(3);
    expect(of('https://stats.notshili.example', 'shili.example')).toBe('https://stats.notshili.example');
  });
});
