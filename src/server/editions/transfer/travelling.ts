import { sql } from 'kysely';
import { trackingSetting } from '#page/settings/tracking.ts';
import { sendersSetting } from '#page/settings/senders.ts';
import type { KnownSite } from '#kinds/define-store.ts';
import type { KindName } from '#kinds/index.ts';
import { storeOf } from '#kinds/stores.ts';
import type { Db } from '../../db/tables.ts';
import { openAfter } from '../../store/register-publication.ts';

/**
 * Kinds that travel, in the order in which an edition of them can be published in parts. Rows do not, because a register's
 * data are each environment's own, nor do rules of feeding, because they name a token.
 */
export const TRAVELLING: readonly KindName[] = ['channel', 'register', 'page', 'setting', 'article'];

/** Settings that say what is so in one environment: whose files it takes, that its data are invented, where it counts views. */
const STAYING: readonly string[] = [sendersSetting.name, 'demo', trackingSetting.name];

export const mayTravel = (kind: string, id: string): boolean =>
  (TRAVELLING as readonly string[]).includes(kind) && !(kind === 'setting' && STAYING.includes(id));

/** A thing by its kind and id. */
export interface Named {
  kind: KindName;
  id: string;
}

/** What was published of what can travel, channels below those that they lie in. */
export async function listTravelling(db: Db, { articles }: { articles: boolean }): Promise<Named[]> {
  const channels = await db
    .selectFrom('channel')
    .select(['channel_id as channelId', 'parent_id as parentId'])
    .where(openAfter(undefined))
    .orderBy('channel_id')
    .execute();
  const names = await db
    .selectFrom('page')
    .select('page')
    .select(sql<boolean>`jsonb_exists(document, 'register')`.as('isRegister'))
    .where(openAfter(undefined))
    .orderBy('page')
    .execute();
  const settings = await db.selectFrom('setting').select('name').where(openAfter(undefined)).orderBy('name').execute();
  const written = articles
    ? await db.selectFrom('article').select('article_id').where(openAfter(undefined)).orderBy('article_id').execute()
    : [];
  const found: Named[] = [
    ...fromTheRoots(channels).map((id) => ({ kind: 'channel' as const, id })),
    ...names.map(({ page, isRegister }) => ({
      kind: isRegister ? ('register' as const) : ('page' as const),
      id: page,
    })),
    ...settings.map(({ name }) => ({ kind: 'setting' as const, id: name })),
    ...written.map(({ article_id }) => ({ kind: 'article' as const, id: String(article_id) })),
  ];
  return found
    .filter(({ kind, id }) => mayTravel(kind, id))
    .toSorted((a, b) => TRAVELLING.indexOf(a.kind) - TRAVELLING.indexOf(b.kind));
}

/** Ids of channels, each after the one that it lies in. */
function fromTheRoots(channels: readonly { channelId: string; parentId: string }[]): string[] {
  const known = new Set(channels.map(({ channelId }) => channelId));
  const below = Map.groupBy(channels, ({ parentId }) => (known.has(parentId) ? parentId : ''));
  const from = (parent: string): string[] =>
    (below.get(parent) ?? []).flatMap(({ channelId }) => [channelId, ...from(channelId)]);
  return from('');
}

/** What is public of a thing, as the document that would publish it; null: nothing. */
export const publicDocument = (db: Db, site: KnownSite, { kind, id }: Named): Promise<unknown> =>
  storeOf({ kind }).find({ db }, site, id, { storesRows: false });
