/**
 * Characters that nobody sees, or that change how the text around them is shown. Control characters (a terminal obeys
 * them), marks of writing direction (they show 100 as 001), zero-width ones (they make two equal names differ), halves
 * of a pair. Variation selectors are none of them: they tell written forms of one Chinese character apart.
 */
const HIDDEN =
  /(?![\uFE00-\uFE0F\u{E0100}-\u{E01EF}])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
const EACH_HIDDEN = new RegExp(HIDDEN, 'gu');
/** most texts hold nothing else, and are known faster by this */
const ORDINARY = /^[\u0020-\u007E\u00B7\u2014\u2018-\u201D\u3000-\u303F\u4E00-\u9FFF\uFF01-\uFF5E]*$/;

export interface HiddenCharacter {
  /** from 1 */
  place: number;
  /** U+202E */
  code: string;
  /** name in Chinese, for the person who has to find it */
  meaning: string;
}

/** The first hidden character of a text. @param lineBreaks true: line breaks (LF or CR LF) are none of them */
export function hiddenIn(text: string, lineBreaks = false): HiddenCharacter | null {
  if (ORDINARY.test(text)) return null;
  const looked = lineBreaks ? text.replaceAll(/\r?\n/g, ' ') : text;
  const found = HIDDEN.exec(looked);
  return (
    found && {
      place: Array.from(looked.slice(0, found.index)).length + 1,
      code: codeOf(found[0]),
      meaning: meaningOf(found[0]),
    }
  );
}

/** The text as it may be shown anywhere: each hidden character by its number, `<U+202E>`. */
export const visible = (text: string): string => replaceHidden(text, (character) => `<${codeOf(character)}>`);

export const withoutHidden = (text: string): string => replaceHidden(text, () => '');

/** Soft hyphens, zero-width spaces, control characters: in running text they say nothing, and hide a word from a search. */
const IDLE = /[\u00AD\u200B\u2060\uFEFF]|(?![\t\n\r])\p{Cc}/gu;

/** VA1: a running text, or its HTML, without what says nothing there; marks of direction stay, and are told. */
export const withoutIdle = (text: string): string => text.replaceAll(IDLE, '');

/** The text with something else for each hidden character. */
export const replaceHidden = (text: string, by: (character: string) => string): string =>
  ORDINARY.test(text) ? text : text.replaceAll(EACH_HIDDEN, by);

/** The code of a character, as U+200B. */
export const codeOf = (character: string): string =>
  `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;

const MEANINGS: readonly [RegExp, string][] = [
  [/[\n\r\u0085\u2028\u2029]/, '换行'],
  [/\t/, '制表符'],
  [/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/, '改变文字方向的控制符'],
  [/[\u200B\u2060\uFEFF]/, '零宽空格'],
  [/[\u200C\u200D]/, '零宽连接符'],
  [/\p{Cc}/u, '控制字符'],
  [/\p{Cs}/u, '不完整的字符'],
];

const meaningOf = (character: string): string =>
  MEANINGS.find(([pattern]) => pattern.test(character))?.[1] ?? '看不见的字符';
