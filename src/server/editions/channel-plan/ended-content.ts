import type { EndedContent } from '#wire/channel-answers.ts';
import type { Db } from '../../db/tables.ts';
import type { DraftChange } from '../draft-changes.ts';
import type { Site } from '../../site/site.ts';

const TITLES = 3;

/** What becomes of articles and registers of the channels that the changes end. */
export async function endedContent(db: Db, site: Site, changes: readonly DraftChange[]): Promise<EndedContent[]> {
  const ending = changes.flatMap((change) =>
    change.kind === 'channel-retired' && site.channel(change.channelId) ? [change.channelId] : [],
  );
  if (ending.length === 0) return [];
  const moved = new Set(
    changes.flatMap((change) =>
      change.kind === 'article' && change.article.articleId !== undefined ? [change.article.articleId] : [],
    ),
  );
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
    return {
      channelId,
      name,
      articles: own.length,
      titles: own.slice(0, TITLES).map(({ title }) => title),
      registers:
        sameAs === null
          ? site.registersOf(channelId).map((register) => site.registers.get(register)?.title ?? register)
          : [],
      sameAs: sameAs === null ? '' : (site.channel(sameAs)?.name ?? sameAs),
    };
  });
}
