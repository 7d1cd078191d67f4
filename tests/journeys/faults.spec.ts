import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Route } from '@playwright/test';
import { alive, BASE, CALLS, expect, open, sectionLinks, settled, test } from '../world/browser.ts';

const toMenu = (page: Page, name: string) => sectionLinks(page).filter({ hasText: name });
const failedFrame = (page: Page) => page.getByRole('status').filter({ hasText: '内容暂时无法显示' });
const toast = (page: Page) => page.getByRole('alert');

/** Chromium reports each answer of 400 and more, and each broken request, in the console too. */
const ANSWERED = /answer \d+|Failed to load resource/;

test('[WR2][WR4][WR5] calls carry device and token, and their answers cannot be read on the way', async ({
  page,
  context,
  baseURL,
}) => {
  await open(page, '/publicChannel');
  const call = () => page.waitForRequest((request) => request.url().includes('/swhy/service/'));

  let [sent] = await Promise.all([call(), toMenu(page, '遗失声明').click()]);
  expect(await sent.allHeaders()).toMatchObject({ device: 'OH' });
  expect(await sent.allHeaders()).not.toHaveProperty('access_token');
  const answer = (await sent.response())!;
  const body = await answer.text();
  expect(answer.status()).toBe(200);
  expect(body).toMatch(/^[A-Za-z0-9+/]{64,}={0,2}$/);
  expect(Buffer.from(body, 'base64').toString()).not.toContain('code');

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('遗失声明');
  await settled(page);
  await context.addCookies([{ name: 'accessToken', value: 'token-of-a-customer', url: baseURL! }]);
  [sent] = await Promise.all([call(), toMenu(page, '利率信息公告').click()]);
  expect(await sent.allHeaders()).toMatchObject({ device: 'OH', access_token: 'token-of-a-customer' });
  // the token is nobody's (LS4)
  await expect(page).toHaveURL(new RegExp(`${BASE}/$`));
});

for (const [platform, device] of [
  ['Win32', 'PW'],
  ['MacIntel', 'PM'],
]) {
  test(`[WR4] ${platform} is told as ${device} @slow`, async ({ page }) => {
    await page.addInitScript((value) => Object.defineProperty(navigator, 'platform', { get: () => value }), platform);
    await open(page, '/publicChannel');
    const [sent] = await Promise.all([page.waitForRequest(CALLS), toMenu(page, '遗失声明').click()]);
    expect((await sent.allHeaders()).device).toBe(device);
  });
}

