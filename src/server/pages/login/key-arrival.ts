import type { FastifyReply, FastifyRequest } from 'fastify';
import { presentAddress } from '#wire/bases.ts';
import { SITE_BASE, TOKEN_COOKIE } from '#wire/paths.ts';
import type { Answering } from '../../api/answer-call.ts';
import { whoseToken, type Whose } from '../../people/customers/access.ts';
import { isPageOfSite, siteAddress } from './addresses.ts';
import { isOfAnother, questionFor } from './login-question.ts';
import { LOGIN_KEY } from '#rules/people/login-key.ts';
import { isToken, tokenOf } from '#wire/token-text.ts';
import { TOKEN_SECONDS } from '../../people/customers/tokens.ts';

export interface Sessions {
  siteUrl: string;
  cookieDomain: string | null;
  /** true where the visitor always confirms before a key is taken, also where LS8 and LS11 do not require it */
  loginConfirm: boolean;
}

/** Key of an address: the last one that is not empty; '' for none. */
export function keyIn(raw: string): string {
  const mark = raw.indexOf('?');
  const keys = mark < 0 ? [] : new URLSearchParams(raw.slice(mark)).getAll(LOGIN_KEY);
  return keys.findLast((key) => key !== '') ?? '';
}

/** The customer of a key that came with an address. A key with characters that no key has is unknown without a lookup. */
export async function whoseKey(answering: Answering, key: string): Promise<Whose> {
  return isToken(key) ? whoseToken(answering, key) : 'unknown';
}

/** The address without its key, path and query of this site; one of a former base with the present one (BA3). */
function withoutKey(raw: string): string {
  const url = URL.parse(raw, 'http://site.invalid');
  return siteAddress(url && presentAddress(url.pathname + url.search));
}

export const isSecure = ({ siteUrl }: Pick<Sessions, 'siteUrl'>): boolean => siteUrl.startsWith('https:');

/** LS1: four hours, readable by scripts, which send it with every call (WR2). */
function tokenCookie(sessions: Sessions, token: string): string {
  const { cookieDomain } = sessions;
  return `${TOKEN_COOKIE}=${token}; Max-Age=${TOKEN_SECONDS}; Path=/; SameSite=Lax${isSecure(sessions) ? '; Secure' : ''}${cookieDomain === null ? '' : `; Domain=${cookieDomain}`}`;
}

/**
 * Headers of answers to an address with a key: they are not cached, and the address is sent to no other site as referrer.
 * (no-referrer would remove the origin from a form that is posted.)
 */
export const SECRET = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin', 'X-Robots-Tag': 'noindex' };

/** Stores the key in the cookie and redirects the visitor. */
export const logIn = (reply: FastifyReply, sessions: Sessions, key: string, back: string): FastifyReply =>
  reply
    .headers(SECRET)
    .header('Set-Cookie', [...withoutDomain(sessions), tokenCookie(sessions, key)])
    .redirect(back, 303);

/** Removes a cookie of this host from before COOKIE_DOMAIN was set; the browser would send both. */
const withoutDomain = (sessions: Sessions): string[] =>
  sessions.cookieDomain === null ? [] : [`${TOKEN_COOKIE}=; Max-Age=0; Path=/; SameSite=Lax`];

type RequestParts = Pick<FastifyRequest, 'headers' | 'host' | 'method'>;

/** Whether the browser fetches the page in advance, for a visit that may not happen. */
const isAhead = ({ headers }: RequestParts): boolean =>
  ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /prefetch|prerender|preview/i.test(String(headers[name] ?? '')),
  );

/**
 * Whether a picture, a frame, a script or the like is requested. Browsers that do not send the destination (old ones, and
 * all on plain http) show it by the types that they accept. No browser opens a document by HEAD.
 */
function isPart({ headers, method }: RequestParts): boolean {
  if (method !== 'GET') return true;
  const destination = headers['sec-fetch-dest'];
  if (destination !== undefined) return destination !== 'document';
  const accept = headers.accept ?? '';
  return /\b(image|audio|video)\/|text\/css/i.test(accept) && !/text\/html/i.test(accept);
}

/**
 * Whether the visitor followed a link on a page of this site, and does not come from a login page. A request of this origin
 * without a referrer counts as one from such a page.
 */
function isFollowed({ headers, host }: RequestParts): boolean {
  const from = URL.parse(headers.referer ?? '');
  const site = headers['sec-fetch-site'];
  if (site === undefined) return from?.host === host && isPageOfSite(from.pathname);
  return site === 'same-origin' && (from === null || isPageOfSite(from.pathname));
}

/** Owner of the existing session; a token that cannot be checked counts as somebody's. */
export async function whosePresent(answering: Answering, { headers }: Pick<FastifyRequest, 'headers'>): Promise<Whose> {
  const token = tokenOf(headers.cookie);
  return token === undefined ? 'unknown' : whoseToken(answering, token);
}

/**
 * LS1: an address with a key, before anything is drawn of it. A known key becomes the cookie and leaves the address.
 * An unknown one is dropped, and nobody is logged out by it. One that cannot be checked is stored, and LS2 decides.
 *
 * LS8: only a document that a visitor opens logs in. A part of another document gets the address without the key, a
 * request ahead nothing that could be stored. A visitor who follows a link of this site confirms first, because an
 * author of the site may have put the key there. LS11: a visitor who is logged in as somebody else confirms, too.
 */
export async function arriveWithKey(
  deps: Answering & Sessions,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
): Promise<FastifyReply> {
  void reply.headers(SECRET);
  if (isAhead(request)) return reply.code(503).send();
  const back = withoutKey(request.raw.url ?? '');
  if (isPart(request)) return reply.redirect(back, 302);
  const [owner, present] = await Promise.all([whoseKey(deps, key), whosePresent(deps, request)]);
  if (owner === 'unknown') return reply.redirect(`${SITE_BASE}/`, 302);
  const isAnother = tokenOf(request.headers.cookie) !== key && isOfAnother(owner, present);
  if (!deps.loginConfirm && !isFollowed(request) && !isAnother) return logIn(reply, deps, key, back);
  const { address, cookie } = questionFor({ key, back }, isSecure(deps));
  return reply.header('Set-Cookie', cookie).redirect(address, 303);
}
