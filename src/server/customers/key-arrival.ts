import type { FastifyReply, FastifyRequest } from 'fastify';
import { SITE_BASE, TOKEN_COOKIE } from '#wire/paths.ts';
import type { Answering } from '../api/answer-call.ts';
import { whoseToken, type Whose } from './access.ts';
import { siteAddress } from './addresses.ts';
import { isToken } from '#wire/token-text.ts';
import { TOKEN_SECONDS } from './tokens.ts';

/** Name of the parameter by which a login page hands the token over. */
export const KEY = 'key';

export interface Sessions {
  siteUrl: string;
  cookieDomain: string | null;
  /** ask before a key is stored, so that nobody is logged in as somebody else by a link alone */
  loginConfirm: boolean;
}

/** The key that an address brings, '' for none. */
export function keyIn(raw: string): string {
  const mark = raw.indexOf('?');
  return mark < 0 ? '' : (new URLSearchParams(raw.slice(mark)).getAll(KEY).at(-1) ?? '');
}

/** Whose a key is that came with an address. One of another alphabet is asked of nobody. */
export async function whoseKey(answering: Answering, key: string): Promise<Whose> {
  return isToken(key) ? whoseToken(answering, key) : 'unknown';
}

/** The address without its key, path and query of this site. */
export function withoutKey(raw: string): string {
  const url = URL.parse(raw, 'http://site.invalid');
  url?.searchParams.delete(KEY);
  return siteAddress(url && url.pathname + url.search);
}

/** LS1: four hours, readable by scripts, which send it with every call (WR2). */
export function tokenCookie({ siteUrl, cookieDomain }: Sessions, token: string): string {
  return `${TOKEN_COOKIE}=${token}; Max-Age=${TOKEN_SECONDS}; Path=/; SameSite=Lax${siteUrl.startsWith('https:') ? '; Secure' : ''}${cookieDomain === null ? '' : `; Domain=${cookieDomain}`}`;
}

/** Nothing of an answer that knows a key is kept, and the address that carried it is told to no other site. (no-referrer would take the origin from a form that is posted.) */
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

/**
 * LS1: an address with a key, before anything is drawn of it. A known key becomes the cookie and leaves the address; an
 * unknown one is dropped, and nobody is logged out by it; one that nobody could be asked about is kept, and LS2 decides.
 * @param confirm draws the question of LOGIN_CONFIRM
 */
export async function arriveWithKey(
  deps: Answering & Sessions,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
  confirm: (question: { name: string; key: string; back: string }) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const whose = await whoseKey(deps, key);
  if (whose === 'unknown') return reply.headers(SECRET).redirect(`${SITE_BASE}/`, 302);
  const back = withoutKey(request.raw.url ?? '');
  if (deps.loginConfirm)
    return confirm({ name: (typeof whose === 'object' && whose.customer.custName) || '', key, back });
  return logIn(reply, deps, key, back);
}
