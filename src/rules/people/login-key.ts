import { FILE_BASE, PREVIEW_BASE } from '../files/filepath.ts';

/** LS1: name of the parameter by which a login page hands a token over. */
export const LOGIN_KEY = 'key';

const PLACEHOLDER = 'site.invalid';

/**
 * LS9: an authored address without the parameter that logs somebody in, whatever its case or escapes. Removes the key
 * from an address with a host where this site would take it (its root, its pages, files and previews). The host does
 * not matter: a site has several names, and a text outlives them. Other addresses of other hosts keep theirs, which may
 * be a key to a map. @param base of the site's pages
 */
export function withoutLoginKey(base: string, address: string): string {
  const [, path = '', query, hash = ''] = /^([^?#]*)(?:\?([^#]*))?(#[^]*)?$/.exec(address) ?? [];
  const pairs = query?.split('&') ?? [];
  const others = pairs.filter((pair) => !namesKey(pair));
  if (others.length === pairs.length || !isTakenHere(base, address)) return address;
  return path + (others.length > 0 ? `?${others.join('&')}` : '') + hash;
}

/** Escapes in the sanitiser's form. */
const ESCAPES = { '&amp;': '&', '&quot;': '"', '&lt;': '<', '&gt;': '>' } as const;
const ESCAPED = Object.fromEntries(Object.entries(ESCAPES).map(([escape, sign]) => [sign, escape]));

/** The same of each link and picture in sanitised HTML. */
export const htmlWithoutLoginKeys = (base: string, html: string): string =>
  html.replace(/(\s(?:href|src)=")([^"?]*\?[^"]*)"/gi, (whole, start: string, written: string) => {
    const address = written.replace(/&(?:amp|quot|lt|gt);/g, (escape) => ESCAPES[escape as keyof typeof ESCAPES]);
    const without = withoutLoginKey(base, address);
    return without === address ? whole : `${start}${without.replace(/[&"<>]/g, (sign) => ESCAPED[sign]!)}"`;
  });

function isTakenHere(base: string, address: string): boolean {
  const url = URL.parse(address, `https://${PLACEHOLDER}${base}/`);
  if (!url || url.host === PLACEHOLDER) return url !== null;
  const path = decoded(url.pathname);
  return (
    path === '/' ||
    path === base ||
    isFilledIn(path.split('/')[1] ?? '') ||
    [`${base}/`, FILE_BASE, PREVIEW_BASE].some((start) => path.startsWith(start))
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
  const plain = /^[\w.-]*(?==|$)/.exec(pair);
  if (plain) return plain[0].toLowerCase() === LOGIN_KEY;
  const name = new URLSearchParams(pair.replaceAll(/[\t\n\r]/g, '')).keys().next().value?.toLowerCase() ?? '';
  return name === LOGIN_KEY || isFilledIn(name);
}
