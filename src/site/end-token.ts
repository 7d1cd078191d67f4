import Cookies from 'js-cookie';
import { TOKEN_COOKIE } from '#wire/paths.ts';

/**
 * The cookie may belong to this host or to a parent domain (LS1), which a script cannot see, and a stranger's to a
 * deeper path: it is ended for each.
 */
export function removeTokenCookie(): void {
  const { hostname } = location;
  // an address of digits has no domains above it, and a browser would complain
  const parts = /\d$/.test(hostname) ? [] : hostname.split('.');
  const domains = ['', ...parts.slice(0, -1).map((_, at) => parts.slice(at).join('.'))];
  const above = location.pathname.split('/').map((_, at, names) => names.slice(0, at).join('/'));
  const paths = new Set(above.flatMap((path) => [path || '/', `${path}/`]));
  for (const path of paths)
    for (const domain of domains) Cookies.remove(TOKEN_COOKIE, { path, domain, sameSite: 'Lax' });
}
