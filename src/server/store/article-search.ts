import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/tables.ts';
import { piecesToFind } from './search-pieces.ts';

/** Counting ends here; more than so many are said to be more, and cannot be turned to. */
export const MOST_COUNTED = 1_000;

export interface SearchQuestion {
  /**
   * folded, none empty: of each term one of its words must stand in an article, or in one of its attachments
   */
  terms: readonly (readonly string[])[];
  /** so many of the terms are enough; absent: all */
  enough?: number;
  /** how much each term says of what is meant; absent: all the same */
  weights?: readonly number[];
  /** folded; what holds it as it was typed comes first */
  phrase: string;
  /** channels that answer questions: what they hold comes before the same elsewhere */
  preferred: readonly string[];
  /** only these channels; null: all */
  channelIds: readonly string[] | null;
  since: Date | null;
  /** only articles themselves, or only attachments; null: both */
  kind: 'article' | 'file' | null;
}

/** How many there are in a channel; null where that was not counted. */
export interface Tally {
  channelId: string;
  kind: 'article' | 'file';
  count: number | null;
}

export interface Found {
  /** of all channels and kinds; null: too many for counting */
  tally: Tally[] | null;
  /** that the question leaves, at most MOST_COUNTED */
  total: number;
  more: boolean;
  page: FoundPlace[];
}

/** An article, or an attachment of it. */
export interface FoundPlace {
  rowId: number;
  /** '' for the article itself */
  filepath: string;
  /** how well it answers (rankOf) */
  rank: number;
}

/** Where articles and attachments are at all: where a word stands too often to be counted, it may be anywhere. */
export async function listSearched(db: Db): Promise<Tally[]> {
  const { rows } =
    await sql<Tally>`select distinct channel_id as "channelId", case when filepath = '' then 'article' else 'file' end as kind, null::int as count from article_search`.execute(
      db,
    );
  return rows;
}

/**
 * One page of what was found, the best first (SE3), then the newest; and how much there is. A word of one or two
 * characters is told by its pieces, so all that hold it are counted and ordered. Others must be looked for in the texts:
 * few are read through, of many no more than it takes to know that they are many.
 * @param paging pageNum from 1
 */
export async function findArticles(
  db: Db,
  question: SearchQuestion,
  { pageNum, pageSize }: { pageNum: number; pageSize: number },
): Promise<Found> {
  const offset = (pageNum - 1) * pageSize;
  return db.transaction().execute(async (trx) => {
    // other plans are a bet on where matches stand, and read the text of every article
    await sql`set local enable_seqscan = off; set local enable_indexscan = off; set local jit = off; set local work_mem = '32MB'`.execute(
      trx,
    );
    const exact = question.terms.length === 1 && question.terms[0]!.every((word) => [...word].length < 3);
    const all = await gather(trx, question, { offset, pageSize, most: exact ? null : MOST_COUNTED });
    if (all) return all;
    const narrowed = question.channelIds !== null || question.kind !== null;
    const some = narrowed ? await gather(trx, question, { offset, pageSize, most: MOST_COUNTED, narrow: true }) : null;
    // what is not counted has no pages
    if (!some && offset >= MOST_COUNTED) return { tally: null, total: MOST_COUNTED, more: true, page: [] };
    if (some) return { ...some, tally: null };
    const first = await titled(trx, question, offset, pageSize);
    const rest =
      first.page.length < pageSize
        ? await walk(trx, question, Math.max(0, offset - first.count), pageSize - first.page.length)
        : [];
    return { tally: null, total: MOST_COUNTED, more: true, page: [...first.page, ...rest] };
  });
}

interface Gathering {
  offset: number;
  pageSize: number;
  /** more than so many are none of its business; null: however many there are */
  most: number | null;
  /** counted is only what section and kind leave */
  narrow?: true;
}

