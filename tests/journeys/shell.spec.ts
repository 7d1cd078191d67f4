import type { Page } from '@playwright/test';
import { alive, BASE, expect, intercept, open, test } from '../world/browser.ts';

const header = (page: Page) => page.getByRole('banner');
const topOf = (page: Page) =>
  header(page)
    .locator('.header__row')
    .evaluate((row) => Math.round(row.getBoundingClientRect().top));
const ground = (page: Page) => header(page).evaluate((one) => getComputedStyle(one).backgroundColor);
const CLEAR = 'rgba(0, 0, 0, 0)';
const PAPER = 'rgb(255, 255, 255)';

test('[HD1] the header lies clear over the home page until that is scrolled, or the header pointed at or focused', async ({
  page,
}) => {
  await open(page, '/');
  await page.mouse.move(5, 600);
  await expect.poll(() => ground(page)).toBe(CLEAR);
  const item = page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '新闻资讯', exact: true });
  await expect(item).toHaveCSS('color', PAPER);
  await item.hover();
  await expect.poll(() => ground(page)).toBe(PAPER);
  await page.mouse.move(5, 600);
  await expect.poll(() => ground(page)).toBe(CLEAR);
  await item.focus();
  await expect.poll(() => ground(page)).toBe(PAPER);
  await item.blur();
  await page.mouse.wheel(0, 60);
  await expect.poll(() => ground(page)).toBe(PAPER);
  await page.mouse.wheel(0, -500);
  await expect.poll(() => ground(page)).toBe(CLEAR);
  await open(page, '/news/company');
  expect(await ground(page)).toBe(PAPER);
  await open(page, '/home');
  await expect.poll(() => ground(page)).toBe(CLEAR);
});

test('[HD2] the header leaves on the way down and is back on the way up, without moving what is read', async ({
  page,
}) => {
  await open(page, '/publicChannel/bondInvestment');
  await page.evaluate(() => {
    const seen = window as unknown as { shift: number };
    seen.shift = 0;
    new PerformanceObserver((list) =>
      list.getEntries().forEach((entry) => (seen.shift += (entry as unknown as { value: number }).value)),
    ).observe({ type: 'layout-shift' });
  });
  await page.mouse.move(700, 500);
  await page.mouse.wheel(0, 500);
  await expect.poll(() => topOf(page)).toBe(-73);
  await page.mouse.wheel(0, -120);
  await expect.poll(() => topOf(page)).toBe(0);
  // an element that sticks to the top of the window makes room for it
  await page.mouse.wheel(0, 600);
  await expect.poll(() => topOf(page)).toBe(-73);
  // focus brings back what it is in
  await page.getByRole('link', { name: '搜索', exact: true }).focus();
  await expect.poll(() => topOf(page)).toBe(0);
  expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThanOrEqual(0.001);
});

