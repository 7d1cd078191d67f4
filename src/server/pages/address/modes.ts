import type { FastifyInstance } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import type { ProtectedTerm } from '#rules/script/script-converter.ts';
import { readsTraditional, SCRIPT_COOKIE } from '#rules/script/script-choice.ts';
import { siteAddress } from '../login/addresses.ts';

/**
 * Mode in which a visitor reads the site beside its content: in the elder-friendly version (长辈版) or not, in
 * simplified or traditional script (LG), with larger text (HD8). It is chosen by a link without scripts and
 * remembered by a cookie, so that the first response is in it already.
 */
export interface Mode {
  elder: boolean;
  traditional: boolean;
  /** HD8: of the text of pages, absent for the standard size; the elder-friendly version has its own */
  textSize?: TextSize;
}

type TextSize = '2' | '3';

/** One text into the visitor's script. */
export type Convert = (text: string) => string;

/** Conversions by the terms of a publication, one each: a page drawn with one may be kept with it. */
const conversions = new WeakMap<readonly ProtectedTerm[], Convert>();
const NO_TERMS: readonly ProtectedTerm[] = [];

/**
 * The table is loaded by the first visitor who reads traditional script. @param site null where nothing is known of it
 * @returns null: nothing is to be converted
 */
export async function conversionFor(
  mode: Mode | undefined,
  site: { protectedTerms: readonly ProtectedTerm[] } | null,
): Promise<Convert | null> {
  if (!mode?.traditional) return null;
  const terms = site?.protectedTerms ?? NO_TERMS;
  const known = conversions.get(terms);
  if (known) return known;
  const convert = (await import('#page/to-traditional.ts')).toTraditionalBut(terms);
  conversions.set(terms, convert);
  return convert;
}

export const inScript = (convert: Convert | null, text: string): string => (convert ? convert(text) : text);

const ELDER_COOKIE = 'elder';
const TEXT_COOKIE = 'textSize';
const ONE_YEAR = 31_536_000;

/** Called for every request, so most cookies are recognised by a quick test. */
export function readMode({ cookie, 'accept-language': languages }: IncomingHttpHeaders): Mode {
  const elder = readsElder(cookie);
  const textSize = elder ? undefined : readTextSize(cookie);
  return { elder, traditional: readsTraditional(cookie, languages), ...(textSize && { textSize }) };
}

function readTextSize(cookie: string | undefined): TextSize | undefined {
  const size = cookie?.includes(TEXT_COOKIE) ? /(?:^|; ?)textSize=([23])(?:;|$)/.exec(cookie)?.[1] : undefined;
  return size as TextSize | undefined;
}

function readsElder(cookie: string | undefined): boolean {
  return (
    cookie !== undefined &&
    cookie.includes(ELDER_COOKIE) &&
    cookie.split(';').some((pair) => pair.trim() === `${ELDER_COOKIE}=1`)
  );
}

/** Prefix of an address or key by which a page is kept: no visitor gets a page in another's mode. */
export const modePrefix = ({ elder, traditional, textSize }: Mode): string =>
  (elder ? 'elder ' : '') + (traditional ? 'traditional ' : '') + (textSize ? `text-${textSize} ` : '');

const secureOf = (siteUrl: string): string => (siteUrl.startsWith('https:') ? '; Secure' : '');

/** LG2. @param siteUrl scheme and host */
export const scriptCookie = (script: 's' | 't', siteUrl: string): string =>
  `${SCRIPT_COOKIE}=${script}; Max-Age=${ONE_YEAR}; Path=/; SameSite=Lax${secureOf(siteUrl)}`;

/**
 * Links that change a mode, remember it, and lead back to their page. For the version there are /view/elder and
 * /view/standard, and /view/other where one link serves both. For the script there are /view/traditional and
 * /view/simplified (HD5), for larger text /view/text-1 to -3 (HD8).
 */
export function modesPlugin(app: FastifyInstance, { siteUrl }: { siteUrl: string }): void {
  const modeCookie = (name: string, value: string | null): string =>
    `${name}=${value === null ? '; Max-Age=0' : `${value}; Max-Age=${ONE_YEAR}`}; Path=/; SameSite=Lax; HttpOnly${secureOf(siteUrl)}`;
  const elderCookie = (elder: boolean) => modeCookie(ELDER_COOKIE, elder ? '1' : null);
  const modes: Record<string, (cookie: string | undefined) => string> = {
    elder: () => elderCookie(true),
    standard: () => elderCookie(false),
    other: (cookie) => elderCookie(!readsElder(cookie)),
    traditional: () => scriptCookie('t', siteUrl),
    simplified: () => scriptCookie('s', siteUrl),
    'text-1': () => modeCookie(TEXT_COOKIE, null),
    'text-2': () => modeCookie(TEXT_COOKIE, '2'),
    'text-3': () => modeCookie(TEXT_COOKIE, '3'),
  };
  for (const [name, cookieFor] of Object.entries(modes)) {
    app.get<{ Querystring: { back?: unknown } }>(`/view/${name}`, ({ query, headers }, reply) =>
      reply
        .headers(CHANGES)
        .header('Set-Cookie', cookieFor(headers.cookie))
        .redirect(siteAddress(query.back ?? pathOf(headers.referer)), 303),
    );
  }
}

/** An answer that changes a mode must not be cached for others. */
export const CHANGES = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' };

/** Path of the page that the browser comes from; its host does not matter, because only the path is taken. */
function pathOf(referer: string | undefined): string | undefined {
  const url = URL.parse(referer ?? '');
  return url ? url.pathname + url.search : undefined;
}
