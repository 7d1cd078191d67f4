import { sql } from 'kysely';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import type { Db } from '../../db/tables.ts';
import type { Moment } from '../publication/new-publication.ts';
import type { ChannelRow } from './list-channels.ts';
import { publicAt } from '../publication/moment.ts';

/** The texts that visitors agree to: each is the one article of a channel (docs/decisions/0015). */
export const LEGAL_TEXTS = [
  { name: 'privacy', title: '隐私政策', url: 'legal/privacy' },
  { name: 'agreement', title: '用户协议', url: 'legal/agreement' },
  { name: 'notice', title: '法律声明', url: 'legal/notice' },
] as const;

/** SU25: confirmed by a firm as the legal texts are; nobody agrees to it, and a site is shown without it. */
export const ACCESSIBILITY_TEXT = { name: 'accessibility', title: '适老化与无障碍说明', url: 'accessibility' } as const;

/** The texts in which a firm speaks for itself, written from a prepared one. */
export const PREPARED_TEXTS = [...LEGAL_TEXTS, ACCESSIBILITY_TEXT] as const;
export const PREPARED_URLS: readonly string[] = PREPARED_TEXTS.map(({ url }) => url);

/** A legal text that is public. */
export interface LegalText {
  channelId: string;
  /** yyyy-mm-dd */
  version: string;
  /** the publication that last changed it */
  no: number;
}

export type LegalTextName = (typeof LEGAL_TEXTS)[number]['name'];
export type LegalTexts = { [name in LegalTextName]?: LegalText };

/** The legal texts that are public: the newest article of each one's channel, its version the day it is dated. */
export async function findLegalTexts(
  db: Db,
  moment: Moment,
  channels: readonly Pick<ChannelRow, 'channelId' | 'url' | 'storedAs'>[],
): Promise<LegalTexts> {
  const places = LEGAL_TEXTS.flatMap(({ name, url }) =>
    channels.flatMap((channel) =>
      channel.url === url ? [{ name, channelId: channel.storedAs ?? channel.channelId }] : [],
    ),
  );
  if (places.length === 0) return {};
  const rows = await db
    .selectFrom('article')
    .select(['channel_id', sql<Date>`max(content_time)`.as('newest'), sql<number>`max(opened_in)`.as('no')])
    .where(
      'channel_id',
      'in',
      places.map(({ channelId }) => channelId),
    )
    .where(publicAt('article', moment))
    .groupBy('channel_id')
    .execute();
  const found = new Map(rows.map((row) => [row.channel_id, row]));
  return Object.fromEntries(
    places.flatMap(({ name, channelId }) => {
      const row = found.get(channelId);
      return row ? [[name, { channelId, version: shanghaiDate(row.newest.getTime()), no: Number(row.no) }]] : [];
    }),
  );
}