test('[HD6] [HD7] from 1080 px on the menu ends before the search, what it lacks is under 更多, and 登录 has its place', async ({
  page,
}) => {
  const menu = page.getByRole('navigation', { name: '主菜单' });
  for (const width of [1080, 1279, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    await open(page, '/news/company');
    const [nav, search] = await Promise.all([
      menu
        .locator(':scope > ul > li')
        .evaluateAll((items) => Math.max(...items.map((item) => item.getBoundingClientRect().right))),
      page.getByRole('link', { name: '搜索', exact: true }).boundingBox(),
    ]);
    expect(nav, `${width} px`).toBeLessThan(search!.x);
    await expect(header(page).getByRole('button', { name: '登录' })).toBeInViewport({ ratio: 1 });
  }
  await expect(menu.getByText('更多')).toBeHidden();
  await page.setViewportSize({ width: 1080, height: 800 });
  const about = menu.getByRole('link', { name: '关于我们' });
  await expect(about).toBeHidden();
  await menu.getByText('更多').press('Enter');
  await about.press('Enter');
  await expect(page).toHaveURL(/\/aboutUs/);
  await expect(about).toBeHidden();
  await expect(menu.getByText('更多')).toHaveAttribute('aria-current', 'true');
});

test('[HD3] a panel is 64 px and 57 px a child, and in a low window scrolls inside', async ({ page }) => {
  await open(page, '/news/company');
  const menu = page.getByRole('navigation', { name: '主菜单' });
  for (const item of await menu.locator('li:has(> .menu__panel)').all()) {
    await item.hover();
    const panel = item.locator('.menu__panel');
    await expect(panel).toBeVisible();
    const children = await panel.locator('> li').count();
    expect((await panel.boundingBox())!.height).toBe(64 + 57 * children);
  }
  await page.setViewportSize({ width: 1440, height: 280 });
  const item = menu.locator('li:has(> .menu__panel)').last();
  await item.hover();
  const panel = item.locator('.menu__panel');
  const box = (await panel.boundingBox())!;
  expect(box.y + box.height).toBeLessThanOrEqual(280);
  await panel.getByRole('link').last().scrollIntoViewIfNeeded();
  await expect(panel.getByRole('link').last()).toBeInViewport({ ratio: 1 });
});

test('[SB4][SB7] the floating bar opens the app’s code and leads to the top, and leaves no trace in the history @slow', async ({
  page,
}) => {
  await open(page, '/publicChannel/bondInvestment');
  const side = page.getByRole('complementary', { name: '快捷服务' });
  const code = side.getByRole('img', { name: '示例财富APP下载二维码' });
  await expect(code).toBeHidden();
  await side.getByText('财富APP', { exact: true }).click();
  await expect(code).toBeVisible();
  await expect.poll(() => code.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  await expect(code).toBeHidden();
  await page.mouse.move(700, 500);
  await page.mouse.wheel(0, 600);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(400);
  const address = page.url();
  await side.getByRole('link', { name: '回到顶部' }).click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  expect(page.url()).toBe(address);
});

test('[SB8] on a phone the button lies over nothing that has the focus', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 500 });
  await open(page, '/news/company');
  const covered = () =>
    page.evaluate(() => {
      const focused = document.activeElement!;
      const [one, other] = [focused, document.querySelector('.side__fold')!].map((element) =>
        element.getBoundingClientRect(),
      );
      const distance =
        one!.right <= other!.left ||
        one!.left >= other!.right ||
        one!.bottom <= other!.top ||
        one!.top >= other!.bottom;
      return distance || focused === document.body || focused.closest('.side') ? [] : [focused.outerHTML.slice(0, 120)];
    });
  const found: string[] = [];
  for (let stop = 0; stop < 60; stop += 1) {
    await page.keyboard.press('Tab');
    found.push(...(await covered()));
  }
  expect(found).toEqual([]);
});

test('[SC4] a table is a stop of the keyboard where it has to be scrolled, and else is none', async ({ page }) => {
  await open(page, '/news/report');
  await page
    .getByRole('link', { name: /^关于修订客户服务收费项目/ })
    .first()
    .click();
  const box = page.locator('.rich .scroll').filter({ has: page.locator('tr:first-child > :nth-child(9)') });
  const isStop = async (width: number): Promise<boolean> => {
    await page.setViewportSize({ width, height: 900 });
    await page.reload();
    await alive(page);
    await page.keyboard.press('Tab');
    return box.evaluate((element) => {
      element.scrollLeft = 1;
      const scrolls = element.scrollLeft > 0;
      if (scrolls !== ((element as HTMLElement).tabIndex === 0)) throw new Error(`scrolls: ${scrolls}`);
      return scrolls;
    });
  };
  expect([await isStop(375), await isStop(1440)]).toEqual([true, false]);
});

test('[SB4][SB5][SB6][SB7] on a phone one button of 44 px opens a sheet with all of it', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await open(page, '/news/company');
  const side = page.getByRole('complementary', { name: '快捷服务' });
  const button = side.getByLabel('快捷服务');
  const box = (await button.boundingBox())!;
  expect([box.width, box.height]).toEqual([44, 44]);
  await expect(side.getByRole('link')).toHaveCount(0);
  await button.click();
  for (const name of ['下载示例财富APP', '在线客服', '集团官网', '回到顶部']) {
    const link = side.getByRole('link', { name });
    await expect(link).toBeInViewport({ ratio: 1 });
    expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  }
  await side.getByRole('link', { name: '回到顶部' }).click();
  await expect(side.getByRole('link')).toHaveCount(0);
});

