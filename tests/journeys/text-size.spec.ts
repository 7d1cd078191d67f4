import { alive, axe, BASE, expect, test } from '../world/browser.ts';

const PAGE = `${BASE}/publicChannel/bondInvestment`;

test('[HD8] the content of pages grows by a link of the side bar, stays so on every page, and goes back', async ({
  page,
}) => {
  await page.goto(PAGE);
  await alive(page);
  const sizes = page.getByRole('complementary', { name: '快捷服务' }).getByRole('list', { name: '字号' });
  const height = async () => (await page.locator('main h1').boundingBox())!.height;
  const standard = await height();
  await expect(sizes.getByRole('link', { name: '标准字号 （当前）' })).toBeVisible();
  await sizes.getByRole('link', { name: '特大字号' }).click();
  await expect(page).toHaveURL(new RegExp(`${PAGE}$`));
  await expect(sizes.getByRole('link', { name: '特大字号 （当前）' })).toBeVisible();
  expect(await height()).toBeCloseTo(standard * 1.25, 0);
  // no part of it is wider than the page: what has no room is scrolled in its own frame
  for (const width of [1440, 1080, 768, 320]) {
    await page.setViewportSize({ width, height: 900 });
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
      `at ${width} px`,
    ).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await axe(page)).toEqual([]);
  await page.goto(`${BASE}/news/company`);
  await expect(page.locator('html')).toHaveClass(/text-3/);
  await sizes.getByRole('link', { name: '标准字号' }).click();
  await expect(page).toHaveURL(/news\/company$/);
  await expect(page.locator('html')).not.toHaveClass(/text-/);
});

test.describe('without scripts, on a phone', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 375, height: 812 } });
  test('[HD8] the menu and the footer change it, and the elder-friendly version keeps its own size @slow', async ({
    page,
    context,
    baseURL,
  }) => {
    await page.goto(PAGE);
    await page.locator('.drawer summary').click();
    await page.locator('.drawer').getByRole('link', { name: '大字号', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`${PAGE}$`));
    await expect(page.locator('html')).toHaveClass(/text-2/);
    await page.locator('footer').getByRole('link', { name: '特大字号' }).click();
    await expect(page.locator('html')).toHaveClass(/text-3/);
    await context.addCookies([{ name: 'elder', value: '1', url: baseURL! }]);
    await page.goto(PAGE);
    await expect(page.locator('html')).toHaveClass('elder');
    await expect(page.locator('.text-size:visible')).toHaveCount(0);
  });
});