/** All matches by the index, counted and ordered; null when there are more than `most`. */
async function gather(
  db: Db,
  question: SearchQuestion,
  { offset, pageSize, most, narrow }: Gathering,
): Promise<Found | null> {
  const within = allOf(narrow ? narrowing(question) : []);
  // texts are read of few alone
  const rank = rankOf(question, most !== null);
  const { rows } = await sql<{ tally: Tally[] | null; total: string; page: FoundPlace[] | null; reached: boolean }>`
    with found as materialized (
      select row_id, filepath, channel_id, content_time, ${rank} as rank from article_search where ${holdsTerms(question)} and ${within}${most === null ? sql`` : sql` limit ${most + 1}`}
    ), wanted as (select * from found where ${allOf(narrowing(question))}
    ), page as (select row_id, filepath, rank, content_time from wanted order by ${BEST_FIRST} limit ${pageSize} offset ${offset})
    select (select json_agg(counted) from (select channel_id as "channelId", case when filepath = '' then 'article' else 'file' end as kind, count(*)::int as count from found group by 1, 2) as counted) as tally,
      (select count(*) from wanted) as total,
      (select count(*) > ${most} from found) as reached,
      (select json_agg(${PLACE} order by ${BEST_FIRST}) from page) as page`.execute(db);
  const [{ tally, total, page, reached }] = rows as [(typeof rows)[number]];
  // where some of the terms are enough, the best of many will do
  if (reached && question.enough === undefined) return null;
  return {
    tally: tally ?? [],
    total: Math.min(Number(total), MOST_COUNTED),
    more: Number(total) > MOST_COUNTED,
    page: page ?? [],
  };
}

/** Of many matches those with the words in the title. No text is read. */
async function titled(
  db: Db,
  question: SearchQuestion,
  offset: number,
  pageSize: number,
): Promise<{ count: number; page: FoundPlace[] }> {
  const { rows } = await sql<{ count: string; page: FoundPlace[] | null }>`
    with titled as materialized (select row_id, filepath, content_time, ${rankOf(question, false)} as rank from article_search
      where ${allOf([byPieces(question), inTitle(question), ...since(question), ...narrowing(question)])}
    ), page as (select * from titled order by ${BEST_FIRST} limit ${pageSize} offset ${offset})
    select (select count(*) from titled) as count, (select json_agg(${PLACE} order by ${BEST_FIRST}) from page) as page`.execute(
    db,
  );
  const [{ count, page }] = rows as [(typeof rows)[number]];
  return { count: Number(count), page: page ?? [] };
}

/**
 * Of many matches the newest without the words in their title: they lie so dense that going through all in order is
 * short.
 */
async function walk(db: Db, question: SearchQuestion, offset: number, count: number): Promise<FoundPlace[]> {
  await sql`set local enable_indexscan = on; set local enable_bitmapscan = off; set local enable_sort = off`.execute(
    db,
  );
  const { rows } = await sql<{ row_id: number; filepath: string }>`select row_id, filepath from article_search
    where ${allOf([...since(question), ...narrowing(question), sql`not (${inTitle(question)})`, ...question.terms.map(inTexts)])}
    order by content_time desc, row_id desc, filepath limit ${count} offset ${offset}`.execute(db);
  return rows.map((row) => ({ rowId: row.row_id, filepath: row.filepath, rank: 0 }));
}

/**
 * In how many articles and attachments each term stands, as far as `most`: a rare one says more of what is meant.
 * @param terms as in SearchQuestion
 */
