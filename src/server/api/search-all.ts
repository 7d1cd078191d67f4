import type { SearchWords } from '#page/settings/search-words.ts';
import { FEW, findMost, findWhole, matches, type Answers } from '../search/find-answers.ts';
import { isQuestion } from '../search/segment.ts';
import { corrected, type Correction } from '../search/spelling.ts';
import { synonymsOf, understand, type Understood } from '../search/understand.ts';
import { vocabularyOf } from '../search/vocabulary.ts';
import { withWholeNames } from '../search/whole-names.ts';
import { countSearched, countTerms } from '../store/search/article-search.ts';
import type { SearchQuestion } from '../store/search/search-conditions.ts';
import type { CallContext } from './define-call.ts';
import { channelsNamed } from './search-channels.ts';
import { channelsBelow, kindsOfChannels, wordsOfSite } from './search-places.ts';
import { searchQuestions } from './search-questions.ts';
import { NO_ROWS, namesOfRegisters, searchRows, searchRowsBeside } from './search-rows.ts';
import { searchedPlaces } from './searched-places.ts';

/** rows of registers beside hits, and where only they are asked for */
const SOME_ROWS = 3;
export const MOST_ROWS = 20;
/**
 * factor by which a wrong word, which may stand there by chance, is rarer in texts than the right one, over two words
 */
const TIMES_RARER = 10;
/** texts that are counted for that */
const MOST_COMPARED = 200;
/** SE10: share of all texts that hold a word which tells none of them from the others; and texts, at least and at most */
const COMMON = { share: 0.1, fewest: 20, most: 2_000 };

export type SearchKind = 'article' | 'file' | 'register';

interface Narrowed {
  /** channel of the first level; '': all */
  section: string;
  since: Date | null;
  kind: SearchKind | undefined;
}

export interface FoundAll {
  understood: Understood;
  answers: Answers;
  rows: Awaited<ReturnType<typeof searchRows>>;
  questions: Awaited<ReturnType<typeof searchQuestions>>;
  /** true where so few articles hold all that others follow */
  hasFew: boolean;
  /** the words searched instead, where nothing was found */
  corrected: string | null;
}

/** SE3, SE4: what holds all that is asked for; else what was probably meant; else what holds most of it. */
export async function findAll(
  context: CallContext,
  typed: Understood,
  { section, since, kind }: Narrowed,
  paging: { pageNum: number; pageSize: number },
  siteWords: SearchWords,
): Promise<FoundAll> {
  const { db, site } = context;
  const meaning = await withNames(context, typed);
  const { help, news } = kindsOfChannels(site);
  const narrowing = {
    since,
    channelIds: section === '' ? null : channelsBelow(site, section),
    kind: wantedKind(kind),
    preferred: isQuestion(meaning.phrase) || meaning.terms.some((term) => term.length > 1) ? [...help] : [],
    passing: [...news],
  };
  // rows are found only in searches of the whole site, because they belong to no section and have no date
  const mostRows = kind === 'register' ? MOST_ROWS : SOME_ROWS;
  const rowsOf = (understood: Understood) =>
    section === '' && !since ? searchRows(context, understood, mostRows) : Promise.resolve(NO_ROWS);
  const find = async (understood: Understood): Promise<FoundAll> => {
    const [rows, questions, answers] = await Promise.all([
      rowsOf(understood),
      searchQuestions(context, understood),
      findWhole(db, understood, narrowing, paging),
    ]);
    return { understood, rows, questions, answers, hasFew: matches(answers) < FEW, corrected: null };
  };
  const holdsAny = ({ answers, rows, questions }: FoundAll): boolean =>
    matches(answers) > 0 || rows.total > 0 || questions.holdAll;
  const found = await find(meaning);
  // rows that hold all are the answer; articles that hold a part of it are none
  if (holdsAny(found) && matches(found.answers) === 0 && !found.questions.holdAll) return found;
  if (!holdsAny(found)) {
    const better = await correctionOf(context, meaning, siteWords);
    const instead =
      better === null ? null : await find(await withNames(context, understand(better, synonymsOf(siteWords))));
    if (instead && holdsAny(instead)) return { ...instead, corrected: better };
  }
  const isSearched = section === '' && !since && !holdsAny(found);
  const rows = isSearched ? await searchRowsBeside(context, meaning, mostRows) : found.rows;
  // a row that is named answers, however much of the rest stands everywhere
  const commonFrom = rows.total > 0 ? null : await site.remember('common from', () => commonCount(db));
  return { ...found, rows, answers: await findMost(db, meaning, narrowing, paging, found.answers, commonFrom) };
}

async function commonCount(db: CallContext['db']): Promise<number> {
  const { share, fewest, most } = COMMON;
  return Math.min(most, Math.max(fewest, share * (await countSearched(db))));
}

async function withNames({ db, site }: Pick<CallContext, 'db' | 'site'>, meaning: Understood): Promise<Understood> {
  const [places, registers] = await Promise.all([searchedPlaces(site), namesOfRegisters(site)]);
  return withWholeNames(db, meaning, [...places.map(({ name }) => name), ...registers.values()].join('\n'));
}

/** Kind of the wanted hits: articles or attachments; null: both, or neither. */
export const wantedKind = (kind: SearchKind | undefined): SearchQuestion['kind'] =>
  kind === 'register' ? null : (kind ?? null);

/** SE4: what was probably meant; a word that texts of this site use as well is no mistake. */
async function correctionOf(
  { db, site }: CallContext,
  meaning: Understood,
  siteWords: SearchWords,
): Promise<string | null> {
  const better = corrected(meaning.words, await vocabularyOf(db, site, siteWords));
  if (better === null) return null;
  const compared = [...better.changed, ...pairsChanged(meaning.words.join(' '), better.words)];
  const terms = compared.flatMap(({ wrong, right }) => [[wrong], [right]]);
  const counts = await countTerms(db, terms, MOST_COMPARED);
  const isRare = compared.every((_change, at) => counts[2 * at]! * TIMES_RARER <= counts[2 * at + 1]!);
  return isRare ? better.words : null;
}

/**
 * Each changed character with the one before it and the one behind it: 净资产 stands in texts, though 证券净 does not.
 * None where another number of characters is meant.
 */
function pairsChanged(typed: string, meant: string): Correction['changed'] {
  const [from, to] = [[...typed], [...meant]];
  if (from.length !== to.length) return [];
  const pairs = from.slice(1).map((character, at) => ({
    wrong: from[at]! + character,
    right: to[at]! + to[at + 1]!,
  }));
  return pairs.filter(({ wrong, right }) => wrong !== right && /^\p{Script=Han}+$/u.test(wrong));
}

/** SU20: whether a search of the whole site leads to anything that holds all that is asked for. */
export async function isFound(context: Pick<CallContext, 'db' | 'site'>, given: string): Promise<boolean> {
  const { db, site } = context;
  const meaning = await withNames(context, understand(given, (await wordsOfSite(context)).synonyms));
  const places = await channelsNamed(site, meaning, { register: null, marked: [], some: false });
  if (places.length > 0 || (await searchRows(context, meaning, 1)).total > 0) return true;
  const everywhere = { since: null, channelIds: null, kind: null, preferred: [], passing: [] };
  return matches(await findWhole(db, meaning, everywhere, { pageNum: 1, pageSize: 1 })) > 0;
}
