import type { Page } from '@playwright/test';
import { axe, BASE, expect, open, test } from '../world/browser.ts';

const LIST = '/research/gfwz-swyj?pageSize=100';
const RESTRICTED = /级可读/;
const note = (page: Page) => page.getByRole('status', { name: '阅读条件' });

/** The demonstration's restricted article of a product level, by its list. */
async function findArticle(page: Page, level: string): Promise<string> {
  await open(page, LIST);
  const item = page.locator('.item', { hasText: `${level}级可读` }).first();
  return (await item.getByRole('link').first().getAttribute('href'))!.slice(BASE.length);
}

/** RK4: from the article to the login and back. */
async function openAs(page: Page, path: string, customer: string | RegExp) {
  await page.goto(BASE + path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('演示登录');
  await page.getByRole('button', { name: customer }).click();
  await page.waitForURL(`**${BASE}${path}`);
}

test('[RK4] [RK6] whoever has no token is led to the login and comes back to the text; a logout takes it away @fast', async ({
  page,
}) => {
  const shifts: number[] = [];
  await page.exposeFunction('shifted', (value: number) => shifts.push(value));
  await page.addInitScript(() =>
    new PerformanceObserver((list) =>
      list
        .getEntries()
        .forEach(
          (entry) =>
            !(entry as never as { hadRecentInput: boolean }).hadRecentInput &&
            void (window as never as { shifted: (value: number) => void }).shifted(
              (entry as never as { value: number }).value,
            ),
        ),
    ).observe({ type: 'layout-shift', buffered: true }),
  );
  const path = await findArticle(page, 'R3中');
  const frames: string[] = [];
  page.on('response', async (answer) => {
    if (answer.url().endsWith(path) && answer.status() === 200) frames.push(await answer.text());
  });
  await openAs(page, path, '演示客户丁');
  await expect(page.locator('.article .rich p').first()).toBeVisible();
  await expect(note(page)).toHaveCount(0);
  const sentence = (await page.locator('.article .rich p').first().textContent())!.slice(0, 20);
  expect(frames).toHaveLength(1);
  expect(frames[0]).not.toContain(sentence);
  expect(shifts.filter((value) => value > 0.01)).toEqual([]);

  await page.getByRole('complementary', { name: '快捷服务' }).getByRole('button', { name: '退出登录' }).click();
  await expect(note(page)).toContainText('登录后阅读');
  await expect(note(page).getByRole('button', { name: '去登录' })).toBeVisible();
  await expect(page.getByText(sentence)).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('演示登录');
});

test('[ER7] [RK1] too low a level: a tip and the frame say which level is needed and which one is there', async ({
  page,
}) => {
  const path = await findArticle(page, 'R3中');
  await openAs(page, path, '演示客户乙');
  const tip = page.getByRole('dialog', { name: '温馨提示' });
  await expect(tip).toContainText('您订阅的内容要求风险等级为【C3（稳健型）】及以上');
  await page.keyboard.press('Enter');
  await expect(tip).toHaveCount(0);
  await expect(note(page)).toContainText('您的风险等级不足');
  await expect(note(page)).toContainText('C1（保守型）');
  expect(await axe(page)).toEqual([]);
  await expect(note(page).getByRole('link', { name: '查询营业网点' })).toBeVisible();
  await note(page).getByRole('link', { name: '返回' }).click();
  await expect(page).toHaveURL(/\/research\/gfwz-swyj$/);
  // moving inside the site says the same
  await open(page, LIST);
  await page.locator('.item', { hasText: RESTRICTED }).locator(`a[href$="${path}"]`).click();
  await expect(tip).toBeVisible();
});

for (const who of ['演示客户庚', '演示客户辛']) {
  test(`[ER8] [RK3] ${who}, without a valid evaluation: a dialog and the frame ask for one @slow`, async ({ page }) => {
    const path = await findArticle(page, 'R3中');
    await openAs(page, path, new RegExp(who));
    await expect(page.getByRole('dialog')).toContainText('您的风险承受能力测评已过期或尚未进行，请尽快完成测评');
    await page.getByRole('dialog').getByRole('button', { name: '知道了' }).click();
    await expect(note(page)).toContainText('请先完成风险测评');
    await expect(page.locator('.article .rich')).toHaveCount(0);
  });
}

test('[RK2] a professional investor reads every level @slow', async ({ page }) => {
  const path = await findArticle(page, 'R4中高');
  await openAs(page, path, /演示客户壬/);
  await expect(page.locator('.article .rich p').first()).toBeVisible();
});

test('[ER6] a token that has ended: the login, and from there back to this article @slow', async ({
  page,
  context,
  baseURL,
}) => {
  const path = await findArticle(page, 'R3中');
  await context.addCookies([{ name: 'accessToken', value: 'ended', url: baseURL! }]);
  await page.goto(BASE + path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('演示登录');
  expect(new URL(page.url()).searchParams.get('url')).toBe(baseURL + BASE + path);
  await page.getByRole('button', { name: '演示客户己' }).click();
  await expect(page.locator('.article .rich p').first()).toBeVisible();
});

test('[RK4] a click inside the site without a token leads to the login, too @slow', async ({ page }) => {
  const path = await findArticle(page, 'R3中');
  await page.locator(`a[href$="${path}"]`).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('演示登录');
  expect(new URL(page.url()).searchParams.get('url')).toContain(path);
  // the article that could not be read is no step on the way back
  await page.goBack();
  await expect(page).toHaveURL(/\/research\/gfwz-swyj\?pageSize=100$/);
  await page.locator(`a[href$="${path}"]`).click();
  await page.getByRole('link', { name: '不登录，返回研究精选' }).click();
  await expect(page).toHaveURL(/\/research\/gfwz-swyj$/);
});

test('[RK4] Back after a login does not ask again who one is @slow', async ({ page }) => {
  const path = await findArticle(page, 'R3中');
  await page.locator(`a[href$="${path}"]`).click();
  await page.getByRole('button', { name: '演示客户丁' }).click();
  await expect(page.locator('.article .rich p').first()).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('演示登录');
});

test('[RK6] yields of income certificates are shown to customers who may read them @slow', async ({ page }) => {
  await open(page, '/publicChannel/sypz?tab=certificates');
  const table = page.locator('#block-certificates');
  await expect(table.getByText('登录后可见').first()).toBeVisible();
  await page
    .getByRole('complementary', { name: '快捷服务' })
    .getByRole('button', { name: '登录', exact: true })
    .click();
  await page.getByRole('button', { name: '演示客户己' }).click();
  await expect(table.getByText(/\d\.\d\d%/).first()).toBeVisible();
  await expect(table.getByText('登录后可见')).toHaveCount(0);
  await page.getByRole('complementary', { name: '快捷服务' }).getByRole('button', { name: '退出登录' }).click();
  await expect(table.getByRole('button', { name: '登录后可见' }).first()).toBeVisible();
  await expect(table.getByText(/\d\.\d\d%/)).toHaveCount(0);
});

for (const [who, words] of [
  ['演示客户甲', '等级不足'],
  ['演示客户庚', '请先测评'],
  ['演示客户壬', '—'],
] as const) {
  test(`[RK6] cells of income certificates tell ${who} ${words} @slow`, async ({ page }) => {
    await open(page, '/publicChannel/sypz?tab=certificates');
    const table = page.locator('#block-certificates');
    await table.getByRole('button', { name: '登录后可见' }).first().click();
    await page.getByRole('button', { name: who }).click();
    await expect(table.getByText(words, { exact: true }).first()).toBeVisible();
    await expect(table.getByText('登录后可见')).toHaveCount(0);
  });
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test.beforeEach(({ expectFault }) => expectFault(/^request failed: \S+\.js csp$/));
  test('[RK6] the frame says in words what is needed @slow', async ({ page, context, baseURL }) => {
    await page.goto(BASE + LIST);
    const path = (await page.locator('.item', { hasText: 'R3中' }).locator('a').first().getAttribute('href'))!;
    await context.addCookies([{ name: 'accessToken', value: 'whoever', url: baseURL! }]);
    await page.goto(path);
    // found by its element: texts inside noscript are passed over by text
    await expect(page.locator('.withheld noscript p')).toBeVisible();
    await expect(page.getByText('C3（稳健型）及以上')).toBeVisible();
  });
});
