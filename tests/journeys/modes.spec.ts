import type { Page } from '@playwright/test';
import { alive, BASE, expect, open, publishNow, test } from '../world/browser.ts';

const root = (page: Page) => page.locator('html');
const size = (page: Page) =>
  page
    .locator('main h1')
    .first()
    .evaluate((one) => parseFloat(getComputedStyle(one).fontSize));

test('[GR1] the home page is grey from its first response, moving on takes the grey away, Back brings it again; fixed parts stay fixed', async ({
  page,
}) => {
  const skin = (value: string) =>
    publishNow('灰度', [{ kind: 'setting', id: 'webparam.sys.skin_zq', document: value }]);
  await skin('true');
  try {
    await expect.poll(async () => (await page.request.get(`${BASE}/`)).text()).toContain('class="grey"');
    await open(page, '/');
    await expect(root(page)).toHaveCSS('filter', 'grayscale(1)');
    // a filter on any other element would hold them
    const top = await page.evaluate(async () => {
      const fixed = document.body.appendChild(document.createElement('div'));
      fixed.style.cssText = 'position:fixed;top:0;height:1px';
      window.scrollTo(0, 400);
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const { top } = fixed.getBoundingClientRect();
      fixed.remove();
      return top;
    });
    expect(top).toBe(0);
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.getByRole('contentinfo').getByRole('link', { name: '适老化说明' }).click();
    await expect(page).toHaveURL(/\/accessibility$/);
    await expect(root(page)).toHaveCSS('filter', 'none');
    await page.goBack();
    await expect(root(page)).toHaveCSS('filter', 'grayscale(1)');
  } finally {
    await skin('false');
  }
});

test('长辈版: chosen without scripts, in the first response ever after, left again @fast', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! });
  const page = await context.newPage();
  await page.goto(`${BASE}/news/company?pageNum=2`);
  const before = await size(page);
  await page.getByRole('contentinfo').getByRole('link', { name: '长辈版／标准版' }).click();
  await expect(page).toHaveURL(/\/news\/company\?pageNum=2$/);
  await expect(root(page)).toHaveClass('elder');
  // its sheet may still be on its way
  await expect.poll(() => size(page)).toBeGreaterThan(before * 1.2);
  await page.goto(`${BASE}/publicChannel/bondInvestment`);
  await expect(root(page)).toHaveClass('elder');
  await page.getByRole('banner').getByRole('link', { name: '返回标准版' }).click();
  await expect(page).toHaveURL(/\/publicChannel\/bondInvestment$/);
  await expect(root(page)).not.toHaveClass('elder');
  await context.close();
});

test('长辈版 stays while moving inside the site, with strong contrast and without motion @slow', async ({ page }) => {
  await open(page, '/news/company');
  await page.getByRole('banner').getByRole('link', { name: '长辈版' }).first().click();
  await expect(root(page)).toHaveClass('elder');
  await alive(page);
  await page.getByRole('link', { name: '适老化说明' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('适老化与无障碍说明');
  await expect(root(page)).toHaveClass('elder');
  await expect(page.getByRole('banner').getByRole('link', { name: '返回标准版' })).toHaveAttribute(
    'href',
    /back=%2Fswhysc%2Faccessibility$/,
  );
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(0, 0, 0)');
  const moving = await page.evaluate(
    () =>
      [...document.querySelectorAll('*')].filter((one) =>
        [getComputedStyle(one).transitionDuration, getComputedStyle(one).animationName].some(
          (value) => !/^(0s(, 0s)*|none)$/.test(value),
        ),
      ).length,
  );
  expect(moving).toBe(0);
  await page.getByRole('banner').getByRole('link', { name: '示例证券' }).first().click();
  await expect(page).toHaveURL(/\/swhysc\/$/);
  await expect(page.getByRole('button', { name: '播放轮播' }), 'the slides stand still').toBeVisible();
  await expect(page.getByRole('complementary', { name: '快捷服务' })).toBeHidden();
});

test('the reading guide follows pointer, focus and arrow keys, is remembered, and comes only when it is wanted @slow', async ({
  page,
  context,
  baseURL,
}) => {
  await context.addCookies([{ name: 'elder', value: '1', url: baseURL! }]);
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await open(page, '/news/company');
  const guide = page.locator('.reading-guide');
  const at = () => guide.evaluate((one) => Math.round(one.getBoundingClientRect().top));
  const button = page.getByRole('button', { name: '阅读辅助线' });
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  expect(scripts.filter((url) => url.includes('reading-guide'))).toEqual([]);

  await button.focus();
  await page.keyboard.press('Enter');
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect(guide).toBeVisible();
  const first = await at();
  await page.keyboard.press('ArrowDown');
  await expect.poll(at).toBe(first + 24);
  await page.mouse.move(400, 500);
  await expect.poll(at).toBe(516);
  await page.keyboard.press('Tab');
  const below = await page.evaluate(() => Math.round(document.activeElement!.getBoundingClientRect().bottom) + 4);
  await expect.poll(at).toBe(below);

  await page.reload();
  await alive(page);
  await expect(guide).toBeVisible();
  await button.click();
  await expect(guide).toHaveCount(0);
});
