import { asObject } from '../../http/security-headers.ts';

/** Page of the site that the console shows in a frame: it runs nothing, sends nothing, and is never kept. */
export interface FramedPage {
  status: number;
  html: Buffer;
  headers: Record<string, string>;
}

/** @param cssHash of the inlined styles */
export function framedHeaders(cssHash: string): Record<string, string> {
  // its own origin, so that links inside the frame carry the session; without scripts nothing can make use of it
  const policy = [
    `default-src 'none'`,
    `style-src 'self' 'sha256-${cssHash}'`,
    `img-src 'self' data:`,
    `media-src 'self'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'self'`,
    'sandbox allow-same-origin',
  ].join('; ');
  return asObject([
    'Content-Type',
    'text/html; charset=utf-8',
    'Cache-Control',
    'no-store',
    'Content-Security-Policy',
    policy,
    'X-Frame-Options',
    'SAMEORIGIN',
    'X-Robots-Tag',
    'noindex',
    'Referrer-Policy',
    'no-referrer',
  ]);
}
