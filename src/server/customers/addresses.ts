import type { FastifyRequest } from 'fastify';
import { SITE_BASE } from '#wire/paths.ts';

const LONGEST = 2_000;
const HOME = `${SITE_BASE}/`;

/** An address below the base with its query; anything else is the home page, or a stranger's link would lead out of the site. */
export function siteAddress(given: unknown): string {
  if (typeof given !== 'string' || given.length > LONGEST || !given.startsWith(HOME)) return HOME;
  const url = URL.parse(given, 'http://site.invalid');
  return url?.host === 'site.invalid' && url.pathname.startsWith(HOME) ? url.pathname + url.search : HOME;
}

/**
 * Where a login sends the visitor back to: an http(s) address of this site by the host it is asked under, or of its
 * own address; else the site's home page.
 */
export function returnAddress(given: unknown, request: Pick<FastifyRequest, 'host'>, siteUrl: string): URL {
  const url = typeof given === 'string' && given.length <= LONGEST ? URL.parse(given) : null;
  const home = new URL(HOME, siteUrl);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || (url.host !== home.host && url.host !== request.host)) return home;
  url.hash = '';
  return url;
}

/** Whether a form was sent by a page of this site: browsers name the page's origin with every POST. */
export function fromThisSite({ headers, host }: Pick<FastifyRequest, 'headers' | 'host'>): boolean {
  return URL.parse(headers.origin ?? '')?.host === host;
}
