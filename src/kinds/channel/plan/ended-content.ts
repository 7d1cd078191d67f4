import type { EndedContent } from '#wire/channel-answers.ts';
import type { Db } from '#server/db/tables.ts';
import { article as articleKind } from '../../article/index.ts';
import { withdrawnOf, writtenOf } from '../../changes.ts';
import type { Change } from '../../index.ts';
import { channel as channelKind } from '../index.ts';
import type { Site } from '#server/site/site.ts';

const TITLES = 3;

/** Future of articles and registers of the channels that the changes end. */
export async function endedContent(db: Db, site: Site, changes: readonly Change[]): Promise<EndedContent[]> {
  const ending = withdrawnOf(channelKind, changes).flatMap(({ id }) => (site.channel(id) ? [id] : []));
  if (ending.length === 0) return [];
  const moved = new Set(writtenOf(articleKind, changes).map(({ document }) => document.articleId));
  const rows = await db
    .selectFrom('article')
    .select(['article_id', 'channel_id', 'title'])
    .where('public_to', 'is', null)
    .where('channel_id', 'in', ending)
    .orderBy('content_time', 'desc')
    .execute();
  const articles = Map.groupBy(
    rows.filter(({ article_id }) => !moved.has(article_id)),
    (row) => row.channel_id,
  );
  return ending.map((channelId) => {
    const own = articles.get(channelId) ?? [];
    const { name, sameAs } = site.channel(channelId)!;
    const registers = sameAs === null ? site.registersOf(channelId) : [];
    const checks = registers.flatMap((register) => site.registers.get(register)?.verify?.kind ?? []);
    return {
      channelId,
      name,
      articles: own.length,
      titles: own.slice(0, TITLES).map(({ title }) => title),
      registers: registers.map((register) => site.registers.get(register)?.title ?? register),
      checks: [...new Set(checks)],
      sameAs: sameAs === null ? '' : (site.channel(sameAs)?.name ?? sameAs),
    };
  });
}
