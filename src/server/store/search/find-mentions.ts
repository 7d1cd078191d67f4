import { containing } from '../../db/like.ts';
import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import { foldTyped, piecesToFind } from './search-pieces.ts';

export interface ArticleMention {
  articleId: number;
  channelId: string;
  title: string;
  /** name of the attachment in which it stands; '' for the article itself */
  filename: string;
}

const like = (text: string): string => containing(text);

/**
 * Public articles and attachments that name something, e.g. a telephone number, the newest first. Restricted articles,
 * of which visitors' search knows the title alone (RK6), are read through: whoever corrects them must not miss them.
 */
export async function findMentions(
  db: Db,
  text: string,
  most: number,
): Promise<{ total: number; list: ArticleMention[] }> {
  const word = foldTyped(text);
  if (word === '') return { total: 0, list: [] };
  const typed = like(text.trim());
  const { rows } = await sql<{
    article_id: number;
    channel_id: string;
    title: string;
    filename: string;
    total: string;
  }>`
    with found as (
      select row_id, filepath from article_search where pieces @> ${piecesToFind(word)}::text[] and (title like ${like(word)} or body like ${like(word)})
      union
      select row_id, '' from article where public_to is null and risk_level is not null and (summary ilike ${typed} or content ilike ${typed})
    )
    select article_id, channel_id, title, coalesce((select file->>'filename' from jsonb_array_elements(attachments) as file where file->>'filepath' = found.filepath limit 1), '') as filename, count(*) over () as total
    from found join article on article.row_id = found.row_id and public_to is null
    order by content_time desc, article_id desc, filename limit ${most}`.execute(db);
  return {
    total: Number(rows[0]?.total ?? 0),
    list: rows.map(({ article_id: articleId, channel_id: channelId, title, filename }) => ({
      articleId,
      channelId,
      title,
      filename,
    })),
  };
}
