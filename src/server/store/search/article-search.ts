import { sql } from 'kysely';
import { ALL_SURNAMES } from '#rules/people/person-name.ts';
import type { Db } from '../../db/tables.ts';
import {
  RANK,
  allOf,
  inTexts,
  inTitle,
  isRead,
  narrowing,
  ofPieces,
  ofTitlePieces,
  rankOf,
  rankWithoutSigns,
  shortest,
  since,
  sinceInOrder,
  sum,
  type Condition,
  type SearchQuestion,
} from './search-conditions.ts';
import { MOST_COUNTED, isSelective, matchesOf, type Matches } from './search-matches.ts';

/** number of texts above which the rarity of a word is estimated by its pieces */
const FEW_READ = 200;
/** limit of hits that are compared for similar titles; with words in all texts not all hits can be */
const BEST = 200;
/** numbers and dates in a folded title */
const NUMBERS_AND_DATES = '[0-9零〇一二三四五六七八九十年月日号期第()（）]+';

const BEST_FIRST = sql`rank desc, content_time desc, row_id desc, filepath`;
const PLACE = sql`json_build_object('rowId', row_id, 'filepath', filepath, 'rank', rank)`;
const PLACE_KIND = sql`channel_id as "channelId", case when filepath = '' then 'article' else 'file' end as kind`;
const countOf = (tally: readonly Tally[]): number => sum(tally.map(({ count }) => count ?? 0));

/** Number of hits in a channel; null where it was not counted. */
export interface Tally {
  channelId: string;
  kind: 'article' | 'file';
  count: number | null;
}

export interface Found {
  /** counts of all channels and kinds; null: too many for counting */
  tally: Tally[] | null;
  /** hits that the query leaves, at most MOST_COUNTED */
  total: number;
  more: boolean;
  page: FoundPlace[];
}

/** An article, or an attachment of it. */
export interface FoundPlace {
  rowId: number;
  /** '' for the article itself */
  filepath: string;
  /** its rank as an answer (rankOf) */
  rank: number;
}

/** Places where articles and attachments are at all: a word that is too frequent to be counted may be anywhere. */
export async function listSearched(db: Db): Promise<Tally[]> {
  const { rows } = await sql<Tally>`select distinct ${PLACE_KIND}, null::int as count from article_search`.execute(db);
  return rows;
}

/** Number of articles and attachments that a search reads. */
export async function countSearched(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from article_search`.execute(db);
  return rows[0]!.count;
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
  const shortened = { ...question, terms: question.terms.map(shortest) };
  return byPieces(db, async (trx) => {
    if (isSelective(shortened)) {
      const first = await titled(trx, shortened, offset, pageSize);
      if (first.count >= Math.max(BEST, offset + pageSize))
        return { ...countsOf(shortened, await tallyOf(trx, shortened)), page: first.page };
    }
    const find = (narrow: boolean) => gather(trx, shortened, matchesOf(shortened, narrow), { offset, pageSize });
    const all = await find(false);
    if (!all.reached) return all.found;
    const isNarrowed = shortened.channelIds !== null || shortened.kind !== null;
    const some = isNarrowed ? await find(true) : all;
    // the best of many will do where some of the terms are enough
    if (!some.reached || shortened.enough !== undefined) return { ...some.found, tally: null };
    const many = { tally: null, total: MOST_COUNTED, more: true };
    // uncounted hits have no pages
    if (offset >= MOST_COUNTED) return { ...many, page: [] };
    const first = await titled(trx, shortened, offset, pageSize);
    const rest =
      first.page.length < pageSize
        ? await walk(trx, shortened, Math.max(0, offset - first.count), pageSize - first.page.length)
        : [];
    return { ...many, page: [...first.page, ...rest] };
  });
}

/** Only the index of pieces is read: other plans are a bet on where matches stand, and read the text of every article. */
export const byPieces = <T>(db: Db, read: (trx: Db) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off; set local enable_indexscan = off; set local jit = off; set local work_mem = '32MB'`.execute(
      trx,
    );
    return read(trx);
  });

/** Counts and orders matches; `reached`: there are more than are looked at, and those were taken as they came. */
async function gather(
  db: Db,
  question: SearchQuestion,
  { rows, reached, inTexts }: Matches,
  { offset, pageSize }: { offset: number; pageSize: number },
): Promise<{ found: Found; reached: boolean }> {
  const ranked = inTexts
    ? sql`select row_id, filepath, channel_id, content_time, title, rank + ${inTexts} as rank from found where not ${reached}`
    : sql`select * from found`;
  const wantedOnly = sql`select * from (${ranked}) as ranked where ${allOf(narrowing(question))}`;
  const found = await sql<{ tally: Tally[] | null; page: FoundPlace[] | null; reached: boolean }>`
    with found as materialized (${rows}),
    page as (${pageOf(wantedOnly, question, { offset, pageSize })})
    select (select json_agg(counted) from (select ${PLACE_KIND}, count(*)::int as count from found group by 1, 2) as counted) as tally,
      (select json_agg(${PLACE} order by ${BEST_FIRST}) from page) as page, ${reached} as reached`.execute(db);
  const { tally, page, reached: isReached } = found.rows[0]!;
  const counts = countsOf(question, tally ?? []);
  return {
    found: { ...counts, more: isReached || counts.more, page: page ?? [] },
    reached: isReached,
  };
}

