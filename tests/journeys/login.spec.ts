import type { Page } from '@playwright/test';
import { alive, axe, BASE, expect, open, test } from '../world/browser.ts';

const side = (page: Page) => page.getByRole('complementary', { name: '快捷服务' });

/** From a page to the demonstration's identity page and back. */
async function logIn(page: Page, customer: string | RegExp) {
  await side(page).getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('演示登录');
  await page.getByRole('button', { name: customer }).click();
}

test('[LS1] [LS6] [SB2] [SB3] from a page to the login and back: the key leaves the address, the name is shown on every page, a logout ends it @fast', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, '/news/company?pageNum=2');
  await expect(side(page)).toContainText('未登录');
  await logIn(page, '演示客户丁');
  await expect(page).toHaveURL(/\/swhysc\/news\/company\?pageNum=2$/);
  await expect(side(page)).toContainText('您好，演示客户丁');
  const [cookie] = (await context.cookies()).filter(({ name }) => name === 'accessToken');
  expect(cookie).toMatchObject({ path: '/', sameSite: 'Lax', httpOnly: false });
  expect(cookie!.expires - Date.now() / 1000).toBeGreaterThan(14_300);
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('userInfo')!))).toMatchObject({
    custName: '演示客户丁',
    riskLevel: '04',
  });

  await page.getByRole('navigation', { name: '当前位置' }).getByRole('link', { name: '首页' }).click();
  await expect(page).toHaveURL(new RegExp(`${BASE}/$`));
  await expect(side(page)).toContainText('您好，演示客户丁');
  await side(page).getByRole('button', { name: '退出登录' }).click();
  await expect(side(page)).toContainText('未登录');
  expect((await context.cookies()).filter(({ name }) => name === 'accessToken')).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('userInfo'))).toBeNull();
});

test('[HD7] [LS6] a page that the server alone draws leads to the login and back, and names whoever is logged in', async ({
  page,
  baseURL,
  expectFault,
}) => {
  expectFault(/answer 404|status of 404/);
  await page.setViewportSize({ width: 1080, height: 800 });
  const header = page.getByRole('banner');
  await open(page, '/nowhere', 404);
  const way = header.getByRole('link', { name: '登录' });
  await expect(way).toBeInViewport({ ratio: 1 });
  expect(await way.getAttribute('href')).toContain(encodeURIComponent(`${BASE}/nowhere`));
  await way.click();
  await page.getByRole('button', { name: '演示客户丁' }).click();
  await expect(page).toHaveURL(`${baseURL}${BASE}/nowhere`);
  await expect(header.getByText('您好').first()).toBeInViewport({ ratio: 1 });
  await expect(way).toBeHidden();
  // once a page has asked who it is
  await open(page, '/news/company');
  await expect(side(page)).toContainText('演示客户丁');
  await open(page, '/nowhere', 404);
  await expect(header.getByTitle('您好，演示客户丁').first()).toBeInViewport({ ratio: 1 });
});

test('[LS1] a link of the site with a key is the server’s, not the router’s @slow', async ({ page, baseURL }) => {
  await page.goto(`${BASE}/sitemap`);
  await alive(page);
  await page.evaluate(
    (href) =>
      document.querySelector('main')!.insertAdjacentHTML('afterbegin', `<a id="keyed" href="${href}">带钥匙的链接</a>`),
    `${BASE}/news/company?key=nobody`,
  );
  await page.locator('#keyed').click();
  await expect(page).toHaveURL(`${baseURL}${BASE}/`);
});

test('[LS8] a picture and a fetch with somebody’s key change no login; a link with it asks first @slow', async ({
  page,
  context,
  baseURL,
  request,
}) => {
  const sent = await request.post('/demo/login', {
    headers: { origin: baseURL! },
    form: { customer: 'demo-05', url: `${baseURL}${BASE}/` },
    maxRedirects: 0,
  });
  const key = new URL(sent.headers().location!).searchParams.get('key')!;
  const token = async () => (await context.cookies()).find(({ name }) => name === 'accessToken')?.value;
  await open(page, '/news/company');
  await logIn(page, '演示客户丁');
  await expect(page).toHaveURL(new RegExp(`${BASE}/news/company$`));
  await alive(page);
  const own = await token();
  await page.evaluate(async (keyed) => {
    const main = document.querySelector('main')!;
    const picture = new Image();
    const seen = new Promise((done) => picture.addEventListener('error', done));
    picture.src = keyed;
    main.append(picture);
    await seen;
    picture.remove();
    await fetch(keyed);
    main.insertAdjacentHTML('afterbegin', `<a id="keyed" href="${keyed}">带钥匙的链接</a>`);
  }, `${BASE}/serve/help?key=${key}`);
  expect([own === key, await token()]).toEqual([false, own]);
  await page.locator('#keyed').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('以 演示客户戊 的身份登录？');
  expect(await axe(page)).toEqual([]);
  expect(await token()).toBe(own);
  await page.getByRole('link', { name: '取消，保持现在的登录' }).click();
  await expect(page).toHaveURL(new RegExp(`${BASE}/serve/help$`));
  expect(await token()).toBe(own);
});

