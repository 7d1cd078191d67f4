import type { SearchWords } from '#page/settings/search-words.ts';
import { foldTyped } from '../store/search/search-pieces.ts';
import { isMeaningful, wordsOf } from './segment.ts';

/** Meaning of a visitor's search. */
export interface Understood {
  /** the words as they were typed, folded, none twice */
  words: readonly string[];
  /** searched terms: one of the words of each must be found */
  terms: readonly (readonly string[])[];
  /** the words side by side, as a title would hold them */
  phrase: string;
  /** terms that are full names of persons (SE9); absent: none is */
  fullNames?: readonly string[];
}

/** more are looked for as one: nobody types so many, and each costs */
const MOST_TERMS = 6;
/** limit of words of one term, the typed word among them */
const MOST_WORDS = 8;

/** Everyday words and what they mean, folded; the longest are found first. */
export interface Synonyms {
  /** the site's own words, by the visitor's words */
  means: ReadonlyMap<string, readonly string[]>;
  /** characters of the longest */
  longest: number;
}

/** SE2: reads the setting of everyday words. */
export function synonymsOf(setting: SearchWords): Synonyms {
  const means = new Map<string, string[]>();
  for (const entry of setting)
    for (const phrase of entry.said) {
      const word = foldTyped(phrase);
      if (word !== '')
        means.set(word, [...new Set([...(means.get(word) ?? []), ...entry.means.map(foldTyped)])].filter(Boolean));
    }
  return { means, longest: Math.max(0, ...[...means.keys()].map((word) => word.length)) };
}

/** The words of a search as they are compared. */
export const searchWords = (typed: string): string[] => [
  ...new Set(
    typed
      .split(/\s+/u)
      .map(foldTyped)
      .filter((word) => word !== ''),
  ),
];

/** SE2: what is asked for by words as somebody typed them: everyday words with what they mean, the rest word by word. */
export function understand(typed: string, synonyms: Synonyms): Understood {
  const words = searchWords(typed);
  const found = words.flatMap((word) => termsOf(withoutAsking(word, synonyms), synonyms));
  const meaningful = found.filter(([word]) => isMeaningful(word!));
  const terms = (meaningful.length > 0 ? meaningful : words.map((word) => [word])).slice(0, MOST_TERMS);
  const seen = new Set<string>();
  return {
    words,
    terms: terms.filter(([word]) => !seen.has(word!) && seen.add(word!)),
    phrase: words.join(''),
  };
}

/** Removes words of a question inside of an everyday word: 银行卡怎么换 is 银行卡换. */
function withoutAsking(word: string, synonyms: Synonyms): string {
  const rest = word.replace(ASKING, '');
  return rest !== word && !holdsPhrase(word, synonyms) && holdsPhrase(rest, synonyms) ? rest : word;
}
const ASKING = /怎么|怎样|如何|为什么|什么时候|能不能|可不可以|可以|需要|应该/g;

const holdsPhrase = (word: string, { means }: Synonyms): boolean =>
  [...means.keys()].some((phrase) => word.includes(phrase));

/** Each with the typed word first. */
function termsOf(word: string, synonyms: Synonyms): string[][] {
  for (let at = 0; at < word.length; at += 1)
    for (let length = Math.min(synonyms.longest, word.length - at); length > 0; length -= 1) {
      const phrase = word.slice(at, at + length);
      const means = synonyms.means.get(phrase);
      if (means)
        return [
          ...plainTerms(word.slice(0, at)),
          [phrase, ...means].slice(0, MOST_WORDS),
          ...termsOf(word.slice(at + length), synonyms),
        ];
    }
  return plainTerms(word);
}

/** A short word, and one without Han characters, is meant as it was typed. */
const plainTerms = (word: string): string[][] => (word === '' ? [] : wordsOf(word).map((one) => [one]));
