import { sql, type RawBuilder } from 'kysely';
import { containing } from '../../db/like.ts';
import { looseExpression } from './loose-expression.ts';
import { foldSearch, foldTyped } from './search-pieces.ts';

/** characters of the shortest word that is looked for; one alone stands in every text */
const SHORTEST = 2;
const MOST_TERMS = 6;

/**
 * CS1: the words of a search of the console, folded: each must stand in what is found. Words of one character, and too
 * many of them, are one with the others. Empty: nothing is looked for.
 */
export function typedTerms(words: string): string[] {
  const terms = [
    ...new Set(
      words
        .split(/\s+/u)
        .map(foldTyped)
        .filter((term) => term !== ''),
    ),
  ];
  const isFit = terms.length <= MOST_TERMS && terms.every((term) => [...term].length >= SHORTEST);
  const chosen = isFit ? terms : [foldTyped(words)];
  return chosen.filter((term) => [...term].length >= SHORTEST);
}

/** Whether all terms stand in some of the texts. */
export const holdTerms = (texts: readonly string[], terms: readonly string[]): boolean => {
  const folded = texts.map(foldSearch);
  return terms.every((term) => folded.some((text) => text.includes(term)));
};

/**
 * The same asked of stored text, of which the database knows no folded form. It may hold more than `holdTerms`, such as
 * names of tags; of Chinese words it is the quickest comparison.
 */
export const textHolds = (text: RawBuilder<unknown>, terms: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    terms.map((term) =>
      /^\p{Script=Han}+$/u.test(term) ? sql`${text} like ${containing(term)}` : sql`${text} ~ ${looseExpression(term)}`,
    ),
    sql` and `,
  )})`;
