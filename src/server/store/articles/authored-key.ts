import * as loginKey from '#rules/people/login-key.ts';
import { SITE_BASE } from '#wire/paths.ts';

/** What is wrong with such an address where it is refused rather than changed. */
export const WITHOUT_KEY = '不能带参数 key：它会让点开的人以他人的身份登录';

/** LS9, on this site. */
export const withoutLoginKey = (address: string): string => loginKey.withoutLoginKey(SITE_BASE, address);

/** The same of sanitised HTML that was stored before. */
export const htmlWithoutLoginKeys = (html: string): string => loginKey.htmlWithoutLoginKeys(SITE_BASE, html);

export const bringsLoginKey = (address: string): boolean => withoutLoginKey(address) !== address;

const isAddress = (text: string): boolean => /^\s*(https?:|[/\\])/i.test(text);

/** Pointers (RFC 6901) of the addresses in a document that would log somebody in. */
export function keyedAddresses(document: unknown, pointer = ''): string[] {
  if (typeof document === 'string') return isAddress(document) && bringsLoginKey(document.trim()) ? [pointer] : [];
  if (typeof document !== 'object' || document === null) return [];
  return Object.entries(document).flatMap(([name, value]) =>
    keyedAddresses(value, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
}

/** A document that was stored before such addresses were refused, with its addresses as they may be shown. */
export function withoutLoginKeys<T>(document: T): T {
  const change = (value: unknown): unknown => {
    if (typeof value === 'string') return isAddress(value) ? withoutLoginKey(value) : value;
    if (Array.isArray(value)) return value.map(change);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, change(one)]));
  };
  return change(document) as T;
}
