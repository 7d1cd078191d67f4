import type { FileItem, Release } from '#page/data-shapes.ts';
import type { Db } from '../../db/tables.ts';
import type { Moment } from '../publication/new-publication.ts';
import { withoutLoginKey } from './authored-key.ts';
import { publicAt } from '../publication/moment.ts';

export interface ArticleDetail {
  articleId: number;
  channelId: string;
  title: string;
  summary: string;
  content: string;
  source: string;
  contentTime: Date;
  riskLevel: string | null;
  /** filepath, '' for none */
  image: string;
  /** code of research.topics, '' for none */
  topic: string;
  /** ids of research.tags */
  tags: string[];
  files: FileItem[];
}

export interface Neighbour {
  articleId: number;
  title: string;
}

/** A public article with its files; undefined when it is not public at that moment. */
export async function findArticle(db: Db, moment: Moment, articleId: number): Promise<ArticleDetail | undefined> {
  const row = await db
    .selectFrom('article')
    .select([
      'article_id',
      'channel_id',
      'title',
      'summary',
      'content',
      'source',
      'content_time',
      'risk_level',
      'image',
      'attachments',
      'topic',
      'tags',
    ])
    .where('article_id', '=', articleId)
    .where(publicAt('article', moment))
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    articleId: row.article_id,
    channelId: row.channel_id,
    title: row.title,
    summary: row.summary,
    content: row.content,
    source: row.source,
    contentTime: row.content_time,
    riskLevel: row.risk_level,
    image: row.image,
    topic: row.topic,
    tags: row.tags,
    files: await describeFiles(db, row.attachments),
  };
}

/** Size and type of each attachment; one whose file is not in the store comes out as missing (FO5). */
async function describeFiles(
  db: Db,
  attachments: { filename: string; filepath: string; release?: Release }[],
): Promise<FileItem[]> {
  if (attachments.length === 0) return [];
  const paths = attachments.map((attachment) => attachment.filepath);
  const stored = await db
    .selectFrom('file')
    .select(['filepath', 'size', 'media_type', 'sha256'])
    .where('filepath', 'in', paths)
    .execute();
  const byPath = new Map(stored.map((file) => [file.filepath, file]));
  return attachments.map(({ filename, filepath, release }) => {
    const file = byPath.get(filepath);
    const stored = file
      ? { filepath, size: file.size, mediaType: file.media_type, sha256: file.sha256 }
      : { filepath: '', size: null, mediaType: '', sha256: '' };
    return { filename, ...stored, ...(release && { release }) };
  });
}

/** The articles before (newer) and after (older) this one in its channel. */
export async function findNeighbours(
  db: Db,
  moment: Moment,
  article: { articleId: number; channelId: string; contentTime: Date },
): Promise<{ previous: Neighbour | undefined; next: Neighbour | undefined }> {
  const beside = (operator: '>' | '<') =>
    db
      .selectFrom('article')
      .select(['article_id as articleId', 'title'])
      .where('channel_id', '=', article.channelId)
      .where(publicAt('article', moment))
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('content_time', 'article_id'), operator, tuple(article.contentTime, article.articleId)),
      )
      .orderBy('content_time', operator === '>' ? 'asc' : 'desc')
      .orderBy('article_id', operator === '>' ? 'asc' : 'desc')
      .limit(1)
      .executeTakeFirst();
  const [previous, next] = await Promise.all([beside('>'), beside('<')]);
  return { previous, next };
}

export interface Withdrawal {
  reason: string;
  successor: string;
  at: Date;
}

export interface ArticlePlace {
  channelId: string;
  title: string;
  /** null while the article is public */
  withdrawn: Withdrawal | null;
}

/**
 * Place of an article at a moment, or that it was withdrawn before (RT9); undefined when it was never public by then.
 */
export async function findArticlePlace(db: Db, moment: Moment, articleId: number): Promise<ArticlePlace | undefined> {
  let known = db
    .selectFrom('article')
    .select(['channel_id', 'title', 'closed_reason', 'closed_successor', 'public_to'])
    .where('article_id', '=', articleId);
  if (moment !== 'now') known = known.where('public_from', '<=', moment);
  const row = await known.orderBy('public_from', 'desc').orderBy('row_id', 'desc').limit(1).executeTakeFirst();
  if (!row) return undefined;
  const closed = row.public_to !== null && (moment === 'now' || row.public_to <= moment) ? row.public_to : null;
  const withdrawn = closed && withdrawalOf(row, closed);
  return { channelId: row.channel_id, title: row.title, withdrawn };
}

/** Why a channel address that once was public is so no longer; undefined when it never was. */
export async function findRetiredChannel(db: Db, url: string): Promise<(Withdrawal & { title: string }) | undefined> {
  const row = await db
    .selectFrom('channel')
    .select(['name', 'closed_reason', 'closed_successor', 'public_to'])
    .where('url', '=', url)
    .orderBy('public_from', 'desc')
    .orderBy('row_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row?.public_to) return undefined;
  return { title: row.name, ...withdrawalOf(row, row.public_to) };
}

/** LS9: a successor that was stored before keys were refused leads on without its key. */
function withdrawalOf(
  { closed_reason, closed_successor }: { closed_reason: string | null; closed_successor: string | null },
  at: Date,
): Withdrawal {
  return { reason: closed_reason ?? '', successor: withoutLoginKey(closed_successor ?? ''), at };
}
