import type { Db } from '../db/tables.ts';
import type { ContentKind } from '#page/data-shapes.ts';
import type { ChannelLine } from '#wire/channel-answers.ts';
import type { Moment } from './new-publication.ts';
import { publicAt } from './moment.ts';
import { findUpstreamChannels } from './upstream-channels.ts';

/**
 * A channel as channellist answers it: website.md section 3 plus contentKind (PS3), sameAs and department; and what its
 * keepers know of it (ListedChannel leaves that out).
 */
export type ChannelRow = Omit<ChannelLine, 'mark' | 'contentKind'> & {
  /** null: an upstream does not say it */
  contentKind: ContentKind | null;
};

/**
 * All public channels of all trees; whoever reads one tree walks down from its root by parentId (CH2). Those of an
 * upstream have no past: they are the ones of now at every moment (CH9).
 */
export async function listChannels(db: Db, moment: Moment): Promise<ChannelRow[]> {
  const upstream = await findUpstreamChannels(db);
  if (upstream) return [...upstream.channels];
  const rows = await db
    .selectFrom('channel')
    .select([
      'channel_id',
      'parent_id',
      'class_order',
      'url',
      'name',
      'type',
      'content_kind',
      'same_as',
      'department',
      'hidden',
      'freshness',
    ])
    .where(publicAt('channel', moment))
    .orderBy('channel_id')
    .execute();
  return rows.map((row) => ({
    channelId: row.channel_id,
    parentId: row.parent_id,
    classOrder: row.class_order,
    url: row.url,
    name: row.name,
    type: row.type,
    contentKind: row.content_kind,
    sameAs: row.same_as,
    department: row.department,
    hidden: row.hidden,
    freshness: row.freshness,
  }));
}
