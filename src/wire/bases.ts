import { isBelow, tidyBase, wrongBase } from '#rules/addresses/base-paths.ts';

/**
 * Names that an operator sets (BA1): base of the site's pages, base of its calls, the token's cookie. They are read once,
 * where a program or a page begins, so that one build serves any. A server has them in its environment, where env.ts
 * refuses wrong ones; a browser in attributes of <html>, which are only there where a name is not the usual one.
 */

/** The usual names; stored texts of any site may have links that begin with this base. */
export const USUAL = { siteBase: '/swhysc', callBase: '/swhy/service', tokenCookie: 'accessToken' } as const;
type Name = keyof typeof USUAL;

/** Name of each in the environment. */
export const SETTINGS: Readonly<Record<Name, string>> = {
  siteBase: 'SITE_BASE',
  callBase: 'CALL_BASE',
  tokenCookie: 'TOKEN_COOKIE',
};

/** Cookies of the site and its console beside the token's. */
const OTHER_COOKIES: readonly string[] = [
  'console', 'console-begun', 'console-browser', 'elder', 'loginQuestion', 'textSize', 'zh_choose',
]; // prettier-ignore

/** @returns what is wrong with the name of the token's cookie, in both languages of operators; null for nothing */
export function wrongCookieName(given: string): { zh: string; en: string } | null {
  if (!/^[A-Za-z][\w-]{0,63}$/.test(given))
    return {
      zh: '应为字母、数字、连字符和下划线组成的名称',
      en: 'should be a name of letters, digits, hyphens and underscores',
    };
  return OTHER_COOKIES.includes(given)
    ? { zh: '是网站另一个 Cookie 的名称', en: 'is the name of another cookie of the site' }
    : null;
}

function read(name: Name): string {
  const page = globalThis.document?.documentElement.dataset[name];
  if (page !== undefined) return page;
  const given = globalThis.process?.env?.[SETTINGS[name]]?.trim();
  if (given === undefined || given === '') return USUAL[name];
  if (name === 'tokenCookie') return wrongCookieName(given) === null ? given : USUAL[name];
  return wrongBase(given) === null ? tidyBase(given) : USUAL[name];
}

export const bases: Readonly<Record<Name, string>> = {
  siteBase: read('siteBase'),
  callBase: read('callBase') || USUAL.callBase,
  tokenCookie: read('tokenCookie'),
};

const isOther = (base: string, at: number, all: readonly string[]): boolean =>
  base !== '' && base !== bases.siteBase && all.indexOf(base) === at;

/** BA3: former bases that the operator names (FORMER_BASES), which lead to the present one. Known to a server alone. */
export const namedBases: readonly string[] = (globalThis.process?.env?.FORMER_BASES?.split(/[\s,]+/) ?? [])
  .filter((base) => wrongBase(base) === null)
  .map(tidyBase)
  .filter(isOther);

/** BA3: base in the ids of feeds, which stay: the oldest that the operator names, else the present one. */
export const idBase: string = namedBases[0] ?? bases.siteBase;

/** Bases with which stored links of this site may begin beside the present one: the named ones, and the usual one. */
export const formerBases: readonly string[] = [...namedBases, USUAL.siteBase].filter(isOther);

/** All of them; one may lie within another, and the longest counts. */
const knownBases = [bases.siteBase, ...formerBases].toSorted((a, b) => b.length - a.length);

/** Host of the site (SITE_URL), known to a server alone; '' where none is set. */
const siteUrl = globalThis.process?.env?.SITE_URL?.trim();
const ownHost = siteUrl ? (URL.parse(siteUrl)?.host ?? '') : '';

/** BA2: an address of this site that begins with a former base, with the present one. It may have the site's host. */
export function presentAddress(address: string): string {
  const [origin = '', host] = /^(?:https?:)?\/\/([^/?#\\]*)/i.exec(address) ?? [];
  if (host !== undefined && (ownHost === '' || host.toLowerCase() !== ownHost)) return address;
  const local = address.slice(origin.length);
  const known = knownBases.find((base) => isBelow(base, pathOf(local)));
  if (known === undefined || known === bases.siteBase) return address;
  // a second slash would make the rest the name of another host
  const rest = local.slice(known.length).replace(/^[/\\\s]+/, '/');
  return origin + bases.siteBase + (bases.siteBase === '' ? rest.replace(/^(?!\/)/, '/') : rest);
}

/** The path below the present base or a former one: what another system of the firm calls its own pages. */
export function withoutAnyBase(address: string): string {
  const present = presentAddress(address);
  return bases.siteBase !== '' && isBelow(bases.siteBase, pathOf(present))
    ? present.slice(bases.siteBase.length)
    : present;
}

const pathOf = (address: string): string => address.split(/[?#]/, 1)[0]!;

/** Attributes of <html> by which a page has these names; '' for the usual ones. */
export const baseAttributes = (Object.keys(USUAL) as Name[])
  .filter((name) => bases[name] !== USUAL[name])
  .map((name) => ` data-${name.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)}="${bases[name]}"`)
  .join('');
