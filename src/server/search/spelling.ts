import { wordsOf } from './segment.ts';
import type { KnownWord } from './vocabulary.ts';

/** letters of pinyin that are looked for; fewer begin too many words */
const FEWEST_LETTERS = 2;

/** words side by side that may be one with a wrong character */
const MOST_TOGETHER = 3;

/**
 * SE4: what somebody probably meant who found nothing: pinyin as the word that it spells, and one wrong character as the
 * right one; null where nothing is better.
 * @param words folded, as they were typed
 */
export function corrected(words: readonly string[], known: readonly KnownWord[]): string | null {
  const better = words.map((word) => correctedWord(word, known) ?? word);
  return better.some((word, at) => word !== words[at]) ? better.join(' ') : null;
}

function correctedWord(word: string, known: readonly KnownWord[]): string | null {
  const whole = ofPinyin(word, known) ?? ofOneWrong(word, known);
  if (whole !== null) return whole;
  const parts = wordsOf(word);
  for (let together = Math.min(MOST_TOGETHER, parts.length); together > 0; together -= 1)
    for (let at = 0; at + together <= parts.length; at += 1) {
      const part = parts.slice(at, at + together).join('');
      const better = word.includes(part) ? (ofPinyin(part, known) ?? ofOneWrong(part, known, true)) : null;
      if (better !== null) return word.replace(part, () => better);
    }
  return null;
}

/** The most frequent known word that Latin letters spell, whole or by first letters; null for none. */
function ofPinyin(typed: string, known: readonly KnownWord[]): string | null {
  if (!/^[a-z']+$/.test(typed) || typed.length < FEWEST_LETTERS) return null;
  const letters = typed.replaceAll("'", '');
  const whole = known.find(({ pinyin }) => pinyin === letters);
  const found = whole ?? known.find(({ pinyin, initials }) => pinyin !== '' && initials === letters);
  return found?.word ?? null;
}

/**
 * The most frequent known word that differs from what was typed by one character: another one, one too many, one
 * too few, or two in each other's place; null for none, or where the typed word is known.
 * @param asLong only words as long as what was typed: a part of it cannot be told to lack a character
 */
function ofOneWrong(typed: string, known: readonly KnownWord[], asLong = false): string | null {
  const characters = [...typed];
  // of two characters either would fit too much
  if (characters.length < 3) return null;
  let best: KnownWord | null = null;
  for (const one of known) {
    if (one.word === typed) return null;
    if (Math.abs(one.word.length - typed.length) > (asLong ? 0 : 1) || (best && one.count <= best.count)) continue;
    if (differsByOne(characters, [...one.word])) best = one;
  }
  return best?.word ?? null;
}

/** @param a and b not equal */
function differsByOne(a: readonly string[], b: readonly string[]): boolean {
  if (a.length < b.length) return differsByOne(b, a);
  let start = 0;
  while (start < b.length && a[start] === b[start]) start += 1;
  const rest = (of: readonly string[], from: number): string => of.slice(from).join('');
  if (a.length > b.length) return rest(a, start + 1) === rest(b, start);
  return (
    rest(a, start + 1) === rest(b, start + 1) ||
    (a[start] === b[start + 1] && a[start + 1] === b[start] && rest(a, start + 2) === rest(b, start + 2))
  );
}
