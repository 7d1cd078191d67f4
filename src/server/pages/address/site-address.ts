import { SITE_BASE } from '#wire/paths.ts';
import type { Address } from '../draw/render.ts';

export type ParsedAddress = Address | { redirect: string } | { unreadable: true };

/**
 * A raw request address below the base as path and query. Trailing slashes, doubled slashes and the bare base
 * redirect to the canonical address (RT9); a path that is no valid UTF-8 percent-encoding is unreadable.
 */
export function parseAddress(raw: string): ParsedAddress {
  // an absolute-form target (RFC 9112 3.2.2) names the host, which the edge has looked at
  const target = raw.replace(/^https?:\/\/[^/?#]*/i, '');
  if (!target.startsWith(SITE_BASE)) return { unreadable: true };
  const mark = target.indexOf('?');
  const rawPath = mark < 0 ? target : target.slice(0, mark);
  const search = mark < 0 ? '' : target.slice(mark);
  // an item's id is any text: it stays escaped, in one way
  const [, before = rawPath, id = ''] = /^(.*\/detail\/)([^/]+)\/*$/s.exec(rawPath) ?? [];
  let path: string;
  let item: string;
  try {
    path = decodeURIComponent(before.slice(SITE_BASE.length));
    item = decodeURIComponent(id);
  } catch {
    return { unreadable: true };
  }
  // an encoded slash would make two addresses of one page; NUL cannot be stored or looked up
  if (/%2f|%5c/i.test(before) || (path + item).includes('\0')) return { unreadable: true };
  if (path === '') return { redirect: `${SITE_BASE}/${search}` };
  const escaped = encodeURIComponent(item);
  const single = path.replace(/\/{2,}/g, '/');
  const tidy = id === '' ? single.replace(/(.)\/+$/, '$1') : single;
  if (tidy !== path || rawPath.length > before.length + id.length)
    return { redirect: SITE_BASE + encodeURI(tidy).replace(/[?#]/g, encodeURIComponent) + escaped + search };
  return { path: path + escaped, query: lastValues(search), search };
}

/** Query as names and values; of a repeated name the last one counts. */
function lastValues(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}
