import type { Db } from '../db/tables.ts';
import type { Site } from './site.ts';
import { createSites } from './sites.ts';

/** Public site of now, loaded once. @param pagesDir page-schemas/ */
export async function loadPublicSite(db: Db, pagesDir: string): Promise<Site> {
  // published content is read from the database itself, so that no number has to be watched
  const sites = createSites({ db, pagesDir, publications: { current: () => 0 }, warn: () => {} });
  return (await sites.after(db)).site;
}
