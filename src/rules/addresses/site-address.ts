import { isExternal } from './channel-tree.ts';

/** Addresses of the site: paths stand without the base in all data and get it when they are written to a page. */

/**
 * '/news' → '/base/news'; '/' → '/base/'; the files of the root (/static-file/…, /preview/…, /qr/…) and foreign
 * schemes stay.
 */
export function withBase(base: string, path: string): string {
  if (isExternal(path) || /^[a-z]+:/i.test(path) || /^\/(static-file|preview|qr)\//.test(path)) return path;
  return base + (path.startsWith('/') ? path : `/${path}`);
}

/** Path without base of a browser pathname, without a trailing slash; null outside the base. */
export function withoutBase(base: string, pathname: string): string | null {
  if (pathname === base || pathname === `${base}/`) return '/';
  if (!pathname.startsWith(`${base}/`)) return null;
  return pathname.slice(base.length).replace(/\/+$/, '');
}

/** Last value of each name wins, empty values count as absent: a GET form sends every field it has. */
export function readQuery(search: string): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(search)) {
    if (value === '') delete query[name];
    else query[name] = value;
  }
  return query;
}

/** '?a=1&b=2' or '' */
export function writeQuery(query: Record<string, string>): string {
  const text = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString();
  return text && `?${text}`;
}
