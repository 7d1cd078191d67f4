import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import type { FoundPlace } from './article-search.ts';
import { textOfHtml } from '../articles/text-of-html.ts';

export interface FoundText {
  articleId: number;
  channelId: string;
  /** title of the article */
  title: string;
  /** readable text, of a restricted article '' */
  text: string;
  contentTime: Date;
  /** the attachment that was found; null: the article itself */
  file: { filename: string; filepath: string; size: number | null } | null;
}

/** The hits, in the same order; those withdrawn since are left out. */
export async function readFound(
  db: Db,
  places: readonly FoundPlace[],
): Promise<(FoundText & Pick<FoundPlace, 'rank'>)[]> {
  if (places.length === 0) return [];
  const { rows } = await sql<{
    article_id: number;
    channel_id: string;
    title: string;
    summary: string;
    content: string;
    risk_level: string | null;
    content_time: Date;
    attachments: { filename: string; filepath: string }[];
    filepath: string;
    text: string | null;
    size: number | null;
    rank: number;
  }>`select article_id, channel_id, title, case when place.filepath = '' then summary else '' end as summary, case when place.filepath = '' then content else '' end as content,
      risk_level, content_time, attachments, place.filepath, place.rank, file_text.text, file.size
    from json_to_recordset(${JSON.stringify(places.map(({ rowId, filepath, rank }, at) => ({ at, row_id: rowId, filepath, rank })))}::json) as place (at int, row_id bigint, filepath text, rank real)
      join article on article.row_id = place.row_id and public_to is null
      left join file on file.filepath = place.filepath left join file_text on file_text.filepath = place.filepath
    order by at`.execute(db);
  return rows.map((row) => {
    const attachment =
      row.filepath === '' ? undefined : row.attachments.find(({ filepath }) => filepath === row.filepath);
    return {
      rank: row.rank,
      articleId: row.article_id,
      channelId: row.channel_id,
      title: row.title,
      text:
        row.risk_level !== null ? '' : row.filepath === '' ? textOfHtml(row.content) || row.summary : (row.text ?? ''),
      contentTime: row.content_time,
      file:
        row.filepath === '' ? null : { filename: attachment?.filename ?? '', filepath: row.filepath, size: row.size },
    };
  });
}