test('[WR5] with another key in the page answers are unreadable: 服务连接失败, and a page that offers to try again @slow', async ({
  page,
}) => {
  await page.route(`**${BASE}/publicChannel`, async (route) => {
    const answer = await route.fetch();
    const html = (await answer.text()).replace(
      /"wireKey":"[^"]+"/,
      `"wireKey":"${Buffer.alloc(64, 1).toString('base64')}"`,
    );
    await route.fulfill({ response: answer, body: html });
  });
  await open(page, '/publicChannel');
  await toMenu(page, '遗失声明').click();
  await expect(toast(page)).toContainText('服务连接失败');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('内容暂时无法显示');
  // the address is the new page's, so a document with the right key mends it
  await expect(page).toHaveURL(/lossStatement$/);
  await page.getByRole('button', { name: '重试' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('遗失声明');
  await expect(page.getByRole('main').getByRole('time').first()).toBeVisible();
});

test('[WG3] one block whose call fails says so in its frame; the rest of the page stands, and 重试 mends it @fast', async ({
  page,
  expectFault,
}) => {
  expectFault(ANSWERED);
  await open(page, '/publicChannel');
  await page.route('**/wscms/v1/notice/bondinvestment*', (route) =>
    route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>proxy</h1>' }),
  );
  await toMenu(page, '债券投资交易人员公示').click();
  await expect(failedFrame(page)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('债券投资交易人员公示');
  await expect(page.getByRole('article')).toContainText('公示说明');
  await page.unrouteAll();
  await failedFrame(page).getByRole('button', { name: '重试' }).click();
  await expect(page.getByRole('table')).toBeVisible();
  await expect(failedFrame(page)).toHaveCount(0);
});

test('a page fetched ahead in vain is no matter for a toast; chosen, it is asked for again @slow', async ({
  page,
  expectFault,
}) => {
  expectFault(ANSWERED);
  await open(page, '/publicChannel');
  await page.route(CALLS, (route) => route.fulfill({ status: 500, body: '' }));
  const [answer] = await Promise.all([page.waitForResponse(CALLS), toMenu(page, '遗失声明').hover()]);
  await answer.finished();
  await page.waitForLoadState('networkidle');
  // once, not until a toast has gone by itself
  expect(await toast(page).innerText()).toBe('');
  await page.unrouteAll();
  await toMenu(page, '遗失声明').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('遗失声明');
});

test('[ER3] without a connection the visitor is told, keeps the page and can try again', async ({
  page,
  context,
  expectFault,
}) => {
  expectFault(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await open(page, '/publicChannel/lossStatement');
  // scripts for calls are here before the line breaks
  await toMenu(page, '利率信息公告').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('利率信息公告');
  await page.waitForLoadState('networkidle');
  await page.mouse.move(0, 0);
  await context.setOffline(true);
  await toMenu(page, '投诉与纠纷调解渠道').click();
  await expect(toast(page)).toContainText('网络连接异常，请检查网络设置');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('内容暂时无法显示');
  await context.setOffline(false);
  await page.getByRole('button', { name: '重试' }).click();
  // a visitor who tries again has read it
  expect(await toast(page).innerText()).toBe('');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('投诉与纠纷调解渠道');
  expect(await toast(page).innerText()).toBe('');
});

for (const [missing, answer] of [
  ['no server behind the line', (route: Route) => route.abort('connectionrefused')],
  ['a proxy without the server behind it', (route: Route) => route.fulfill({ status: 502, body: '' })],
] as const) {
  test(`[ER3] the very first click with ${missing} is answered by the site, too, which keeps its document @slow`, async ({
    page,
    expectFault,
  }) => {
    expectFault(/ERR_CONNECTION_REFUSED|dynamically imported module|answer 502|status of 502/);
    await open(page, '/publicChannel/lossStatement');
    await page.evaluate(() => Object.assign(window, { same: true }));
    await page.route('**/*', answer);
    await toMenu(page, '投诉与纠纷调解渠道').click();
    await expect(toast(page)).toContainText('网络连接异常，请检查网络设置');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('内容暂时无法显示');
    await page.unrouteAll();
    await page.getByRole('button', { name: '重试' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('投诉与纠纷调解渠道');
    expect(await page.evaluate(() => 'same' in window)).toBe(true);
  });
}

test('[ER3] the very first click without a connection is answered by the site, too, though its calls have not been loaded @slow', async ({
  page,
  context,
  expectFault,
}) => {
  expectFault(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|dynamically imported module/);
  await open(page, '/publicChannel/lossStatement');
  await context.setOffline(true);
  await toMenu(page, '投诉与纠纷调解渠道').click();
  await expect(toast(page)).toContainText('网络连接异常，请检查网络设置');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('内容暂时无法显示');
  // the try takes the words of the first failure away
  await page.getByRole('button', { name: '重试' }).click();
  await expect(toast(page)).toContainText('网络连接异常，请检查网络设置');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('内容暂时无法显示');
  await context.setOffline(false);
  await page.getByRole('button', { name: '重试' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('投诉与纠纷调解渠道');
});

test('[WG3] a widget that throws in the browser spoils only its own frame, on arriving and on hydrating', async ({
  page,
  expectFault,
}) => {
  expectFault(/broken on purpose|Minified React error|could not be drawn/);
  const manifest = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../dist/client/.vite/manifest.json'), 'utf8'),
  ) as Record<string, { file: string }>;
  const view = manifest['widgets/register-table/View.tsx']!.file;
  await page.route(`**/${view}`, async (route) => {
    const script = await (await route.fetch()).text();
    // under the names that it exports, by whatever way the bundler reads them
    const [, local] = /[{,](\w+) as View[,}]/.exec(script)!;
    await route.fulfill({
      contentType: 'text/javascript',
      body: `${script}\n${local} = () => { throw new Error('broken on purpose'); };`,
    });
  });

  await open(page, '/publicChannel');
  await toMenu(page, '债券投资交易人员公示').click();
  for (const arrival of ['moved here', 'loaded here']) {
    // WG5: what has come as HTML throws when it is reached for
    if (arrival === 'loaded here') await page.getByRole('main').getByRole('table').hover();
    await expect(failedFrame(page), arrival).toHaveCount(1);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('债券投资交易人员公示');
    await expect(page.getByRole('article')).toContainText('公示说明');
    await expect(page.getByRole('contentinfo')).toContainText('客服热线');
    await toMenu(page, '遗失声明').click();
    await expect(page.getByRole('main').getByRole('time').first()).toBeVisible();
    await open(page, '/publicChannel/bondInvestment');
  }
});

test.describe('what cannot be shown', () => {
  test.beforeEach(({ expectFault }) => expectFault(ANSWERED));

  test('[RT9] an unknown address is a designed page with ways on, by loading and by moving', async ({ page }) => {
    for (const path of [
      '/nowhere',
      '/publicChannel/nowhere',
      '/news/company/detail/999999',
      '/news/company/detail/x',
    ]) {
      await open(page, path, 404);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/没有找到这(个页面|篇文章)/);
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
      await expect(
        page
          .getByRole('banner')
          .or(page.getByRole('navigation', { name: '主菜单' }))
          .first(),
      ).toBeVisible();
    }
    await page.getByRole('main').getByRole('link', { name: '返回首页' }).click();
    await expect(page).toHaveURL(new RegExp(`${BASE}/$`));

    await alive(page);
    await page.evaluate((href) => {
      const link = document.createElement('a');
      link.href = href;
      link.textContent = '旧网址';
      document.querySelector('main')!.append(link);
    }, `${BASE}/publicChannel/nowhere`);
    // the keyboard is used: on the home page the bands lie over the elements beside them
    await page.getByRole('link', { name: '旧网址' }).press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('没有找到这个页面');
    await page.getByRole('main').getByRole('link', { name: '返回首页' }).click();
    await expect(page).toHaveURL(new RegExp(`${BASE}/$`));
  });

  test('[RT9] a page beyond the last offers the last @slow', async ({ page }) => {
    for (const [path, last] of [
      ['/news/company?pageNum=1000000000', '3'],
      ['/publicChannel/fundSaleStaff?pageNum=33', '32'],
    ] as const) {
      await open(page, path, 404);
      await page
        .getByRole('main')
        .getByRole('link', { name: `查看第 ${last} 页` })
        .click();
      await expect(page.getByRole('navigation', { name: '分页' }).locator('[aria-current=page]')).toHaveText(last);
    }
  });
});
