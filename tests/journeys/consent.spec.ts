import type { Page } from '@playwright/test';
import { axe, BASE, expect, hovered, open, test } from '../world/browser.ts';

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
/** look.md: text on the primary button */
const WHITE_ON_RED = { text: 'rgb(255, 255, 255)', ground: 'rgb(184, 20, 27)' };
const stored = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('agreement'), localStorage.getItem('agreementVersion')]);

test.describe('the first visit', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('[AG1] [AG2] [AG3] [MD2] the policy, then the agreement from its top, by keyboard alone; agreed once, it is asked no more @fast', async ({
    page,
  }) => {
    await open(page, '/news/company');
    const policy = dialog(page, '隐私政策');
    await expect(policy).toContainText('版本日期 2025-03-13');
    await expect(policy.getByRole('heading', { name: /收集和使用/ }).first()).toBeAttached();
    expect((await policy.boundingBox())!.width).toBe(888);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(policy).toBeVisible();
    const text = policy.locator('.consent__text');
    await expect(text).toBeFocused();
    await expect
      .poll(async () => {
        await page.keyboard.press('End');
        return text.evaluate((element) => element.scrollTop);
      })
      .toBeGreaterThan(100);

    await policy.getByRole('link', { name: '在页面中阅读' }).press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('隐私政策');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.goBack();
    await expect(policy.getByRole('button', { name: '下一步' })).toBeEnabled();
    expect(await hovered(policy.getByRole('button', { name: '下一步' }))).toEqual(WHITE_ON_RED);
    await policy.getByRole('button', { name: '下一步' }).press('Enter');
    const agreement = dialog(page, '用户协议');
    await expect(agreement).toContainText('版本日期 2023-04-06');
    expect(await agreement.locator('.consent__text').evaluate((element) => element.scrollTop)).toBe(0);
    expect(await axe(page)).toEqual([]);
    expect(await stored(page)).toEqual([null, null]);
    await expect(agreement.getByRole('button', { name: '我已阅读并同意' })).toBeEnabled();
    expect(await hovered(agreement.getByRole('button', { name: '我已阅读并同意' }))).toEqual(WHITE_ON_RED);
    await agreement.getByRole('button', { name: '我已阅读并同意' }).press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const [flag, versions] = await stored(page);
    expect(flag).toBe('true');
    expect(JSON.parse(versions!)).toMatchObject({ privacy: '2025-03-13', agreement: '2023-04-06' });
    await open(page, '/news/company');
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('[AG1] nothing of it is in the HTML, nothing moves, and it fits a window of 320 px @slow', async ({
    page,
    request,
  }) => {
    expect(await (await request.get(`${BASE}/news/company`)).text()).not.toContain('我已阅读并同意');
    await page.setViewportSize({ width: 320, height: 568 });
    await page.addInitScript(() => {
      const seen = window as unknown as { shift: number };
      seen.shift = 0;
      new PerformanceObserver((list) =>
        list.getEntries().forEach((entry) => (seen.shift += (entry as unknown as { value: number }).value)),
      ).observe({ type: 'layout-shift', buffered: true });
    });
    await open(page, '/news/company');
    const policy = dialog(page, '隐私政策');
    await expect(policy.getByRole('button', { name: '下一步' })).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThanOrEqual(0.02);
  });

  test('[AG7] before the page comes alive the dialog stands, reads and is agreed to @slow', async ({ page }) => {
    await page.route('**/assets/site/entry-client*', () => {});
    await page.goto(`${BASE}/news/company`, { waitUntil: 'commit' });
    for (const [title, act] of [
      ['隐私政策', '下一步'],
      ['用户协议', '我已阅读并同意'],
    ] as const) {
      const button = dialog(page, title).getByRole('button', { name: act });
      await expect(button).toBeEnabled();
      await button.press('Enter');
    }
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect((await stored(page))[0]).toBe('true');
  });

  test('[AG7] the page asks for the first text before the script that shows it is there @slow', async ({ page }) => {
    const textRequest = page.waitForRequest('**/legal-text/privacy?*', { timeout: 15_000 });
    await page.route('**/assets/site/entry-start*', async (route) => {
      await textRequest;
      await route.continue();
    });
    await page.goto(`${BASE}/news/company`);
    await expect(dialog(page, '隐私政策').getByRole('button', { name: '下一步' })).toBeEnabled();
  });

  test('[AG7] a browser asks for a text once @slow', async ({ page }) => {
    const fetched = () =>
      page.evaluate(() =>
        (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
          .filter(({ name }) => name.includes('/legal-text/'))
          .map(({ transferSize }) => transferSize > 0),
      );
    for (const isFetched of [true, false]) {
      await page.goto(`${BASE}/news/company`);
      await expect(dialog(page, '隐私政策').getByRole('button', { name: '下一步' })).toBeEnabled();
      expect(await fetched()).toEqual([isFetched]);
    }
  });

  test('[AG1] who cannot be shown the text is told so, and is not kept from the site @slow', async ({
    page,
    expectFault,
  }) => {
    expectFault(/answer 5\d\d|Failed to load resource/);
    await page.route('**/legal-text/**', (route) => route.fulfill({ status: 503, body: '' }));
    await open(page, '/news/company');
    const policy = dialog(page, '隐私政策');
    await expect(policy.getByRole('alert')).toContainText('内容暂时无法显示');
    await page.unroute('**/legal-text/**');
    await policy.getByRole('button', { name: '重试' }).click();
    await expect(policy.getByRole('button', { name: '下一步' })).toBeEnabled();
  });
});

test.describe('the first visit without scripts', () => {
  test.use({ storageState: { cookies: [], origins: [] }, javaScriptEnabled: false });

  test('[AG5] there is no dialog, and the links at the foot lead to pages @slow', async ({ page, expectFault }) => {
    expectFault(/^request failed: \S+\.js csp$/);
    await page.goto(`${BASE}/news/company`);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    for (const name of ['隐私政策', '用户协议', '法律声明']) {
      await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    }
  });
});

test('[AG7] who has agreed is sent no text @slow', async ({ page }) => {
  const textRequest: string[] = [];
  page.on('request', (request) => request.url().includes('/legal-text/') && textRequest.push(request.url()));
  await open(page, '/news/company');
  expect(textRequest).toEqual([]);
});

test('[AG4] [AG5] who has agreed opens policy and notice from the foot and closes them by Escape or button; the focus goes back; the agreement is a page', async ({
  page,
}) => {
  await open(page, '/news/company');
  const foot = page.getByRole('contentinfo');
  await foot.getByRole('link', { name: '隐私政策' }).press('Enter');
  await expect(dialog(page, '隐私政策')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(foot.getByRole('link', { name: '隐私政策' })).toBeFocused();
  await foot.getByRole('link', { name: '法律声明' }).click();
  await expect(
    dialog(page, '法律声明')
      .getByRole('heading', { name: /风险|免责|所有权/ })
      .first(),
  ).toBeAttached();
  await dialog(page, '法律声明').getByRole('button', { name: '我知道了' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await foot.getByRole('link', { name: '用户协议' }).click();
  await expect(page).toHaveURL(new RegExp(`${BASE}/legal/agreement$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('用户协议');
});

test('[TK1] [AG3] the button that takes consent back gives it again, from the same place, and says which of both it does @slow', async ({
  page,
}) => {
  await open(page, '/legal/privacy');
  const take = page.getByRole('main').getByRole('button', { name: '撤回同意' });
  const give = page.getByRole('main').getByRole('button', { name: '阅读并同意' });
  await take.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: '已撤回同意' })).toBeVisible();
  expect(await stored(page)).toEqual([null, null]);
  await expect(take).toHaveCount(0);
  await expect(give).toBeFocused();
  await page.reload();
  await give.click();
  await dialog(page, '隐私政策').getByRole('button', { name: '下一步' }).click();
  await dialog(page, '用户协议').getByRole('button', { name: '我已阅读并同意' }).click();
  await expect(take).toBeVisible();
  expect((await stored(page))[0]).toBe('true');
});
