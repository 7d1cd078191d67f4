import { compatible, isUnchanged } from '../text/unicode-forms.ts';

/** PV1: numbers of persons, wherever they stand in a text. */
type PersonalNumberKind = 'identity' | 'mobile' | 'card';

export interface PersonalNumber {
  kind: PersonalNumberKind;
  /** digits alone, with the X of an identity number */
  digits: string;
}

const PERSONAL_NUMBERS: Readonly<Record<PersonalNumberKind, string>> = {
  identity: '身份证号',
  mobile: '手机号',
  card: '银行卡号',
};

/** PV3: why the text of a file was not looked through for numbers of persons, or not all of it. */
export const NOT_SEARCHED = {
  'too-large': '文件超过 40 MB',
  'too-much': '内容过多，没有读完',
  'too-late': '30 秒内没有读完',
  encrypted: '文件有密码',
  damaged: '文件已损坏，或内容与扩展名不符',
  partly: '有一部分内容已损坏',
  format: '读不了这种格式的内容',
} as const;
export type NotSearched = keyof typeof NOT_SEARCHED;

export const kindWords = ({ kind }: PersonalNumber): string => PERSONAL_NUMBERS[kind];

/** Addresses of pages and files: a number in one names what it leads to. */
const ADDRESS =
  /(?:[a-z]{2,10}:\/\/|www\.|(?<![a-z\d.-])(?:[a-z\d-]+\.)+[a-z]{2,}\/|(?<![\p{L}\d)\]}:：])\.{0,2}\/[a-z\d_-]+\/|[?&][a-z_]\w*=)[^\s\p{Script=Han},;|，。；、（）“”<>"']*/giu;
/** A stroke between groups of digits, whichever a keyboard or a program writes. */
const STROKES = /[\p{Pd}\u2212\u30FC]/gu;
const DOTS = /[\u2022\u2027\u2219\u22C5\u30FB]/g;
/** Signs that people write for the X of an identity number. */
const LIKE_X = /[×✕✖ХхΧχ](?<=(?:\d[ -]?){17}.)(?![A-Za-z\d])/g;
/** Groups of digits, and the X of an identity number. */
const CHAIN = /\d+(?:[ \-·.()]{1,3}\d+)*(?:[ -]?[Xx](?![A-Za-z\d]))?/g;
/** A word that people write beside a number, as in QQ or tel: no part of a code, which has digits or is one letter. */
const WORD = /^(?=[a-z]*[g-z])(?:[a-z]{2,}|[mtvw])$/i;
/** Signs and words that make a number a sum or a quantity. */
const SUM_BEFORE = /(?:[¥$€£]|人民币) ?$/;
const SUM_BEHIND = /^ ?(?:%|‰|[十百千万亿]*(?:元|股(?![东权])|份|手(?!机)|美元|港元|港币|欧元|人民币))/;

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
  if (year! < BIRTH_YEARS.from || year! > BIRTH_YEARS.to) return false;
  const date = new Date(Date.UTC(year!, month! - 1, day));
  if (date.getUTCMonth() !== month! - 1 || date.getUTCDate() !== day) return false;
  return CHECKS[WEIGHTS.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0) % 11] === digits[17];
}

const MOBILE = /^1(?:3\d|4[5-9]|5[0-35-9]|6[2567]|[789]\d)\d{8}$/;
/** Prefixes that are dialled before a mobile number. */
const DIALLED = /^(?:(?:00)?86|0)(?=1\d{10}$)/;

/** Issuers by what their numbers begin with, and how long these are (ISO/IEC 7812). */
const ISSUERS: readonly [begins: RegExp, lengths: readonly number[]][] = [
  [/^62/, [16, 17, 18, 19]],
  [/^955[89]/, [19]],
  [/^6(?:011|4[4-9]|5)/, [16]],
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

/** digits of the longest number, a card, and of the shortest */
const LONGEST = 19;
const SHORTEST = 11;

function numberOf(written: string): PersonalNumber | null {
  if (written.length < SHORTEST || written.length > LONGEST) return null;
  const digits = written.replace(DIALLED, '');
  if (digits.length === SHORTEST) return MOBILE.test(digits) ? { kind: 'mobile', digits } : null;
  if (isIdentity(digits)) return { kind: 'identity', digits };
  return /^\d+$/.test(digits) && isCard(digits) ? { kind: 'card', digits } : null;
}

/** characters of a text that are looked at */
const MOST_TEXT = 2_000_000;

const WORDS = '〇一二三四五六七八九';
/** 一三八零零…, as people write a number that programs shall not find */
const IN_WORDS = /[〇零幺一二三四五六七八九]{11}/;
const EACH_IN_WORDS = /[〇零幺一二三四五六七八九]{11,19}/g;

const inDigits = (written: string): string =>
  [...written.replaceAll('零', '〇').replaceAll('幺', '一')].map((word) => WORDS.indexOf(word)).join('');

/** One spelling for each sign that a number may be written with; nothing that is not seen. */
const plainSigns = (text: string): string =>
  compatible(text.replaceAll(/\p{No}/gu, ';'))
    .replaceAll(EACH_IN_WORDS, inDigits)
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\u20E3]/gu, '')
    .replaceAll(STROKES, '-')
    .replaceAll(DOTS, '·')
    .replaceAll(LIKE_X, 'X')
    .replaceAll(ADDRESS, ';');

/** Whether a text that is the same in every spelling has too few digits for a number. */
const isWithout = (text: string): boolean => isUnchanged(text) && !/(?:\d\D*){11}/.test(text) && !IN_WORDS.test(text);

