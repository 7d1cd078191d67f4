import type { SiteState } from '#page/page-schema.ts';
import { sitemapAddresses } from './crawl-site.ts';

export interface Route {
  /** site path with query, without the base path */
  path: string;
  /** name of the page schema that renders the route, and the kind of its content; for an error page its status */
  kind: string;
  /** layout and widgets of its page; for an error page its status */
  shows: readonly string[];
}

/**
 * Routes that no site map lists: searches, a filtered page, another tab, a second page of a list, and a page that does
 * not exist.
 */
export const UNLISTED = [
  '/search?q=%E5%85%AC%E5%91%8A',
  '/search',
  '/verify?kind=product',
  '/publicChannel/futuresIB?tab=staff',
  '/news/company?pageNum=2',
  '/nowhere',
];

/**
 * Every route of a running site: all pages of its site map, one item of each list, and the routes that no site map
 * lists.
 */
export async function listRoutes(origin: string, base: string): Promise<Route[]> {
  const listed = (await sitemapAddresses(origin)).map(
    (address) => decodeURIComponent(new URL(address).pathname).slice(base.length) || '/',
  );
  const items = new Map<string, string>();
  for (const path of listed) {
    const list = /^(.*)\/detail\/[^/]+$/.exec(path)?.[1];
    if (list !== undefined) items.set(list, path);
  }
  const paths = [...new Set([...listed.filter((path) => !path.includes('/detail/')), ...items.values(), ...UNLISTED])];
  const routes: Route[] = [];
  for (const path of paths) {
    const response = await fetch(origin + base + path);
    const status = String(response.status);
    routes.push({ path, ...(response.ok ? pageOf(await response.text()) : { kind: status, shows: [status] }) });
  }
  return routes;
}

/** The first route of each kind of page. */
export function oneOfEachKind(routes: readonly Route[]): Route[] {
  const seen = new Set<string>();
  return routes.filter(({ kind }) => !seen.has(kind) && seen.add(kind));
}

/**
 * A small choice of routes that shows each layout and widget of all of them at least once, in their order: again and
 * again the route that shows most of what is missing.
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
