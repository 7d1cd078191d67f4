import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import type { Moment } from '../publication/new-publication.ts';
import { publicAt } from '../publication/moment.ts';

export interface ArticleRow {
  articleId: number;
  channelId: string;
  title: string;
  summary: string;
  source: string;
  contentTime: Date;
  topFlag: 0 | 1;
  image: string;
  /** readable only with a risk level (RK6) */
  restricted: boolean;
  /** product code of that level, '' for none */
  riskLevel: string;
  /** code of research.topics, '' for none */
  topic: string;
  /** ids of research.tags */
  tags: string[];
}

export const ARTICLE_COLUMNS = [
  'article_id',
  'channel_id',
  'title',
  'summary',
  'source',
  'content_time',
  'top_flag',
  'image',
  'risk_level',
  'topic',
  'tags',
] as const;

export interface ArticleQuestion {
  channelIds: string[];
  /** 0 ordinary only, 1 pinned only, 3 all (domain.md section 2) */
  topFlag: 0 | 1 | 3;
  pinnedFirst: boolean;
  /** only of this topic */
  topic?: string;
  /** only with this tag; a restricted article is not found by it, because its tags are not public (RK6) */
  tag?: string;
  /** TP3: only those that the home page may show */
  isOnHome?: boolean;
}

const matchingArticles = (db: Db, moment: Moment, { channelIds, topFlag, topic, tag, isOnHome }: ArticleQuestion) => {
  let found = db.selectFrom('article').where('channel_id', 'in', channelIds).where(publicAt('article', moment));
  if (topic !== undefined)
    found = found.where('topic', '=', topic).where('topic', '<>', '').where('risk_level', 'is', null);
  if (tag !== undefined)
    found = found.where(sql<boolean>`tags @> ${JSON.stringify([tag])}::jsonb`).where('risk_level', 'is', null);
  if (isOnHome) found = found.where('off_home', '=', false);
  return topFlag === 3 ? found : found.where('top_flag', '=', topFlag);
};

/** One page of the public articles of some channels, newest first. @param paging pageNum from 1 */
export async function listArticles(
  db: Db,
  moment: Moment,
  question: ArticleQuestion,
  paging: { pageNum: number; pageSize: number },
): Promise<ArticleRow[]> {
  const rows = await matchingArticles(db, moment, question)
    .select(ARTICLE_COLUMNS)
    .$if(question.pinnedFirst, (found) => found.orderBy('top_flag', 'desc'))
    .orderBy('content_time', 'desc')
    .orderBy('article_id', 'desc')
    .limit(paging.pageSize)
    .offset((paging.pageNum - 1) * paging.pageSize)
    .execute();
  return rows.map(toRow);
}

export async function countArticles(db: Db, moment: Moment, question: ArticleQuestion): Promise<number> {
  const { total } = await matchingArticles(db, moment, question)
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/**
 * Articles that share tags with one, the most shared first, then newer ones of its own channel; never itself, and of
 * restricted ones none.
 * @param channelIds where to look
 */
export async function listRelatedArticles(
  db: Db,
  moment: Moment,
  article: { articleId: number; channelId: string; tags: string[] },
  channelIds: string[],
  most: number,
): Promise<ArticleRow[]> {
  const shared = sql<number>`(select count(*) from jsonb_array_elements_text(tags) as tag where tag = any(${article.tags}::text[]))`;
  const rows = await db
    .selectFrom('article')
    .select(ARTICLE_COLUMNS)
    .where(publicAt('article', moment))
    .where('risk_level', 'is', null)
    .where('article_id', '<>', article.articleId)
    .where((where) =>
      where.or([
        where.and([where('channel_id', 'in', channelIds), sql<boolean>`tags ?| ${article.tags}::text[]`]),
        where('channel_id', '=', article.channelId),
      ]),
    )
    .orderBy(shared, 'desc')
    .orderBy('content_time', 'desc')
    .orderBy('article_id', 'desc')
    .limit(most)
    .execute();
  return rows.map(toRow);
}

/** Number of articles of some channels with each topic and each tag, without restricted ones. */
export async function countArticleWords(
  db: Db,
  moment: Moment,
  channelIds: string[],
): Promise<{ topics: Map<string, number>; tags: Map<string, number> }> {
  const open = () =>
    db
      .selectFrom('article')
      .where('channel_id', 'in', channelIds)
      .where('risk_level', 'is', null)
      .where(publicAt('article', moment));
  const [topics, tags] = await Promise.all([
    open()
      .select(['topic as word', sql<string>`count(*)`.as('count')])
      .where('topic', '<>', '')
      .groupBy('topic')
      .execute(),
    open()
      .crossJoinLateral(sql<{ word: string }>`jsonb_array_elements_text(tags)`.as<'tag'>(sql`tag(word)`))
      .select(['tag.word as word', sql<string>`count(*)`.as('count')])
      .groupBy('tag.word')
      .execute(),
  ]);
  const mapOf = (rows: { word: string; count: string }[]) =>
    new Map(rows.map(({ word, count }) => [word, Number(count)]));
  return { topics: mapOf(topics), tags: mapOf(tags) };
}

/** A row of ARTICLE_COLUMNS. */
export function toRow(row: {
  article_id: number;
  channel_id: string;
  title: string;
  summary: string;
  source: string;
  content_time: Date;
  top_flag: 0 | 1;
  image: string;
  risk_level: string | null;
  topic: string;
  tags: string[];
}): ArticleRow {
  return {
    articleId: row.article_id,
    channelId: row.channel_id,
    title: row.title,
    summary: row.summary,
    source: row.source,
    contentTime: row.content_time,
    topFlag: row.top_flag,
    image: row.image,
    restricted: row.risk_level !== null,
    riskLevel: row.risk_level ?? '',
    topic: row.topic,
    tags: row.tags,
  };
}
