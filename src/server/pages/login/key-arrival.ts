import type { FastifyReply, FastifyRequest } from 'fastify';
import { SITE_BASE, TOKEN_COOKIE } from '#wire/paths.ts';
import type { Answering } from '../../api/answer-call.ts';
import { whoseToken, type Whose } from '../../people/customers/access.ts';
import { isPageOfSite, siteAddress } from './addresses.ts';
import { isToken, LOGIN_KEY } from '#wire/token-text.ts';
import { TOKEN_SECONDS } from '../../people/customers/tokens.ts';

export interface Sessions {
  siteUrl: string;
  cookieDomain: string | null;
  /** always ask before a key is stored, so that nobody is logged in as somebody else by a link alone */
  loginConfirm: boolean;
}

/** The key that an address brings, '' for none. */
export function keyIn(raw: string): string {
  const mark = raw.indexOf('?');
  return mark < 0 ? '' : (new URLSearchParams(raw.slice(mark)).getAll(LOGIN_KEY).at(-1) ?? '');
}

/** Whose a key is that came with an address. One of another alphabet is asked of nobody. */
export async function whoseKey(answering: Answering, key: string): Promise<Whose> {
  return isToken(key) ? whoseToken(answering, key) : 'unknown';
}

/** The address without its key, path and query of this site. */
function withoutKey(raw: string): string {
  const url = URL.parse(raw, 'http://site.invalid');
  url?.searchParams.delete(LOGIN_KEY);
  return siteAddress(url && url.pathname + url.search);
}

/** LS1: four hours, readable by scripts, which send it with every call (WR2). */
function tokenCookie({ siteUrl, cookieDomain }: Sessions, token: string): string {
  return `${TOKEN_COOKIE}=${token}; Max-Age=${TOKEN_SECONDS}; Path=/; SameSite=Lax${siteUrl.startsWith('https:') ? '; Secure' : ''}${cookieDomain === null ? '' : `; Domain=${cookieDomain}`}`;
}

/**
 * Nothing of an answer that knows a key is kept, and the address that carried it is told to no other site. (no-referrer
 * would take the origin from a form that is posted.)
 */
export const SECRET = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin', 'X-Robots-Tag': 'noindex' };

/** The key becomes the cookie, and the visitor goes on. */
export const logIn = (reply: FastifyReply, sessions: Sessions, key: string, back: string): FastifyReply =>
  reply
    .headers(SECRET)
    .header('Set-Cookie', [...withoutDomain(sessions), tokenCookie(sessions, key)])
    .redirect(back, 303);

/** A cookie of this host alone, from before COOKIE_DOMAIN was set, would stand beside the one of the domain. */
const withoutDomain = (sessions: Sessions): string[] =>
  sessions.cookieDomain === null ? [] : [`${TOKEN_COOKIE}=; Max-Age=0; Path=/; SameSite=Lax`];

type RequestParts = Pick<FastifyRequest, 'headers' | 'host'>;

/** Of a visit that may never come about: what is answered is kept for it, or thrown away. */
const isAhead = ({ headers }: RequestParts): boolean =>
  ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /prefetch|prerender|preview/i.test(String(headers[name] ?? '')),
  );

/**
 * Whether a picture, a frame, a script or the like is asked for. Browsers that do not say it (old ones, all on plain
 * http) tell pictures by what they accept.
 */
function isPart({ headers }: RequestParts): boolean {
  const destination = headers['sec-fetch-dest'];
  if (destination !== undefined) return destination !== 'document';
  const accept = headers.accept ?? '';
  return /\b(image|audio|video)\/|text\/css/i.test(accept) && !/text\/html/i.test(accept);
}

/**
 * Whether a link on a page of this site was followed, rather than a login page left. One that hides where it comes from
 * counts as such a page.
 */
function isFollowed({ headers, host }: RequestParts): boolean {
  const from = URL.parse(headers.referer ?? '');
  const site = headers['sec-fetch-site'];
  if (site === undefined) return from?.host === host && isPageOfSite(from.pathname);
  return site === 'same-origin' && (from === null || isPageOfSite(from.pathname));
}

/**
 * LS1: an address with a key, before anything is drawn of it. A known key becomes the cookie and leaves the address; an
 * unknown one is dropped, and nobody is logged out by it; one that nobody could be asked about is kept, and LS2
 * decides.
 * LS8: only a document that a visitor opens logs in. A part of another one gets the address without the key, a request
 * ahead
 * nothing that could be kept, and whoever follows a link of this site is asked first: whoever writes for it may have
 * put the key there.
 * @param confirm draws the question
 */
export async function arriveWithKey(
  deps: Answering & Sessions,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
  confirm: (question: { name: string; key: string; back: string }) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  if (isAhead(request)) return reply.headers(SECRET).code(503).send();
  const back = withoutKey(request.raw.url ?? '');
  if (isPart(request)) return reply.headers(SECRET).redirect(back, 302);
  const whose = await whoseKey(deps, key);
  if (whose === 'unknown') return reply.headers(SECRET).redirect(`${SITE_BASE}/`, 302);
  if (deps.loginConfirm || isFollowed(request))
    return confirm({ name: (typeof whose === 'object' && whose.customer.custName) || '', key, back });
  return logIn(reply, deps, key, back);
}
