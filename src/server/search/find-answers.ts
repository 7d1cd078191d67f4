import { surnameAtEnd } from '#rules/people/person-name.ts';
import type { Db } from '../db/tables.ts';
import { countTerms, findArticles, type Found } from '../store/search/article-search.ts';
import { isEveryday, isMeaningful, knownWordsOf } from './segment.ts';
import { sum, type SearchQuestion } from '../store/search/search-conditions.ts';
import type { Understood } from './understand.ts';

/** number of hits with the typed words after which no other hits are needed */
const ENOUGH = 10;
/** fewer that hold all terms are followed by those that hold most of them */
export const FEW = 5;
/** counting the rarity of a term ends here */
const MOST_COUNTED = 2_000;
/** letters of a word that has one character behind it: 担保品 is looked for as 担保 where no text has it */
const BASE = 2;

export interface Answers extends Found {
  /** something holds the words as they were typed */
  asTyped: boolean;
  /** words that were found, to be marked */
  marked: string[];
  /** the hits hold some of the terms, none holds all */
  partly: boolean;
  /** SE10: words of everyday talk that alone were found, and therefore answer nothing; empty: others were found, too, or none */
  onlyEveryday: readonly string[];
}

const NOTHING: Answers = {
  tally: [],
  total: 0,
  more: false,
  page: [],
  asTyped: false,
  marked: [],
  partly: false,
  onlyEveryday: [],
};

/** share of the typed characters from which on the meaning of an everyday word counts */
const EVERYDAY_SHARE = 0.3;

/** characters as they were typed */
const lengthOf = (terms: SearchQuestion['terms']): number => sum(terms.map(([typed]) => typed!.length));

type Narrowed = Omit<SearchQuestion, 'terms' | 'enough' | 'weights' | 'lostWeight' | 'phrase'>;
interface Paging {
  pageNum: number;
  pageSize: number;
}

/** SE2, SE3: articles and attachments for a search, best first: as it was typed, else all terms of it. */
export async function findWhole(db: Db, understood: Understood, narrowed: Narrowed, paging: Paging): Promise<Answers> {
  const { words, terms, phrase } = understood;
  const everyday = terms.flatMap(([word, ...means]) => (means.length === 0 && isEveryday(word!) ? [word!] : []));
  // 公司怎么样 asks nothing of the thousand texts that hold 公司; 公司 and 公司 介绍 look for them
  if (everyday.length === terms.length && everyday.some(isMeaningful) && everyday.join('') !== phrase)
    return { ...NOTHING, onlyEveryday: everyday };
  const find = async (of: SearchQuestion['terms']): Promise<Answers> => ({
    ...(await findArticles(db, { ...narrowed, phrase, terms: of }, paging)),
    asTyped: false,
    marked: [...new Set([...words, ...of.flat()])],
    partly: false,
    onlyEveryday: [],
  });
  const typed = words.map((word) => [word]);
  if (terms.some((term) => term.length > 1)) return find(terms);
  const asTyped = { ...(await find(typed)), asTyped: true };
  if (matches(asTyped) >= ENOUGH) return asTyped;
  const found = isSame(typed, terms) ? asTyped : await find(terms);
  return { ...found, asTyped: matches(asTyped) > 0 };
}

/**
 * SE3: where few hits hold all terms, those with most follow, the rarest first. Where none does, an everyday word whose
 * meaning is known counts more than the words around it.
 * @param whole what holds all @param commonFrom texts that hold a word which tells none of them from the others; null:
 * nothing is asked of everyday words
 */
