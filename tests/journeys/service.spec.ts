import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { axe, BASE, expect, open, settled, test, watchRequests } from '../world/browser.ts';

const main = (page: Page) => page.getByRole('main');
const questionIn = (page: Page, id: string) => page.locator('details').filter({ has: page.locator(`[id="${id}"]`) });

/** The same steps with and without scripts. */
async function lookForHelp(page: Page) {
  await main(page).getByRole('searchbox').fill('密码');
  await main(page).getByRole('searchbox').press('Enter');
  await expect(page).toHaveURL(/\/serve\/help\?q=%E5%AF%86%E7%A0%81$/);
  await settled(page);
  const found = main(page).getByRole('heading', { name: /^与“密码”有关的帮助，[1-9]\d* 篇$/ });
  await expect(found).toBeVisible();
  await main(page).getByRole('navigation', { name: '帮助分类' }).getByRole('link', { name: '登录与密码' }).click();
  await expect(page).toHaveURL(/category=/);
  await settled(page);
  const first = main(page).locator('.item a').first();
  const title = (await first.innerText()).replace(/^置顶\s*/, '');
  await first.click();
  await expect(page).toHaveURL(/\/serve\/help\/detail\/\d+$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
}

test.describe('customer service', () => {
  test('[RT5] help is found by words and category, a question by its address, and a program is what its hash says', async ({
    page,
  }) => {
    await page.goto(`${BASE}/serve`);
    await expect(page).toHaveURL(/\/serve\/help$/);
    await open(page, '/serve/help');
    const { documents } = watchRequests(page);
    await lookForHelp(page);
    expect(documents).toEqual([]);

    await open(page, '/serve/help/question#q-0201');
    await expect(questionIn(page, 'q-0201')).toHaveAttribute('open', '');
    await expect(page.locator('[id="q-0201"]')).toBeInViewport();
    await expect(page.locator('details.answer[open]')).toHaveCount(1);
    await questionIn(page, 'q-0301').locator('summary').click();
    await questionIn(page, 'q-0301').getByRole('link', { name: '本题链接' }).click();
    await expect(page).toHaveURL(/#q-0301$/);
    await main(page)
      .getByRole('navigation', { name: '常见问题的分类' })
      .getByRole('link', { name: '融资融券' })
      .click();
    await expect(page).toHaveURL(/\/serve\/help\/question\?category=/);
    await settled(page);
    await expect(main(page).getByRole('status').first()).toHaveText(/^共 \d+ 问$/);
    await expect(main(page).getByRole('heading', { level: 2 })).toHaveText(['融资融券']);

    await open(page, '/serve/download');
    const program = main(page).locator('.programs > li').first();
    const link = program.getByRole('link', { name: /^下载/ });
    const bytes = await (await page.request.get((await link.getAttribute('href'))!)).body();
    await expect(program.locator('code')).toHaveText(createHash('sha256').update(bytes).digest('hex'));
  });

  for (const path of [
    '/serve/help',
    '/serve/help/question#q-0101',
    '/serve/help/telProcess',
    '/serve/margin',
    '/serve/margin/law',
    '/serve/download',
    '/openAccount',
  ])
    test(`axe finds nothing on ${path} @slow`, async ({ page }) => {
      await open(page, path);
      expect(await axe(page)).toEqual([]);
    });
});

test.describe('customer service without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test.beforeEach(({ expectFault }) => expectFault(/^request failed: \S+\.js csp$/));

  test('[RT5] help is found by words and category, and the address of a question opens it @slow', async ({ page }) => {
    await page.goto(`${BASE}/serve/help`);
    await lookForHelp(page);
    await page.goto(`${BASE}/serve/help/question#q-0201`);
    await expect(page.locator('[id="q-0201"]')).toBeVisible();
    await expect(page.locator('[id="q-0202"]')).toBeHidden();
  });
});