export async function countTerms(db: Db, terms: SearchQuestion['terms'], most: number): Promise<number[]> {
  const counts = terms.map(
    (term) =>
      sql`(select count(*)::int from (select from article_search where ${ofTerm(term)} limit ${most}) as holding)`,
  );
  const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(counts)}] as counts`.execute(db);
  return rows[0]!.counts;
}

type Condition = RawBuilder<unknown>;
type Term = SearchQuestion['terms'][number];

const BEST_FIRST = sql`rank desc, content_time desc, row_id desc, filepath`;
const PLACE = sql`json_build_object('rowId', row_id, 'filepath', filepath, 'rank', rank)`;

const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
const anyOf = (conditions: readonly Condition[]): Condition => sql`(${sql.join(conditions, sql` or `)})`;

/** What the rank adds for each thing that is so; of a term in the title its share of them all. */
const RANK = {
  titleIsPhrase: 8,
  phraseInTitle: 4,
  termsInTitle: 4,
  phraseInText: 2,
  terms: 2,
  preferred: 1.5,
  article: 1,
};

/** SE3: how well an article answers: where the words stand, as they were typed or apart, and what kind of answer it is. */
function rankOf({ terms, phrase, preferred, weights }: SearchQuestion, readsTexts: boolean): RawBuilder<number> {
  const weightOf = (at: number): number => weights?.[at] ?? 1;
  const whole = terms.reduce((sum, _term, at) => sum + weightOf(at), 0);
  const shares = (holds: (term: Term) => Condition, most: number) =>
    terms.map((term, at) => sql`${sql.lit((most * weightOf(at)) / whole)} * (${holds(term)})::int`);
  const parts = [
    sql`${sql.lit(RANK.titleIsPhrase)} * (title = ${phrase})::int`,
    sql`${sql.lit(RANK.phraseInTitle)} * (title like ${contains(phrase)})::int`,
    ...shares((term) => anyOf(term.map((word) => sql`title like ${contains(word)}`)), RANK.termsInTitle),
    // an attachment is often called as its article
    sql`${sql.lit(RANK.article)} * (filepath = '')::int`,
    ...(preferred.length > 0
      ? [sql`${sql.lit(RANK.preferred)} * (channel_id = any(${[...preferred]}::text[]))::int`]
      : []),
    ...(readsTexts && terms.length > 1
      ? [
          sql`${sql.lit(RANK.phraseInText)} * (body like ${contains(phrase)})::int`,
          ...(weights ? shares(inTexts, RANK.terms) : []),
        ]
      : []),
  ];
  return sql<number>`(${sql.join(parts, sql` + `)})::real`;
}

/** Pieces tell that the characters are there, not that they follow each other: longer words are looked for in the texts. */
const holdsTerms = ({ enough, ...question }: SearchQuestion): Condition => {
  const { terms } = question;
  const chosen = enough === undefined ? [terms] : choose(terms, enough);
  return allOf([anyOf(chosen.map((some) => allOf(some.map(ofTerm)))), ...since(question)]);
};

/** Each choice of so many, in order. */
function choose<T>(all: readonly T[], count: number): T[][] {
  if (count === 0) return [[]];
  return all.flatMap((one, at) => choose(all.slice(at + 1), count - 1).map((rest) => [one, ...rest]));
}

const ofTerm = (term: Term): Condition =>
  anyOf(
    term.map((word) =>
      [...word].length > 2 ? sql`(${hasPieces(word)} and ${wordInTexts(word)})` : sql`(${hasPieces(word)})`,
    ),
  );

const byPieces = ({ terms }: SearchQuestion): Condition => allOf(terms.map((term) => anyOf(term.map(hasPieces))));

const hasPieces = (word: string): Condition => sql`pieces @> ${piecesToFind(word)}::text[]`;

const since = (question: Pick<SearchQuestion, 'since'>): Condition[] =>
  question.since ? [sql`content_time >= ${question.since}`] : [];

const wordInTexts = (word: string): Condition => sql`(title like ${contains(word)} or body like ${contains(word)})`;
const inTexts = (term: Term): Condition => anyOf(term.map(wordInTexts));

const narrowing = ({ channelIds, kind }: SearchQuestion): Condition[] => [
  ...(channelIds ? [sql`channel_id = any(${[...channelIds]}::text[])`] : []),
  ...(kind ? [kind === 'file' ? sql`filepath <> ''` : sql`filepath = ''`] : []),
];

const inTitle = ({ terms }: SearchQuestion): Condition =>
  allOf(terms.map((term) => anyOf(term.map((word) => sql`title like ${contains(word)}`))));

const contains = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;
