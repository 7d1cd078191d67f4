import type { ChannelEdition } from '#wire/channel-answers.ts';
import type { Db } from '#server/db/tables.ts';

const CHANNEL = 'channel:';

/**
 * The editions on their way that change channels. @param reach ids of channels of which somebody may read editions;
 * null: all
 */
export async function listChannelEditions(db: Db, reach: readonly string[] | null): Promise<ChannelEdition[]> {
  const rows = await db
    .selectFrom('edition')
    .select(['edition_id', 'title', 'base', 'channel_ids'])
    .where('state', 'not in', ['published', 'discarded'])
    .orderBy('edition_id')
    .execute();
  const seen = reach === null ? null : new Set(reach);
  return rows.flatMap(({ edition_id: editionId, title, base, channel_ids }) => {
    const channelIds = Object.keys(base).flatMap((subject) =>
      subject.startsWith(CHANNEL) ? [subject.slice(CHANNEL.length)] : [],
    );
    return channelIds.length > 0 && (seen === null || channel_ids.every((id) => seen.has(id)))
      ? [{ editionId, title, channelIds }]
      : [];
  });
}