function countsOf({ channelIds, kind }: SearchQuestion, tally: Tally[]): Omit<Found, 'page'> {
  const wanted = tally.filter(
    (one) => (channelIds === null || channelIds.includes(one.channelId)) && (kind === null || one.kind === kind),
  );
  const total = countOf(wanted);
  return { tally, total: Math.min(total, MOST_COUNTED), more: total > MOST_COUNTED };
}

/** All that hold the one term, whose pieces tell it. No title is read. */
async function tallyOf(db: Db, question: SearchQuestion): Promise<Tally[]> {
  const { rows } = await sql<Tally>`select ${PLACE_KIND}, count(*)::int as count from article_search
    where ${allOf([...question.terms.map(ofPieces), ...since(question)])} group by 1, 2`.execute(db);
  return rows;
}

/**
 * SE3: one page in order. Among the best, the first stands for all articles that differ by number and date alone, and
 * for an article and its attachment of the same name. The others come where their texts alone would.
 */
function pageOf(
  rows: Condition,
  question: SearchQuestion,
  { offset, pageSize }: { offset: number; pageSize: number },
): Condition {
  const best = BEST - (BEST % pageSize);
  const paged = sql`order by ${BEST_FIRST} limit ${pageSize} offset ${offset}`;
  if (offset >= best) return sql`${rows} ${paged}`;
  const alike = sql`row_number() over (partition by channel_id, regexp_replace(title, ${NUMBERS_AND_DATES}, '', 'g') order by ${BEST_FIRST})`;
  return sql`select row_id, filepath, content_time, (rank + ${rankWithoutSigns(question)} + case when alike > 1 then ${sql.lit(RANK.alike)} else 0 end)::real as rank
    from (select *, ${alike} as alike from (${rows} order by ${BEST_FIRST} limit ${best}) as best) as told ${paged}`;
}

/** Matches with the words in the title, where there are many. No text is read. */
async function titled(
  db: Db,
  question: SearchQuestion,
  offset: number,
  pageSize: number,
): Promise<{ count: number; page: FoundPlace[] }> {
  const { rows } = await sql<{ count: string; page: FoundPlace[] | null }>`
    with titled as materialized (select row_id, filepath, channel_id, content_time, title, ${rankOf(question)} as rank from article_search
      where ${allOf([ofTitlePieces(question), inTitle(question), ...since(question), ...narrowing(question)])}
    ), page as (${pageOf(sql`select * from titled`, question, { offset, pageSize })})
    select (select count(*) from titled) as count, (select json_agg(${PLACE} order by ${BEST_FIRST}) from page) as page`.execute(
    db,
  );
  const [{ count, page }] = rows as [(typeof rows)[number]];
  return { count: Number(count), page: page ?? [] };
}

/**
 * The newest matches without the words in their title, where there are many: they lie so dense that going through all
 * in order is short.
 */
async function walk(db: Db, question: SearchQuestion, offset: number, count: number): Promise<FoundPlace[]> {
  await sql`set local enable_indexscan = on; set local enable_bitmapscan = off; set local enable_sort = off`.execute(
    db,
  );
  const { rows } = await sql<{ row_id: number; filepath: string }>`select row_id, filepath from article_search
    where ${allOf([...sinceInOrder(question), ...narrowing(question), sql`not (${inTitle(question)})`, ...question.terms.map(inTexts)])}
    order by content_time desc, row_id desc, filepath limit ${count} offset ${offset}`.execute(db);
  return rows.map((row) => ({ rowId: row.row_id, filepath: row.filepath, rank: 0 }));
}

/**
 * In how many articles and attachments each term stands, as far as `most`: a rare one says more of what is meant. Texts
 * are read only where few may hold it.
 * @param terms as in SearchQuestion
 */
export async function countTerms(db: Db, terms: SearchQuestion['terms'], most: number): Promise<number[]> {
  const counts = terms.map(shortest).map((term) => {
    const held = sql`select count(*)::int as held from (select from article_search where ${ofPieces(term)} limit ${most}) as holding`;
    if (!isRead(term)) return sql`(${held})`;
    // a number that reaches either is many
    const few = Math.min(FEW_READ, most - 1);
    const read = sql`select count(*)::int from (select title, body from article_search where ${ofPieces(term)} offset 0) as apart where ${inTexts(term)}`;
    return sql`(select case when held > ${few} then held else (${read}) end from (${held}) as counted)`;
  });
  return byPieces(db, async (trx) => {
    const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(counts)}] as counts`.execute(trx);
    return rows[0]!.counts;
  });
}

/**
 * Whether each word of one or two Han characters stands in any article or attachment other than behind a surname: one
 * that does not is a given name there (SE9). What stands in many texts is a word.
 */
export async function areGivenNames(db: Db, words: readonly string[]): Promise<boolean[]> {
  const each = words.map((word) => {
    const alone = `(^|[^${ALL_SURNAMES}])${word}`;
    return sql`(select count(*) > ${FEW_READ} or coalesce(bool_or(title ~ ${alone} or body ~ ${alone}), false)
      from (select title, body from article_search where ${ofPieces([word])} limit ${FEW_READ + 1}) as holding)`;
  });
  return byPieces(db, async (trx) => {
    const { rows } = await sql<{ apart: boolean[] }>`select array[${sql.join(each)}] as apart`.execute(trx);
    return rows[0]!.apart;
  });
}
