import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import type { Moment } from '../publication/new-publication.ts';
import { publicAt } from '../publication/moment.ts';

/** Number of articles of each channel now and the time of the newest, by channel id. */
export async function countArticlesByChannel(
  db: Db,
  moment: Moment,
  channelIds: string[],
): Promise<Map<string, { count: number; newest: Date }>> {
  if (channelIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('article')
    .select(['channel_id', sql<number>`count(*)`.as('count'), sql<Date>`max(content_time)`.as('newest')])
    .where('channel_id', 'in', channelIds)
    .where(publicAt('article', moment))
    .groupBy('channel_id')
    .execute();
  return new Map(rows.map((row) => [row.channel_id, { count: Number(row.count), newest: row.newest }]));
}

/** Summary of the newest article of each channel, by channel id; a restricted one has none (RK6). */
export async function listNewestSummaries(db: Db, moment: Moment, channelIds: string[]): Promise<Map<string, string>> {
  if (channelIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('article')
    .distinctOn('channel_id')
    .select(['channel_id', 'summary', 'risk_level'])
    .where('channel_id', 'in', channelIds)
    .where(publicAt('article', moment))
    .orderBy('channel_id')
    .orderBy('content_time', 'desc')
    .orderBy('article_id', 'desc')
    .execute();
  return new Map(rows.flatMap((row) => (row.risk_level === null ? [[row.channel_id, row.summary]] : [])));
}
