import type { Change } from '#kinds/index.ts';
import { composed, COMPOSITIONS, type Composition } from '#kinds/page/home-compositions.ts';
import { markOpened } from '#server/people/staff/opening.ts';
import { publish } from '#server/store/publication/publish.ts';
import { startEmptySite, type Running } from '../../src/tools/demonstration.ts';
import { axe, expect, test } from '../world/browser.ts';
import { firstFirm, looksOf, shippedHome } from '../world/first-firm.ts';
import { brokenTitles } from '../world/line-breaks.ts';
import { inStoreOf } from '../world/journey-store.ts';

interface LayoutShift extends PerformanceEntry {
  value: number;
}

declare global {
  interface Window {
    /** sums of the layout shifts of the page: until all of it was drawn, and from then on */
    arriving: number;
    moved: number;
  }
}

/** A firm's first home on its own server, in each composition, on every width of screen and in every way of reading. */
const WIDTHS = [1440, 1080, 768, 390, 320];

/** Ways of reading: the cookie of a mode, and colours of the reader's own. */
const READINGS = [
  ['elder', { name: 'elder', value: '1' }, 'none'],
  ['traditional', { name: 'zh_choose', value: 't' }, 'none'],
  ['forced colours', null, 'active'],
] as const;

test.describe.configure({ mode: 'serial' });
test.setTimeout(240_000);

let site: Running;
test.beforeAll(async () => {
  site = await startEmptySite();
  await inStoreOf(site.folder, async (database) => {
    await markOpened(database.db);
    await publish(database, { title: '建站', writtenBy: '甲', approvedBy: '乙', changes: firstFirm('ground') });
  });
});
test.afterAll(() => site.end());

const compose = (name: Composition) =>
  inStoreOf(site.folder, (database) =>
    publish(database, {
      title: name,
      writtenBy: '甲',
      approvedBy: '乙',
      changes: [
        ...looksOf(name),
        { kind: 'page', id: 'home', document: composed(shippedHome(), name) } as unknown as Change,
      ],
    }),
  );

for (const name of COMPOSITIONS) {
  test(`[HN6][HN7][HN8][HN10][LG10] ${name}: nothing is wider than the window, moves when it arrives, or is a fault of access @slow`, async ({
    page,
  }) => {
    await compose(name);
    await page.addInitScript(() => {
      localStorage.setItem('agreement', 'true');
      Object.assign(window, { arriving: 0, moved: 0 });
      let isDrawn = false;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window[isDrawn ? 'moved' : 'arriving'] += (entry as LayoutShift).value;
      }).observe({ type: 'layout-shift', buffered: true });
      // a busy machine draws what has arrived of a page before its rest, and what is centred or beside it moves a little
      document.addEventListener('DOMContentLoaded', () =>
        requestAnimationFrame(() => requestAnimationFrame(() => (isDrawn = true))),
      );
    });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await expect(async () => {
        await page.goto(`${site.origin}/swhysc/`);
        await expect(page.locator(`.home--${{ ground: 'above', split: 'beside', ruled: 'ruled' }[name]}`)).toBeVisible({
          timeout: 1_000,
        });
      }).toPass();
      await page.waitForLoadState('networkidle');
      const seen = await page.evaluate(() => ({
        width: document.documentElement.scrollWidth,
        arriving: window.arriving,
        moved: window.moved,
        h1: document.querySelectorAll('h1').length,
        hero: document.querySelector('main .hero .carousel')!.getBoundingClientRect().height,
        cells: [...document.querySelectorAll('.quick li')].map((cell) => cell.getBoundingClientRect().width),
      }));
      expect({ name, width, wide: seen.width, moved: seen.moved, h1: seen.h1 }).toEqual({
        name,
        width,
        wide: width,
        moved: 0,
        h1: 1,
      });
      expect(seen.arriving).toBeLessThanOrEqual(0.02);
      expect(seen.hero).toBeLessThanOrEqual({ ground: 560, split: 620, ruled: 470 }[name]);
      if (width >= 768) for (const cell of seen.cells) expect(cell).toBeLessThanOrEqual(301);
      expect({ name, width, broken: await brokenTitles(page) }).toEqual({ name, width, broken: [] });
      expect(await axe(page)).toEqual([]);
    }
    // a move brings the same styles as the server's HTML
    const drawn = () =>
      page.evaluate(() =>
        ['.hero .carousel', '.slide__words', '.registered', '.band--entries'].map((part) => {
          const { width, height } = document.querySelector(part)!.getBoundingClientRect();
          return [part, width, height];
        }),
      );
    const atOnce = await drawn();
    await page.goto(`${site.origin}/swhysc/sitemap`);
    await page.evaluate(() => Object.assign(window, { stays: true }));
    await page.locator('header a[href="/swhysc/"]').first().click();
    await expect(page.locator('.hero .carousel')).toBeVisible();
    expect(await page.evaluate(() => 'stays' in window)).toBe(true);
    await expect(async () => expect(await drawn()).toEqual(atOnce)).toPass();
    for (const [mode, cookie, forcedColors] of READINGS) {
      await page.emulateMedia({ forcedColors });
      await page.context().addCookies(cookie ? [{ ...cookie, url: site.origin }] : []);
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(`${site.origin}/swhysc/`);
        await page.waitForLoadState('networkidle');
        expect({ mode, width, wide: await page.evaluate(() => document.documentElement.scrollWidth) }).toEqual({
          mode,
          width,
          wide: width,
        });
        // colours of the reader's own are not the page's, and computed styles do not tell them
        const faults = (await axe(page)).filter(
          (fault) => forcedColors === 'none' || !fault.startsWith('color-contrast'),
        );
        expect({ mode, width, faults }).toEqual({ mode, width, faults: [] });
      }
      await page.context().clearCookies();
    }
  });
}

test('[HN10] the check works without scripts, in traditional characters, in forced colours @slow', async ({
  browser,
}) => {
  await compose('ruled');
  const context = await browser.newContext({ baseURL: site.origin, javaScriptEnabled: false, forcedColors: 'active' });
  const page = await context.newPage();
  for (const query of ['', '?lang=t']) {
    await page.goto(`/swhysc/${query}`);
    await page.getByRole('searchbox', { name: /姓名/ }).fill('沈若知');
    await page.locator('.verify-box').getByRole('button').click();
    await expect(page).toHaveURL(/\/verify\?kind=staff&words=/);
    await expect(page.locator('main')).toContainText('沈若知');
  }
  await context.close();
});
