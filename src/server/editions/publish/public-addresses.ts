import { SITE_BASE } from '#wire/paths.ts';
import type { Db } from '../../db/tables.ts';
import type { Site } from '../../site/site.ts';
import { writtenOf } from '#kinds/changes.ts';
import { importIn } from '../draft/import-steps.ts';
import { channel } from '#kinds/channel/index.ts';
import type { FoundEdition } from '#wire/edition-answers.ts';

/**
 * Addresses of an edition's public content: its articles, and the channels it writes; [] for one that is not published.
 */
export async function publicAddresses(
  db: Db,
  site: Pick<Site, 'articlePath' | 'channelPath' | 'channel'>,
  { publishedIn, shown }: Pick<FoundEdition, 'publishedIn' | 'shown'>,
): Promise<{ title: string; path: string }[]> {
  if (publishedIn === null) return [];
  const imported = importIn(shown.changes)?.document.articleSet?.channels ?? [];
  if (imported.length > 0) {
    const written = writtenOf(channel, shown.changes).map(({ document }) => document);
    const channelIds = new Set([...imported, ...written].map(({ channelId }) => channelId));
    return [...channelIds]
      .filter((channelId) => site.channel(channelId))
      .map((channelId) => ({ title: site.channel(channelId)!.name, path: SITE_BASE + site.channelPath(channelId) }));
  }
  const articles = await db
    .selectFrom('article')
    .select(['article_id', 'channel_id', 'title'])
    .where('opened_in', '=', publishedIn)
    .orderBy('article_id')
    .execute();
  const channels = writtenOf(channel, shown.changes)
    .map(({ document }) => document)
    .filter(({ channelId }) => site.channel(channelId));
  return [
    ...articles.map(({ article_id, channel_id, title }) => ({
      title,
      path: SITE_BASE + site.articlePath(channel_id, article_id),
    })),
    ...channels.map(({ channelId, name }) => ({ title: name, path: SITE_BASE + site.channelPath(channelId) })),
  ];
}
