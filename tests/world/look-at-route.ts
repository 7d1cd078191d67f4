import type { BrowserContext, Page } from '@playwright/test';
import type { Route } from '#tools/walk/list-routes.ts';
import { alive, axe, BASE, expect } from './browser.ts';

export const MOST_SHIFT = 0.02;
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 375, height: 812 };
/** window in which a page has to fit without scrolling sideways (WCAG 1.4.10) */
const NARROWEST = { width: 320, height: 640 };

/** Sums what moved without the visitor's doing, before anything else of the page runs. */
export async function watchShifts(page: Page): Promise<void> {
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

/** A browser at a site, and what its console complained of so far. */
interface Visit {
  page: Page;
  context: BrowserContext;
  baseURL: string;
  faults: readonly string[];
}

/** Asserts that the page does not scroll sideways in a window of 320 px, and that nothing of it is lost there. */
export async function lookAtNarrowest(page: Page, name: string): Promise<void> {
  await page.setViewportSize(NARROWEST);
  const { wide, cut } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    cut: [...document.querySelectorAll<HTMLElement>('h1,h2,p,a,button,label,time,td,th')]
      .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((one) => {
        const box = one.getBoundingClientRect();
        let scroller = one.parentElement;
        while (scroller && !/auto|scroll|hidden|clip/.test(getComputedStyle(scroller).overflowX))
          scroller = scroller.parentElement;
        return (
          box.width > 1 &&
          box.right > 321 &&
          (!scroller || scroller === document.body || scroller === document.documentElement)
        );
      })
      .map((one) => one.textContent!.slice(0, 20)),
  }));
  expect.soft(wide, `${name} at 320 px`).toBeLessThanOrEqual(320);
  expect.soft(cut, `${name} at 320 px`).toEqual([]);
  await page.setViewportSize(DESKTOP);
}

/**
 * Asserts that nothing is in the console and nothing moves, and that axe finds nothing but in `without`, parts checked
 * before. Asserts that a window of 320 px is wide enough.
 */
export async function lookAtRoute({ page, faults }: Visit, route: Route, without: readonly string[]): Promise<void> {
  const before = faults.length;
  await visit(page, route);
  await readThrough(page);
  const { shift, what } = await page.evaluate(
    () => (window as unknown as { seenShift: { shift: number; what: string[] } }).seenShift,
  );
  expect.soft(shift, `${route.path} moves: ${[...new Set(what)].join(', ')}`).toBeLessThanOrEqual(MOST_SHIFT);
  expect.soft(await axe(page, 'html', without), route.path).toEqual([]);
  const found = faults.slice(before).filter((fault) => !/404/.test(fault));
  expect.soft(found, route.path).toEqual([]);
  await lookAtNarrowest(page, route.path);
}

/** Asserts that axe finds nothing in the elder-friendly version, on a phone in grey: the three of lookAtModes at once. */
export async function lookAtModesAtOnce(
  { page, context, baseURL }: Visit,
  route: Route,
  without: readonly string[],
): Promise<void> {
  await context.addCookies([{ name: 'elder', value: '1', url: baseURL }]);
  await page.setViewportSize(PHONE);
  await visit(page, route);
  await page.evaluate(() => document.documentElement.classList.add('grey'));
  expect.soft(await axe(page, 'html', without), `${route.path}, elder-friendly on a phone in grey`).toEqual([]);
  await page.setViewportSize(DESKTOP);
  expect.soft(await smallTargets(page), `${route.path}, elder-friendly`).toEqual([]);
  await context.clearCookies();
}

/** Asserts of the page that lookAtRoute has opened that axe finds nothing on a phone in grey, nor in the elder-friendly version. */
export async function lookAtModes(
  { page, context, baseURL }: Visit,
  route: Route,
  without: readonly string[],
): Promise<void> {
  await page.setViewportSize(PHONE);
  await page.evaluate(() => document.documentElement.classList.add('grey'));
  expect.soft(await axe(page, 'html', without), `${route.path} on a phone in grey`).toEqual([]);
  await page.setViewportSize(DESKTOP);
  await context.addCookies([{ name: 'elder', value: '1', url: baseURL }]);
  await visit(page, route);
  expect.soft(await axe(page, 'html', without), `${route.path}, elder-friendly`).toEqual([]);
  // a pressed element is large enough for a finger that trembles
  expect.soft(await smallTargets(page), `${route.path}, elder-friendly`).toEqual([]);
  await context.clearCookies();
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