test('a phone’s menu searches, and closes when it has done so @slow', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await open(page, '/news/company');
  await page.getByText('菜单', { exact: true }).click();
  await page.getByRole('searchbox', { name: '搜索全站' }).first().fill('公告');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\?q=/);
  await expect(page.getByRole('navigation', { name: '主菜单' })).toBeHidden();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  // the browser reports the preloads of scripts that it may not run
  test.beforeEach(({ expectFault }) => expectFault(/^request failed: \S+\.js csp$/));

  test('[HD1][SB7] header, folds and the way up work @fast', async ({ page }) => {
    await page.goto(`${BASE}/`);
    await page.mouse.move(5, 600);
    await expect.poll(() => ground(page)).toBe(CLEAR);
    await page.setViewportSize({ width: 375, height: 812 });
    await page.goto(`${BASE}/news/company`);
    await page.getByRole('complementary', { name: '快捷服务' }).getByLabel('快捷服务').click();
    await page.getByRole('link', { name: '回到顶部' }).click();
    await expect(page).toHaveURL(/#top$/);
    await expect(page.getByRole('contentinfo')).toContainText('示例融资租赁');
  });
});

test('[LD1] what takes long is named under the header and to screen readers; what is quick does not flash', async ({
  page,
}) => {
  await open(page, '/publicChannel/bondInvestment');
  await page.evaluate(() => {
    const seen = window as unknown as { told: string[] };
    seen.told = [];
    new MutationObserver(() =>
      seen.told.push(document.querySelector('[aria-live=polite].unseen')!.textContent!),
    ).observe(document.querySelector('header')!, { subtree: true, childList: true, characterData: true });
  });
  const events = () => page.evaluate(() => (window as unknown as { told: string[] }).told.filter(Boolean));
  const answer = Promise.withResolvers<void>();
  await intercept(page, '**/notice/bondinvestment*', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.getByRole('navigation', { name: '分页' }).getByRole('link', { name: '第 2 页' }).click();
  const bar = page.getByRole('progressbar', { name: '正在加载债券投资交易人员公示' });
  await expect(bar).toBeVisible();
  expect((await bar.boundingBox())!.height).toBeLessThanOrEqual(3);
  answer.resolve();
  await expect(bar).toHaveCount(0);
  await expect.poll(events).toContain('正在加载债券投资交易人员公示…');
});

const scroller = (page: Page) => page.evaluate(() => Math.round(scrollY));

test('[SC2] a list keeps its place for the visit, whichever link leads back to it; another list begins at its top @slow', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 500 });
  await open(page, '/news/company');
  const menu = (name: string) =>
    page.getByRole('navigation', { name: '新闻资讯栏目' }).getByRole('link', { name, exact: true });
  await page.mouse.move(700, 300);
  await page.mouse.wheel(0, 400);
  await expect.poll(() => scroller(page)).toBe(400);
  await menu('媒体报道').evaluate((one: HTMLElement) => one.click());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('媒体报道');
  await expect.poll(() => scroller(page)).toBe(0);
  await menu('公司新闻').evaluate((one: HTMLElement) => one.click());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('公司新闻');
  await expect.poll(() => scroller(page)).toBe(400);
});

test('[SC3] the research hot list keeps its place only when its address has a code @slow', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 500 });
  for (const [query, place] of [
    ['', 0],
    ['?code=1', 300],
  ] as const) {
    await open(page, `/research/gfwz-rd${query}`);
    await page.mouse.move(700, 300);
    await page.mouse.wheel(0, 300);
    await expect.poll(() => scroller(page)).toBe(300);
    const address = page.url();
    await page
      .getByRole('navigation', { name: '当前位置' })
      .getByRole('link', { name: '首页' })
      .evaluate((one: HTMLElement) => one.click());
    await expect(page).toHaveURL(new RegExp(`${BASE}/?$`));
    await expect.poll(() => scroller(page)).toBe(0);
    // a link to the very address
    await page.evaluate((to) => {
      const link = Object.assign(document.createElement('a'), { href: to });
      document.querySelector('main')!.append(link);
      link.click();
      link.remove();
    }, address);
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('热点聚焦');
    await expect.poll(() => scroller(page)).toBe(place);
  }
});

test('one page fades into the next; for who wants no motion it is simply there @slow', async ({ page }) => {
  const count = () =>
    page.evaluate(() => {
      const seen = window as unknown as { fades: number };
      seen.fades = 0;
      const start = document.startViewTransition.bind(document);
      document.startViewTransition = (update) => {
        seen.fades += 1;
        return start(update);
      };
    });
  const fades = () => page.evaluate(() => (window as unknown as { fades: number }).fades);
  const go = async () => {
    await page.getByRole('navigation', { name: '新闻资讯栏目' }).getByRole('link', { name: '媒体报道' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('媒体报道');
  };
  await open(page, '/news/company');
  await count();
  await go();
  expect(await fades()).toBe(1);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '/news/company');
  await count();
  await go();
  expect(await fades()).toBe(0);
});
