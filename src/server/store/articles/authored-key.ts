import { pointerTo } from '#rules/json/pointer.ts';
import * as loginKey from '#rules/people/login-key.ts';
import { formerBases, presentAddress } from '#wire/bases.ts';
import { SITE_BASE } from '#wire/paths.ts';

/** Message about such an address where it is refused rather than changed. */
export const WITHOUT_KEY = '不能带参数 key：它会让点开的人以他人的身份登录';

/** Bases by which an address leads to a page of this site: a former one leads on, with its query. */
const BASES = [SITE_BASE, ...formerBases];

/** LS9, on this site. */
export const withoutLoginKey = (address: string): string =>
  BASES.reduce((left, base) => loginKey.withoutLoginKey(base, left), address);

/** LS9, BA2: sanitised HTML as it is shown: what was stored before has no key, and its links have the present base. */
export const shownHtml = (html: string): string =>
  withPresentBase(BASES.reduce((left, base) => loginKey.htmlWithoutLoginKeys(base, left), html));

const LINK = /(\s(?:href|src)=")((?:https?:\/)?\/[^"]*)"/gi;

const withPresentBase = (html: string): string =>
  formerBases.some((base) => html.includes(base))
    ? html.replace(LINK, (_, start: string, address: string) => `${start}${presentAddress(address)}"`)
    : html;

export const bringsLoginKey = (address: string): boolean => withoutLoginKey(address) !== address;

const isAddress = (text: string): boolean => /^\s*(https?:|[/\\])/i.test(text);

/** Pointers (RFC 6901) of the addresses in a document that would log somebody in. */
export function keyedAddresses(document: unknown, pointer = ''): string[] {
  if (typeof document === 'string') return isAddress(document) && bringsLoginKey(document.trim()) ? [pointer] : [];
  if (typeof document !== 'object' || document === null) return [];
  return Object.entries(document).flatMap(([name, value]) => keyedAddresses(value, `${pointer}${pointerTo(name)}`));
}

/** A document that was stored before such addresses were refused, with its addresses as they may be shown (LS9, BA2). */
export const shownDocument = <T>(document: T): T =>
  changed(document, (text) => (isAddress(text) ? presentAddress(withoutLoginKey(text)) : withPresentBase(text)));

/** A document whose addresses have no key (LS9). */
export const withoutLoginKeys = <T>(document: T): T =>
  changed(document, (text) => (isAddress(text) ? withoutLoginKey(text) : text));

function changed<T>(document: T, text: (text: string) => string): T {
  const change = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(change);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, change(one)]));
  };
  return change(document) as T;
}
