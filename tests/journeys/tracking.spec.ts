import type { Page } from '@playwright/test';
import { nodeSuite } from '#wire/cipher-node.ts';
import { openService, type Service } from '../wire/open-service.ts';
import { alive, BASE, expect, open, test as base } from '../world/browser.ts';
import { openFaultProxy } from '../world/fault-proxy.ts';

interface Counted extends Service {
  /** http://127.0.0.1:port of the site that counts its views */
  site: string;
}

/**
 * A collector under another host than the site's, and the site as it is once that collector is published. The store is
 * every journey's, so it stays as it is. A server in between describes the site as the real one would.
 */
const test = base.extend<{ collector: Counted }>({
  collector: async ({ baseURL }, use) => {
    const service = await openService((_request, response) => void response.writeHead(204).end());
    const address = service.origin.replace('127.0.0.1', 'localhost');
    const between = await openFaultProxy(baseURL!);
    between.rewrite((html, headers) => {
      const key = /"wireKey":"([^"]+)"/.exec(html)?.[1];
      if (key)
        between.fail('sys.tracking', {
          answer: nodeSuite(Buffer.from(key, 'base64')).encrypt(
            JSON.stringify({ code: '0', msg: '', data: { paramValue: address } }),
          ),
        });
      headers['content-security-policy'] = String(headers['content-security-policy']).replace(
        "connect-src 'self'",
        `connect-src 'self' ${address}`,
      );
      return html.replace('{"shell":{', '{"shell":{"tracking":true,');
    });
    await use({ ...service, site: between.origin });
    await between.close();
    await service.close();
  },
});

const views = ({ requests }: Service) => requests.map(({ body }) => (JSON.parse(body) as { path: string }).path);

async function openCounted(page: Page, { site }: Counted, path: string) {
  await page.goto(site + BASE + path);
  await alive(page);
}

test('[TK1] [AG6] page views are told to the collector alone, without query, token or name, and no more once consent is withdrawn @fast', async ({
  page,
  context,
  collector,
  expectFault,
}) => {
  expectFault(/answer (404|503)|Failed to load resource/);
  const token = 'TOKEN-of-a-customer';
  await page.route('**/user/v1/info*', (route) => route.fulfill({ status: 503 }));
  await context.addCookies([{ name: 'accessToken', value: token, url: collector.site }]);
  await page.goto(`${collector.site}${BASE}/nowhere`);
  await page.evaluate(() => localStorage.setItem('agreement', 'true'));
  await openCounted(page, collector, '/news/company');
  await expect.poll(() => views(collector)).toEqual(['/news/company']);
  await openCounted(page, collector, '/verify?words=%E5%BC%A0%E4%B8%89');
  await expect.poll(() => views(collector)).toEqual(['/news/company', '/verify']);
  await page.getByRole('contentinfo').getByRole('link', { name: '网站地图' }).click();
  await expect.poll(() => views(collector)).toEqual(['/news/company', '/verify', '/sitemap']);
  for (const { method, url, headers, body } of collector.requests) {
    expect([method, url]).toEqual(['POST', '/page-view']);
    expect(Object.keys(JSON.parse(body) as object)).toEqual(['path', 'at']);
    const sent = JSON.stringify(headers) + body;
    for (const secret of [token, encodeURIComponent('张三'), 'accessToken', 'words='])
      expect(sent).not.toContain(secret);
  }

  await openCounted(page, collector, '/legal/privacy');
  await expect.poll(() => views(collector).length).toBe(4);
  await page.getByRole('button', { name: '撤回同意' }).press('Enter');
  await expect(page.getByRole('status').filter({ hasText: '已撤回同意' })).toBeVisible();
  expect(
    await page.evaluate(() => [localStorage.getItem('agreement'), localStorage.getItem('agreementVersion')]),
  ).toEqual([null, null]);
  await page.getByRole('contentinfo').getByRole('link', { name: '网站地图' }).click();
  await expect(page.getByRole('dialog', { name: '隐私政策' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(views(collector)).toHaveLength(4);
});

test.describe('the first visit', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('[AG6] nothing is asked for or told before the agreement is stored @slow', async ({ page, collector }) => {
    const urls: string[] = [];
    page.on('request', (request) => void (request.url().includes('webparam') && urls.push(request.url())));
    await openCounted(page, collector, '/news/company');
    await expect(page.getByRole('dialog', { name: '隐私政策' }).getByRole('button', { name: '下一步' })).toBeEnabled();
    await page.waitForLoadState('networkidle');
    expect([urls, collector.requests]).toEqual([[], []]);
    await page.getByRole('button', { name: '下一步' }).click();
    await page.getByRole('button', { name: '我已阅读并同意' }).click();
    await expect.poll(() => views(collector)).toEqual(['/news/company']);
  });
});

test('[HD4] 投顾产品 takes the token of whoever is logged in along, on a click and nowhere else', async ({
  page,
  context,
  baseURL,
}) => {
  const arrived: { url: string; referer: string | undefined }[] = [];
  await context.route('https://advisor.shili.example/**', (route) => {
    arrived.push({ url: route.request().url(), referer: route.request().headers().referer });
    return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>advisor</title>' });
  });
  await open(page, '/serve');
  const entry = () =>
    page
      .getByRole('main')
      .getByRole('link', { name: /^投顾产品/ })
      .or(page.getByRole('navigation').getByRole('link', { name: /^投顾产品/ }))
      .first();
  const follow = async () => {
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      entry().evaluate((link: HTMLElement) => link.click()),
    ]);
    await opened.waitForLoadState();
    expect(await opened.evaluate(() => window.opener as unknown)).toBeNull();
    await opened.close();
  };
  await follow();
  expect(arrived.map(({ url }) => url)).toEqual(['https://advisor.shili.example/']);
  await context.addCookies([{ name: 'accessToken', value: 'TOKEN-of-a-customer', url: baseURL! }]);
  await page.route('**/user/v1/info*', (route) => route.abort());
  expect(await page.content()).not.toContain('TOKEN-of-a-customer');
  await follow();
  expect(arrived[1]).toEqual({
    url: 'https://advisor.shili.example/?access_token=TOKEN-of-a-customer',
    referer: undefined,
  });
  expect(await page.content()).not.toContain('TOKEN-of-a-customer');
});
