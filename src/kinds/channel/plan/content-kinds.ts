import type { ContentKind } from '#page/data-shapes.ts';
import { channelContentKind } from '#rules/addresses/channel-content.ts';
import type { Db } from '#server/db/tables.ts';
import { cleanHtml } from '#server/store/articles/clean-html.ts';
import { getSetArticles } from '../../article-import/server/article-sets.ts';
import { articleImport } from '../../article-import/index.ts';
import { article as articleKind, type ArticleDocument } from '../../article/index.ts';
import { withdrawnOf, writtenOf } from '../../changes.ts';
import type { Change } from '../../index.ts';
import { channel as channelKind } from '../index.ts';

/** Articles that come to a channel. */
interface Arriving {
  total: number;
  /** the only article, where there is one */
  only?: ArticleDocument;
}

/**
 * PC1, PC2: what the channels hold whose articles the changes touch, by channel, as a publication settles it
 * (publish-channels.ts). Of an import it is told as it is once all of its articles are public.
 */
export async function contentKindsAfter(db: Db, changes: readonly Change[]): Promise<Map<string, ContentKind>> {
  const written = writtenOf(articleKind, changes).map(({ document }) => document);
  const leaving = [
    ...written.flatMap(({ articleId }) => articleId ?? []),
    ...withdrawnOf(articleKind, changes).map(({ id }) => Number(id)),
  ];
  const [left, arriving] = [await channelsOf(db, leaving), await arrivals(db, written, changes)];
  const touched = [
    ...new Set([
      ...writtenOf(channelKind, changes).map(({ document }) => document.channelId),
      ...left,
      ...arriving.keys(),
    ]),
  ];
  const staying = await countStaying(db, touched, leaving);
  const kinds = new Map<string, ContentKind>();
  for (const channelId of touched) {
    const { total = 0, only } = arriving.get(channelId) ?? {};
    const all = total + (staying.get(channelId) ?? 0);
    const single = all !== 1 ? null : only ? await textOf(only) : await findOnly(db, channelId, leaving);
    kinds.set(channelId, channelContentKind(all, single));
  }
  return kinds;
}

async function channelsOf(db: Db, articleIds: readonly number[]): Promise<string[]> {
  if (articleIds.length === 0) return [];
  const rows = await db
    .selectFrom('article')
    .select('channel_id')
    .distinct()
    .where('public_to', 'is', null)
    .where('article_id', 'in', [...articleIds])
    .execute();
  return rows.map(({ channel_id }) => channel_id);
}

async function arrivals(
  db: Db,
  written: readonly ArticleDocument[],
  changes: readonly Change[],
): Promise<Map<string, Arriving>> {
  const arriving = new Map<string, Arriving>();
  const add = (channelId: string, total: number, only?: ArticleDocument): void => {
    const before = arriving.get(channelId);
    arriving.set(channelId, { total: (before?.total ?? 0) + total, ...(only && !before && { only }) });
  };
  for (const document of written) add(document.channelId, 1, document);
  for (const { document } of writtenOf(articleImport, changes)) {
    for (const { document: one } of document.articles ?? []) add(one.channelId, 1, one);
    const { hash, count = 0, channels = [] } = document.articleSet ?? {};
    // the content of a single one is read
    const [single] = hash !== undefined && count === 1 ? await getSetArticles(db, hash, { from: 0, size: 1 }) : [];
    for (const { channelId, count: own } of channels) add(channelId, own, single?.document);
  }
  return arriving;
}

async function countStaying(
  db: Db,
  channelIds: readonly string[],
  leaving: readonly number[],
): Promise<Map<string, number>> {
  if (channelIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('article')
    .select(({ fn }) => ['channel_id', fn.countAll<number>().as('total')])
    .where('public_to', 'is', null)
    .where('channel_id', 'in', [...channelIds])
    .$if(leaving.length > 0, (all) => all.where('article_id', 'not in', [...leaving]))
    .groupBy('channel_id')
    .execute();
  return new Map(rows.map(({ channel_id, total }) => [channel_id, Number(total)]));
}

async function findOnly(db: Db, channelId: string, leaving: readonly number[]) {
  const row = await db
    .selectFrom('article')
    .select(['content', 'attachments'])
    .where('public_to', 'is', null)
    .where('channel_id', '=', channelId)
    .$if(leaving.length > 0, (all) => all.where('article_id', 'not in', [...leaving]))
    .executeTakeFirst();
  return row ? { html: row.content, attachments: row.attachments.length } : null;
}

/** Text in its stored form. */
const textOf = async ({ content = '', attachments = [] }: ArticleDocument) => ({
  html: (await cleanHtml(content)).html,
  attachments: attachments.length,
});
