import { PREVIEW, SITE_BASE, STATIC_FILE } from '#wire/paths.ts';
import { LOGIN_KEY } from '#wire/token-text.ts';

/** What is wrong with such an address where it is refused rather than changed. */
export const WITHOUT_KEY = '不能带参数 key：它会让点开的人以他人的身份登录';

const PLACEHOLDER = 'site.invalid';
/** Where relative addresses of a text stand. */
const PAGE = `https://${PLACEHOLDER}${SITE_BASE}/`;

/**
 * LS9: an authored address without the parameter that logs somebody in, whatever its case or escapes. Of an address
 * with a host it goes where this site would take it (its root, its pages, files and previews), whichever the host: a
 * site has several names, and a text outlives them. Other addresses of other hosts keep theirs, which may be a key to a
 * map.
 */
export function withoutLoginKey(address: string): string {
  const url = URL.parse(address, PAGE);
  if (!url || (url.host !== PLACEHOLDER && !takesKey(url.pathname))) return address;
  const [, path = '', query, hash = ''] = /^([^?#]*)(?:\?([^#]*))?(#[^]*)?$/.exec(address) ?? [];
  const pairs = query?.split('&') ?? [];
  const others = pairs.filter((pair) => !namesKey(pair));
  if (others.length === pairs.length) return address;
  return path + (others.length > 0 ? `?${others.join('&')}` : '') + hash;
}

export const bringsLoginKey = (address: string): boolean => withoutLoginKey(address) !== address;

/** Pointers (RFC 6901) of the addresses in a document that would log somebody in. */
export function keyedAddresses(document: unknown, pointer = ''): string[] {
  if (typeof document === 'string')
    return /^\s*(https?:|\/)/i.test(document) && bringsLoginKey(document.trim()) ? [pointer] : [];
  if (typeof document !== 'object' || document === null) return [];
  return Object.entries(document).flatMap(([name, value]) =>
    keyedAddresses(value, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
}

function takesKey(pathname: string): boolean {
  const path = decoded(pathname);
  return (
    path === '/' ||
    path === SITE_BASE ||
    isFilledIn(path.split('/')[1] ?? '') ||
    [SITE_BASE, STATIC_FILE, PREVIEW].some((start) => path.startsWith(`${start}/`))
  );
}

/** A template of a table's lookup ({name}) becomes what its rows say. */
const isFilledIn = (text: string): boolean => text.includes('{');

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

// a browser drops tabs and line breaks inside an address
function namesKey(pair: string): boolean {
  const name = new URLSearchParams(pair.replaceAll(/[\t\n\r]/g, '')).keys().next().value?.toLowerCase() ?? '';
  return name === LOGIN_KEY || isFilledIn(name);
}
