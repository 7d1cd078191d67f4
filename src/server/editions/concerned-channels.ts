import { checkRegister } from '#page/check-register.ts';
import { isObject } from '#page/json-check.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { canonicalJson } from '#rules/canonical-json.ts';
import type { StaffAct } from '#rules/staff-rights.ts';
import type { Db } from '../db/tables.ts';
import type { Site } from '../site/site.ts';
import type { DraftChange } from './draft-changes.ts';

type Known = Pick<Site, 'channel' | 'resolve' | 'channelPath' | 'registersOf' | 'registers' | 'map'>;

/**
 * Ids of the public channels that changes concern, '' for the whole site: who may do something there may do it with
 * these changes. A new channel concerns the public one above it, a move both places, a register or page every channel
 * that shows it; what belongs to no channel concerns the whole site.
 */
export async function channelsConcerned(db: Db, site: Known, changes: readonly DraftChange[]): Promise<string[]> {
  const parents = new Map(
    changes.flatMap((change) =>
      change.kind === 'channel' ? [[change.channel.channelId, change.channel.parentId]] : [],
    ),
  );
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
  const drafted = changes.flatMap((change) => (change.kind === 'page' && !isRegister(change.document) ? [change] : []));
  /** of drafted pages that show a register which does not stand yet; one that stands is where it is shown now */
  const drafting = (register: string): string[] =>
    site.registers.has(register)
      ? []
      : drafted
          .filter(({ document }) => namesRegister(document, register))
          .flatMap(({ document }) => channelsClaimed(site, document).map(standing));
  const concerned = changes.flatMap((change): string[] => {
    switch (change.kind) {
      case 'channel': {
        const { channelId, parentId } = change.channel;
        return site.channel(channelId)
          ? [channelId, ...(site.channel(channelId)!.parentId === parentId ? [] : [standing(parentId)])]
          : [standing(parentId)];
      }
      case 'channel-retired':
        return [standing(change.channelId)];
      case 'article':
        return [
          standing(change.article.channelId),
          ...(change.article.articleId === undefined ? [] : [standing(places.get(change.article.articleId) ?? '')]),
        ];
      case 'article-withdrawn':
        return [standing(places.get(change.articleId) ?? '')];
      case 'register':
        return orWholeSite([
          ...channelsShowing(site, change.definition.register),
          ...drafting(change.definition.register),
        ]);
      case 'page':
        return orWholeSite([
          ...channelsWithPage(site, change.page),
          ...(isRegister(change.document)
            ? [...channelsShowing(site, change.page), ...drafting(change.page)]
            : [...channelsClaimed(site, change.document).map(standing), ...claimedNow(site, change.page)]),
        ]);
      case 'setting':
        return [''];
    }
  });
  return [...new Set(concerned)].sort();
}

const orWholeSite = (ids: string[]): string[] => (ids.length > 0 ? ids : ['']);

/** What besides writing content may be needed. Rows under other rules than stand are a change of the rules. */
export function actsNeeded(site: Pick<Site, 'registers'>, changes: readonly DraftChange[]): StaffAct[] {
  const acts = changes.flatMap((change): StaffAct[] => {
    switch (change.kind) {
      case 'channel':
      case 'channel-retired':
        return ['channel.change'];
      case 'page':
        return ['page.change'];
      case 'setting':
        return ['setting.change'];
      case 'register':
        return isStanding(site, change.definition) ? [] : ['page.change'];
      default:
        return [];
    }
  });
  return [...new Set<StaffAct>(['content.write', ...acts])];
}

/** A definition as it was written says the same as one with its defaults. */
function isStanding({ registers }: Pick<Site, 'registers'>, definition: RegisterDefinition): boolean {
  const standing = registers.get(definition.register);
  return (
    standing !== undefined &&
    canonicalJson(checkRegister(definition).register) === canonicalJson(checkRegister(standing).register)
  );
}

/** The channel in which each article named is, or was last. */
async function articlePlaces(db: Db, changes: readonly DraftChange[]): Promise<Map<number, string>> {
  const ids = changes.flatMap((change) =>
    change.kind === 'article-withdrawn'
      ? [change.articleId]
      : change.kind === 'article' && change.article.articleId !== undefined
        ? [change.article.articleId]
        : [],
  );
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('article')
    .select(['article_id', 'channel_id'])
    .distinctOn('article_id')
    .where('article_id', 'in', ids)
    .orderBy('article_id')
    .orderBy('public_from', 'desc')
    .orderBy('row_id', 'desc')
    .execute();
  return new Map(rows.map(({ article_id, channel_id }) => [article_id, channel_id]));
}

/** Channels whose page shows a register. */
export const channelsShowing = (site: Pick<Site, 'map' | 'registersOf'>, register: string): string[] =>
  [...site.map.byId.keys()].filter((id) => site.registersOf(id).includes(register));

function channelsWithPage(site: Known, page: string): string[] {
  return [...site.map.byId.keys()].filter((id) => {
    const resolution = site.resolve(site.channelPath(id));
    return resolution !== null && !('redirect' in resolution) && resolution.page === page;
  });
}

/**
 * What a page is for as it stands: to take it away from there concerns them. Channels with an ending are those that
 * show it.
 */
function claimedNow(site: Known, page: string): string[] {
  const standing = site.map.pages.pages.get(page);
  if (!standing) return [];
  const claims = [standing.for].flat().filter((claim) => !('idEnds' in claim));
  return channelsClaimed(site, { for: claims });
}

const isRegister = (document: unknown): boolean => isObject(document) && typeof document.register === 'string';

/** A page that shows it says so somewhere among its blocks' params. */
const namesRegister = (document: unknown, register: string): boolean =>
  JSON.stringify(document).includes(JSON.stringify(register));

/** The channels that a page says it is for; '' for each claim that is not of one channel. */
export function channelsClaimed(site: Pick<Site, 'map'>, document: unknown): string[] {
  const claims = isObject(document) ? [document.for].flat() : [];
  return claims.map((claim) => {
    if (!isObject(claim)) return '';
    if (typeof claim.channel === 'string') return claim.channel;
    return typeof claim.url === 'string'
      ? (site.map.byUrl.get(claim.url.replace(/\/detail$/, ''))?.channel.channelId ?? '')
      : '';
  });
}
