import { daysOfFreshness, freshUntil } from '#rules/registers/freshness.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import type { DueChannel } from '#wire/channel-answers.ts';
import { listRegisterStates } from '#server/store/rows/list-register-rows.ts';
import { countArticlesByChannel } from '#server/store/articles/section-overview.ts';
import type { Db } from '#server/db/tables.ts';
import type { Site } from '#server/site/site.ts';

/**
 * Channels whose content is older than their duty allows, the longest overdue first. A period counts from the day the
 * oldest of its registers is from, or its newest article; "within N working days of a change" from the day on which an
 * edition of the channel was begun that is not public yet.
 * @param today yyyy-mm-dd in Shanghai
 * @param reach ids of the channels asked about; null: all
 */
export async function listDueChannels(
  db: Db,
  site: Site,
  { today, reach }: { today: string; reach: readonly string[] | null },
): Promise<DueChannel[]> {
  const inReach = reach === null ? null : new Set(reach);
  const kept = site.channels.filter(
    ({ channelId, freshness }) => freshness !== '' && (inReach === null || inReach.has(channelId)),
  );
  if (kept.length === 0) return [];
  const [states, articles, begun] = await Promise.all([
    listRegisterStates(db, 'now'),
    countArticlesByChannel(
      db,
      'now',
      kept.map(({ channelId, sameAs }) => sameAs ?? channelId),
    ),
    beginningsOf(db),
  ]);
  const due = kept.flatMap(({ channelId, name, department, freshness, sameAs }): DueChannel[] => {
    const waiting = daysOfFreshness(freshness) !== null;
    const edition = begun.get(channelId);
    const dates = site.registersOf(channelId).flatMap((register) => states.get(register)?.dataDate ?? []);
    const newest = articles.get(sameAs ?? channelId)?.newest;
    const since = waiting
      ? (edition?.since ?? '')
      : (dates.sort()[0] ?? (newest ? shanghaiDate(newest.getTime()) : ''));
    const until = freshUntil(freshness, since);
    const isDue = since === '' ? !waiting : until !== '' && until < today;
    return isDue
      ? [
          {
            channelId,
            name,
            department,
            freshness,
            since,
            until,
            editionId: waiting ? (edition?.editionId ?? null) : null,
          },
        ]
      : [];
  });
  return due.sort((one, other) => (one.until < other.until ? -1 : one.until > other.until ? 1 : 0));
}

/** Of each channel concerned the oldest edition on its way. */
async function beginningsOf(db: Db): Promise<Map<string, { since: string; editionId: number }>> {
  const rows = await db
    .selectFrom('edition')
    .select(['edition_id', 'channel_ids', 'created_at'])
    .where('state', 'not in', ['published', 'discarded'])
    .orderBy('created_at', 'desc')
    .execute();
  return new Map(
    rows.flatMap(({ edition_id, channel_ids, created_at }) =>
      channel_ids.map((id) => [id, { since: shanghaiDate(created_at.getTime()), editionId: edition_id }] as const),
    ),
  );
}