/**
 * PV1: identity numbers (region, date, check character), mobile numbers (range) and bank cards (issuer, length, check
 * digit) in a text, each once, whatever stands beside them. Telephones of branches and services, codes with letters, sums
 * and dates are none, nor is part of a longer run of digits or of an address.
 */
export function findPersonalNumbers(text: string): PersonalNumber[] {
  if (isWithout(text)) return [];
  const found = new Map<string, PersonalNumber>();
  const plain = plainSigns(text.slice(0, MOST_TEXT)).slice(0, MOST_TEXT);
  for (const chain of plain.matchAll(CHAIN)) {
    if (chain[0].length < SHORTEST) continue;
    for (const number of numbersIn(chain[0], isOpenBefore(plain, chain.index), isOpenBehind(plain, chain)))
      if (!found.has(number.digits)) found.set(number.digits, number);
  }
  return [...found.values()];
}

function isOpenBefore(plain: string, index: number): boolean {
  const before = plain.slice(Math.max(0, index - 20), index);
  const letters = /[A-Za-z\d]*$/.exec(before)![0];
  return (letters === '' || WORD.test(letters)) && !SUM_BEFORE.test(before);
}

function isOpenBehind(plain: string, chain: RegExpExecArray): boolean {
  const behind = plain.slice(chain.index + chain[0].length, chain.index + chain[0].length + 20);
  const letters = /^[A-Za-z\d]*/.exec(behind)![0];
  return (letters === '' || WORD.test(letters)) && !SUM_BEHIND.test(behind);
}

/** Numbers of a chain of groups: those that one group is, then those that people wrote in several. */
function numbersIn(chain: string, isOpenBefore: boolean, isOpenBehind: boolean): PersonalNumber[] {
  const parts = chain.toUpperCase().split(/(\d+|X)/);
  const groups = parts.filter((_, at) => at % 2 === 1);
  const signs = parts.filter((_, at) => at % 2 === 0).map((sign) => sign.trim() || sign.slice(0, 1));
  const isUsable = (from: number, to: number): boolean =>
    (from > 0 || isOpenBefore) && (to < groups.length || isOpenBehind) && !isDecimal(groups, signs, from, to);
  const numbers: PersonalNumber[] = [];
  for (let from = 0; from < groups.length;) {
    const to = endOfNumber(groups, signs, from);
    const number = to === null ? null : numberOf(groups.slice(from, to).join(''));
    if (number && isUsable(from, to!)) numbers.push(number);
    from = to ?? from + 1;
  }
  return numbers;
}

/** The end of the number that begins with this group; null where there is none. */
function endOfNumber(groups: readonly string[], signs: readonly string[], from: number): number | null {
  if (numberOf(groups[from]!)) return from + 1;
  if (groups[from]!.length === 17 && groups[from + 1] === 'X' && numberOf(`${groups[from]}X`)) return from + 2;
  // digits one by one: their row is a number from its begin or none
  if (groups[from]!.length === 1 && groups[from - 1]?.length === 1) return null;
  let joined = groups[from]!;
  for (let to = from + 1; to < groups.length; to += 1) {
    // a group that is a number by itself is no part of another
    if (groups[to]!.length >= SHORTEST && numberOf(groups[to]!)) return null;
    joined += groups[to]!;
    if (joined.length > LONGEST) return null;
    const number = numberOf(joined);
    if (
      number &&
      isGrouping(number, groups.slice(from, to + 1), signs.slice(from + 1, to + 1), to - from + 1 === groups.length)
    )
      return to + 1;
  }
  return null;
}

/** Groups of a sub-chain as people write them, by kind: a table of figures without lines has others. */
const GROUPINGS: Readonly<Record<PersonalNumberKind, RegExp>> = {
  identity: /./,
  mobile: /^(?:3 4 4|4 3 4|4 4 3|3 3 5|3 5 3|3 3 3 2|3 2 3 3|3 8|7 4|1(?: 1){10})$/,
  card: /^(?:4 4 4 \d(?: \d)?|6 \d\d?|4 6 5|1(?: 1)+)$/,
};
/** Groups of which a whole chain does not consist: thousands, and codes of six digits. */
const OTHER_CHAINS = /^(?:[12](?: 3)+|6(?: 6)+)$/;

function isGrouping(
  { kind, digits }: PersonalNumber,
  groups: readonly string[],
  signs: readonly string[],
  isWhole: boolean,
): boolean {
  const [first, ...others] = groups;
  const begins = kind === 'mobile' ? first!.slice(groups.join('').length - digits.length) : first!;
  const sizes = [begins, ...others]
    .map(({ length }) => length)
    .filter((length) => length > 0)
    .join(' ');
  const kinds = new Set(signs.filter((sign) => !/[()]/.test(sign)));
  const isOneSign = kinds.size <= 1;
  if (kind === 'identity') return true;
  if (isWhole && isOneSign && !kinds.has('.') && !OTHER_CHAINS.test(sizes)) return true;
  return GROUPINGS[kind].test(sizes) && (isOneSign || (sizes === '3 4 4' && !kinds.has('.')));
}

/** Digits before or behind a decimal point. */
const isDecimal = (groups: readonly string[], signs: readonly string[], from: number, to: number): boolean =>
  (signs[from] === '.' && groups[from - 1] === '0') ||
  (signs[to] === '.' && to < groups.length && groups[to]!.length <= 8);

/** The number as people are shown it: enough to find it, not to use it. */
export const maskedNumber = ({ digits }: PersonalNumber): string =>
  `${digits.slice(0, 3)}${'*'.repeat(digits.length - 5)}${digits.slice(-2)}`;

/** '身份证号 110*************2X' */
export const numberWords = (number: PersonalNumber): string => `${kindWords(number)} ${maskedNumber(number)}`;
