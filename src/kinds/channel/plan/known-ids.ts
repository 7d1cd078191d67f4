import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';
import { withdrawnOf } from '../../changes.ts';
import type { Change } from '../../index.ts';
import { channel as channelKind } from '../index.ts';
import type { ChannelRow } from '#server/store/documents/list-channels.ts';

/** Former ids and addresses, besides those of public channels. */
export interface Known {
  /** names of channels that ended, or shall end with these changes, by id */
  ended: ReadonlyMap<string, string>;
  /** names by address: the channel that last had it and has it no more */
  left: ReadonlyMap<string, string>;
}

/** Names of the channels that are public no more, by id and by address. */
export async function findKnown(db: Db, channels: readonly ChannelRow[], changes: readonly Change[]): Promise<Known> {
  const { rows } = await sql<{
    channel_id: string;
    url: string;
    name: string;
  }>`select channel_id, url, name from channel where public_to is not null order by public_from, row_id`.execute(db);
  const present = new Map(channels.map((channel) => [channel.channelId, channel]));
  const urls = new Set(channels.map(({ url }) => url));
  const ended = new Map(rows.filter((row) => !present.has(row.channel_id)).map((row) => [row.channel_id, row.name]));
  for (const { id } of withdrawnOf(channelKind, changes)) {
    const name = present.get(id)?.name;
    if (name !== undefined) ended.set(id, name);
  }
  return { ended, left: new Map(rows.filter((row) => !urls.has(row.url)).map((row) => [row.url, row.name])) };
}
