import type { FastifyInstance } from 'fastify';
import { siteAddress } from './customers/addresses.ts';

/**
 * How a visitor reads the site beside its content: the elder-friendly version (长辈版), chosen by a link without scripts
 * and remembered by a cookie, so that the first response is in it already.
 */
const COOKIE = 'elder';
const ONE_YEAR = 31_536_000;

/** Whether a Cookie header asks for the elder-friendly version. Asked for every request, so most are told by one look. */
export function readsElder(cookie: string | undefined): boolean {
  return cookie !== undefined && cookie.includes(COOKIE) && cookie.split(';').some((pair) => pair.trim() === `${COOKIE}=1`);
}

/** Stands before an address or key by which a page is kept: no visitor gets a page in another's mode. */
export const modeMark = (elder: boolean): string => (elder ? 'elder ' : '');

/**
 * /view/elder, /view/standard, and /view/other for a link that stands in both: the mode is remembered, and the visitor
 * is back where the link stood.
 */
export function modesPlugin(app: FastifyInstance, { siteUrl }: { siteUrl: string }): void {
  const secure = siteUrl.startsWith('https:') ? '; Secure' : '';
  const modes = { elder: () => true, standard: () => false, other: (cookie: string | undefined) => !readsElder(cookie) };
  for (const [name, chosen] of Object.entries(modes)) {
    app.get<{ Querystring: { back?: unknown } }>(`/view/${name}`, ({ query, headers }, reply) =>
      reply
        .header('Set-Cookie', `${COOKIE}=${chosen(headers.cookie) ? `1; Max-Age=${ONE_YEAR}` : '; Max-Age=0'}; Path=/; SameSite=Lax; HttpOnly${secure}`)
        .header('Cache-Control', 'no-store')
        .header('X-Robots-Tag', 'noindex')
        .redirect(siteAddress(query.back ?? pathOf(headers.referer)), 303),
    );
  }
}

/** Of the page that the browser comes from; its host does not matter, because only the path is taken. */
function pathOf(referer: string | undefined): string | undefined {
  const url = URL.parse(referer ?? '');
  return url ? url.pathname + url.search : undefined;
}
