import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/tables.ts';
import { foldTyped, piecesToFind } from './search-pieces.ts';

/** Counting ends here; more than so many are said to be more, and cannot be turned to. */
export const MOST_COUNTED = 1_000;

export interface SearchQuestion {
  /** folded, none empty; all must stand in an article, or in one of its attachments */
  words: readonly string[];
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
}

/** Where articles and attachments are at all: where a word stands too often to be counted, it may be anywhere. */
export async function listSearched(db: Db): Promise<Tally[]> {
  const { rows } =
    await sql<Tally>`select distinct channel_id as "channelId", case when filepath = '' then 'article' else 'file' end as kind, null::int as count from article_search`.execute(
      db,
    );
  return rows;
}

/** The words of a search as they are compared. */
export const searchWords = (words: string): string[] => [
  ...new Set(
    words
      .split(/\s+/u)
      .map(foldTyped)
      .filter((word) => word !== ''),
  ),
];

/**
 * One page of what was found, with the words in the title first, then the newest; and how much there is. Words of one
 * and two characters are told by their pieces, so all that hold them are counted and ordered. A longer word must be
 * looked for in the texts: few are read through, of many no more than it takes to know that they are many.
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
    const exact = question.words.every((word) => [...word].length < 3);
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
  const within = narrow ? allOf([...textsHold(question), ...narrowing(question)]) : allOf(textsHold(question));
  const { rows } = await sql<{ tally: Tally[] | null; total: string; page: FoundPlace[] | null; reached: boolean }>`
    with found as materialized (
      select row_id, filepath, channel_id, content_time, (${inTitle(question)}) as in_title from article_search where ${byPieces(question)} and ${within}${most === null ? sql`` : sql` limit ${most + 1}`}
    ), wanted as (select * from found where ${allOf(narrowing(question))}
    ), page as (select row_id, filepath, in_title, content_time from wanted order by in_title desc, content_time desc, row_id desc, filepath limit ${pageSize} offset ${offset})
    select (select json_agg(counted) from (select channel_id as "channelId", case when filepath = '' then 'article' else 'file' end as kind, count(*)::int as count from found group by 1, 2) as counted) as tally,
      (select count(*) from wanted) as total,
      (select count(*) > ${most} from found) as reached,
      (select json_agg(json_build_object('rowId', row_id, 'filepath', filepath) order by in_title desc, content_time desc, row_id desc, filepath) from page) as page`.execute(
    db,
  );
  const [{ tally, total, page, reached }] = rows as [(typeof rows)[number]];
  if (reached) return null;
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
    with titled as materialized (select row_id, filepath, content_time from article_search where ${allOf([byPieces(question), sql`(${inTitle(question)})`, ...narrowing(question)])}
    ), page as (select * from titled order by content_time desc, row_id desc, filepath limit ${pageSize} offset ${offset})
    select (select count(*) from titled) as count,
      (select json_agg(json_build_object('rowId', row_id, 'filepath', filepath) order by content_time desc, row_id desc, filepath) from page) as page`.execute(
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
    where ${allOf([...since(question), ...narrowing(question), sql`not (${inTitle(question)})`, ...question.words.map((word) => sql`(title like ${contains(word)} or body like ${contains(word)})`)])}
    order by content_time desc, row_id desc, filepath limit ${count} offset ${offset}`.execute(db);
  return rows.map((row) => ({ rowId: row.row_id, filepath: row.filepath }));
}

type Condition = RawBuilder<unknown>;

const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);

const byPieces = (question: SearchQuestion): Condition =>
  allOf([sql`pieces @> ${[...new Set(question.words.flatMap(piecesToFind))]}::text[]`, ...since(question)]);

const since = (question: SearchQuestion): Condition[] =>
  question.since ? [sql`content_time >= ${question.since}`] : [];

/** Pieces tell that the characters are there, not that they follow each other. */
const textsHold = ({ words }: SearchQuestion): Condition[] =>
  words
    .filter((word) => [...word].length > 2)
    .map((word) => sql`(title like ${contains(word)} or body like ${contains(word)})`);

const narrowing = ({ channelIds, kind }: SearchQuestion): Condition[] => [
  ...(channelIds ? [sql`channel_id = any(${[...channelIds]}::text[])`] : []),
  ...(kind ? [kind === 'file' ? sql`filepath <> ''` : sql`filepath = ''`] : []),
];

const inTitle = ({ words }: SearchQuestion): Condition => allOf(words.map((word) => sql`title like ${contains(word)}`));

const contains = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;
