import { isObject } from '#rules/json/json.ts';
import type { Site } from '#server/site/site.ts';
import type { ConcernedContext } from './define-store.ts';

/** Channels whose page shows a register. */
export const channelsShowing = (site: Pick<Site, 'map' | 'registersOf'>, register: string): string[] =>
  [...site.map.byId.keys()].filter((id) => site.registersOf(id).includes(register));

export const orWholeSite = (ids: string[]): string[] => (ids.length > 0 ? ids : ['']);

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

/** Channels that a page of this name shows, or that show it. */
export function channelsWithPage(
  site: Pick<ConcernedContext['site'], 'map' | 'resolve' | 'channelPath'>,
  page: string,
): string[] {
  return [...site.map.byId.keys()].filter((id) => {
    const resolution = site.resolve(site.channelPath(id));
    return resolution !== null && !('redirect' in resolution) && resolution.page === page;
  });
}

/** The first of these channels that is public: where a thing that they show is looked at. */
export function pathOfFirst(
  site: Pick<Site, 'channel' | 'channelPath'>,
  channelIds: readonly string[],
): string | undefined {
  const id = channelIds.find((channelId) => site.channel(channelId));
  return id === undefined ? undefined : site.channelPath(id);
}
