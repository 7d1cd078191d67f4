import { sha256OfJson } from '#server/db/sha256.ts';
import { channelPath, isExternal } from '#rules/addresses/channel-tree.ts';
import type { Publication } from '#server/store/rows/dated-rows.ts';
import { isEmpty } from '#server/store/publication/publication-log.ts';
import { openAfter } from '#server/store/rows/register-publication.ts';
import { article } from '../../article/index.ts';
import { changesIn, lastPublicationIn, openRowOf, rowsTouched } from '../../dated-table.ts';
import type { KindStore, Prepared, PreparedChanges } from '../../define-store.ts';
import { checkLegalTexts } from './check-legal-kept.ts';
import { channel, type ChannelDocument } from '../index.ts';
import { planChannels, publishChannels, type ChannelPlan } from './publish-channels.ts';

const table = { table: 'channel', columns: channel.tables.channel! };

/** computed from the articles of a channel, never written by a change */
const DERIVED = ['content_kind'];

const plans = new WeakMap<Publication, Promise<ChannelPlan>>();

/** The channels as a publication leaves them, worked out once; null where it touches neither channels nor articles. */
export function channelPlan(publication: Publication, changes: PreparedChanges): Promise<ChannelPlan | null> {
  const [written, retired] = [changes.written(channel), changes.withdrawn(channel)];
  const touching = [written, retired, changes.written(article), changes.withdrawn(article)];
  if (touching.every(({ length }) => length === 0)) return Promise.resolve(null);
  const plan =
    plans.get(publication) ?? planChannels(publication, written as readonly Prepared<ChannelDocument>[], retired);
  plans.set(publication, plan);
  return plan;
}

export const channelStore: KindStore<ChannelDocument> = {
  find: async ({ db }, _site, channelId, { after }) => {
    const row = await db
      .selectFrom('channel')
      .selectAll()
      .where('channel_id', '=', channelId)
      .where(openAfter(after))
      .executeTakeFirst();
    if (!row) return null;
    const { parent_id, class_order, url, name, type, same_as, department, hidden, freshness } = row;
    return {
      channelId,
      parentId: parent_id,
      classOrder: class_order,
      url,
      name,
      type: type as ChannelDocument['type'],
      department,
      ...(same_as !== null && { sameAs: same_as }),
      ...(hidden && { hidden }),
      ...(freshness !== '' && { freshness }),
    };
  },
  history: {
    // its address may have changed since
    restored: (document) => ({ ...document, moves: true }),
    publicationOf: async (db, channelId, revision) => {
      const rows = await db
        .selectFrom('channel')
        .selectAll()
        .where('channel_id', '=', channelId)
        .orderBy('row_id', 'desc')
        .execute();
      return rows.find((row) => channelRevision(row) === revision)?.opened_in ?? null;
    },
    titles: async (db, channelIds) => {
      const rows = await db
        .selectFrom('channel')
        .select(['channel_id', 'name'])
        .where('channel_id', 'in', [...channelIds])
        .orderBy('opened_in')
        .execute();
      return new Map(rows.map(({ channel_id, name }) => [channel_id, name]));
    },
    past: {
      shownOn: ({ page }) => (page.channel ? [page.channel.channelId] : []),
      table: 'channel',
      identity: 'channel_id',
      title: 'name',
    },
  },
  revision: async (db, channelId, before) => {
    const row = await openRowOf(db, table, channelId, before);
    return row ? channelRevision(row) : '';
  },
  lastPublication: (db, channelId) => lastPublicationIn(db, table, channelId),

  travels: {
    rank: 1,
    list: async (db) => {
      const rows = await db
        .selectFrom('channel')
        .select(['channel_id', 'parent_id'])
        .where(openAfter(undefined))
        .orderBy('channel_id')
        .execute();
      const below = Map.groupBy(rows, ({ parent_id }) => parent_id);
      const from = (ids: readonly string[]): string[] =>
        ids.flatMap((id) => [id, ...from((below.get(id) ?? []).map(({ channel_id }) => channel_id))]);
      const known = new Set(rows.map(({ channel_id }) => channel_id));
      return from(rows.filter(({ parent_id }) => !known.has(parent_id)).map(({ channel_id }) => channel_id));
    },
  },
  // a new channel concerns the public one above it, a move both places
  concerned: (change, { site, publicAbove }) => {
    if (change.withdraw) return [publicAbove(change.id)];
    const { channelId, parentId } = change.document as ChannelDocument;
    const present = site.channel(channelId);
    if (!present) return [publicAbove(parentId)];
    return [channelId, ...(present.parentId === parentId ? [] : [publicAbove(parentId)])];
  },
  preview: {
    rank: 7,
    path: (site, { channelId }) => site.channelPath(channelId),
    withdrawnPath: async (db, channelId) => {
      const row = await db
        .selectFrom('channel')
        .select('url')
        .where('channel_id', '=', channelId)
        .orderBy('row_id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row && !isExternal(row.url) ? channelPath(row.url) : undefined;
    },
  },

  prepare: (_findings, { document }) => document,
  check: async (publication, changes) => {
    await channelPlan(publication, changes);
  },
  write: async () => new Map(),
  // the kind of its content follows from its articles
  finish: async (publication, changes) => {
    const plan = await channelPlan(publication, changes);
    if (!plan) return;
    await publishChannels(publication, plan);
    await checkLegalTexts(publication, plan.legal, plan.after.values());
  },
  changesOf: async (db, no) =>
    changesIn(table, await rowsTouched(db, table, no), no, {
      kind: channel.name,
      derived: DERIVED,
      nameOf: ({ name }) => String(name),
      pathOf: ({ url }) => channelPath(String(url)),
    }),
};

/**
 * Made of what people write of a channel: its row is opened anew when its articles make it another kind of list.
 * Columns that later versions brought count where they hold something, so that drafts outlive an upgrade.
 * @param row of the table channel
 */
export function channelRevision(row: Readonly<Record<string, unknown>>): string {
  const { content, later = [] } = table.columns;
  const written = content.filter(
    (column) => !DERIVED.includes(column) && !(later.includes(column) && isEmpty(row[column])),
  );
  return sha256OfJson(written.map((column) => row[column] ?? null)).slice(0, 16);
}

/** The nearest channel that is public, above those that the changes bring; '' for none. */
export function publicAboveWith(
  site: { channel: (channelId: string) => unknown },
  drafted: readonly ChannelDocument[],
): (channelId: string) => string {
  const parents = new Map(drafted.map(({ channelId, parentId }) => [channelId, parentId]));
  return (channelId) => {
    const seen = new Set<string>();
    let id = channelId;
    while (id !== '' && !site.channel(id) && !seen.has(id)) {
      seen.add(id);
      id = parents.get(id) ?? '';
    }
    return site.channel(id) ? id : '';
  };
}
