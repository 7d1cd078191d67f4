import type { Page } from '@playwright/test';
import { axe, BASE, expect, open, settled, test, watchRequests } from '../world/browser.ts';

const main = (page: Page) => page.getByRole('main');
const box = (page: Page) => main(page).getByRole('search', { name: '全站搜索' }).locator('input[type=search]');
const hits = (page: Page) => main(page).getByRole('list', { name: '搜索结果' }).getByRole('listitem');
const total = async (page: Page) =>
  Number(/(?:找到|附件) (\d+)\+? 条/.exec(await main(page).getByRole('status').innerText())![1]);
const narrow = (page: Page, list: string) => main(page).getByRole('list', { name: list }).getByRole('link');
const current = (page: Page, list: string) => narrow(page, list).and(page.locator('[aria-current]'));

/** From any page by the link in the header: the same steps with and without scripts. */
async function searchFromTheHeader(page: Page) {
  await page.getByRole('banner').getByRole('link', { name: '搜索', exact: true }).click();
  await expect(page).toHaveURL(/\/search$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('全站搜索');
  await expect(box(page)).toBeFocused();
  await box(page).fill('公告');
  await box(page).press('Enter');
  await expect(page).toHaveURL(/\/search\?q=%E5%85%AC%E5%91%8A$/);
  await settled(page);
  // ten articles and attachments, and the channels of that name
  await expect(hits(page).filter({ hasNot: page.getByText('栏目', { exact: true }) })).toHaveCount(10);
  for (const hit of await hits(page).all()) await expect(hit.locator('mark').first()).toHaveText('公告');
}

async function narrowAndReturn(page: Page) {
  const all = await total(page);
  await page.getByRole('navigation', { name: '分页' }).getByRole('link', { name: '第 2 页' }).click();
  await expect(page).toHaveURL(/pageNum=2$/);
  await settled(page);

  const section = narrow(page, '按栏目').nth(1);
  const held = Number((await section.innerText()).match(/\d+$/)![0]);
  await section.click();
  await expect(page).toHaveURL(/\/search\?q=%E5%85%AC%E5%91%8A&section=\d+$/);
  await settled(page);
  await expect.poll(() => total(page)).toBe(held);
  expect(held).toBeLessThan(all);
  await narrow(page, '按时间').filter({ hasText: '一个月内' }).click();
  await expect(page).toHaveURL(/since=month$/);
  await expect(current(page, '按时间')).toHaveText('一个月内');
  await settled(page);
  await expect.poll(() => total(page)).toBeLessThan(held);

  await page.goBack();
  await expect(current(page, '按时间')).toHaveText('不限时间');
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/\/search\?q=%E5%85%AC%E5%91%8A$/);
  await expect.poll(() => total(page)).toBe(all);
}

async function findNothing(page: Page) {
  await box(page).fill('查无此词');
  await main(page).getByRole('button', { name: '搜索' }).click();
  await expect(main(page).getByRole('status')).toHaveText('没有找到与“查无此词”有关的内容');
  await expect(hits(page)).toHaveCount(0);
  await expect(main(page).getByRole('link', { name: '核验人员' })).toBeVisible();
  await page.goBack();
  await expect(box(page)).toHaveValue('公告');
}

