import { hiddenIn, codeOf } from './hidden-characters.ts';
import { decodedTwice } from './decoded-twice.ts';

/**
 * VA1: the one table of characters that are damage: what a wrong encoding, a font of one's own, a PDF or a web page left
 * in a text. Registers, titles, articles, settings and names of files ask here.
 */

/** Part of a text that is damage. */
export interface Damage {
  /** 含有…… as a sentence goes on behind the name of the field, with the place */
  reason: string;
  /** the remedy */
  right: string;
}

const ORIGINAL = '原件上的文字';

/** Most texts hold nothing of which a line of the table is about; what was decoded twice looks like words. */
const MARKED =
  /[?#＃&%=\\\uFFFD\uE000-\uF8FF\uF900-\uFAFF\u2E80-\u2FDF锟烫屯锘縺繧繝□■▯◻\u{2F800}-\u{2FA1F}\u{F0000}-\u{10FFFF}\u202A-\u202E\u2066-\u2069]|_x[\dA-F]{4}_|\p{Noncharacter_Code_Point}/u;

interface Line {
  pattern: RegExp;
  meaning: (found: string) => string;
  right: string;
}

/** signs that a program puts where it could not write a character; an address has them for its own purpose */
const QUESTION_MARKS = /\?{2,}|^\p{Script=Han}{1,2}\?\p{Script=Han}{0,2}$|^\?\p{Script=Han}{1,3}$/u;
/** One box in place of a character behind another one; forms have several, before words or behind all of them. */
const BOX = /(?<=^[^□■▯◻]*\p{Script=Han})[□■▯◻]+(?=(?:\p{Script=Han}[^□■▯◻]*)?$)/u;
/** Words of a question, of which a mark of ASCII is the end. */
const ASKING = /[吗呢么何谁哪几怎否吧]|多少|(.)不\1/u;

/** VA1: whether a sentence asks something, so that marks at its end are meant. */
export const isQuestion = (sentence: string): boolean => ASKING.test(sentence);

/** A mark between two characters of a sentence that asks nothing. */
function markWithin(text: string): RegExpExecArray | null {
  const found = /(?<=\p{Script=Han})\?(?=\p{Script=Han})/u.exec(text);
  return found && !isQuestion(text.slice(0, found.index)) ? found : null;
}

const LINES: readonly Line[] = [
  { pattern: /\uFFFD/u, meaning: () => '有一个字已经丢失，只剩下“�”', right: ORIGINAL },
  {
    pattern: /[\uE000-\uF8FF\u{F0000}-\u{FFFFD}\u{100000}-\u{10FFFD}]/u,
    meaning: (found) => `有一个自造字或符号字体的字符 ${codeOf(found)}，别人的电脑上看不到`,
    right: '标准汉字或符号',
  },
  { pattern: /\p{Noncharacter_Code_Point}/u, meaning: (found) => `含有不是字符的 ${codeOf(found)}`, right: ORIGINAL },
  {
    pattern: /锟斤拷?|拷锟|烫烫烫|屯屯屯/u,
    meaning: (found) => `含有“${found}”，是转换编码时丢失的文字`,
    right: ORIGINAL,
  },
  {
    pattern: /[縺繧繝]|^锘(?=.)/u,
    meaning: (found) => `含有“${found}”，是用错编码读出的文字`,
    right: ORIGINAL,
  },
  {
    pattern: /[\u202A-\u202E\u2066-\u2069]/u,
    meaning: (found) => `含有改变文字方向的控制符 ${codeOf(found)}`,
    right: '没有这个字符的文字',
  },
  {
    pattern: /_x[\dA-F]{4}_/,
    meaning: (found) => `含有表格文件里控制字符的写法“${found}”`,
    right: `${ORIGINAL}，请删去这几个字符`,
  },
  {
    pattern: /=\?[\w-]{2,20}\?[bq]\?[^?\s]{2,}\?=/i,
    meaning: (found) => `含有邮件的写法“${shortened(found)}”`,
    right: ORIGINAL,
  },
  {
    pattern: /^[#＃]{3,}$/,
    meaning: (found) => `只有“${shortened(found)}”，是列宽不够时显示不出来的内容`,
    right: ORIGINAL,
  },
  {
    pattern: /[\u2E80-\u2FDF]/u,
    meaning: (found) => `含有部首“${found}” ${codeOf(found)}，不是汉字`,
    right: '汉字',
  },
];

/** The first damage of a short text, a cell or a title; look-alikes and entities count. Null where there is none. */
export function damageIn(text: string): Damage | null {
  if (MARKED.test(text)) {
    const mended = mendText(text);
    if (mended) return { reason: mendedReason(text), right: shortened(mended.text) };
    const isAddress = /^https?:|:\/\//i.test(text);
    const spelt = isAddress ? null : inAddress(text);
    if (spelt) return spelt;
    const box = BOX.exec(text);
    if (box)
      return {
        reason: `含有“${box[0]}”，像是没有显示出来的字${placeOf(text, box.index)}`,
        right: ORIGINAL,
      };
    const marks = isAddress ? null : (QUESTION_MARKS.exec(text) ?? markWithin(text));
    if (marks)
      return {
        reason: `含有“${/\?+/.exec(marks[0])![0]}”，像是转换编码时丢失的文字${placeOf(text, text.indexOf('?', marks.index))}`,
        right: `${ORIGINAL}；确是问号的，写全角“？”`,
      };
  }
  return lostIn(text);
}

/** The first damage that is certain in a text of any length: what is lost, and what was decoded twice. */
export function lostIn(text: string): Damage | null {
  const twice = decodedTwice(text);
  if (twice)
    return { reason: `含有用错编码读出的“${shortened(twice.found)}”`, right: shortened(twice.meant || ORIGINAL) };
  if (!MARKED.test(text)) return null;
  for (const { pattern, meaning, right } of LINES) {
    const found = pattern.exec(text);
    if (found) return { reason: meaning(found[0]) + placeOf(text, found.index), right };
  }
  return null;
}

/** Characters as an address spells them, in a text that is none: neither a whole one nor a path. */
function inAddress(text: string): Damage | null {
  const found = /(?:%[\dA-F]{2}){3,}|(?:=[\dA-F]{2}){3,}/i.exec(text);
  if (!found || /[/?=]\S*$/.test(text.slice(0, found.index))) return null;
  try {
    const meant = decodeURIComponent(found[0].replaceAll('=', '%'));
    return /\p{Script=Han}/u.test(meant)
      ? {
          reason: `含有${found[0].startsWith('=') ? '邮件' : '网址'}的写法“${shortened(found[0])}”${placeOf(text, found.index)}`,
          right: shortened(text.replace(found[0], meant)),
        }
      : null;
  } catch {
    return null;
  }
}

const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 40).toWellFormed()}……` : text);

/** Names, titles, values of settings: what in them cannot be seen, or is damage; null for nothing. */
export function characterProblem(text: string): string | null {
  const hidden = hiddenIn(text);
  if (hidden) return `含有${hidden.meaning} ${hidden.code}（第 ${hidden.place} 个字符），请重新键入`;
  const damage = damageIn(text);
  return damage && `${damage.reason}，应为：${damage.right}`;
}

const placeOf = (text: string, index: number): string => `（第 ${Array.from(text.slice(0, index)).length + 1} 个字符）`;

/** Web pages and their programs leave these in values; the names that people meet. */
const NAMED: Readonly<Record<string, string>> = {
  amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ensp: ' ', emsp: ' ', thinsp: ' ', middot: '·', bull: '•', ldquo: '“', rdquo: '”',
  lsquo: '‘', rsquo: '’', laquo: '«', raquo: '»', mdash: '—', ndash: '–', hellip: '…', times: '×', divide: '÷', deg: '°', copy: '©', reg: '®', trade: '™',
  yen: '¥', euro: '€', pound: '£', sect: '§', permil: '‰', plusmn: '±', le: '≤', ge: '≥', sup2: '²', sup3: '³', frac12: '½', larr: '←', uarr: '↑',
  rarr: '→', darr: '↓', harr: '↔', hearts: '♥', spades: '♠', clubs: '♣', diams: '♦', szlig: 'ß', oslash: 'ø', Oslash: 'Ø', aelig: 'æ', AElig: 'Æ', para: '¶',
  ne: '≠', asymp: '≈', infin: '∞', minus: '−', radic: '√', sum: '∑', alpha: 'α', beta: 'β', gamma: 'γ', sigma: 'σ', omega: 'ω', ordm: 'º', sup1: '¹', micro: 'µ',
}; // prettier-ignore
/** Letters with a sign: names of the sign behind the letter. */
const SIGNS: Readonly<Record<string, string>> = {
  uml: '\u0308', acute: '\u0301', grave: '\u0300', circ: '\u0302', tilde: '\u0303', cedil: '\u0327', ring: '\u030A',
}; // prettier-ignore
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}\d{0,2}));|\\u([\da-f]{4})(?![\da-f])/gi;

/** Compatibility ideographs: other numbers of the same character. */
const COMPATIBLE = /[\uF900-\uFAFF\u{2F800}-\u{2FA1F}]/gu;
const RADICALS = /[\u2E80-\u2FDF]/g;
/** Radicals that are written as whole characters, as programs take them out of PDF files; Unicode itself maps the others. */
const CHARACTERS_OF_RADICALS = new Map(
  Array.from(
    '⺒巳⺓幺⺛旡⺜日⺝月⺟母⺠民⺩王⺻聿⻁虎⻄西⻅见⻆角⻉贝⻋车⻑長⻓长⻔门⻘青⻙韦⻚页⻛风⻜飞⻝食⻢马⻣骨⻤鬼⻥鱼⻦鸟⻧卤⻨麦⻩黄⻪黾⻫斉⻬齐⻭歯⻮齿⻯竜⻰龙⻲亀⻳龟⼾户⾭青'.matchAll(
      /(.)(.)/gu,
    ),
    ([, radical, character]) => [radical!, character!] as const,
  ),
);

/** Mended text, with what is told of it. */
export interface MendedText {
  text: string;
  what: string;
}

const LOOK_ALIKES = '部首、兼容汉字换成普通汉字';
const ENTITIES = '网页的写法换成字符';

/** VA1: look-alikes and entities as the characters that they stand for; null where there are none. */
export function mendText(text: string): MendedText | null {
  const decoded = /[&\\]/.test(text) ? text.replaceAll(ENTITY, ofEntity) : text;
  const folded = foldLookAlikes(decoded);
  if (folded === text) return null;
  const what = [...(folded === decoded ? [] : [LOOK_ALIKES]), ...(decoded === text ? [] : [ENTITIES])].join('，');
  return { text: folded, what };
}

/** The text with unified ideographs for compatibility ones and for radicals that are characters. */
export function foldLookAlikes(text: string): string {
  if (!/[\u2E80-\u2FDF\uF900-\uFAFF\uD87E]/.test(text)) return text;
  return text
    .replaceAll(COMPATIBLE, (character) => character.normalize('NFC'))
    .replaceAll(RADICALS, (radical) => CHARACTERS_OF_RADICALS.get(radical) ?? radical.normalize('NFKC'));
}

function ofEntity(entity: string, decimal?: string, hex?: string, name?: string, escaped?: string): string {
  if (name !== undefined) {
    const sign = SIGNS[name.slice(1)];
    return sign ? (name[0]! + sign).normalize('NFC') : Object.hasOwn(NAMED, name) ? NAMED[name]! : entity;
  }
  const code = decimal === undefined ? Number.parseInt((hex ?? escaped)!, 16) : Number(decimal);
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : entity;
}

/** First change that mendText makes. */
function mendedReason(text: string): string {
  const entity = [...text.matchAll(ENTITY)].find(([one]) => one.replaceAll(ENTITY, ofEntity) !== one);
  if (entity) return `含有网页的写法“${entity[0]}”${placeOf(text, entity.index)}`;
  const character = Array.from(text).find((one) => foldLookAlikes(one) !== one)!;
  const kind = /[\u2E80-\u2FDF]/.test(character) ? '部首' : '兼容汉字';
  return `含有${kind}“${character}” ${codeOf(character)}${placeOf(text, text.indexOf(character))}`;
}
