/** PV1: numbers of persons, wherever they stand in a text. */
export type PersonalNumberKind = 'identity' | 'mobile' | 'card';

export interface PersonalNumber {
  kind: PersonalNumberKind;
  /** digits alone, with the X of an identity number */
  digits: string;
}

export const PERSONAL_NUMBERS: Readonly<Record<PersonalNumberKind, string>> = {
  identity: '身份证号',
  mobile: '手机号',
  card: '银行卡号',
};

/** PV2: a number as the history of an edition names it; what is said of it stands behind. */
export const personalNumberWords = (found: { place: string; kind: PersonalNumberKind; shown: string }): string =>
  `${found.place}（${PERSONAL_NUMBERS[found.kind]} ${found.shown}）`;

/** PV2: why whoever submitted says that a number has to be public, in the lines of the history; '' where it is not said. */
export function personalReasonIn(note: string, found: Parameters<typeof personalNumberWords>[0]): string {
  const begins = `${personalNumberWords(found)}：`;
  const line = note.split('\n').find((one) => one.startsWith(begins));
  return line?.slice(begins.length) ?? '';
}

/** Digits as people write them: in groups, behind +86; never a part of a longer code, a sum or an address of a page. */
const RUN = /(?<![A-Za-z\d_.,/=#&%-])(?:\+?86[- ]?)?\d(?:[ \-·]?\d){9,21}(?:[ -]?[Xx])?(?![A-Za-z\d_/=%-]|[.,]\d)/g;

/** GB/T 2260: provinces, and 港澳台 as GB 11643 has them. */
const PROVINCES = new Set(
  '11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 83'.split(' '),
);
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const CHECKS = '10X98765432';
const BIRTH_YEARS = { from: 1900, to: 2099 };

/** GB 11643: region, date of birth and check character. */
function isIdentity(digits: string): boolean {
  if (!/^\d{17}[\dX]$/.test(digits) || !PROVINCES.has(digits.slice(0, 2))) return false;
  const [year, month, day] = [digits.slice(6, 10), digits.slice(10, 12), digits.slice(12, 14)].map(Number);
  const date = new Date(Date.UTC(year!, month! - 1, day));
  const isDate = date.getUTCMonth() === month! - 1 && date.getUTCDate() === day;
  if (!isDate || year! < BIRTH_YEARS.from || year! > BIRTH_YEARS.to) return false;
  return CHECKS[WEIGHTS.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0) % 11] === digits[17];
}

const MOBILE = /^1(?:3\d|4[5-9]|5[0-35-9]|6[2567]|7[0-8]|8\d|9[0-35-9])\d{8}$/;

/** Issuers by what their numbers begin with, and how long these are (ISO/IEC 7812). */
const ISSUERS: readonly [begins: RegExp, lengths: readonly number[]][] = [
  [/^62/, [16, 17, 18, 19]],
  [/^955[89]/, [19]],
  [/^4/, [16]],
  [/^(?:5[1-5]|2(?:2[2-9]|[3-6]|7[01]|720))/, [16]],
  [/^35(?:2[89]|[3-8])/, [16]],
  [/^3[47]/, [15]],
];

const isCard = (digits: string): boolean =>
  ISSUERS.some(([begins, lengths]) => begins.test(digits) && lengths.includes(digits.length)) && hasLuhnDigit(digits);

function hasLuhnDigit(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, sign, at) => {
    const value = Number(sign) * (at % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

function kindOf(digits: string): PersonalNumberKind | null {
  if (MOBILE.test(digits)) return 'mobile';
  if (isIdentity(digits)) return 'identity';
  return /^\d+$/.test(digits) && isCard(digits) ? 'card' : null;
}

/** characters of a text that are looked at */
const MOST_TEXT = 2_000_000;

/**
 * PV1: identity numbers (region, date, check character), mobile numbers (range) and bank cards (issuer, length, check
 * digit) in a text, each once. Telephones of branches and services, codes with letters, sums and dates are none.
 */
export function findPersonalNumbers(text: string): PersonalNumber[] {
  const found = new Map<string, PersonalNumber>();
  for (const [run] of text.slice(0, MOST_TEXT).normalize('NFKC').matchAll(RUN)) {
    const written = run.toUpperCase().replaceAll(/[^\dX]/g, '');
    for (const digits of /^\+?86/.test(run) ? [written.slice(2), written] : [written]) {
      const kind = kindOf(digits);
      if (kind && !found.has(digits)) found.set(digits, { kind, digits });
      if (kind) break;
    }
  }
  return [...found.values()];
}

/** As people are told of it: enough to find it, not to use it. */
export const maskedNumber = ({ digits }: PersonalNumber): string =>
  `${digits.slice(0, 3)}${'*'.repeat(digits.length - 5)}${digits.slice(-2)}`;
