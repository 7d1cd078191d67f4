import { articleKind } from '#rules/channel-content.ts';
import type { ContentKind } from '#page/data-shapes.ts';
import type { ChannelRow } from '../../store/list-channels.ts';
import type { DraftChange } from '../draft-changes.ts';

/**
 * The folder `server/editions/channel-plan` answers what changes of channels would do, before anything is saved: one
 * question a
 * file. It reads and never writes.
 */

/** The channels as the changes leave them, whatever is wrong with them. */
export function channelsAfter(channels: readonly ChannelRow[], changes: readonly DraftChange[]): ChannelRow[] {
  const after = new Map(channels.map((channel) => [channel.channelId, channel]));
  for (const change of changes) {
    if (change.kind === 'channel-retired') after.delete(change.channelId);
    if (change.kind !== 'channel') continue;
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
    } = change.channel;
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
function kindsWith(
  channels: ReadonlyMap<string, ChannelRow>,
  changes: readonly DraftChange[],
): Map<string, ContentKind> {
  const fresh = changes.flatMap((change) =>
    change.kind === 'article' && change.article.articleId === undefined ? [change.article] : [],
  );
  const kinds = new Map<string, ContentKind>();
  for (const [channelId, articles] of Map.groupBy(fresh, (article) => article.channelId)) {
    const before = channels.get(channelId)?.contentKind;
    const [first] = articles;
    if (before !== undefined)
      kinds.set(
        channelId,
        before === 'empty' && articles.length === 1
          ? articleKind(first!.content ?? '', first!.attachments?.length ?? 0)
          : 'list',
      );
  }
  return kinds;
}
