import { ALIAS_BASE, CALL_BASE } from '#wire/paths.ts';
import type { Element } from './read-html.ts';

/** Links of a page within its own site: absolute addresses with their #anchor. */
export interface Leads {
  /** documents to read */
  pages: string[];
  /** images, scripts, style sheets, downloads: only requested to see whether they exist */
  files: string[];
}

/**
 * Query parameters that select another page. All others select a view of the same page (order, filter, size, date) and
 * are not followed.
 */
const OF_PAGES = /(^|\.)(pageNum|tab|kind|code|section)$/;
/** calls, and what changes the mode of the site */
const isUntracked = (path: string): boolean =>
  ['/view', CALL_BASE, ALIAS_BASE].some((base) => path.startsWith(`${base}/`));
const BY_LINK_ELEMENT = /^(icon|apple-touch-icon|manifest|stylesheet|modulepreload|alternate|preload)$/;

/**
 * Collects the links of a page.
 * @param address of the page
 * @param origin of the site; links may also use the origin of the canonical address, which can differ
 */
export function leadsOf(elements: readonly Element[], address: string, origin: string): Leads {
  const pages = new Set<string>();
  const files = new Set<string>();
  const canonical = canonicalOf(elements);
  const own = canonical === undefined ? origin : new URL(canonical).origin;
  const add = (into: Set<string>, given: string | undefined) => {
    const url = given === undefined || given === '' ? null : URL.parse(given, address);
    if (!url || (url.origin !== origin && url.origin !== own) || isUntracked(url.pathname)) return;
    if (into === pages && [...url.searchParams.keys()].some((name) => !OF_PAGES.test(name))) return;
    (isFile(url.pathname) ? files : into).add(origin + url.pathname + url.search + url.hash);
  };
  if (canonical !== undefined) add(pages, canonical);
  for (const { name, attributes } of elements) {
    if (name === 'a' && !/\bnofollow\b/.test(attributes.rel ?? '')) add(pages, attributes.href);
    else if (name === 'form') add(pages, attributes.action);
    else if (name === 'link' && BY_LINK_ELEMENT.test(attributes.rel ?? '')) add(files, attributes.href);
    else if (name === 'img' || name === 'script' || name === 'source' || name === 'iframe' || name === 'video')
      add(files, attributes.src);
  }
  return { pages: [...pages], files: [...files] };
}

const isFile = (path: string): boolean =>
  /^\/(static-file|assets|register-file)\//.test(path) || /\.(xml|webmanifest|ico|png|svg|txt)$/.test(path);

/** The canonical address of the page; undefined where it has none or an invalid one. */
export function canonicalOf(elements: readonly Element[]): string | undefined {
  const address = elements.find(({ name, attributes }) => name === 'link' && attributes.rel === 'canonical')?.attributes
    .href;
  return address && URL.canParse(address) ? address : undefined;
}
