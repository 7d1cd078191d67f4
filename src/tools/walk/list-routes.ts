import type { SiteState } from '#page/page-schema.ts';
import { patientFetch } from './patient-fetch.ts';
import { listedPaths, UNLISTED } from './site-pages.ts';
import { walk } from './walk.ts';

export interface Route {
  /** site path with query, without the base path */
  path: string;
  /** name of the page schema that renders the route, and the kind of its content; for an error page its status */
  kind: string;
  /** layout and widgets of its page; for an error page its status */
  shows: readonly string[];
}

/**
 * Every route of a running site: all pages of its site map, one item of each list, and the routes that no site map
 * lists.
 */
export async function listRoutes(origin: string, base: string): Promise<Route[]> {
  const listed = await listedPaths(origin, base);
  const items = new Map<string, string>();
  for (const path of listed) {
    const list = /^(.*)\/detail\/[^/]+$/.exec(path)?.[1];
    if (list !== undefined) items.set(list, path);
  }
  const paths = [...new Set([...listed.filter((path) => !path.includes('/detail/')), ...items.values(), ...UNLISTED])];
  const routes = new Map<string, Route>();
  await walk(paths, async (path) => {
    const response = await patientFetch(origin + base + path, { redirect: 'follow' });
    const [status, html] = [String(response.status), await response.text()];
    routes.set(path, { path, ...(response.ok ? pageOf(html) : { kind: status, shows: [status] }) });
  });
  return paths.map((path) => routes.get(path)!);
}

/** The first route of each kind of page. */
export function oneOfEachKind(routes: readonly Route[]): Route[] {
  const seen = new Set<string>();
  return routes.filter(({ kind }) => !seen.has(kind) && seen.add(kind));
}

/**
 * A small choice of routes that shows each layout and widget of all of them at least once, in their order. It takes
 * again and again the route that shows most of the missing ones.
 */
export function showingEachPart(routes: readonly Route[]): Route[] {
  const missing = new Set(routes.flatMap(({ shows }) => shows));
  const chosen = new Set<Route>();
  const adds = ({ shows }: Route) => shows.filter((part) => missing.has(part)).length;
  while (missing.size > 0) {
    const best = routes.reduce((one, other) => (adds(other) > adds(one) ? other : one));
    chosen.add(best);
    for (const part of best.shows) missing.delete(part);
  }
  return routes.filter((route) => chosen.has(route));
}

function pageOf(html: string): Pick<Route, 'kind' | 'shows'> {
  const [, text] = /<script type="application\/json" id="state">([^<]*)<\/script>/.exec(html) ?? [];
  if (text === undefined) return { kind: 'plain', shows: ['plain'] };
  const { page, blocks } = JSON.parse(text) as Pick<SiteState, 'page' | 'blocks'>;
  const widgets = page.blocks.filter(({ id }) => id in blocks).map(({ widget }) => widget);
  return {
    kind: [page.page, page.channel?.contentKind ?? ''].join(' ').trim(),
    shows: [...new Set([page.layout, ...widgets])],
  };
}
