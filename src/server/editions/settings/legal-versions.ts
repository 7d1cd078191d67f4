import type { LegalText } from '#wire/console-answers.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import type { Db } from '../../db/tables.ts';
import type { Site } from '../../site/site.ts';
import { PREPARED_TEXTS } from '../../store/documents/legal-texts.ts';
import { listOpenEditionsIn } from './open-editions.ts';

/**
 * The legal texts and the accessibility statement with every version that was public, the newest first, and what is being written of them.
 * @param reach channels for which the person may read what is not public; null: the whole site
 */
export async function listLegalTexts(
  db: Db,
  site: Pick<Site, 'map'>,
  reach: readonly string[] | null,
): Promise<LegalText[]> {
  const channels = [...site.map.byId.values()].map(({ channel }) => channel);
  return Promise.all(
    PREPARED_TEXTS.map(async ({ name, title, url }) => {
      const channelId = channels.find((channel) => channel.url === url)?.channelId ?? '';
      const [versions, editions] =
        channelId === ''
          ? [[], []]
          : await Promise.all([versionsIn(db, channelId), listOpenEditionsIn(db, channelId, reach)]);
      return { name, title, channelId, path: `/${url}`, versions, editions };
    }),
  );
}

async function versionsIn(db: Db, channelId: string): Promise<LegalText['versions']> {
  const rows = await db
    .selectFrom('article')
    .innerJoin('publication', 'publication.no', 'article.opened_in')
    .select([
      'article.article_id',
      'article.title',
      'article.content_time',
      'article.public_from',
      'article.public_to',
      'publication.no',
      'publication.written_by',
      'publication.approved_by',
    ])
    .where('article.channel_id', '=', channelId)
    .orderBy('article.public_from', 'desc')
    .orderBy('article.row_id', 'desc')
    .limit(200)
    .execute();
  return rows.map((row) => ({
    articleId: row.article_id,
    title: row.title,
    version: shanghaiDate(row.content_time.getTime()),
    from: row.public_from.toISOString(),
    to: row.public_to?.toISOString() ?? '',
    publication: row.no,
    writtenBy: row.written_by,
    approvedBy: row.approved_by,
  }));
}
