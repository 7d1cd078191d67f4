interface PageHeaderFacts {
  /** the site is reached by https */
  secure: boolean;
  /** Vite puts styles into the page by script and talks over a socket */
  development?: boolean;
}

/** Headers of a page by the hash of its inlined styles: name, value, name, value … */
export type PageHeaders = (cssHash: string) => readonly string[];

/**
 * Headers of every page. Scripts come from this origin only, styles from it and by the hash of what is inlined; there is
 * no 'unsafe-inline' and no 'unsafe-eval'. State travels as application/json, which is not executed and needs no hash.
 */
export function pageHeaders(facts: PageHeaderFacts): PageHeaders {
  const known = new Map<string, readonly string[]>();
  return (cssHash) => {
    let headers = known.get(cssHash);
    if (!headers) known.set(cssHash, (headers = headersWith(cssHash, facts)));
    return headers;
  };
}

function headersWith(cssHash: string, { secure, development = false }: PageHeaderFacts): string[] {
  const styleSource = development ? "'self' 'unsafe-inline'" : `'self' 'sha256-${cssHash}'`;
  const policy = [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src ${styleSource}`,
    `img-src 'self' data:`,
    `media-src 'self'`,
    `connect-src 'self'${development ? ' ws:' : ''}`,
    `manifest-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
  return [
    'Content-Type', 'text/html; charset=utf-8',
    'Cache-Control', 'no-cache',
    'Vary', 'Accept-Encoding, Cookie',
    'Content-Security-Policy', policy,
    'X-Content-Type-Options', 'nosniff',
    'Referrer-Policy', 'strict-origin-when-cross-origin',
    'X-Frame-Options', 'DENY',
    'Cross-Origin-Opener-Policy', 'same-origin',
    'Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=()',
    ...(secure ? ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'] : []),
  ];
}

/** The headers of a page that shows a file of this site by the browser's own reader: the one kind of page with an object, which Chromium draws as a frame. */
export const withEmbeds = (headers: readonly string[]): string[] => headers.map((value, at) => (headers[at - 1] === 'Content-Security-Policy' ? `${value}; object-src 'self'; frame-src 'self'` : value));

/** Name, value, name, value … as an object, for Fastify replies. */
export function asObject(headers: readonly string[]): Record<string, string> {
  const named: Record<string, string> = {};
  for (let at = 0; at < headers.length; at += 2) named[headers[at]!] = headers[at + 1]!;
  return named;
}
