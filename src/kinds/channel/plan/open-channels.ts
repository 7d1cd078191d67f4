import { sql } from 'kysely';
import { PROGRAM_NAME } from '#rules/editions/edition-steps.ts';
import type { Db } from '#server/db/tables.ts';
import type { Known } from './known-ids.ts';
import type { Used } from './propose.ts';

/** A channel that an edition under way would make. */
export interface OpenChannel {
  channelId: string;
  url: string;
  editionId: number;
  title: string;
  savedBy: string;
  /** whether the reader may read the edition */
  isReadable: boolean;
}

/**
 * New channels of all editions that are neither public nor discarded: their ids and addresses are as good as taken.
 * @param reach channels for which the person may read what is not public; null: the whole site
 */
export async function findOpenChannels(db: Db, reach: readonly string[] | null): Promise<OpenChannel[]> {
  const { rows } =
    await sql<OpenChannel>`select channel ->> 'channelId' as "channelId", channel ->> 'url' as url, edition.edition_id as "editionId", edition.title, coalesce(staff.name, ${PROGRAM_NAME}) as "savedBy",
      ${reach === null ? sql`true` : sql`edition.channel_ids <@ ${[...reach]}::text[]`} as "isReadable"
    from edition
    join edition_version as shown on shown.edition_id = edition.edition_id and shown.version = edition.version
    left join staff on staff.staff_id = shown.staff_id
    cross join jsonb_array_elements(shown.changes) as change
    cross join coalesce(change -> 'document', change -> 'channel') as channel -- as earlier versions spelled it
    where edition.state not in ('published', 'discarded') and change ->> 'kind' = 'channel' and edition.base ->> ('channel:' || (channel ->> 'channelId')) = ''
    order by edition.edition_id`.execute(db);
  return rows;
}

/** Ids and addresses that a new channel must not take, besides the public ones. */
export const usedBy = (open: readonly OpenChannel[], { ended }: Pick<Known, 'ended'>): Used => ({
  ids: [...ended.keys(), ...open.map(({ channelId }) => channelId)],
  urls: open.map(({ url }) => url),
});
