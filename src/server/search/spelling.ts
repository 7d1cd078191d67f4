import { isMeaningful, knownWordsOf, wordsOf } from './segment.ts';
import type { KnownWord, Vocabulary } from './vocabulary.ts';

/** letters of pinyin that are looked for; fewer begin too many words */
const FEWEST_LETTERS = 2;

/** characters that hold a sentence together: nobody types one of them for a character of a word */
const OF_SENTENCES = new Set('啥能用要会可怎哪谁吗么呢吧到有没不去来看买卖做办换我你他她的了是在和与把被让给');

/** words side by side that may be one with a wrong character */
const MOST_TOGETHER = 3;
/** characters of a word of which one may be any other; of fewer it would fit too much */
const FEWEST_OF_ONE_WRONG = 4;

/** Probable meaning: the words, and those of them that are others. */
export interface Correction {
  words: string;
  changed: readonly { wrong: string; right: string }[];
}

/**
 * SE4: the probable meaning of words that found nothing. Pinyin is the word that it spells, a word that sounds the same
 * is as pinyin is typed, and one wrong character is the right one. Null where nothing is better.
 * @param words folded, as they were typed
 */
export function corrected(words: readonly string[], vocabulary: Vocabulary): Correction | null {
  const better = words.map((word) => correctedPart(word, vocabulary));
  const changed = better.flatMap((one) => (one ? wordsChanged(one, vocabulary) : []));
  const right = words.map((word, at) => (better[at] ? word.replace(better[at].wrong, () => better[at]!.right) : word));
  return changed.length === 0 ? null : { words: right.join(' '), changed };
}

type Change = Correction['changed'][number];

function correctedPart(word: string, vocabulary: Vocabulary): Change | null {
  const parts = partsOf(word);
  for (const better of [ofPinyin, ofSameSound, ofOneWrong])
    for (const wrong of parts) {
      const right = better(wrong, vocabulary, wrong === word);
      if (right !== null) return { wrong, right };
    }
  return null;
}

/** Unknown ones of words side by side: 融卷 of 融资融卷. */
function wordsChanged({ wrong, right }: Change, { knows }: Vocabulary): Change[] {
  const changed = wordsOf(wrong)
    .filter((word) => !knows(word))
    .map((word) => ({ wrong: word, right: right.slice(wrong.indexOf(word)).slice(0, word.length) }));
  return wrong.length === right.length && changed.length > 0 ? changed : [{ wrong, right }];
}

/** All of a word and what stands side by side in it, the longest first; nothing with what holds a sentence together. */
function partsOf(word: string): string[] {
  const all = wordsOf(word);
  const parts = new Set(all.every(isMeaningful) ? [word] : []);
  for (let together = Math.min(MOST_TOGETHER, all.length); together > 0; together -= 1)
    for (let at = 0; at + together <= all.length; at += 1) {
      const some = all.slice(at, at + together);
      if (some.every(isMeaningful) && word.includes(some.join(''))) parts.add(some.join(''));
    }
  return [...parts];
}

/**
 * The most frequent known word that Latin letters spell, whole or by first letters, else the fewest words side by side
 * (mimachongzhi); null for none.
 */
function ofPinyin(typed: string, { words: known }: Vocabulary): string | null {
  if (!/^[a-z']+$/.test(typed) || typed.length < FEWEST_LETTERS) return null;
  const letters = typed.replaceAll("'", '');
  const whole = known.find(({ pinyin }) => pinyin === letters);
  const found = whole ?? known.find(({ pinyin, initials }) => pinyin !== '' && initials === letters);
  return found?.word ?? ofSeveral(letters, known);
}

/** The most frequent known word of as many characters that sounds as what was typed; null for none. */
function ofSameSound(typed: string, { words: known, knows, soundOf }: Vocabulary): string | null {
  if (!/^\p{Script=Han}{2,}$/u.test(typed) || knows(typed)) return null;
  const sound = soundOf(typed);
  const fits = ({ word, pinyin }: KnownWord): boolean =>
    pinyin === sound && word.length === typed.length && !changesWord(typed, word);
  return known.find(fits)?.word ?? null;
}

function ofSeveral(letters: string, known: readonly KnownWord[]): string | null {
  const spelt = new Map<string, string>();
  // the most frequent come first
  for (const { word, pinyin } of known)
    if (pinyin !== '' && letters.includes(pinyin) && !spelt.has(pinyin)) spelt.set(pinyin, word);
  // the fewest words that spell each beginning of the letters
  const best: (readonly string[] | undefined)[] = [[]];
  for (let end = 1; end <= letters.length; end += 1)
    for (let start = 0; start < end; start += 1) {
      const before = best[start];
      const word = spelt.get(letters.slice(start, end));
      if (before && word && before.length + 1 < (best[end]?.length ?? Infinity)) best[end] = [...before, word];
    }
  return best[letters.length]?.join('') ?? null;
}

/**
 * The most frequent known word that differs from the typed text by one character: another one, or two in each other's
 * place. All that was typed may also have one too many or too few. It is null for none, or where the typed text is made
 * of known words.
 * @param isAll nothing else was typed: a part cannot be told to lack a character
 */
function ofOneWrong(typed: string, { words: known, knows }: Vocabulary, isAll: boolean): string | null {
  const characters = [...typed];
  if (characters.length < FEWEST_OF_ONE_WRONG || knows(typed) || wordsOf(typed).every(knows)) return null;
  const fits = ({ word }: KnownWord): boolean =>
    Math.abs(word.length - typed.length) <= (isAll ? 1 : 0) &&
    differsByOne(characters, [...word]) &&
    !isOfSentence(characters, word) &&
    !changesWord(typed, word);
  return known.find(fits)?.word ?? null;
}

/** Whether what is taken for wrong belongs to the sentence: 今天能卖 is not 今天买卖. */
const isOfSentence = (typed: readonly string[], word: string): boolean => {
  const at = typed.findIndex((character, index) => character !== [...word][index]);
  return OF_SENTENCES.has(typed[at] ?? '');
};

/** Whether a word that everybody knows would be another one: 别的 is not 标的, 职员 not 人员. */
const changesWord = (typed: string, meant: string): boolean =>
  typed.length === meant.length && knownWordsOf(typed).some(({ word, at }) => !meant.startsWith(word, at));

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
