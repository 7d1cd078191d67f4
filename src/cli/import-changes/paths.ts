/** Places of pages and registers on a site. */
import type { PageSchema } from '#page/page-schema.ts';
import { resolve } from '#page/resolve.ts';
import type { SiteMap } from '#page/site-map.ts';

/** Site paths of a page, or of the pages that show a register. */
export function pathsOf(map: SiteMap, kind: 'page' | 'register', name: string): string[] {
  const paths = [...[...map.byUrl.keys()].map((url) => `/${url}`), ...[...map.pages.pages.values()].flatMap(ownPaths)];
  return [...new Set(paths)].filter((path) => {
    const page = resolve(map, path);
    if (!page || 'redirect' in page) return false;
    return kind === 'page' ? page.page === name : page.blocks.some(({ register }) => register === name);
  });
}

const ownPaths = ({ for: claims }: PageSchema): string[] =>
  [claims].flat().flatMap((claim) => ('path' in claim && !claim.path.includes('{') ? [claim.path] : []));
