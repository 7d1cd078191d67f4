import { containing } from '../../db/like.ts';
import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import type { Moment } from '../publication/new-publication.ts';
import { ARTICLE_COLUMNS, toRow, type ArticleRow } from '../articles/list-articles.ts';
import { publicAt } from '../publication/moment.ts';

export interface CatalogueQuestion {
  channelId: string;
  /** '' for all */
  category: string;
  /** folded (searchWords); all must stand in an article */
  words: readonly string[];
}

/** Hits of the words come from article_search, which knows what is public now. */
const matchingEntries = (db: Db, moment: Moment, { channelId, words }: CatalogueQuestion) => {
  const found = db.selectFrom('article').where('channel_id', '=', channelId).where(publicAt('article', moment));
  return words.reduce((rest, word) => {
    const like = containing(word);
    return rest.where(({ exists, selectFrom, or }) =>
      exists(
        selectFrom('article_search as held')
          .select('held.row_id')
          .whereRef('held.row_id', '=', 'article.row_id')
          .where((column) => or([column('held.title', 'like', like), column('held.body', 'like', like)])),
      ),
    );
  }, found);
};

/** One page of a channel's articles: pinned first, then the newest. @param paging pageNum from 1 */
export async function listCatalogue(
  db: Db,
  moment: Moment,
  question: CatalogueQuestion,
  paging: { pageNum: number; pageSize: number },
): Promise<ArticleRow[]> {
  const { category } = question;
  const rows = await matchingEntries(db, moment, question)
    .select(ARTICLE_COLUMNS)
    .$if(category !== '', (found) => found.where('category', '=', category))
    .orderBy('top_flag', 'desc')
    .orderBy('content_time', 'desc')
    .orderBy('article_id', 'desc')
    .limit(paging.pageSize)
    .offset((paging.pageNum - 1) * paging.pageSize)
    .execute();
  return rows.map(toRow);
}

/** The categories of a channel and how many of its articles in each hold the words, fullest first. */
export async function countCategories(
  db: Db,
  moment: Moment,
  question: CatalogueQuestion,
): Promise<{ name: string; total: number }[]> {
  const rows = await matchingEntries(db, moment, question)
    .select(['category', sql<number>`count(*)`.as('total')])
    .groupBy('category')
    .orderBy('total', 'desc')
    .orderBy('category')
    .execute();
  return rows.map(({ category, total }) => ({ name: category, total: Number(total) }));
}
