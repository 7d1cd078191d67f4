/** The site as an act leaves it, read in the act's transaction, and where its pages and registers stand on it. */
import type { PageSchema } from '#page/page-schema.ts';
import { registryOf } from '#page/registry.ts';
import { resolve } from '#page/resolve.ts';
import { buildSiteMap, type SiteMap } from '#page/site-map.ts';
import { listChannels } from '#server/content/list-channels.ts';
import { listPageEditions } from '#server/content/list-page-editions.ts';
import type { Db } from '#server/db/tables.ts';
import { loadPages } from '#server/page-store.ts';
import { sources } from '#sources/index.ts';
import { widgets } from '#widgets/index.ts';

/** @param dir page-schemas/ */
export async function siteOf(db: Db, dir: string): Promise<SiteMap> {
  const [channels, editions] = [await listChannels(db, 'now'), await listPageEditions(db, 'now')];
  const pages = loadPages({ dir, editions, widgets, sources });
  return buildSiteMap({ channels, pages: pages.index, registers: pages.registers, sources: registryOf('source', sources) });
}

/** Site paths at which a page stands, or a page that shows a register. */
export function pathsOf(map: SiteMap, kind: 'page' | 'register', name: string): string[] {
  const paths = [...[...map.byUrl.keys()].map((url) => `/${url}`), ...[...map.pages.pages.values()].flatMap(ownPaths)];
  return [...new Set(paths)].filter((path) => {
    const page = resolve(map, path);
    if (!page || 'redirect' in page) return false;
    return kind === 'page' ? page.page === name : page.blocks.some(({ register }) => register === name);
  });
}

const ownPaths = ({ for: claims }: PageSchema): string[] => [claims].flat().flatMap((claim) => ('path' in claim && !claim.path.includes('{') ? [claim.path] : []));
