import { listRoutes, oneOfEachKind } from '#tools/crawl/list-routes.ts';
import { BASE, SHELL, test } from '../world/browser.ts';
import { lookAtModes, lookAtRoute, MOST_SHIFT, watchShifts } from '../world/look-at-route.ts';

/** Tests run side by side; each takes every so-maniest route. */
const PARTS = [0, 1, 2, 3];

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
