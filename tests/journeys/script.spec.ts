import type { BrowserContext, Locator, Page } from '@playwright/test';
import { crawlSite } from '#tools/crawl/crawl-site.ts';
import { listRoutes, oneOfEachKind } from '#tools/walk/list-routes.ts';
import { readHtml } from '#tools/walk/read-html.ts';
import { scriptProblems } from '#tools/crawl/script-problems.ts';
import { toTraditional } from '#page/to-traditional.ts';
import { alive, axe, BASE, column, expect, open, settled, test, watchRequests } from '../world/browser.ts';

const REGISTER = '/publicChannel/bondInvestment';
const root = (page: Page) => page.locator('html');
const title = (page: Page) => page.getByRole('heading', { level: 1 });
const menu = (page: Page) => page.getByRole('banner').locator('.language');
const chosen = async (context: BrowserContext) => (await context.cookies()).filter(({ name }) => name === 'zh_choose');

/** From the menu in the header. */
async function choose(page: Page, script: '简体' | '繁體') {
  await menu(page).locator('summary').click();
  await menu(page).getByRole('link', { name: script }).click();
}

/** Its place: a click by Playwright scrolls a header that sticks into view before. */
async function point(page: Page, target: Locator) {
  const box = (await target.boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

test('[HD5] [LG2] without scripts: chosen in the header and in the phone’s menu, the page stays, and so does the choice @fast', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: baseURL!,
    viewport: { width: 1440, height: 900 },
  });
  const page = await context.newPage();
  await page.goto(`${BASE}/news/company?pageNum=2`);
  await choose(page, '繁體');
  await expect(page).toHaveURL(/\/news\/company\?pageNum=2$/);
  await expect(root(page)).toHaveAttribute('lang', 'zh-Hant');
  await expect(title(page)).toHaveText('公司新聞');
  const [cookie] = await chosen(context);
  expect(cookie).toMatchObject({ value: 't', path: '/', sameSite: 'Lax' });
  expect(cookie!.expires - Date.now() / 1000).toBeGreaterThan(364 * 86_400);
  await page.getByRole('navigation', { name: '新聞資訊欄目' }).getByRole('link', { name: '媒體報道' }).click();
  await expect(title(page)).toHaveText('媒體報道');
  await page.setViewportSize({ width: 375, height: 812 });
  await page.getByRole('banner').getByText('菜單').click();
  await page.getByRole('banner').locator('.drawer').getByRole('link', { name: '简体' }).click();
  await expect(page).toHaveURL(/\/news\/medium$/);
  await expect(root(page)).toHaveAttribute('lang', 'zh-Hans');
  await expect(title(page)).toHaveText('媒体报道');
  await context.close();
});

test('[LG3] [LG4] [LG6] switched on a page it stays where it is; moving, reloading and Back keep the script, and names theirs', async ({
  page,
  context,
}) => {
  await open(page, REGISTER);
  const names = await column(page, '姓名');
  expect(names.length).toBeGreaterThan(5);
  const length = await page.evaluate(() => history.length);
  // down and a little up again: the header is there, and the menu opens where one is
  await page.mouse.wheel(0, 400);
  await page.waitForFunction(() => document.documentElement.dataset.scroll === 'down' && scrollY > 300);
  await page.mouse.wheel(0, -60);
  await page.waitForFunction(() => document.documentElement.dataset.scroll === 'up');
  const still = () =>
    page.evaluate(async () => {
      const before = scrollY;
      await new Promise((resolve) => setTimeout(resolve, 300));
      return before === scrollY;
    });
  await expect.poll(still, 'the wheel has come to rest').toBe(true);
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(200);
  await point(page, menu(page).locator('summary'));
  await point(page, menu(page).getByRole('link', { name: '繁體' }));
  await expect(root(page)).toHaveAttribute('lang', 'zh-Hant');
  await alive(page);
  await expect(page).toHaveURL(new RegExp(`${REGISTER}$`));
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
  expect(await page.evaluate(() => history.length)).toBe(length);
  await expect(menu(page).locator('[aria-current]')).toHaveText('繁體');
  await expect(title(page)).toHaveText('債券投資交易人員公示');
  expect(await page.locator('main td[translate=no], main th[translate=no]').count()).toBeGreaterThan(10);
  expect(await column(page, '姓名')).toEqual(names);

  const seen = watchRequests(page);
  await page.getByRole('navigation', { name: '信息公告欄目' }).getByRole('link', { name: '遺失聲明' }).click();
  await expect(title(page)).toHaveText('遺失聲明');
  await expect(page).toHaveTitle(/^遺失聲明 - 示例證券$/);
  expect(seen.documents, 'moved without a new document').toEqual([]);
  await page.reload();
  await alive(page);
  await expect(title(page)).toHaveText('遺失聲明');
  await page.goBack();
  await expect(title(page)).toHaveText('債券投資交易人員公示');
  await expect.poll(() => column(page, '姓名')).toEqual(names);

  await choose(page, '简体');
  await expect(root(page)).toHaveAttribute('lang', 'zh-Hans');
  await expect(title(page)).toHaveText('债券投资交易人员公示');
  expect(await chosen(context)).toMatchObject([{ value: 's' }]);
});

