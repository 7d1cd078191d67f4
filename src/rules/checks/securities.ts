import { compatible } from '../text/unicode-forms.ts';

/** A security code in brackets behind what is probably its name: 平安银行（000001）. */
export interface NamedCode {
  /** text before the bracket, up to the next sign */
  before: string;
  code: string;
}

const NAMED =
  /([^\s，。；：、！？“”"'（()）<>]{2,30})\s?[（(](?:(?:证券|股票|债券|基金|产品)?代码[:：]?\s?)?(\d{6})(?:\.(?:SH|SZ|BJ|OF|SS))?[)）]/gi;

export const namedCodes = (text: string): NamedCode[] =>
  [...text.matchAll(NAMED)].map(([, before, code]) => ({ before: before!, code: code! }));

const plain = (name: string): string => compatible(name).replaceAll(/[\s*]/g, '').toUpperCase();

/** characters of a short name */
const [SHORTEST, LONGEST] = [2, 10];

/** Names that the text before a code may end with. */
export const namesBefore = (before: string): string[] =>
  Array.from({ length: LONGEST - SHORTEST + 1 }, (_, at) => before.slice(-(SHORTEST + at))).filter(
    (name, at, all) => all.indexOf(name) === at,
  );

/**
 * CK7: whether a code is named as something else: by the short name of another security, or by one that differs from its
 * own in one character. Longer names of the same, and names that no register knows, are none.
 * @param own short names of the code in registers @param others short names of other codes that stand before it
 */
export function isOtherName(before: string, own: readonly string[], others: readonly string[]): boolean {
  const text = plain(before);
  if (own.length === 0 || own.some((name) => text.includes(plain(name)))) return false;
  return others.some((name) => text.endsWith(plain(name))) || own.some((name) => isNear(text, plain(name)));
}

function isNear(text: string, name: string): boolean {
  const end = text.slice(-name.length);
  if (name.length < 3 || end.length !== name.length) return false;
  return [...end].filter((sign, at) => sign !== name[at]).length === 1;
}
