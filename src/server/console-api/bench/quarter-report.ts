import { sql } from 'kysely';
import { dueLines, freshnessName, isDuty } from '#rules/registers/freshness.ts';
import { dayBegins, shanghaiDate, shanghaiSecond } from '#rules/time/shanghai-date.ts';
import type { Quarter } from '#rules/time/quarter.ts';
import type { Db } from '../../db/tables.ts';

import { isWithin, type Reach } from '../../people/staff/reach.ts';
import type { WrittenCell } from '../../registers/sheets/written-sheet.ts';
import type { Site } from '../../site/site.ts';
import { channelNames } from '../search/looking.ts';

/** lines of a report; more are left out, and the report says so */
const MOST = 5_000;
const DAY = 86_400_000;

export const REPORT_TITLES = [
  '责任部门',
  '栏目',
  '更新要求',
  '公开的稿件',
  '公开时间（北京）',
  '撰写人',
  '批准人',
  '应公开日期',
  '迟几天',
  '说明',
] as const;

export interface QuarterReport {
  /** whole lines about the report */
  head: string[];
  rows: WrittenCell[][];
}

interface Published {
  channelId: string;
  title: string;
  at: Date;
  createdAt: Date;
  writtenBy: string;
  approvedBy: string;
}

/**
 * WB6: every edition that became public within a quarter, once for each channel, with its last day and how late it was. Channels
 * with a duty of which nothing did are listed, too. Editions and channels beyond somebody's reach are left out.
 */
export async function quarterReport(
  db: Db,
  site: Site,
  {
    quarter: { name, from, to },
    reach,
    today,
    by,
    most = MOST,
  }: {
    quarter: Quarter;
    reach: Reach;
    /** yyyy-mm-dd */
    today: string;
    /** name of the person */
    by: string;
    most?: number;
  },
): Promise<QuarterReport> {
  const [begins, ends] = [dayBegins(from), new Date(dayBegins(to).getTime() + DAY)];
  const [published, before] = await Promise.all([
    publishedBetween(db, { begins, ends, reach, most }),
    lastBefore(db, begins),
  ]);
  const byChannel = Map.groupBy(published, ({ channelId }) => channelId);
  const end = today < to ? today : to;
  const channels = site.channels.filter(
    ({ channelId, freshness }) =>
      (reach === null || reach.includes(channelId)) && (isDuty(freshness) || byChannel.has(channelId)),
  );
  const ended = [...byChannel.keys()].filter((id) => site.channel(id) === undefined);
  const rows = [
    ...channels.map(({ channelId, department, freshness }) => ({ channelId, department, freshness })),
    ...ended.map((channelId) => ({ channelId, department: '', freshness: '' })),
  ].flatMap(({ channelId, department, freshness }): WrittenCell[][] => {
    const own = byChannel.get(channelId) ?? [];
    const name = channelId === '' ? '全站' : channelNames(site, channelId) || `已不公开的栏目（${channelId}）`;
    const first = [department, name, freshnessName(freshness) || '没有说明'];
    const { lines, open } = dueLines(freshness, {
      before: before.get(channelId) ?? '',
      published: own.map(({ at, createdAt }) => ({
        day: shanghaiDate(at.getTime()),
        begun: shanghaiDate(createdAt.getTime()),
      })),
      end,
    });
    const done = own.map(({ title, at, writtenBy, approvedBy }, index): WrittenCell[] => {
      const { until, daysLate } = lines[index]!;
      return [
        ...first,
        title,
        shanghaiSecond(at.toISOString()),
        writtenBy,
        approvedBy,
        day(until),
        until === '' ? null : daysLate,
        null,
      ];
    });
    if (open) done.push([...first, null, null, null, null, day(open.until), open.daysLate, `到 ${end} 还没有公开`]);
    if (done.length === 0) done.push([...first, null, null, null, null, null, null, '本季度没有公开的稿件']);
    return done;
  });
  return {
    head: [
      `季报数据：${name}`,
      `范围：${from} 至 ${to}，${reach === null ? '全站' : '您可以查看的栏目'}`,
      `导出：${by}，${shanghaiSecond(new Date().toISOString())}（北京时间）`,
      '应公开日期：按期更新的从上一次公开算起；变化后若干工作日内更新的从稿件开始的日期算起。涉及几个栏目的稿件在每个栏目各列一行。',
      ...(published.length >= most || rows.length > most
        ? [`只列出前 ${most.toLocaleString('zh-CN')} 行，其余没有列出`]
        : []),
    ],
    rows: rows.slice(0, most),
  };
}

const day = (text: string): WrittenCell => (text === '' ? null : { kind: 'date', text });

async function publishedBetween(
  db: Db,
  { begins, ends, reach, most }: { begins: Date; ends: Date; reach: Reach; most: number },
): Promise<Published[]> {
  return db
    .selectFrom('edition')
    .innerJoin('publication', 'publication.no', 'edition.published_in')
    .innerJoin(
      sql<{ channel_id: string }>`lateral unnest(edition.channel_ids)`.as<'place'>(sql`place(channel_id)`),
      (join) => join.onTrue(),
    )
    .select([
      'place.channel_id as channelId',
      'publication.title',
      'publication.at',
      'edition.created_at as createdAt',
      'publication.written_by as writtenBy',
      'publication.approved_by as approvedBy',
    ])
    .where('publication.at', '>=', begins)
    .where('publication.at', '<', ends)
    .where(isWithin(reach))
    .orderBy('publication.no')
    .limit(most)
    .execute();
}

/** Day of the last publication of each channel before a moment. */
async function lastBefore(db: Db, moment: Date): Promise<Map<string, string>> {
  const { rows } = await sql<{ channel_id: string; at: Date }>`
    select channel_id, max(publication.at) as at
    from edition join publication on publication.no = edition.published_in, unnest(channel_ids) as channel_id
    where publication.at < ${moment} group by channel_id`.execute(db);
  return new Map(rows.map(({ channel_id, at }) => [channel_id, shanghaiDate(at.getTime())]));
}
