import { brotliCompressSync } from 'node:zlib';
import type { Page, Request } from '@playwright/test';
import { alive, BASE, expect, open, test } from '../world/browser.ts';

const carousel = (page: Page) => page.getByRole('region', { name: '重点推荐' });
const dots = (page: Page) => carousel(page).locator('ol').getByRole('link');
const open5 = async (page: Page, path = '/') => {
  await open(page, path);
  await expect(dots(page)).toHaveCount(5);
};
/** The slide with this number, from 0, fills the window; only its links can be reached. */
async function expectSlide(page: Page, index: number) {
  await expect(dots(page).nth(index)).toHaveAttribute('aria-current', 'true');
  await expect(page.locator(`#banners-${index + 1}`)).toBeInViewport({ ratio: 0.9 });
  await expect(carousel(page).locator('[role=group]:not([inert]) h2')).toHaveCount(1);
}

test('banners walk by themselves until they are paused', async ({ page }) => {
  await page.clock.install();
  await open5(page);
  await expectSlide(page, 0);
  await page.clock.fastForward(20_000);
  await expectSlide(page, 1);
  const pause = carousel(page).getByRole('button', { name: '暂停轮播' });
  await pause.click();
  await expect(carousel(page).getByRole('button', { name: '播放轮播' })).toBeVisible();
  await expect(carousel(page).locator('.carousel__slides')).toHaveAttribute('aria-live', 'polite');
  await page.mouse.move(5, 5);
  const at = await dots(page).evaluateAll((all) => all.findIndex((dot) => dot.hasAttribute('aria-current')));
  await page.clock.fastForward(60_000);
  await expectSlide(page, at);
});

test('[HN6] banners that arrive in parts move nothing that is seen', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { moved: [] });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        for (const { node } of (entry as PerformanceEntry & { sources: { node: Node | null }[] }).sources)
          (window as unknown as { moved: string[] }).moved.push((node as Element | null)?.className ?? 'text');
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await open5(page);
  const html = (await (await page.request.get(page.url())).text()).replaceAll(/<script[^>]*>.*?<\/script>/gs, '');
  // a frame is drawn after each part of the controls, as on a slow line
  const [before, ...parts] = html.split(
    /(?=<span class="carousel__number|<li><a href="#banners-|<div class="carousel__slides)/,
  );
  expect(parts.length).toBeGreaterThan(6);
  const moved = await page.evaluate(
    async ([first, ...others]) => {
      const frame = () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      document.open();
      document.write(first!);
      await frame();
      const { moved } = window as unknown as { moved: string[] };
      moved.length = 0;
      for (const part of others) {
        document.write(part);
        await frame();
      }
      document.close();
      await frame();
      return moved;
    },
    [before!, ...parts],
  );
  expect(moved.filter((name) => name.includes('carousel') || name === '')).toEqual([]);
  await expect(carousel(page).locator('.carousel__controls')).toBeVisible();
});

