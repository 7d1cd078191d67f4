import { sql } from 'kysely';
import { fileTitle } from '#rules/files/file-size.ts';
import type { Db, Tables } from '../../db/tables.ts';
import { foldSearch, piecesOf } from '../search/search-pieces.ts';
import { textOfHtml } from './text-of-html.ts';

/** rows read, folded and written at once; a batch of long articles stays under some megabytes */
const BATCH = 200;

/**
 * Brings article_search to what is public: open articles and their attachments without rows get them, rows of closed
 * ones go. Idempotent.
 * @param openedIn only articles of this publication; absent: all, for a store of an earlier version
 */
export async function indexArticles(db: Db, openedIn?: number): Promise<void> {
  await sql`delete from article_search using article where article.row_id = article_search.row_id and article.public_to is not null`.execute(
    db,
  );
  for (;;) {
    const rows = await db
      .selectFrom('article')
      .select(['row_id', 'channel_id', 'content_time', 'title', 'summary', 'content', 'risk_level', 'attachments'])
      .where('public_to', 'is', null)
      .$if(openedIn !== undefined, (open) => open.where('opened_in', '=', openedIn!))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('article_search')
              .select('article_search.row_id')
              .whereRef('article_search.row_id', '=', 'article.row_id')
              .where('filepath', '=', ''),
          ),
        ),
      )
      .orderBy('row_id')
      .limit(BATCH)
      .execute();
    if (rows.length === 0) return;
    await insert(db, rows.flatMap(searchRows));
  }
}

/** Attachments whose text was read since they were indexed are found by it from now on. */
export async function indexFileTexts(db: Db, filepaths: readonly string[]): Promise<void> {
  await sql`update article_search set body = file_text.body, pieces = article_search.pieces || file_text.pieces
    from file_text where article_search.filepath = any(${[...filepaths]}::text[]) and file_text.filepath = article_search.filepath and article_search.body <> file_text.body`.execute(
    db,
  );
}

/** An article, as far as its search rows are made of it. */
/**
 * Attachments that were published while their text was being read: neither transaction saw the other, so that their
 * article is not found by it yet.
 */
export async function indexMissedTexts(db: Db): Promise<void> {
  await sql`update article_search set body = file_text.body, pieces = article_search.pieces || file_text.pieces
    from file_text where file_text.filepath = article_search.filepath
      and article_search.filepath <> '' and article_search.body = '' and file_text.body <> ''`.execute(db);
}

interface Searched {
  row_id: number;
  channel_id: string;
  content_time: Date;
  title: string;
  summary: string;
  content: string;
  risk_level: string | null;
}

/** The rows of one article and its attachments, without the texts of files. */
export const searchRows = (row: Searched & Pick<Tables['article'], 'attachments'>) => [
  searchRow(row),
  ...(row.risk_level === null
    ? row.attachments.flatMap((file) => (file.filepath === '' ? [] : fileRow(row, file)))
    : []),
];

/** RK6: of a restricted article its title alone is searched. */
export function searchRow({ row_id, channel_id, content_time, title: shown, summary, content, risk_level }: Searched) {
  const title = foldSearch(shown);
  const body = risk_level === null ? `${foldSearch(summary)}\n${foldSearch(textOfHtml(content))}` : '';
  return { row_id, filepath: '', channel_id, content_time, title, body, pieces: piecesOf(`${title}\n${body}`) };
}

function fileRow(
  { row_id, channel_id, content_time }: Searched,
  { filename, filepath }: { filename: string; filepath: string },
) {
  const title = foldSearch(fileTitle(filename));
  return { row_id, filepath, channel_id, content_time, title, body: '', pieces: piecesOf(title) };
}

async function insert(db: Db, rows: readonly ReturnType<typeof searchRow>[]): Promise<void> {
  await sql`insert into article_search (row_id, filepath, channel_id, content_time, title, body, pieces)
    select fresh.row_id, fresh.filepath, fresh.channel_id, fresh.content_time, fresh.title, coalesce(file_text.body, fresh.body), fresh.pieces || coalesce(file_text.pieces, '{}')
    from json_populate_recordset(null::article_search, ${JSON.stringify(rows)}::json) as fresh left join file_text using (filepath)
    on conflict do nothing`.execute(db);
}
