import { isAddress, isUnanswerable, locate } from './locate.ts';
import type { Resolution } from './page-schema.ts';
import { resolvePage, type NoteOf } from './resolve-page.ts';
import type { SiteMap } from './site-map.ts';

/**
 * The page of a site path without base, query and trailing slash: locate.ts finds its target, resolve-page.ts makes it.
 * A redirect where it has none of its own; null where there is nothing. Pure.
 */
export function resolve(site: SiteMap, path: string, noteOf?: NoteOf): Resolution | null {
  const located = locate(site, path);
  if (!located || isUnanswerable(site, located)) return null;
  return located.kind === 'redirect' ? { redirect: located.to, status: 302 } : resolvePage(site, path, located, noteOf);
}

/**
 * PS1: whether nothing can be said of an address, because the document of its page was refused and nothing good stands
 * in. Never a false empty page, never a false 404.
 */
export function isLost(site: SiteMap, path: string): boolean {
  const located = locate(site, path);
  return located ? isUnanswerable(site, located) : site.pages.unread && isAddress(path);
}