export async function findMost(
  db: Db,
  { words, terms, phrase, fullNames = [] }: Understood,
  narrowed: Narrowed,
  paging: Paging,
  whole: Answers,
  commonFrom: number | null,
): Promise<Answers> {
  if (whole.onlyEveryday.length > 0 || whole.asTyped || matches(whole) >= (terms.length > 1 ? FEW : 1)) return whole;
  const marked = [...new Set([...words, ...terms.flat()])];
  const everyday = terms.filter((term) => term.length > 1);
  const isMuch = lengthOf(everyday) >= EVERYDAY_SHARE * lengthOf(terms);
  if (matches(whole) === 0 && isMuch && everyday.length < terms.length) {
    const meant = await findArticles(db, { ...narrowed, phrase, terms: everyday }, paging);
    if (matches(meant) > 0) return { ...whole, ...meant, asTyped: false, marked, partly: true };
  }
  const { known, lostWeight } = await rarest(db, terms);
  if (matches(whole) === 0 && commonFrom !== null) {
    const everywhere = known.filter(({ term, count }) => isEveryday(term[0]!) || count >= commonFrom);
    const isLess = known.some(({ term }) => !terms.some(([typed]) => typed === term[0])) || known.length < terms.length;
    // SE9: a name that nobody has is answered by nothing that stands beside it
    const isNobody = fullNames.some((name) => !known.some(({ term }) => term[0] === name));
    if (known.length > 0 && (isNobody || (everywhere.length === known.length && isLess)))
      return { ...whole, onlyEveryday: known.map(({ term }) => term[0]!) };
  }
  // everyday words beside others say nothing: 优惠 of 有没有优惠活动
  const telling = known.filter(({ term }) => term.length > 1 || !isEveryday(term[0]!));
  const [of, weights] = [telling.map(({ term }) => term), telling.map(({ weight }) => weight)];
  // hits with all terms come first by their rank
  const most = matches(whole) > 0 ? Math.min(terms.length - 1, telling.length) : telling.length;
  let best = whole;
  let first = matches(whole) > 0 ? terms.length : undefined;
  // hits that few terms find by chance are followed by those with fewer
  for (let enough = most; enough > 0 && matches(best) < FEW; enough -= 1) {
    const question = { ...narrowed, phrase, terms: of, enough, weights, lostWeight, ...(first && { first }) };
    const found = await findArticles(db, question, paging);
    if (matches(found) === 0) continue;
    best = { ...whole, ...found, asTyped: false, marked, partly: matches(whole) === 0 };
    first ??= enough;
  }
  return best;
}

/** However it is narrowed by section and kind. */
export const matches = ({ tally, total }: Found): number =>
  tally === null
    ? Infinity
    : Math.max(
        total,
        tally.reduce((sum, { count }) => sum + (count ?? Infinity), 0),
      );

const isSame = (a: readonly (readonly string[])[], b: readonly (readonly string[])[]): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/**
 * Terms that stand anywhere, by how rare they are; of a longer word that stands nowhere its first two characters. What
 * stands nowhere would be the rarest.
 */
async function rarest(
  db: Db,
  terms: Understood['terms'],
): Promise<{ known: { term: readonly string[]; weight: number; count: number }[]; lostWeight: number }> {
  const counts = await countTerms(db, terms, MOST_COUNTED);
  const shorter = terms.map((term, at) =>
    counts[at] === 0 && isLongerWord(term[0]!) ? [term[0]!.slice(0, BASE)] : term,
  );
  const again = isSame(terms, shorter) ? counts : await countTerms(db, shorter, MOST_COUNTED);
  const weighed = shorter.map((term, at) => ({ term, weight: weightOf(again[at]!), count: again[at]! }));
  const [known, lost] = [weighed.filter(({ count }) => count > 0), weighed.filter(({ count }) => count === 0)];
  return {
    known: known.toSorted((a, b) => a.count - b.count),
    lostWeight: lost.reduce((sum, { weight }) => sum + weight, 0),
  };
}

/** A word with one character behind it; a name is none: 周澄 of 周澄妍 begins others' names. */
const isLongerWord = (word: string): boolean =>
  /^\p{Script=Han}{3}$/u.test(word) &&
  (surnameAtEnd(word[0]!) === '' || knownWordsOf(word.slice(0, BASE)).some((known) => known.word.length === BASE));

const weightOf = (count: number): number => 1 + Math.log2(MOST_COUNTED / Math.max(1, count));