test('[LS11] a foreign page that would change the login is asked about: by keyboard, on a phone, in both scripts, without scripts', async ({
  browser,
  baseURL,
  request,
}) => {
  const keyOf = async (customer: string) => {
    const sent = await request.post('/demo/login', {
      headers: { origin: baseURL! },
      form: { customer, url: `${baseURL}${BASE}/news/company?pageNum=2` },
      maxRedirects: 0,
    });
    return sent.headers().location!;
  };
  for (const [script, words] of [
    ['s', { title: '以 演示客户戊 的身份登录？', go: '是本人，继续', cancel: '取消，保持现在的登录' }],
    ['t', { title: '以 演示客户戊 的身份登錄？', go: '是本人，繼續', cancel: '取消，保持現在的登錄' }],
  ] as const) {
    const context = await browser.newContext({
      baseURL,
      javaScriptEnabled: false,
      viewport: { width: 375, height: 812 },
    });
    await context.addCookies([{ name: 'zh_choose', value: script, url: baseURL! }]);
    const page = await context.newPage();
    const token = async () => (await context.cookies()).find(({ name }) => name === 'accessToken')?.value;
    await page.route('http://foreign.test/**', async (route) =>
      route.fulfill({ contentType: 'text/html', body: `<a href="${await keyOf('demo-05')}">x</a>` }),
    );
    await page.goto(await keyOf('demo-04'));
    await expect(page).toHaveURL(/\/swhysc\/news\/company\?pageNum=2$/);
    const own = await token();
    expect(own).toBeTruthy();

    await page.goto('http://foreign.test/');
    await page.getByRole('link').click();
    await expect(page).toHaveURL(/\/login\/confirm\/[\w-]+$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.title);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
    await page.getByRole('link', { name: words.cancel }).press('Enter');
    await expect(page).toHaveURL(/\/swhysc\/news\/company\?pageNum=2$/);
    expect(await token()).toBe(own);

    await page.goBack();
    await page.getByRole('button', { name: words.go }).press('Enter');
    await expect(page).toHaveURL(/\/swhysc\/news\/company\?pageNum=2$/);
    expect([undefined, own]).not.toContain(await token());
    await context.close();
  }
});

test('[LS6] a logout in one tab is one in the others @slow', async ({ page, context }) => {
  await page.goto(`${BASE}/news/company`);
  await logIn(page, '演示客户丁');
  const other = await context.newPage();
  await other.goto(`${BASE}/news/company`);
  await expect(side(other)).toContainText('您好，演示客户丁');
  await side(page).getByRole('button', { name: '退出登录' }).click();
  await expect(side(other)).toContainText('未登录');
});

test('[LS4] a token that has ended logs out at the next move, and leads home @slow', async ({
  page,
  context,
  baseURL,
}) => {
  await open(page, '/news/company');
  await context.addCookies([{ name: 'accessToken', value: 'ended', url: baseURL! }]);
  await page.getByRole('navigation', { name: '新闻资讯栏目' }).getByRole('link', { name: '媒体报道' }).click();
  await expect(page).toHaveURL(new RegExp(`${BASE}/$`));
  expect((await context.cookies()).filter(({ name }) => name === 'accessToken')).toEqual([]);
});

test('on a phone the login is in the folded bar and in the menu, reached by keyboard, and axe finds nothing on its page @slow', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await open(page, '/news/company');
  await side(page).locator('summary').filter({ visible: true }).press('Enter');
  await side(page).getByRole('button', { name: '登录', exact: true }).filter({ visible: true }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('演示登录');
  expect(await axe(page)).toEqual([]);
  await page.getByRole('link', { name: '不登录，返回原页面' }).click();
  await expect(page).toHaveURL(/\/swhysc\/news\/company$/);
  await page.getByRole('banner').getByText('菜单').click();
  await expect(page.getByRole('banner').getByRole('button', { name: '登录' })).toBeVisible();
});
