import { daysLate, daysOfFreshness, freshUntil, isDuty } from '#rules/registers/freshness.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import type { ChannelDuty, DueChannel } from '#wire/channel-answers.ts';
import { listRegisterStates } from '#server/store/rows/list-register-rows.ts';
import { countArticlesByChannel } from '#server/store/articles/section-overview.ts';
import { isWithin, type Reach } from '#server/people/staff/reach.ts';
import type { Db } from '#server/db/tables.ts';
import type { Site } from '#server/site/site.ts';

interface Question {
  /** yyyy-mm-dd in Shanghai */
  today: string;
  /** ids of the channels that are looked at; null: all */
  reach: Reach;
}

/**
 * WB2: channels that have a duty of freshness, with the last day on which each is in time, the longest late first. A period counts from the
 * day of the oldest of its registers, or of its newest article. A duty "within N working days of a change" counts from
 * the day on which an edition of the channel was begun that is not public yet.
 */
export async function listDuties(db: Db, site: Site, { today, reach }: Question): Promise<ChannelDuty[]> {
  const inReach = reach === null ? null : new Set(reach);
  const channels = site.channels.filter(
    ({ channelId, freshness }) => isDuty(freshness) && (inReach === null || inReach.has(channelId)),
  );
  if (channels.length === 0) return [];
  const [states, articles, begun] = await Promise.all([
    listRegisterStates(db, 'now'),
    countArticlesByChannel(
      db,
      'now',
      channels.map(({ channelId, sameAs }) => sameAs ?? channelId),
    ),
    beginningsOf(db, reach),
  ]);
  const duties = channels.map(({ channelId, name, department, freshness, sameAs }): ChannelDuty => {
    const isAfterChange = daysOfFreshness(freshness) !== null;
    const edition = begun.get(channelId);
    const registers = site.registersOf(channelId);
    const dates = registers.flatMap((register) => states.get(register)?.dataDate ?? []);
    const newest = articles.get(sameAs ?? channelId)?.newest;
    const since = isAfterChange
      ? (edition?.since ?? '')
      : (dates.sort()[0] ?? (newest ? shanghaiDate(newest.getTime()) : ''));
    const until = freshUntil(freshness, since);
    return {
      channelId,
      name,
      department,
      freshness,
      since,
      until,
      daysLate: daysLate(until, today),
      isLate: since === '' ? !isAfterChange : until !== '' && until < today,
      isAfterChange,
      editionId: edition?.editionId ?? null,
      register: registers[0] ?? '',
    };
  });
  const key = ({ isLate, until }: ChannelDuty): string => `${isLate ? 0 : until === '' ? 2 : 1}${until}`;
  return duties.sort((one, other) => (key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0));
}

/** The channels among them whose content is older than their duty allows. */
export const listDueChannels = async (db: Db, site: Site, question: Question): Promise<DueChannel[]> =>
  (await listDuties(db, site, question)).filter(({ isLate }) => isLate);

/** The oldest edition on its way for each channel concerned; its number for those alone who may see it. */
async function beginningsOf(db: Db, reach: Reach): Promise<Map<string, { since: string; editionId: number | null }>> {
  const rows = await db
    .selectFrom('edition')
    .select(['edition_id', 'channel_ids', 'created_at', isWithin(reach).as('is_within')])
    .where('state', 'not in', ['published', 'discarded'])
    .orderBy('created_at', 'desc')
    .execute();
  return new Map(
    rows.flatMap(({ edition_id, channel_ids, created_at, is_within }) =>
      channel_ids.map(
        (id) => [id, { since: shanghaiDate(created_at.getTime()), editionId: is_within ? edition_id : null }] as const,
      ),
    ),
  );
}
