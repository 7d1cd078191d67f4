import type { FastifyRequest } from 'fastify';
import { LOGIN_KEY } from '#rules/people/login-key.ts';
import { FORMER_TEXT, PREVIEW, SITE_BASE, STATIC_FILE } from '#wire/paths.ts';

const LONGEST = 2_000;
const HOME = `${SITE_BASE}/`;
/** Paths from which a visitor can have come to a login: pages and stored files. All of them take the key off (LS1). */
const SITE_PATHS = [HOME, `${STATIC_FILE}/`, `${PREVIEW}/`];

const isSitePath = (path: string): boolean => SITE_PATHS.some((start) => path.startsWith(start));

/** Whether a path is of a page that may show authored text of this site. */
export const isPageOfSite = (path: string): boolean =>
  path === SITE_BASE || isSitePath(path) || path.startsWith(`${FORMER_TEXT}/`);

/** Deletes a key that is there: deleting a missing one would write the query anew. */
function dropKey({ searchParams }: URL): void {
  if (searchParams.has(LOGIN_KEY)) searchParams.delete(LOGIN_KEY);
}

/**
 * Address of a page or file with its query, without a key (LS9); anything else is the home page, or a stranger's
 * link would lead out of the site.
 */
export function siteAddress(given: unknown): string {
  if (typeof given !== 'string' || given.length > LONGEST || !isSitePath(given)) return HOME;
  const url = URL.parse(given, 'http://site.invalid');
  if (url?.host !== 'site.invalid' || !isSitePath(url.pathname)) return HOME;
  dropKey(url);
  return url.pathname + url.search;
}

/**
 * Address to which a login sends the visitor back: an http(s) address of a page or file of this site, else the
 * site's home page. Its host is that of the request or of the site's own address. A site that is read by https is
 * never left for http.
 */
export function returnAddress(
  given: unknown,
  request: Pick<FastifyRequest, 'host' | 'protocol'>,
  siteUrl: string,
): URL {
  const url = typeof given === 'string' && given.length <= LONGEST ? URL.parse(given) : null;
  const home = new URL(HOME, siteUrl);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || !isSitePath(url.pathname)) return home;
  const own = requestOrigin(request, siteUrl);
  if (url.host !== home.host && url.host !== URL.parse(own)?.host) return home;
  if (url.host === home.host || own.startsWith('https:'))
    url.protocol = url.host === home.host ? home.protocol : 'https:';
  url.hash = '';
  dropKey(url);
  return url;
}

/** Origin of the request. A proxy that is not trusted gives no evidence of https, but the setting does. */
function requestOrigin({ host, protocol }: Pick<FastifyRequest, 'host' | 'protocol'>, siteUrl: string): string {
  const home = new URL(siteUrl);
  return home.host === host ? home.origin : `${protocol}://${host}`;
}

/**
 * RK4: the login address to which a visitor without a token is sent from this request.
 * @param login path of this server or http(s) address; undefined where there is no login
 */
export function loginFor(
  login: string | undefined,
  request: Pick<FastifyRequest, 'host' | 'protocol' | 'raw'>,
  siteUrl: string,
): string | undefined {
  if (login === undefined) return undefined;
  const origin = requestOrigin(request, siteUrl);
  const here = URL.parse(request.raw.url ?? '/', origin);
  const to = URL.parse(login, origin);
  if (!to) return undefined;
  to.searchParams.set('url', here && here.origin === URL.parse(origin)?.origin ? here.href : new URL(siteUrl).href);
  return to.origin === URL.parse(origin)?.origin ? to.pathname + to.search : to.href;
}

/**
 * Whether a form was sent by a page of this site: browsers name the page's origin with every POST. A page that came by
 * http is none of an https site.
 */
export function fromThisSite(request: Pick<FastifyRequest, 'headers' | 'host' | 'protocol'>, siteUrl: string): boolean {
  const from = URL.parse(request.headers.origin ?? '');
  const own = URL.parse(requestOrigin(request, siteUrl));
  return from !== null && from.host === own?.host && (from.protocol === 'https:' || own.protocol === 'http:');
}
