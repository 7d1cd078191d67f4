import { CHINESE, JAPANESE, KOREAN } from './usual-characters.ts';

/** bytes that are counted */
const COUNTED = 1024 * 1024;
/** least number of pairs of bytes for statistics of an encoding */
const FEWEST_PAIRS = 4;
/** least number of different characters for a judgement by how usual these are */
const FEWEST_LETTERS = 3;
/** share of the characters of a Chinese text in GB18030 that GB2312 has, too, at least */
const USUAL = 0.7;
/** share of the characters of a text in Big5 that are its usual ones, at least */
const USUAL_BIG5 = 0.9;
/** shares of the different characters of a text that are usual: in Chinese at most, in the other language at least */
const STRANGE: readonly (readonly [most: number, least: number])[] = [
  [0.35, 0.6],
  [0.55, 0.85],
];

/** Encoding of a text file that GB18030 would read wrongly. */
export interface OtherEncoding {
  encoding: string;
  /** first line with a character of it */
  line: number;
}

/**
 * VA3: an encoding of another language or place, which GB18030 reads as characters that nobody uses, or as usual
 * ones without sense. It is found by the values of its bytes, and by how usual its characters are there and here.
 * Null for GB18030.
 */
export function otherEncoding(bytes: Buffer): OtherEncoding | null {
  const counted = bytes.subarray(0, bytes.length < COUNTED ? undefined : bytes.lastIndexOf(10, COUNTED) + 1 || COUNTED);
  let [pairs, usual, first] = [0, 0, -1];
  for (let at = 0; at < counted.length - 1; at++) {
    const [lead, trail] = [counted[at]!, counted[at + 1]!];
    if (lead < 0x80) continue;
    if (first < 0) first = at;
    pairs++;
    if (lead >= 0xa1 && lead <= 0xf7 && trail >= 0xa1) usual++;
    at++;
  }
  const found = (encoding: string): OtherEncoding => ({ encoding, line: lineAt(bytes, first) });
  if (pairs >= FEWEST_PAIRS && usual < pairs * USUAL) {
    if (isBig5(counted)) return found('Big5（繁体中文）');
    if (isShiftJis(counted)) return found('Shift-JIS（日文）');
  }
  if (first < 0) return null;
  const text = decoded('gb18030', counted);
  const chinese = text === null ? 0 : usualShare(text, HAN, CHINESE, 1);
  const needed = STRANGE.find(([most]) => chinese <= most)?.[1];
  if (needed === undefined) return null;
  const shares = CANDIDATES.map(({ name, share }) => ({ name, share: share(counted) }));
  const likely = shares.reduce((best, one) => (one.share > best.share ? one : best));
  return likely.share >= needed ? found(likely.name) : null;
}

/** Line of a place in a text, from 1. */
export function lineAt(bytes: Buffer, end: number): number {
  let line = 1;
  for (let at = bytes.indexOf(10); at >= 0 && at < end; at = bytes.indexOf(10, at + 1)) line++;
  return line;
}

/** Whether bytes are of an encoding throughout. */
export const isValid = (encoding: string, bytes: Uint8Array): boolean => decoded(encoding, bytes) !== null;

function decoded(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

const HAN = /\p{Script=Han}/gu;

/** Share of the different characters of a script that are usual; 0 of too few. */
function usualShare(text: string | null, script: RegExp, usual: ReadonlySet<string>, fewest = FEWEST_LETTERS): number {
  const letters = new Set(text?.match(script));
  return letters.size < fewest ? 0 : [...letters].filter((letter) => usual.has(letter)).length / letters.size;
}

const CANDIDATES: readonly { name: string; share: (bytes: Buffer) => number }[] = [
  { name: 'EUC-KR（韩文）', share: (bytes) => usualShare(decoded('euc-kr', bytes), /\p{Script=Hangul}/gu, KOREAN) },
  { name: 'EUC-JP（日文）', share: (bytes) => usualShare(decoded('euc-jp', bytes), HAN, JAPANESE) },
  { name: 'Shift-JIS（日文）', share: shiftJisShare },
  { name: 'Windows-1251（西里尔字母）', share: (bytes) => cyrillicShare(bytes, 'windows-1251') },
  { name: 'KOI8-R（西里尔字母）', share: (bytes) => cyrillicShare(bytes, 'koi8-r') },
  { name: 'Windows-1252（西欧文字）', share: latinShare },
];

/** half-width kana, of which one byte is a sign, from as many different ones */
const FEWEST_NARROW = 8;
/** Bytes of Chinese characters may all be such signs by accident: where nearly all of them are strange alone. */
const NARROW_COUNTS = 0.8;
const KANA = new Set(Array.from({ length: 0xff9f - 0xff66 + 1 }, (_, at) => String.fromCodePoint(0xff66 + at)));

function shiftJisShare(bytes: Buffer): number {
  const text = decoded('shift_jis', bytes);
  if (text === null) return 0;
  const wide = usualShare(text, HAN, JAPANESE);
  return text.search(HAN) >= 0 ? wide : NARROW_COUNTS * usualShare(text, /[^\p{ASCII}]/gu, KANA, FEWEST_NARROW);
}

/** least number of letters of a text from which words show its alphabet */
const FEWEST_CYRILLIC = 6;

/** Share of words that are in one case, or begin with a capital: read in another alphabet the cases are mixed. */
function cyrillicShare(bytes: Buffer, encoding: string): number {
  const words = decoded(encoding, bytes)?.match(/[^\p{ASCII}№«»—–…]+/gu) ?? [];
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  const good = words.filter((word) => /^(?:[А-ЯЁ]?[а-яё]+|[А-ЯЁ]+)$/u.test(word));
  return letters < FEWEST_CYRILLIC ? 0 : good.reduce((sum, word) => sum + word.length, 0) / letters;
}

/** Share of the bytes above ASCII that are alone beside a letter of it: Müller, Zürich. */
function latinShare(bytes: Buffer): number {
  const text = bytes.toString('latin1');
  const high = text.match(/[\x80-\xff]/g)?.length ?? 0;
  const alone =
    text.match(/(?<![\x80-\xff])(?:(?<=[A-Za-z])[\xc0-\xff]|[\xc0-\xff](?=[A-Za-z]))(?![\x80-\xff])/g)?.length ?? 0;
  return high < FEWEST_LETTERS ? 0 : alone / high;
}

function isBig5(bytes: Buffer): boolean {
  if (!isValid('big5', bytes)) return false;
  let [pairs, usual] = [0, 0];
  for (let at = 0; at < bytes.length - 1; at++) {
    if (bytes[at]! < 0x80) continue;
    pairs++;
    if (bytes[at]! >= 0xa1 && bytes[at]! <= 0xc6) usual++;
    at++;
  }
  return usual >= pairs * USUAL_BIG5;
}

/** Valid, and without the half-width signs that Chinese bytes become there. */
function isShiftJis(bytes: Buffer): boolean {
  const text = decoded('shift_jis', bytes);
  const narrow = text?.match(/[\uFF61-\uFF9F]/g)?.length ?? 0;
  const wide = text?.match(/[\u3040-\u30FF\u4E00-\u9FFF]/g)?.length ?? 0;
  return narrow * 4 < wide;
}
