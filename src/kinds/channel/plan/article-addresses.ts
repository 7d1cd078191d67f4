import type { SiteMap } from '#page/site-map.ts';
import { channelPath } from '#rules/addresses/channel-tree.ts';
import type { AddressAnswer, PlannedAddress } from '#wire/channel-answers.ts';
import type { Db } from '#server/db/tables.ts';
import { articleImport } from '../../article-import/index.ts';
import { article as articleKind } from '../../article/index.ts';
import { withdrawnOf, writtenOf } from '../../changes.ts';
import type { Change } from '../../index.ts';
import { MOST_LISTED, pageAt } from './changed-addresses.ts';

/** Stands for the number that a new article gets when it is published. */
const NEW = '…';

interface Public {
  article_id: number;
  channel_id: string;
  title: string;
}

/**
 * ED1, ED9: the addresses of articles that come, leave, move to another channel or get another title. Those of a channel
 * that moves or ends are told with it.
 */
export async function articleAddresses(
  db: Db,
  before: SiteMap,
  after: SiteMap,
  changes: readonly Change[],
): Promise<{ list: PlannedAddress[]; total: number }> {
  const written = writtenOf(articleKind, changes).map(({ document }) => document);
  const withdrawn = withdrawnOf(articleKind, changes).map(({ id, withdraw: { successor } }) => ({
    id: Number(id),
    successor,
  }));
  const known = await publicArticles(db, [
    ...written.flatMap(({ articleId }) => articleId ?? []),
    ...withdrawn.map(({ id }) => id),
  ]);
  const list = [
    ...withdrawn.flatMap(({ id, successor }) => {
      const was = known.get(id);
      const gone: AddressAnswer = { kind: 'gone', ...(successor !== undefined && { successor }) };
      return was
        ? changeOf(pathIn(before, was.channel_id, id), answerAt(before, was.channel_id, id, was.title), gone)
        : [];
    }),
    ...written.flatMap(({ articleId, channelId, title }) => {
      const [id, heading] = [articleId ?? NEW, title.replace(/\s+/g, ' ').trim()];
      const [to, then] = [pathIn(after, channelId, id), answerAt(after, channelId, id, heading)];
      const was = articleId === undefined ? undefined : known.get(articleId);
      if (!was) return changeOf(to, articleId === undefined ? { kind: 'nothing' } : { kind: 'gone' }, then);
      const [from, now] = [pathIn(before, was.channel_id, id), answerAt(before, was.channel_id, id, was.title)];
      if (channelId === was.channel_id) return from === to ? changeOf(from, now, then) : [];
      return [
        ...changeOf(from, now, to && { kind: 'redirect', to }),
        ...changeOf(to, { kind: 'redirect', to: from ?? '' }, then),
      ];
    }),
  ];
  const imported = writtenOf(articleImport, changes).reduce(
    (sum, { document: { articles = [], articleSet } }) => sum + articles.length + (articleSet?.count ?? 0),
    0,
  );
  return { list: list.slice(0, MOST_LISTED), total: list.length + imported };
}

async function publicArticles(db: Db, ids: readonly number[]): Promise<Map<number, Public>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('article')
    .select(['article_id', 'channel_id', 'title'])
    .where('public_to', 'is', null)
    .where('article_id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.article_id, row]));
}

/** Null for an article of no channel. */
function pathIn({ byId }: SiteMap, channelId: string, id: number | string): string | null {
  const channel = byId.get(channelId)?.channel;
  return channel ? `${channelPath(channel.url)}/detail/${id}` : null;
}

function answerAt(site: SiteMap, channelId: string, id: number | string, title: string): AddressAnswer | null {
  // any number is shown by the same page
  const path = pathIn(site, channelId, id === NEW ? 1 : id);
  const shown = path === null ? null : pageAt(site, path);
  return shown?.kind === 'page' ? { ...shown, name: title } : null;
}

const changeOf = (
  path: string | null,
  before: AddressAnswer | null,
  after: AddressAnswer | null | '',
): PlannedAddress[] =>
  path === null || !before || !after || JSON.stringify(before) === JSON.stringify(after)
    ? []
    : [{ path, before, after }];
