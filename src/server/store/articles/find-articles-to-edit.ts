import { containing } from '../../db/like.ts';
import { sql } from 'kysely';
import type { EditionState } from '#rules/editions/edition-steps.ts';
import type { ListedArticle } from '#wire/console-answers.ts';
import type { Db } from '../../db/tables.ts';
import { publicAt } from '../publication/moment.ts';

export interface EditableQuestion {
  /** null: of all channels */
  channelIds: readonly string[] | null;
  /** in the title */
  words?: string;
  /** channels whose editions may be told; null: all */
  reach: readonly string[] | null;
  pageNum: number;
  pageSize: number;
}

/** Public articles for editors, newest first. */
export async function findArticlesToEdit(
  db: Db,
  { channelIds, words = '', reach, pageNum, pageSize }: EditableQuestion,
): Promise<{ total: number; list: Omit<ListedArticle, 'path'>[] }> {
  let matching = db.selectFrom('article').where(publicAt('article', 'now'));
  if (channelIds !== null) matching = matching.where(sql<boolean>`channel_id = any(${[...channelIds]}::text[])`);
  if (words.trim() !== '') matching = matching.where('title', 'ilike', containing(words.trim()));
  const [{ total }, rows] = await Promise.all([
    matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    matching
      .select(['article_id', 'title', 'channel_id', 'content_time', 'top_flag'])
      .orderBy('content_time', 'desc')
      .orderBy('article_id', 'desc')
      .limit(pageSize)
      .offset((pageNum - 1) * pageSize)
      .execute(),
  ]);
  const open = await openEditions(
    db,
    rows.map(({ article_id }) => `article:${article_id}`),
    reach,
  );
  return {
    total: Number(total),
    list: rows.map((row) => ({
      articleId: row.article_id,
      title: row.title,
      channelId: row.channel_id,
      contentTime: row.content_time.toISOString(),
      isTop: row.top_flag === 1,
      edition: open.get(`article:${row.article_id}`) ?? null,
    })),
  };
}

/** The newest open edition of each subject: an edition’s base names every subject that it changes. */
export async function openEditions(
  db: Db,
  subjects: readonly string[],
  reach: EditableQuestion['reach'],
): Promise<Map<string, { editionId: number; title: string; version: number; state: EditionState }>> {
  if (subjects.length === 0) return new Map();
  const rows = await db
    .selectFrom('edition')
    .select(['edition_id', 'title', 'version', 'state', 'base'])
    .where('state', 'not in', ['published', 'discarded'])
    .where(sql<boolean>`base ?| ${[...subjects]}::text[]`)
    .$if(reach !== null, (found) => found.where(sql<boolean>`channel_ids <@ ${[...(reach ?? [])]}::text[]`))
    .orderBy('edition_id')
    .execute();
  return new Map(
    rows.flatMap(({ edition_id: editionId, title, version, state, base }) =>
      Object.keys(base).map((subject) => [subject, { editionId, title, version, state }] as const),
    ),
  );
}
