import { registryOf } from '#page/registry.ts';
import { buildSiteMap, type SiteMap } from '#page/site-map.ts';
import { sources } from '#sources/index.ts';
import { widgets } from '#widgets/index.ts';
import { listChannels } from '../../store/documents/list-channels.ts';
import { listPageEditions } from '../../store/documents/list-page-editions.ts';
import type { Db } from '../../db/tables.ts';
import { loadPages } from '../../site/page-store.ts';

/** The site as an act leaves it. @param db the act's transaction @param dir page-schemas/ */
export async function siteAfter(db: Db, dir: string): Promise<SiteMap> {
  const [channels, editions] = [await listChannels(db, 'now'), await listPageEditions(db, 'now')];
  const pages = loadPages({ dir, editions, widgets, sources });
  return buildSiteMap({
    channels,
    pages: pages.index,
    registers: pages.registers,
    sources: registryOf('source', sources),
  });
}