test.describe('search of the whole site', () => {
  test('[PC3] from the header words are found, turned over and narrowed, and Back undoes each: all without a new document @fast', async ({
    page,
  }) => {
    await open(page, '/publicChannel/bondInvestment');
    const { documents } = watchRequests(page);
    await searchFromTheHeader(page);
    await narrowAndReturn(page);
    await findNothing(page);
    expect(documents).toEqual([]);
  });

  test('[LG5] words typed in traditional characters lead to the article @slow', async ({ page }) => {
    await open(page, '/search');
    await box(page).fill('收益憑證');
    await box(page).press('Enter');
    await expect(hits(page).first().locator('mark').first()).toHaveText('收益凭证');
    const title = await hits(page).first().getByRole('link').first().innerText();
    await hits(page).first().getByRole('link').first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  });

  test('before the first search examples can be tried; the key / leads back to the box @slow', async ({ page }) => {
    await open(page, '/search');
    await main(page).getByRole('link', { name: '收益凭证' }).click();
    await expect(hits(page).first()).toBeVisible();
    await expect(box(page)).toHaveValue('收益凭证');
    await expect(box(page)).not.toBeFocused();
    await page.keyboard.press('/');
    await expect(box(page)).toBeFocused();
    // in the box it is a sign like others
    await page.keyboard.type('a/b');
    await expect(box(page)).toHaveValue('a/b');
  });

  test('[SE6] [SE8] what is typed is suggested: by keys, by pinyin, and gone once it is searched for or chosen', async ({
    page,
  }) => {
    await open(page, '/search');
    const list = main(page).getByRole('listbox', { name: '搜索建议' });
    const options = list.getByRole('option');
    const combobox = main(page).getByRole('combobox', { name: '公告、新闻、附件、人员、产品或证券' });
    // a plain field until its script has come, which the focus that the page itself has set does not fetch
    await expect(combobox).toHaveCount(0);
    await box(page).pressSequentially('rzrq');
    await expect(options.first()).toContainText('融资融券');
    await expect(combobox).toHaveAttribute('aria-expanded', 'true');
    await expect(combobox).toHaveAttribute('aria-controls', (await list.getAttribute('id'))!);
    expect(await axe(page, '.searchbox')).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
    await expect(combobox).toHaveAttribute('aria-expanded', 'false');
    await box(page).fill('开户');
    await expect(options.filter({ hasText: '网上开户' }).first()).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(options.first()).toHaveAttribute('aria-selected', 'true');
    const chosen = await options.first().getAttribute('id');
    await expect(box(page)).toHaveAttribute('aria-activedescendant', chosen!);
    await page.keyboard.press('ArrowUp');
    // nothing is chosen: what was typed is searched for, and the list does not cover what was found
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/search\?q=%E5%BC%80%E6%88%B7$/);
    await expect(hits(page).first()).toBeVisible();
    await expect(list).toBeHidden();
    await box(page).fill('融资融');
    await options
      .filter({ hasNotText: /栏目|问答/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\/search\?q=%E8%9E%8D%E8%B5%84%E8%9E%8D/);
    await expect(hits(page).first()).toBeVisible();
    await expect(list).toBeHidden();
  });

  test('a word in an attachment leads to the file and to its article @slow', async ({ page }) => {
    // texts are read after the start
    await expect
      .poll(
        async () => {
          await open(page, '/search?q=%E9%A3%8E%E9%99%A9%E6%8F%AD%E7%A4%BA%E4%B9%A6');
          return narrow(page, '按种类').filter({ hasText: '附件' }).count();
        },
        { timeout: 30_000 },
      )
      .toBe(1);
    await narrow(page, '按种类').filter({ hasText: '附件' }).click();
    await expect(page).toHaveURL(/kind=file$/);
    await settled(page);
    const hit = hits(page).filter({ hasText: /^PDF/ }).first();
    await expect(hit.locator('p mark').first()).toHaveText('风险揭示书');
    const file = await page.request.get(
      new URL((await hit.getByRole('link').first().getAttribute('href'))!, page.url()).href,
    );
    expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf']);
    const article = hit.getByText('见于').getByRole('link');
    const title = await article.innerText();
    await article.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  });

  test('[SE5] a question of 常见问题 is found, and leads to its answer, which opens @slow', async ({ page }) => {
    await open(page, '/serve/help/question');
    const question = await main(page).locator('summary').nth(1).innerText();
    await open(page, `/search?q=${encodeURIComponent(question)}`);
    const hit = hits(page).filter({ hasText: question });
    await expect(hit).toContainText('问答');
    await hit.getByRole('link').first().click();
    await expect(page).toHaveURL(/\/serve\/help\/question#q-\d+$/);
    await expect(main(page).getByRole('link', { name: `本题链接：${question}` })).toBeVisible();
  });

  test('a product is found in its registers, with the way to its row @slow', async ({ page }) => {
    await open(page, '/search?q=%E7%A4%BA%E4%BE%8B300ETF');
    const row = main(page).getByRole('listitem').filter({ hasText: 'ETF申购赎回资格' }).first();
    await row.getByRole('link').click();
    await expect(page).toHaveURL(/[?&]row=/);
    await expect(main(page).getByText('示例300ETF').first()).toBeVisible();
  });

  test('on a phone the link stands beside the menu button, large enough to be touched @slow', async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await open(page, '/branch');
    const link = page.getByRole('banner').getByRole('link', { name: '搜索', exact: true });
    const { width, height } = (await link.boundingBox())!;
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    await link.click();
    await expect(link).toHaveAttribute('aria-current', 'page');
  });
});

test.describe('search of the whole site without scripts', () => {
  test.use({ javaScriptEnabled: false });
  // the browser reports the preloads of scripts that it may not run
  test.beforeEach(({ expectFault }) => expectFault(/^request failed: \S+\.js csp$/));

  test('[PC3] search, pages, sections and dates are links and a GET form @slow', async ({ page }) => {
    await page.goto(`${BASE}/`);
    await searchFromTheHeader(page);
    await narrowAndReturn(page);
    await findNothing(page);
  });
});
