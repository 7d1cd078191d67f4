import { containing } from '../../db/like.ts';
import { sql, type RawBuilder } from 'kysely';
import { piecesToFind, titlePiecesToFind } from './search-pieces.ts';

export interface SearchQuestion {
  /**
   * folded, none empty: of each term one of its words must stand in an article, or in one of its attachments
   */
  terms: readonly (readonly string[])[];
  /** number of terms that are enough; absent: all */
  enough?: number;
  /**
   * number of terms that rank a hit before those with fewer, unless one of these weighs most by itself; absent: no
   * difference
   */
  first?: number;
  /** weight of each term in the meaning; absent: all the same */
  weights?: readonly number[];
  /** the same of what stands nowhere, and is no term therefore */
  lostWeight?: number;
  /** folded; what holds it as it was typed comes first */
  phrase: string;
  /** channels that answer questions: what they hold comes before the same elsewhere */
  preferred: readonly string[];
  /** channels of market news, which of the same come last: they are read for a day */
  passing: readonly string[];
  /** only these channels; null: all */
  channelIds: readonly string[] | null;
  since: Date | null;
  /** only articles themselves, or only attachments; null: both */
  kind: 'article' | 'file' | null;
}

export type Condition = RawBuilder<unknown>;
type Term = SearchQuestion['terms'][number];

export const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
const anyOf = (conditions: readonly Condition[]): Condition => sql`(${sql.join(conditions, sql` or `)})`;

/** Additions to the rank for each fact; for a term in the title its share of them all. */
export const RANK = {
  titleIsPhrase: 8,
  phraseInTitle: 4,
  termsInTitle: 4,
  phraseInText: 2,
  terms: 2,
  preferred: 1.5,
  passing: -1.5,
  alike: -4,
  follows: -4,
  article: 1,
};

/** signs that nobody types of a title: 可转债的“债”与“股” */
const SIGNS = '“”‘’「」『』《》〈〉【】"\'（）()、，,。：:；;！!？?—-·～~…';
const withoutSigns = (text: string): string => [...text].filter((sign) => !SIGNS.includes(sign)).join('');
const BARE_TITLE = sql`translate(title, ${sql.lit(SIGNS)}, '')`;

/**
 * Deduction from the rank of a title that is or holds the phrase but for signs. It costs as much as all the rest of a
 * search, and is asked of the best alone.
 */
export function rankWithoutSigns({ phrase }: SearchQuestion): RawBuilder<number> {
  const bare = withoutSigns(phrase);
  if (bare === '') return sql<number>`0`;
  const rank = sql`${sql.lit(RANK.phraseInTitle)} + ${sql.lit(RANK.titleIsPhrase)} * (${BARE_TITLE} = ${bare})::int`;
  return sql<number>`case when title not like ${containing(phrase)} and ${BARE_TITLE} like ${containing(bare)} then ${rank} else 0 end`;
}

/** SE3: how well an article answers by its title and what kind of answer it is; no text is read. */
export function rankOf(question: SearchQuestion): RawBuilder<number> {
  const { terms, phrase, preferred, passing } = question;
  const parts = [
    sql`${sql.lit(RANK.titleIsPhrase)} * (title = ${phrase})::int`,
    sql`${sql.lit(RANK.phraseInTitle)} * (title like ${containing(phrase)})::int`,
    ...terms.map(
      (term, at) => sql`${sql.lit(RANK.termsInTitle * shareOf(question, [at]))} * (${titleHolds(term)})::int`,
    ),
    // an attachment is often called as its article
    sql`${sql.lit(RANK.article)} * (filepath = '')::int`,
    ...inChannels(RANK.preferred, preferred),
    ...inChannels(RANK.passing, passing),
  ];
  return sql<number>`(${sql.join(parts, sql` + `)})::real`;
}

const inChannels = (rank: number, channelIds: readonly string[]): Condition[] =>
  channelIds.length > 0 ? [sql`${sql.lit(rank)} * (channel_id = any(${[...channelIds]}::text[]))::int`] : [];

/** Share of some of the terms in the meaning of all. */
export function shareOf({ terms, weights, lostWeight = 0 }: SearchQuestion, chosen: readonly number[]): number {
  const each = weights ?? terms.map(() => 1);
  return sum(chosen.map((at) => each[at]!)) / (sum(each) + lostWeight);
}

/** SE3: the words stand side by side, as they were typed. */
export const phraseInText = (phrase: string): RawBuilder<number> =>
  sql`${sql.lit(RANK.phraseInText)} * (body like ${containing(phrase)})::int`;

/** Each choice of so many, the first ones first. */
export function choose<T>(all: readonly T[], count: number): T[][] {
  if (count === 0) return [[]];
  return all.flatMap((one, at) => choose(all.slice(at + 1), count - 1).map((rest) => [one, ...rest]));
}

/** A word that holds another of its term says no more than that. */
export const shortest = (term: Term): Term =>
  term.filter((word) => !term.some((other) => other !== word && word.includes(other)));

/** Pieces tell that the characters are there, not that they follow each other: longer words are looked for in the texts. */
export const isRead = (term: Term): boolean => term.some((word) => [...word].length > 2);

export const ofPieces = (term: Term): Condition => anyOf(term.map(hasPieces));

const hasPieces = (word: string): Condition => sql`pieces @> ${piecesToFind(word)}::text[]`;

/**
 * Builds a sum and a chain, which no index knows: each row that another index finds has its long list of pieces read.
 */
export const since = (question: SearchQuestion): Condition[] =>
  question.since ? [sql`content_time + interval '0' >= ${question.since}`] : [];
export const sinceInOrder = (question: SearchQuestion): Condition[] =>
  question.since ? [sql`content_time >= ${question.since}`] : [];

const wordInTexts = (word: string): Condition => sql`(title like ${containing(word)} or body like ${containing(word)})`;
export const inTexts = (term: Term): Condition => anyOf(term.map(wordInTexts));

export const narrowing = ({ channelIds, kind }: SearchQuestion): Condition[] => [
  ...(channelIds ? [sql`channel_id = any(${[...channelIds]}::text[])`] : []),
  ...(kind ? [kind === 'file' ? sql`filepath || '' <> ''` : sql`filepath || '' = ''`] : []),
];

const titleHolds = (term: Term): Condition => anyOf(term.map((word) => sql`title like ${containing(word)}`));
export const inTitle = ({ terms }: SearchQuestion): Condition => allOf(terms.map(titleHolds));
/** The part of the condition that an index knows. */
export const ofTitlePieces = ({ terms }: SearchQuestion): Condition =>
  allOf(
    terms.map((term) => anyOf(term.map((word) => sql`pieces_of_title(title) @> ${titlePiecesToFind(word)}::text[]`))),
  );

export const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
