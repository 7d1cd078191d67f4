import type { PlannedAddress } from '#wire/channel-answers.ts';
import type { Db } from '#server/db/tables.ts';
import type { Site } from '#server/site/site.ts';
import { article as articleKind } from '../../article/index.ts';
import { withdrawnOf, writtenOf } from '../../changes.ts';
import type { Change } from '../../index.ts';
import { pageAt } from './changed-addresses.ts';

/** ED1: the addresses of public articles that the changes withdraw, or put into another channel. */
export async function articleAddresses(db: Db, site: Site, changes: readonly Change[]): Promise<PlannedAddress[]> {
  const leaving = new Map([
    ...withdrawnOf(articleKind, changes).map(({ id, withdraw }) => [Number(id), withdraw.successor ?? ''] as const),
    ...writtenOf(articleKind, changes).flatMap(({ document: { articleId, channelId } }) =>
      articleId === undefined ? [] : [[articleId, site.articlePath(channelId, articleId)] as const],
    ),
  ]);
  if (leaving.size === 0) return [];
  const rows = await db
    .selectFrom('article')
    .select(['article_id', 'channel_id', 'title'])
    .where('public_to', 'is', null)
    .where('article_id', 'in', [...leaving.keys()])
    .orderBy('article_id')
    .execute();
  return rows.flatMap(({ article_id, channel_id, title }): PlannedAddress[] => {
    const [path, to] = [site.articlePath(channel_id, article_id), leaving.get(article_id)!];
    const now = pageAt(site.map, path);
    if (to === path || now?.kind !== 'page') return [];
    const before = { ...now, name: title };
    return [{ path, before, after: to === '' ? { kind: 'gone' } : { kind: 'redirect', to } }];
  });
}
