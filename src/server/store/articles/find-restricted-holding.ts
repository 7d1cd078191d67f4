import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import { textHolds } from '../search/typed-terms.ts';

/** A restricted article in whose text something stands. */
export interface RestrictedArticle {
  articleId: number;
  channelId: string;
  title: string;
  /** HTML */
  content: string;
  contentTime: Date;
}

/** Public articles that need a level of risk. */
export async function listRestricted(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('article')
    .select('row_id')
    .where('public_to', 'is', null)
    .where('risk_level', 'is not', null)
    .execute();
  return rows.map(({ row_id }) => row_id);
}

/**
 * Restricted articles whose text holds all terms and whose title does not: visitors' search knows the title alone (RK6).
 * @param channelIds null: of all channels
 */
export async function findRestrictedHolding(
  db: Db,
  rowIds: readonly number[],
  terms: readonly string[],
  channelIds: readonly string[] | null,
  most: number,
): Promise<RestrictedArticle[]> {
  if (rowIds.length === 0) return [];
  const { rows } = await sql<RestrictedArticle>`
    select article_id as "articleId", channel_id as "channelId", title, summary || ' ' || content as content, content_time as "contentTime"
    from article where row_id = any(${[...rowIds]}::bigint[]) and public_to is null
      and ${textHolds(sql`(summary || ' ' || content)`, terms)} and not ${textHolds(sql`title`, terms)}
      ${channelIds === null ? sql`` : sql`and channel_id = any(${[...channelIds]}::text[])`}
    order by content_time desc limit ${most}`.execute(db);
  return rows;
}
