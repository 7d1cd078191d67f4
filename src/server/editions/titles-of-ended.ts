import type { Db } from '../db/tables.ts';
import type { DraftChange } from './draft-changes.ts';

/**
 * What articles and channels that a draft takes from the public were last called, by subject: the change has only their
 * ids.
 */
export async function titlesOfEnded(db: Db, changes: readonly DraftChange[]): Promise<Record<string, string>> {
  const articleIds = changes.flatMap((change) => (change.kind === 'article-withdrawn' ? [change.articleId] : []));
  const channelIds = changes.flatMap((change) => (change.kind === 'channel-retired' ? [change.channelId] : []));
  const [articles, channels] = await Promise.all([
    articleIds.length === 0
      ? []
      : db
          .selectFrom('article')
          .select(['article_id', 'title'])
          .where('article_id', 'in', articleIds)
          .orderBy('opened_in')
          .execute(),
    channelIds.length === 0
      ? []
      : db
          .selectFrom('channel')
          .select(['channel_id', 'name'])
          .where('channel_id', 'in', channelIds)
          .orderBy('opened_in')
          .execute(),
  ]);
  return Object.fromEntries([
    ...articles.map(({ article_id, title }) => [`article:${article_id}`, title]),
    ...channels.map(({ channel_id, name }) => [`channel:${channel_id}`, name]),
  ]);
}
