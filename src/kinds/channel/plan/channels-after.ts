import { articleKind as contentKindOf } from '#rules/channel-content.ts';
import type { ContentKind } from '#page/data-shapes.ts';
import type { ChannelRow } from '#server/store/list-channels.ts';
import { article as articleKind } from '../../article/index.ts';
import { withdrawnOf, writtenOf } from '../../changes.ts';
import type { Change } from '../../index.ts';
import { channel as channelKind } from '../index.ts';

/**
 * The folder `kinds/channel/plan` answers what changes of channels would do, before anything is saved: one question a
 * file. It reads and never writes.
 */

/** The channels as the changes leave them, whatever is wrong with them. */
export function channelsAfter(channels: readonly ChannelRow[], changes: readonly Change[]): ChannelRow[] {
  const after = new Map(channels.map((channel) => [channel.channelId, channel]));
  for (const { id } of withdrawnOf(channelKind, changes)) after.delete(id);
  for (const { document } of writtenOf(channelKind, changes)) {
    const {
      channelId,
      parentId,
      classOrder,
      url,
      name,
      type,
      sameAs = null,
      department = '',
      hidden = false,
      freshness = '',
    } = document;
    after.set(channelId, {
      channelId,
      parentId,
      classOrder,
      url,
      name: name.trim(),
      type,
      sameAs,
      department,
      hidden,
      freshness,
      contentKind: after.get(channelId)?.contentKind ?? 'empty',
    });
  }
  for (const [channelId, kind] of kindsWith(after, changes))
    after.set(channelId, { ...after.get(channelId)!, contentKind: kind });
  return [...after.values()].map((channel) => {
    const shown = channel.sameAs === null ? undefined : after.get(channel.sameAs);
    return shown ? { ...channel, contentKind: shown.contentKind } : channel;
  });
}

/** PC1, PC2 with the new articles that come along. */
function kindsWith(channels: ReadonlyMap<string, ChannelRow>, changes: readonly Change[]): Map<string, ContentKind> {
  const fresh = writtenOf(articleKind, changes).flatMap(({ id, document }) => (id === null ? [document] : []));
  const kinds = new Map<string, ContentKind>();
  for (const [channelId, articles] of Map.groupBy(fresh, (article) => article.channelId)) {
    const before = channels.get(channelId)?.contentKind;
    const [first] = articles;
    if (before !== undefined)
      kinds.set(
        channelId,
        before === 'empty' && articles.length === 1
          ? contentKindOf(first!.content ?? '', first!.attachments?.length ?? 0)
          : 'list',
      );
  }
  return kinds;
}