test.describe('who reads in Taiwan or Hong Kong', () => {
  test.use({ locale: 'zh-HK' });

  test('[LG1] [LG3] has traditional script at first sight, drawn by scripts as it came @slow', async ({
    page,
    context,
  }) => {
    for (const path of [
      '/',
      REGISTER,
      '/news/company',
      '/search?q=%E5%85%AC%E5%91%8A',
      '/legal/privacy',
      '/aboutUs/boardOfDirectors',
    ]) {
      const sent = await page.request.get(BASE + path, { headers: { 'accept-language': 'zh-HK' } });
      expect(sent.headers().vary).toContain('Accept-Language');
      const first = await page.evaluate(
        (html) => new DOMParser().parseFromString(html, 'text/html').querySelector('main')!.textContent,
        (await sent.text()).replace(/<style>.*?<\/style>/s, ''),
      );
      await open(page, path);
      await expect(root(page)).toHaveAttribute('lang', 'zh-Hant');
      expect(await page.locator('main').textContent(), path).toBe(first);
    }
    expect(await chosen(context), 'nothing is kept of who has chosen nothing').toEqual([]);
  });

  test('[LG2] keeps simplified script when that is chosen @slow', async ({ page }) => {
    await open(page, '/news/company');
    await choose(page, '简体');
    await expect(root(page)).toHaveAttribute('lang', 'zh-Hans');
    await open(page, REGISTER);
    await expect(title(page)).toHaveText('债券投资交易人员公示');
  });

  test('[LG3] messages, filters and tabs that scripts draw are traditional; what was typed is shown as it was typed @slow', async ({
    page,
  }) => {
    await open(page, '/serve/download');
    await page.evaluate(() =>
      document.querySelector('main')!.insertAdjacentHTML('beforeend', '<button data-missing-file="">x</button>'),
    );
    await page.getByRole('button', { name: 'x' }).click();
    await expect(page.getByRole('alert')).toHaveText('沒有找到相關文件');
    await open(page, REGISTER);
    await page.getByLabel('姓名、員工編號或證書編號').fill('没有这样的人');
    await page.getByRole('button', { name: '查詢', exact: true }).click();
    await settled(page);
    await expect(page.getByText('沒有符合條件的記錄')).toBeVisible();
    await expect(page.getByRole('list', { name: '查詢條件' })).toContainText('姓名、員工編號或證書編號：没有这样的人');
    await expect(page.getByLabel('姓名、員工編號或證書編號')).toHaveValue('没有这样的人');
  });

  test('[LG5] finds simplified content by traditional words, in the search of the site and in registers @slow', async ({
    page,
  }) => {
    await open(page, '/search');
    const box = page.getByRole('main').locator('input[type=search]');
    await box.fill('證券公司');
    await box.press('Enter');
    await settled(page);
    await expect(page).toHaveURL(new RegExp(`q=${encodeURIComponent('證券公司')}$`));
    await expect(box).toHaveValue('證券公司');
    await expect(page.getByRole('main').getByRole('status')).toContainText(
      /^找到與“證券公司”有關的.*文章和附件 \d+ 條/,
    );
    expect(await page.getByRole('list', { name: '搜索結果' }).getByRole('listitem').count()).toBeGreaterThan(3);
    await open(page, REGISTER);
    const name = (await column(page, '姓名')).find((one) => toTraditional(one) !== one)!;
    const field = page.getByLabel('姓名、員工編號或證書編號');
    await field.fill(toTraditional(name));
    await page.getByRole('button', { name: '查詢', exact: true }).click();
    await settled(page);
    expect(await column(page, '姓名')).toContain(name);
    await expect(field).toHaveValue(toTraditional(name));
  });

  test('axe finds nothing on a traditional page with the menu open @slow', async ({ page }) => {
    await open(page, REGISTER);
    await menu(page).locator('summary').press('Enter');
    await expect(menu(page).getByRole('link', { name: 'English' })).toBeVisible();
    expect(await axe(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(menu(page).locator('summary')).toBeFocused();
    await expect(menu(page).getByRole('link', { name: 'English' })).toBeHidden();
  });
});

test('[LS5] lang in the address of the home page changes the script and leaves the address, from outside and by a link of the site @slow', async ({
  page,
  context,
}) => {
  await page.goto(`${BASE}/?lang=t`);
  await expect(page).toHaveURL(new RegExp(`${BASE}/$`));
  await expect(root(page)).toHaveAttribute('lang', 'zh-Hant');
  await alive(page);
  await page.evaluate(
    (address) => document.querySelector('main')!.insertAdjacentHTML('afterbegin', `<a id="to" href="${address}">x</a>`),
    `${BASE}/home?lang=s`,
  );
  await page.locator('#to').press('Enter');
  await expect(root(page)).toHaveAttribute('lang', 'zh-Hans');
  await expect(page).toHaveURL(new RegExp(`${BASE}/$`));
  expect(await chosen(context)).toMatchObject([{ value: 's' }]);
});

test('[LG3] every kind of page comes alive in traditional script: no word in the console, and none that is simplified @slow', async ({
  page,
  context,
  baseURL,
  expectFault,
}) => {
  test.setTimeout(300_000);
  expectFault(/404/);
  await context.addCookies([{ name: 'zh_choose', value: 't', url: baseURL! }]);
  const kinds = oneOfEachKind(await listRoutes(baseURL!, BASE));
  expect(kinds.length).toBeGreaterThan(25);
  for (const { path, kind } of kinds) {
    await page.goto(BASE + path);
    if (kind !== '404') await alive(page);
    await settled(page);
    const elements = readHtml(await page.content());
    expect(elements.find(({ name }) => name === 'html')?.attributes.lang, path).toBe('zh-Hant');
    expect(scriptProblems(elements), path).toEqual([]);
  }
});

test('[LG3] [LG4] a crawl in traditional script finds no simplified word outside of names', async ({ baseURL }) => {
  test.setTimeout(200_000);
  const crawled = await crawlSite({ origin: baseURL!, start: `${BASE}/`, cookie: 'zh_choose=t' });
  expect(crawled.problems).toEqual([]);
  expect(crawled.pages.length).toBeGreaterThan(200);
});
