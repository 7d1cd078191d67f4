import { crawlSite } from '#tools/crawl/crawl-site.ts';
import { listRoutes, oneOfEachKind, showingEachPart } from '#tools/walk/list-routes.ts';
import { BASE, expect, SHELL, test } from '../world/browser.ts';
import { lookAtModes, lookAtModesAtOnce, lookAtRoute, MOST_SHIFT, watchShifts } from '../world/look-at-route.ts';

test('a crawl of the whole site finds no dead link and nothing wrong with any page', async ({ baseURL }) => {
  test.setTimeout(200_000);
  const crawled = await crawlSite({ origin: baseURL!, start: `${BASE}/` });
  expect(crawled.problems).toEqual([]);
  expect(crawled.pages.length).toBeGreaterThan(200);
  expect(crawled.files.length).toBeGreaterThan(20);
});

test(`every layout and widget: nothing in the console, nothing for axe, layout shift of at most ${MOST_SHIFT}, wide enough at 320 px, elder-friendly on a phone in grey, too`, async ({
  page,
  context,
  baseURL,
  faults,
  expectFault,
}) => {
  test.setTimeout(600_000);
  expectFault(/404/);
  await watchShifts(page);
  const visit = { page, context, baseURL: baseURL!, faults };
  const routes = showingEachPart(await listRoutes(baseURL!, BASE));
  // the shell, which all pages share, is looked at around the first page
  let seen: readonly string[] = [];
  for (const route of routes) {
    await lookAtRoute(visit, route, seen);
    await lookAtModesAtOnce(visit, route, seen);
    seen = SHELL;
  }
});

/** Tests run side by side; each takes every so-maniest route. */
const PARTS = [0, 1, 2, 3];

for (const number of PARTS) {
  test(`every route: nothing in the console, nothing for axe, layout shift of at most ${MOST_SHIFT}; every kind of page on a phone in grey and elder-friendly (${number + 1} of ${PARTS.length}) @slow`, async ({
    page,
    context,
    baseURL,
    faults,
    expectFault,
  }) => {
    test.setTimeout(600_000);
    expectFault(/404/);
    await watchShifts(page);
    const visit = { page, context, baseURL: baseURL!, faults };
    const all = await listRoutes(baseURL!, BASE);
    const kinds = new Set(oneOfEachKind(all));
    // on a phone and elder-friendly the shell, which all pages share, is looked at around the first page of each part
    let seen: readonly string[] = [];
    for (const route of all.filter((_, at) => at % PARTS.length === number)) {
      // header and footer are looked at around each kind of page, and are the same around others of it
      await lookAtRoute(visit, route, kinds.has(route) ? [] : SHELL);
      if (!kinds.has(route)) continue;
      await lookAtModes(visit, route, seen);
      seen = SHELL;
    }
  });
}
