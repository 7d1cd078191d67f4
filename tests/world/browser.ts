import type { Change } from '#kinds/index.ts';
import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Locator, type Page, type Route } from '@playwright/test';
import { publish } from '#server/store/publication/publish.ts';
import type { Published } from '#server/store/publication/new-publication.ts';
import { noteCost, processorSeconds } from './cost.ts';
import { inStore } from './journey-store.ts';

/**
 * The world of the journeys: a real browser at the built product. Every journey fails when any of its pages writes a
 * warning or an error to the console (hydration and Content-Security-Policy speak there) or throws. It fails when a
 * page requests what it does not get, unless the journey says beforehand that it expects so.
 */
export const BASE = '/swhysc';

/** Address of a call, of anything the cipher covers. */
export const CALLS = '**/swhy/service/**';

interface Journey {
  /** notes the processor seconds of the journey and its browser */
  cost: void;
  /** complaints of the browser; a journey that provokes some names them by `expectFault` */
  faults: string[];
  expectFault: (pattern: RegExp) => void;
}

export const test = base.extend<Journey>({
  cost: [
    // Playwright finds the fixtures that one needs in its first parameter
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use, { file }) => {
      const began = processorSeconds();
      await use();
      noteCost(file, processorSeconds() - began);
    },
    { auto: true },
  ],
  // headers in which a proxy in front names the client
  extraHTTPHeaders: async ({ baseURL: _site }, use) =>
    use({ 'x-forwarded-for': `10.${[1, 2, 3].map(() => Math.floor(Math.random() * 250) + 1).join('.')}` }),
  faults: [
    async ({ context }, use) => {
      const faults: string[] = [];
      context.on('console', (message) => {
        if (['warning', 'error'].includes(message.type()))
          faults.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (error) => faults.push(`thrown: ${error.error().message}`));
      context.on('requestfailed', (request) => {
        const why = request.failure()?.errorText ?? '';
        // the browser gives up what a page no longer needs, and hands downloads to itself
        if (why !== 'net::ERR_ABORTED') faults.push(`request failed: ${request.url()} ${why}`);
      });
      context.on('response', (response) => {
        if (response.status() >= 400) faults.push(`answer ${response.status()}: ${response.url()}`);
      });
      await use(faults);
    },
    { auto: true },
  ],
  expectFault: [
    async ({ faults }, use) => {
      const expected: RegExp[] = [];
      await use((pattern) => void expected.push(pattern));
      expect(faults.filter((fault) => !expected.some((pattern) => pattern.test(fault)))).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Opens a site path and waits until the page lives: the site takes scrolling into its own hands when it has hydrated. */
export async function open(page: Page, path: string, status = 200): Promise<void> {
  const answer = await page.goto(BASE + path);
  expect(answer?.status(), path).toBe(status);
  if (status === 200) await alive(page);
}

export async function alive(page: Page): Promise<void> {
  await page.waitForFunction(() => history.scrollRestoration === 'manual');
}

/** Parts around the content of every page of the site, four fifths of a run of axe. */
export const SHELL = ['.header', '.footer'];

/**
 * Faults for people who cannot see or point well; frames of the console, in which nothing may run, are checked where
 * they are pages.
 * @param part of the page, a selector
 * @param without parts of it that were looked at before, selectors
 */
export async function axe(page: Page, part = 'html', without: readonly string[] = []): Promise<string[]> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  // a colour that changes while axe looks is neither this nor that: whoever wants no motion sees it change at once
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const isThere = await page.evaluate(async () => {
    // a colour on its way to another is neither
    const moving = document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(moving.map(({ finished }) => finished));
    // its half of a megabyte is compiled once in a document
    return 'axe' in window;
  });
  const builder = new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) })
    // legacy: without a second page that puts the frames of other origins together, of which there are none; a third of the time
    .setLegacyMode(true)
    .include(part)
    .options({ resultTypes: ['violations'] })
    .withTags(tags);
  for (const selector of ['.site-frame iframe', ...without]) builder.exclude(selector);
  const { violations } = await builder.analyze();
  await page.emulateMedia({ reducedMotion: null });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** Text and ground of an element under the pointer, computed,. */
export async function hovered(element: Locator): Promise<{ text: string; ground: string }> {
  await element.hover();
  return element.evaluate((one) => ({
    text: getComputedStyle(one).color,
    ground: getComputedStyle(one).backgroundColor,
  }));
}

/** Addresses that the page asks for from now on, documents and calls apart. */
export function watchRequests(page: Page): { documents: string[]; calls: string[] } {
  const seen = { documents: [] as string[], calls: [] as string[] };
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) seen.documents.push(request.url());
    else if (new URL(request.url()).pathname.startsWith('/swhy/service/')) seen.calls.push(request.url());
  });
  return seen;
}

const PROBE = '/healthz?intercepted';

/**
 * Answers requests of a page that is loaded. A browser hands the requests of such a page over a moment after it was asked
 * to: one that is made at once would pass by.
 */
export async function intercept(
  page: Page,
  url: string,
  handler: (route: Route) => unknown,
  options: { times?: number } = {},
): Promise<void> {
  await page.route(url, handler, options);
  await page.route(`**${PROBE}`, (route) => route.fulfill({ body: 'intercepted' }));
  await page.waitForFunction(
    async (probe) => (await (await fetch(probe, { cache: 'no-store' })).text()) === 'intercepted',
    PROBE,
  );
  await page.unroute(`**${PROBE}`);
}

/** Until nothing is on its way any more: what a click asked for is drawn. */
export const settled = (page: Page): Promise<void> => expect(page.locator('[aria-busy]')).toHaveCount(0);

/** The links of the section's menu: titles and addresses. */
export function sectionLinks(page: Page): Locator {
  return page.getByRole('navigation', { name: '信息公告栏目' }).getByRole('link');
}

/** Cells of a column of the first table, by its title. */
export async function column(page: Page, title: string): Promise<string[]> {
  return page.locator(`main table [data-label="${title}"]`).allInnerTexts();
}

/** Work of editors: publishes into the store of the running server, which notices it by itself. */
export const publishNow = (title: string, changes: Change[]): Promise<Published> =>
  inStore(base.info().project.name, (database) =>
    publish(database, { title, writtenBy: '编辑甲', approvedBy: '审核乙', changes }),
  );
