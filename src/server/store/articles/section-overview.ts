import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import type { Moment } from '../publication/new-publication.ts';
import { publicAt } from '../publication/moment.ts';

/** How many articles each channel has now and when the newest is from, by channel id. */
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

/** What the newest article of each channel says of itself in short, by channel id; of a restricted one nothing (RK6). */
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
