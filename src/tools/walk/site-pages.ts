import { patientFetch } from './patient-fetch.ts';
import { decode } from './read-html.ts';

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

/** All addresses of the site map and its parts, with their origin replaced by `origin`. */
export async function sitemapAddresses(origin: string): Promise<string[]> {
  const locations = async (path: string): Promise<string[]> => {
    const response = await patientFetch(origin + path);
    if (!response.ok) return [];
    return [...(await response.text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(
      ([, address]) => new URL(decode(address!)).pathname,
    );
  };
  const listed = await locations('/sitemap.xml');
  const parts = listed.filter((path) => path.endsWith('.xml'));
  return [...listed.filter((path) => !parts.includes(path)), ...(await Promise.all(parts.map(locations))).flat()].map(
    (path) => origin + path,
  );
}

/** Site paths, without the base path, of all pages that the site map lists. */
export const listedPaths = async (origin: string, base: string): Promise<string[]> =>
  (await sitemapAddresses(origin)).map(
    (address) => decodeURIComponent(new URL(address).pathname).slice(base.length) || '/',
  );
