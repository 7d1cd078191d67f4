import { sha256OfJson } from '#server/db/sha256.ts';
import type { Db } from '#server/db/tables.ts';
import type { Travel } from '../../define-store.ts';
import type { ArticleDocument } from '../index.ts';

/** An article by what all environments know of it. */
const placeOf = (channelId: string, title: string, time: Date | null): string =>
  sha256OfJson([channelId, title, time?.getTime() ?? null]);

async function places(db: Db): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('article')
    .select(['article_id', 'channel_id', 'title', 'content_time'])
    .distinct()
    .orderBy('article_id')
    .execute();
  const ids = new Map<string, string[]>();
  for (const { article_id, channel_id, title, content_time } of rows) {
    const place = placeOf(channel_id, title, content_time);
    const same = ids.get(place);
    if (same) same.push(String(article_id));
    else ids.set(place, [String(article_id)]);
  }
  return ids;
}

/** BE4: each environment numbers its own articles, so channel, title and time tell which is the other's. */
export const pairing: NonNullable<Travel<ArticleDocument>['pairing']> = {
  place: ({ channelId, title, contentTime }) =>
    // one that is no more than written has no time yet
    placeOf(channelId, title, contentTime === '' ? null : new Date(contentTime)),
  isAnother: (one, other) =>
    one.title !== other.title && new Date(one.contentTime).getTime() !== new Date(other.contentTime).getTime(),
  places,
  withId: ({ articleId: _theirs, ...facts }, id) => (id === null ? facts : { articleId: Number(id), ...facts }),
};
