import { sitemapAddresses } from './crawl-site.ts';

export interface Route {
  /** site path with query, without the base path */
  path: string;
  /** name of the page schema that renders the route, and the kind of its content; for an error page its status */
  kind: string;
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
    routes.push({ path, kind: response.status === 200 ? kindOf(await response.text()) : String(response.status) });
  }
  return routes;
}

/** The first route of each kind of page. */
export function oneOfEachKind(routes: readonly Route[]): Route[] {
  const seen = new Set<string>();
  return routes.filter(({ kind }) => !seen.has(kind) && seen.add(kind));
}

function kindOf(html: string): string {
  const [, state = '{}'] = /<script type="application\/json" id="state">([^<]*)<\/script>/.exec(html) ?? [];
  const { page } = JSON.parse(state) as { page?: { page: string; channel: { contentKind?: string } | null } };
  return [page?.page ?? 'plain', page?.channel?.contentKind ?? ''].join(' ').trim();
}
