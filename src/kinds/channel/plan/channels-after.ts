import type { ContentKind } from '#page/data-shapes.ts';
import type { ChannelRow } from '#server/store/documents/list-channels.ts';
import { withdrawnOf, writtenOf } from '../../changes.ts';
import type { Change } from '../../index.ts';
import { channel as channelKind } from '../index.ts';

/**
 * The folder `kinds/channel/plan` answers what changes would do, before anything is published: one question a file. It
 * reads and never writes.
 */

/**
 * The channels as the changes leave them, whatever is wrong with them. @param kinds what channels hold whose articles
 * the changes touch (content-kinds.ts)
 */
export function channelsAfter(
  channels: readonly ChannelRow[],
  changes: readonly Change[],
  kinds: ReadonlyMap<string, ContentKind>,
): ChannelRow[] {
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
  for (const [channelId, contentKind] of kinds) {
    const channel = after.get(channelId);
    if (channel && channel.sameAs === null) after.set(channelId, { ...channel, contentKind });
  }
  return [...after.values()].map((channel) => {
    const shown = channel.sameAs === null ? undefined : after.get(channel.sameAs);
    return shown ? { ...channel, contentKind: shown.contentKind } : channel;
  });
}