test('banners go by keyboard: dots, arrows, the buttons beside them @slow', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open5(page);
  await expect(
    carousel(page).getByRole('button', { name: '播放轮播' }),
    'who asks for less motion gets none by itself',
  ).toBeVisible();
  await dots(page).nth(2).focus();
  await page.keyboard.press('Enter');
  await expectSlide(page, 2);
  await page.keyboard.press('ArrowRight');
  await expectSlide(page, 3);
  await expect(dots(page).nth(3)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expectSlide(page, 2);
  await carousel(page).getByRole('button', { name: '下一张' }).press('Enter');
  await expectSlide(page, 3);
  // from a link inside a slide the focus goes along to the dot, for the slide can no longer hold it
  await page.locator('#banners-4').getByRole('link').first().focus();
  await page.keyboard.press('ArrowRight');
  await expectSlide(page, 4);
  await expect(dots(page).nth(4)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expectSlide(page, 0);
  await expect(page).toHaveURL(/\/swhysc\/$/);
});

test('without scripts the first banner is there, and dots scroll to the others @slow', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${BASE}/`);
  await expect(page.locator('#banners-1')).toBeInViewport({ ratio: 0.9 });
  await expect(carousel(page).getByRole('button')).toHaveCount(0);
  await dots(page).nth(2).click();
  await expect(page.locator('#banners-3')).toBeInViewport({ ratio: 0.9 });
  await expect(page.locator('#banners-3').getByRole('link').first()).toBeVisible();
  await context.close();
});

test('on a phone a finger swipes from banner to banner @slow', async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 375, height: 812 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(`${BASE}/`);
  await alive(page);
  const client = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 300 }] });
  await touch('touchStart', 320);
  for (let x = 310; x > 40; x -= 15) await touch('touchMove', x);
  await touch('touchEnd');
  await expectSlide(page, 1);
  await context.close();
});

test('the home page shifts by no more than 0.02 while it loads, and its scripts weigh at most 130 kB after brotli', async ({
  page,
}) => {
  const scripts = new Map<string, number>();
  page.on('response', async (response) => {
    if (new URL(response.url()).pathname.endsWith('.js'))
      scripts.set(response.url(), brotliCompressSync(await response.body()).length);
  });
  const unanswered = new Set<Request>();
  page.on('request', (request) => void unanswered.add(request));
  page.on('requestfinished', (request) => void unanswered.delete(request));
  page.on('requestfailed', (request) => void unanswered.delete(request));
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 375, height: 812 },
  ]) {
    await page.setViewportSize(viewport);
    await open5(page);
    await expect.poll(() => [...unanswered].map((request) => request.url())).toEqual([]);
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) sum += entry.value;
          }).observe({ type: 'layout-shift', buffered: true });
          setTimeout(() => resolve(sum), 500);
        }),
    );
    // a centred element moves a little where a slow browser paints before the whole of it has come
    expect.soft(shift, `${viewport.width}`).toBeLessThanOrEqual(0.02);
  }
  const weight = [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0);
  expect(weight).toBeGreaterThan(50_000);
  expect(weight).toBeLessThanOrEqual(130_000);
});

test('[RT1] [HN5] / and /home are the home page, /branch and /allBranches the branch lookup; logo and menu lead to / @fast', async ({
  page,
}) => {
  for (const [path, canonical, title] of [
    ['/', '/', '示例证券'],
    ['/home', '/', '示例证券'],
    ['/branch', '/branch', '营业网点'],
    ['/allBranches', '/branch', '营业网点'],
  ] as const) {
    await open(page, path);
    await expect(page.locator('link[rel=canonical]'), path).toHaveAttribute('href', new RegExp(`${BASE}${canonical}$`));
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(title);
  }
  await page
    .getByRole('banner')
    .getByRole('link', { name: /示例证券/ })
    .click();
  await expect(page).toHaveURL(/\/swhysc\/$/);
  await expect(dots(page)).toHaveCount(5);
  // the entries keep the grid, however few a firm has
  const cells = () =>
    page.locator('.quick li').evaluateAll((all) => all.map((cell) => Math.round(cell.getBoundingClientRect().width)));
  expect(await cells()).toEqual([200, 200, 200, 200, 200, 200]);
  // classes in the markup of so many (first-home.test.tsx)
  for (const [count, width, classes] of [
    [4, 300, 'quick quick--four'],
    [3, 300, 'quick quick--few quick--odd'],
    [2, 300, 'quick quick--fewest quick--few'],
  ] as const) {
    await page.locator('.quick').evaluate(
      (quick, { most, name }) => {
        quick.setAttribute('class', name);
        const list = quick.querySelector('ul')!;
        while (list.children.length > most) list.lastElementChild!.remove();
      },
      { most: count, name: classes },
    );
    expect(await cells()).toEqual(Array.from({ length: count }, () => width));
  }
  await page.setViewportSize({ width: 375, height: 800 });
  expect(new Set(await cells()).size).toBe(1);
  expect((await cells())[0]).toBeGreaterThan(160);
});

test('tabs of news and research open at addresses of their own, and every entry of the home page leads somewhere @slow', async ({
  page,
  request,
}) => {
  await open5(page);
  await page.getByRole('navigation', { name: '新闻资讯' }).getByRole('link', { name: '媒体报道' }).click();
  await expect(page).toHaveURL(/\?tab=news-medium$/);
  await expect(page.locator('#block-news-medium .news__title')).toBeVisible();
  await page.getByRole('navigation', { name: '研究观点' }).getByRole('link', { name: '财富理财' }).click();
  await expect(page.locator('#block-research-lc .card')).toHaveCount(3);
  const paths = await page
    .locator('main a[href^="/swhysc"]')
    .evaluateAll((all) => [...new Set(all.map((link) => link.getAttribute('href')!))]);
  expect(paths.length).toBeGreaterThan(30);
  for (const path of paths) expect.soft((await request.get(path)).status(), path).toBe(200);
});
