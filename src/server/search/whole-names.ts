import { surnameAtEnd } from '#rules/people/person-name.ts';
import type { Db } from '../db/tables.ts';
import { areGivenNames } from '../store/search/article-search.ts';
import { knownWordsOf } from './segment.ts';
import type { Understood } from './understand.ts';

const GIVEN_NAME = /^\p{Script=Han}{1,2}$/u;

/**
 * SE9: what is asked for with full names as one word each. A segmenter knows many given names and no surname before
 * them (赵|谷雨), and by the given name alone other persons are found. A word behind a surname is a given name where texts
 * of this site hold it behind surnames only, or not at all. No place or register may have that name (高|收益).
 * @param names of places, registers and columns, folded
 */
export async function withWholeNames(db: Db, understood: Understood, names: string): Promise<Understood> {
  const { terms, words } = understood;
  const named = terms.map(([term, ...means]) => {
    if (means.length > 0 || !GIVEN_NAME.test(term!) || names.includes(term!)) return null;
    const typed = words.find((word) => surnameBefore(word, term!) !== '');
    return typed === undefined ? null : surnameBefore(typed, term!) + term!;
  });
  const candidates = terms.flatMap(([term], at) => (named[at] === null ? [] : [term!]));
  const written = terms.flatMap(([term, ...means]) => (means.length === 0 && isWrittenName(term!) ? [term!] : []));
  if (candidates.length === 0) return { ...understood, fullNames: written };
  const areNames = await areGivenNames(db, candidates);
  const isWord = new Set(candidates.filter((_term, at) => areNames[at]));
  const nameOf = (at: number): string | null => (isWord.has(terms[at]![0]!) ? null : named[at]!);
  const fullNames = terms.flatMap((_term, at) => nameOf(at) ?? []);
  return {
    ...understood,
    fullNames: [...fullNames, ...written],
    terms: terms.flatMap((term, at) => {
      const name = nameOf(at);
      if (name !== null) return [[name]];
      // 欧阳 of 欧阳谷雨 is a part of the name, not a word beside it
      return fullNames.some((full) => full.startsWith(term[0]!)) ? [] : [term];
    }),
  };
}

/** A term that is a name as it stands: a surname, and behind it no word that everybody knows. */
const isWrittenName = (term: string): boolean =>
  /^\p{Script=Han}{3,4}$/u.test(term) &&
  [1, 2].some((length) => surnameAtEnd(term.slice(0, length)).length === length && term.length - length <= 2) &&
  knownWordsOf(term).length === 0;

const surnameBefore = (word: string, given: string): string => {
  const at = word.indexOf(given);
  return at < 1 ? '' : surnameAtEnd(word.slice(0, at));
};
