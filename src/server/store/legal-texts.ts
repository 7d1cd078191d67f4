import { sql } from 'kysely';
import { shanghaiDate } from '#rules/shanghai-date.ts';
import type { Legal } from '#page/page-schema.ts';
import type { Db } from '../db/tables.ts';
import type { Moment } from './new-publication.ts';
import type { ChannelRow } from './list-channels.ts';
import { publicAt } from './moment.ts';

const URLS = { privacy: 'legal/privacy', agreement: 'legal/agreement', notice: 'legal/notice' } as const;

/** The legal texts that are public: the newest article of each one's channel, its version the day it is dated. */
export async function findLegalTexts(db: Db, moment: Moment, channels: readonly ChannelRow[]): Promise<Legal> {
  const places = Object.entries(URLS).flatMap(([name, url]) =>
    channels.flatMap((channel) => (channel.url === url ? [{ name, channelId: channel.channelId }] : [])),
  );
  if (places.length === 0) return {};
  const rows = await db
    .selectFrom('article')
    .select(['channel_id', sql<Date>`max(content_time)`.as('newest')])
    .where(
      'channel_id',
      'in',
      places.map(({ channelId }) => channelId),
    )
    .where(publicAt('article', moment))
    .groupBy('channel_id')
    .execute();
  const newest = new Map(rows.map((row) => [row.channel_id, row.newest]));
  return Object.fromEntries(
    places.flatMap(({ name, channelId }) =>
      newest.has(channelId) ? [[name, { channelId, version: shanghaiDate(newest.get(channelId)!.getTime()) }]] : [],
    ),
  );
}
