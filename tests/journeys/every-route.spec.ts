import type { Page } from '@playwright/test';
import { crawlSite } from '#tools/crawl/crawl-site.ts';
import { listRoutes, oneOfEachKind, type Route } from '#tools/crawl/list-routes.ts';
import { alive, axe, BASE, expect, SHELL, test } from '../world/browser.ts';

/** Tests run side by side; each takes every so-maniest route. */
const PARTS = [0, 1, 2, 3];
const part = (routes: Route[], number: number) => routes.filter((_, at) => at % PARTS.length === number);

const MOST_SHIFT = 0.02;
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 375, height: 812 };

/** Sums what moved without the visitor's doing, before anything else of the page runs. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { shift: 0, what: [] as string[] };
    Object.assign(window, { seenShift: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node?: Node }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        seen.shift += entry.value;
        seen.what.push(
          ...entry.sources.map(({ node }) =>
            node instanceof Element ? `${node.tagName}.${node.className}` : String(node?.nodeName),
          ),
        );
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Down to the end, as a visitor reads, so that everything has been in the window once. */
async function readThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let at = 0; at < document.documentElement.scrollHeight; at += innerHeight) {
      window.scrollTo(0, at);
      await frame();
    }
    window.scrollTo(0, 0);
    await frame();
    await frame();
  });
}

async function visit(page: Page, { path, kind }: Route): Promise<void> {
  const answer = await page.goto(BASE + path);
  expect.soft(answer?.status(), path).toBe(kind === '404' ? 404 : 200);
  if (kind !== '404') await alive(page);
}

test('a crawl of the whole site finds no dead link and nothing wrong with any page', async ({ baseURL }) => {
  test.setTimeout(200_000);
  const crawled = await crawlSite({ origin: baseURL!, start: `${BASE}/` });
  expect(crawled.problems).toEqual([]);
  expect(crawled.pages.length).toBeGreaterThan(200);
  expect(crawled.files.length).toBeGreaterThan(20);
});

for (const number of PARTS) {
  test(`every route: nothing in the console, nothing for axe, layout shift of at most ${MOST_SHIFT}; every kind of page on a phone in grey and elder-friendly (${number + 1} of ${PARTS.length})`, async ({
    page,
    context,
    baseURL,
    faults,
    expectFault,
  }) => {
    test.setTimeout(600_000);
    expectFault(/404/);
    await watchShifts(page);
    const all = await listRoutes(baseURL!, BASE);
    const kinds = new Set(oneOfEachKind(all));
    // on a phone and elder-friendly the shell, which all pages share, is looked at around the first page of each part
    let seen: readonly string[] = [];
    for (const route of part(all, number)) {
      const before = faults.length;
      await visit(page, route);
      await readThrough(page);
      const { shift, what } = await page.evaluate(
        () => (window as unknown as { seenShift: { shift: number; what: string[] } }).seenShift,
      );
      expect.soft(shift, `${route.path} moves: ${[...new Set(what)].join(', ')}`).toBeLessThanOrEqual(MOST_SHIFT);
      // header and footer are looked at around each kind of page, and are the same around others of it
      expect.soft(await axe(page, 'html', kinds.has(route) ? [] : SHELL), route.path).toEqual([]);
      if (kinds.has(route)) {
        await page.setViewportSize(PHONE);
        await page.evaluate(() => document.documentElement.classList.add('grey'));
        expect.soft(await axe(page, 'html', seen), `${route.path} on a phone in grey`).toEqual([]);
        await page.setViewportSize(DESKTOP);
        await context.addCookies([{ name: 'elder', value: '1', url: baseURL! }]);
        await visit(page, route);
        expect.soft(await axe(page, 'html', seen), `${route.path}, elder-friendly`).toEqual([]);
        // what is pressed is large enough for a finger that trembles
        expect.soft(await smallTargets(page), `${route.path}, elder-friendly`).toEqual([]);
        await context.clearCookies();
        seen = SHELL;
      }
      expect
        .soft(
          faults.slice(before).filter((fault) => !/404/.test(fault)),
          route.path,
        )
        .toEqual([]);
    }
  });
}

/** Buttons, fields and links that stand by themselves (links inside a sentence are spared, WCAG 2.5.8). */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'button, select, summary, input:not([type=hidden], [type=checkbox], [type=radio]), .button, .pager a, .drawer a, .elder-bar a, .section a',
      ),
    ]
      .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .map((one) => ({ one, box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && (box.height < 43.5 || box.width < 43.5))
      .map(
        ({ one, box }) =>
          `${one.tagName}.${one.className} ${one.textContent!.trim().slice(0, 12)} ${Math.round(box.width)}×${Math.round(box.height)}`,
      ),
  );
}
