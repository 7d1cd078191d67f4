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

/**
 * RK4: where whoever asks for this request's address without a token logs in first.
 * @param login path of this server or http(s) address; undefined where nobody can log in
 */
export function loginFor(login: string | undefined, { host, protocol, raw }: Pick<FastifyRequest, 'host' | 'protocol' | 'raw'>, siteUrl: string): string | undefined {
  if (login === undefined) return undefined;
  const home = new URL(siteUrl);
  // a proxy that is not trusted cannot tell that it is spoken to by https, but the setting does
  const origin = home.host === host ? home.origin : `${protocol}://${host}`;
  const here = URL.parse(raw.url ?? '/', origin);
  const to = URL.parse(login, origin);
  if (!to) return undefined;
  to.searchParams.set('url', here && here.origin === URL.parse(origin)?.origin ? here.href : home.href);
  return to.origin === URL.parse(origin)?.origin ? to.pathname + to.search : to.href;
}

/** Whether a form was sent by a page of this site: browsers name the page's origin with every POST. */
export function fromThisSite({ headers, host }: Pick<FastifyRequest, 'headers' | 'host'>): boolean {
  return URL.parse(headers.origin ?? '')?.host === host;
}
