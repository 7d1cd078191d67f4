import { FIRST_TEXT_HASH } from './first-text.ts';

interface PageHeaderFacts {
  /** the site is reached by https */
  secure: boolean;
  /** Vite puts styles into the page by script and talks over a socket */
  development?: boolean;
}

/**
 * Headers of every answer, files, redirects and errors too. Contents are of the stated type, and a site once reached by
 * https is never requested without.
 */
export const everyAnswer = (secure: boolean): Readonly<Record<string, string>> => ({
  'X-Content-Type-Options': 'nosniff',
  ...(secure && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
});

/** Differences between the policies of two pages. */
export interface PagePolicy {
  /** base64 of SHA-256 of the inlined styles */
  cssHash: string;
  /** origin that page views may be sent to (TK1); absent: nowhere */
  collector?: string;
}

/** Headers of a page: name, value, name, value … */
export type PageHeaders = (policy: PagePolicy) => readonly string[];

/**
 * Headers of every page. Scripts come from this origin only, but for the one in every page. Styles come from it and by
 * the hash of inlined ones; there is no 'unsafe-inline' and no 'unsafe-eval'. State travels as application/json, which
 * is not executed and needs no hash.
 */
export function pageHeaders(facts: PageHeaderFacts): PageHeaders {
  const known = new Map<string, readonly string[]>();
  return ({ cssHash, collector = '' }) => {
    const key = `${cssHash} ${collector}`;
    let headers = known.get(key);
    if (!headers) known.set(key, (headers = headersWith({ cssHash, collector }, facts)));
    return headers;
  };
}

function headersWith(
  { cssHash, collector }: Required<PagePolicy>,
  { secure, development = false }: PageHeaderFacts,
): string[] {
  const styleSource = development ? "'self' 'unsafe-inline'" : `'self' 'sha256-${cssHash}'`;
  const policy = [
    `default-src 'none'`,
    `script-src 'self'`,
    `script-src-elem 'self' 'sha256-${FIRST_TEXT_HASH}'`,
    `style-src ${styleSource}`,
    `img-src 'self' data:`,
    `media-src 'self'`,
    `connect-src 'self'${collector && ` ${collector}`}${development ? ' ws:' : ''}`,
    `manifest-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
  return [
    'Content-Type',
    'text/html; charset=utf-8',
    'Cache-Control',
    'no-cache',
    'Vary',
    'Accept-Encoding, Accept-Language, Cookie',
    'Content-Security-Policy',
    policy,
    ...Object.entries(everyAnswer(secure)).flat(),
    'Referrer-Policy',
    'strict-origin-when-cross-origin',
    'X-Frame-Options',
    'DENY',
    'Cross-Origin-Opener-Policy',
    'same-origin',
    'Permissions-Policy',
    'camera=(), microphone=(), geolocation=(), payment=()',
  ];
}

/**
 * Headers of a page that shows a file of this site by the browser's own reader. It is the one kind of page with an
 * object, which Chromium draws as a frame.
 */
export const withEmbeds = (headers: readonly string[]): string[] =>
  headers.map((value, at) =>
    headers[at - 1] === 'Content-Security-Policy' ? `${value}; object-src 'self'; frame-src 'self'` : value,
  );

/** Name, value, name, value … as an object, for Fastify replies. */
export function asObject(headers: readonly string[]): Record<string, string> {
  const named: Record<string, string> = {};
  for (let at = 0; at < headers.length; at += 2) named[headers[at]!] = headers[at + 1]!;
  return named;
}
