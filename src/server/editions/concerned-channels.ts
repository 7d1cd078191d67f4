import { isObject } from '#page/json-check.ts';
import type { StaffAct } from '#rules/staff-rights.ts';
import type { Db } from '../db/tables.ts';
import type { Site } from '../site.ts';
import type { DraftChange } from './draft-changes.ts';

type Known = Pick<Site, 'channel' | 'resolve' | 'channelPath' | 'registersOf' | 'map'>;

/**
 * Ids of the public channels that changes concern, '' for the whole site: who may do something there may do it with
 * these changes. A new channel concerns the public one above it, a move both places, a register or page every channel
 * that shows it; what belongs to no channel concerns the whole site.
 */
export async function channelsConcerned(db: Db, site: Known, changes: readonly DraftChange[]): Promise<string[]> {
  const parents = new Map(changes.flatMap((change) => (change.kind === 'channel' ? [[change.channel.channelId, change.channel.parentId]] : [])));
  /** the nearest one that is public */
  const standing = (channelId: string): string => {
    const seen = new Set<string>();
    let id = channelId;
    while (id !== '' && !site.channel(id) && !seen.has(id)) {
      seen.add(id);
      id = parents.get(id) ?? '';
    }
    return site.channel(id) ? id : '';
  };
  const places = await articlePlaces(db, changes);
  const drafted = changes.flatMap((change) => (change.kind === 'page' ? [change] : []));
  const concerned = changes.flatMap((change): string[] => {
    switch (change.kind) {
      case 'channel': {
        const { channelId, parentId } = change.channel;
        return site.channel(channelId) ? [channelId, ...(site.channel(channelId)!.parentId === parentId ? [] : [standing(parentId)])] : [standing(parentId)];
      }
      case 'channel-retired':
        return [standing(change.channelId)];
      case 'article':
        return [standing(change.article.channelId), ...(change.article.articleId === undefined ? [] : [standing(places.get(change.article.articleId) ?? '')])];
      case 'article-withdrawn':
        return [standing(places.get(change.articleId) ?? '')];
      case 'register':
        return orWholeSite([...channelsShowing(site, change.definition.register), ...drafted.filter(({ document }) => namesRegister(document, change.definition.register)).flatMap(({ document }) => claimed(site, document).map(standing))]);
      case 'page':
        return orWholeSite([...channelsWithPage(site, change.page), ...(isRegister(change.document) ? channelsShowing(site, change.page) : claimed(site, change.document).map(standing))]);
      case 'setting':
        return [''];
    }
  });
  return [...new Set(concerned)].sort();
}

const orWholeSite = (ids: string[]): string[] => (ids.length > 0 ? ids : ['']);

/** What besides writing content may be needed, by the kinds of the changes. */
export function actsNeeded(changes: readonly DraftChange[]): StaffAct[] {
  const acts = changes.flatMap(({ kind }): StaffAct[] => (kind === 'channel' || kind === 'channel-retired' ? ['channel.change'] : kind === 'page' ? ['page.change'] : kind === 'setting' ? ['setting.change'] : []));
  return [...new Set<StaffAct>(['content.write', ...acts])];
}

/** The channel in which each article named is, or was last. */
async function articlePlaces(db: Db, changes: readonly DraftChange[]): Promise<Map<number, string>> {
  const ids = changes.flatMap((change) => (change.kind === 'article-withdrawn' ? [change.articleId] : change.kind === 'article' && change.article.articleId !== undefined ? [change.article.articleId] : []));
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('article').select(['article_id', 'channel_id']).distinctOn('article_id').where('article_id', 'in', ids).orderBy('article_id').orderBy('public_from', 'desc').orderBy('row_id', 'desc').execute();
  return new Map(rows.map(({ article_id, channel_id }) => [article_id, channel_id]));
}

const channelsShowing = (site: Known, register: string): string[] => [...site.map.byId.keys()].filter((id) => site.registersOf(id).includes(register));

function channelsWithPage(site: Known, page: string): string[] {
  return [...site.map.byId.keys()].filter((id) => {
    const resolution = site.resolve(site.channelPath(id));
    return resolution !== null && !('redirect' in resolution) && resolution.page === page;
  });
}

const isRegister = (document: unknown): boolean => isObject(document) && typeof document.register === 'string';

/** A page that shows it says so somewhere among its blocks' params. */
const namesRegister = (document: unknown, register: string): boolean => JSON.stringify(document).includes(JSON.stringify(register));

/** The channels that a page says it is for; '' for each claim that is not of one channel. */
function claimed(site: Known, document: unknown): string[] {
  const claims = isObject(document) ? [document.for].flat() : [];
  return claims.map((claim) => {
    if (!isObject(claim)) return '';
    if (typeof claim.channel === 'string') return claim.channel;
    return typeof claim.url === 'string' ? (site.map.byUrl.get(claim.url.replace(/\/detail$/, ''))?.channel.channelId ?? '') : '';
  });
}
