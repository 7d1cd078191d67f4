import type { Db } from '../../db/tables.ts';
import type { ContentKind } from '#page/data-shapes.ts';
import type { ChannelLine } from '#wire/channel-answers.ts';
import type { Moment } from '../publication/new-publication.ts';
import { publicAt } from '../publication/moment.ts';
import { OWN_BESIDE } from '#rules/addresses/channel-id.ts';
import { MAIN_ROOT } from '#rules/addresses/channel-tree.ts';
import { LEGAL_TEXTS } from './legal-texts.ts';
import { findUpstreamChannels } from './upstream-channels.ts';

/**
 * A channel as channellist answers it: website.md section 3 plus contentKind (PS3), sameAs and department; and what its
 * keepers know of it (ListedChannel leaves that out).
 */
export type ChannelRow = Omit<ChannelLine, 'mark' | 'isEmpty'> & {
  /** null: an upstream does not say it */
  contentKind: ContentKind | null;
  /** id in the store of this site's own channel beside the channels of an upstream */
  storedAs?: string;
};

/**
 * All public channels of all trees; whoever reads one tree walks down from its root by parentId (CH2). Those of an
 * upstream have no past: they are the ones of now at every moment (CH9).
 */
export async function listChannels(db: Db, moment: Moment): Promise<ChannelRow[]> {
  const [upstream, own] = await Promise.all([findUpstreamChannels(db), listOwnChannels(db, moment)]);
  return upstream ? withLegalTexts(upstream.channels, own) : own;
}

/**
 * CH9: the texts that visitors agree to stay this site's own, where it has them. Their channels stand in the place of
 * any that the upstream has at the same address.
 */
function withLegalTexts(channels: readonly ChannelRow[], own: readonly ChannelRow[]): ChannelRow[] {
  const legalChannels = own.filter(({ url, contentKind }) => LEGAL_URLS.has(url) && contentKind !== 'empty');
  const urls = new Set(legalChannels.map(({ url }) => url));
  const parent = channels.find(({ url }) => url === LEGAL)?.channelId ?? MAIN_ROOT;
  // the upstream may use the same numbers for something else
  const added = legalChannels.map((one): ChannelRow => ({
    ...one,
    channelId: OWN_BESIDE + one.channelId,
    storedAs: one.channelId,
    parentId: parent,
    type: 2,
  }));
  return [...channels.filter(({ url }) => !urls.has(url)), ...added];
}

/** above the legal texts, where there is such a channel */
const LEGAL = 'legal';
const LEGAL_URLS: ReadonlySet<string> = new Set(LEGAL_TEXTS.map(({ url }) => url));

async function listOwnChannels(db: Db, moment: Moment): Promise<ChannelRow[]> {
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
