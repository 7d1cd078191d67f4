import { sql } from 'kysely';
import { article, type ArticleDocument } from '#kinds/article/index.ts';
import type { Overtaken } from '#kinds/article-import/server/article-sets.ts';
import { writtenOf } from '#kinds/changes.ts';
import type { Change } from '#kinds/index.ts';
import type { Db } from '../../db/tables.ts';
import type { PublicationProblem } from '../../store/publication/publication-problems.ts';

/** The facts by which all environments know an article (BE4), with its place in the edition. */
type Wanted = Pick<ArticleDocument, 'channelId' | 'title' | 'contentTime'> & { at: number };

/**
 * BE8: new articles of an edition made of another environment's file, of which the same was published here since. They
 * are found by channel, title and time, under a number that had none of the three when the edition was made. What the
 * edition itself published is none.
 * @param no of the publication under way, whose own articles are there already
 */
export async function listDoubles(
  db: Db,
  editionId: number,
  wanted: readonly Wanted[],
  no: number | null = null,
): Promise<Overtaken[]> {
  // a draft may have articles without a time
  const dated = wanted.filter(({ contentTime }) => !Number.isNaN(Date.parse(contentTime)));
  if (dated.length === 0) return [];
  const { rows } = await sql<Omit<Overtaken, 'isDouble'>>`
    select distinct on (wanted.at) wanted.at, open.article_id as "articleId", open.title
    from unnest(${dated.map(({ at }) => at)}::int[], ${dated.map(({ channelId }) => channelId)}::text[],
        ${dated.map(({ title }) => title)}::text[], ${dated.map((one) => new Date(one.contentTime).toISOString())}::timestamptz[])
        as wanted (at, channel_id, title, content_time)
      join article as open using (channel_id, title, content_time)
      cross join (select edition_id, at from edition_version where edition_id = ${editionId} and version = 1) as made
    where open.public_to is null and open.opened_in is distinct from ${no}
      and exists (select from audit where subject = ${`edition:${editionId}`} and act = 'edition.import')
      and not exists (select from edition_progress as own where own.edition_id = made.edition_id and open.article_id = any(own.article_ids))
      and not exists (select from article as before where before.article_id = open.article_id and before.public_from <= made.at
        and (before.channel_id, before.title, before.content_time) = (wanted.channel_id, wanted.title, wanted.content_time))
    order by wanted.at, open.article_id`.execute(db);
  return rows.map((row) => ({ ...row, isDouble: true }));
}

/** The same of the articles among changes. */
export const doublesAmong = (db: Db, editionId: number, changes: readonly Change[], no: number): Promise<Overtaken[]> =>
  listDoubles(
    db,
    editionId,
    writtenOf(article, changes).flatMap(({ document, at }) =>
      document.articleId === undefined ? [{ ...document, at }] : [],
    ),
    no,
  );

/** BE8: as problems of a publication. */
export const doubleProblems = (doubles: readonly Overtaken[]): PublicationProblem[] =>
  doubles.map(({ at, title }) => ({
    change: at,
    message: `文章“${title.slice(0, 60)}”：稿件生成以后这里已经发布，没有再发布。请从稿件中去掉这一篇，或作废稿件后重新导入`,
  }));
