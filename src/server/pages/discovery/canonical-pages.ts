import type { ResolvedPage } from '#page/page-schema.ts';
import { claimParts } from '#page/page-structure.ts';
import { leadsToContent } from '#page/public-content.ts';
import { isHidden } from '#page/site-map.ts';
import { isExternal } from '#rules/addresses/channel-tree.ts';
import type { Site } from '../../site/site.ts';

/**
 * Pages of channels and of fixed addresses that are canonical: no redirect, no second name of another page, no items,
 * nothing hidden, none without content (SU16).
 */
export function canonicalPages(site: Site): ResolvedPage[] {
  const written = [...site.map.pages.pages.values()].flatMap((page) => [page.for].flat().map(claimParts));
  const fixed = written.flatMap(({ kind, value }) => (kind === 'path' && !value.includes('{') ? [value] : []));
  const channels = [...site.map.byUrl.keys()].filter((url) => !isExternal(url)).map((url) => `/${url}`);
  const hidden = new Set([...site.map.byUrl].filter(([, position]) => isHidden(position)).map(([url]) => `/${url}`));
  return [...new Set(['/', ...channels, ...fixed])]
    .filter((path) => !hidden.has(path) && leadsToContent(path, site.map))
    .flatMap((path) => {
      const page = site.resolve(path);
      return page && !('redirect' in page) && page.path === path ? [page] : [];
    });
}

/**
 * Channels whose articles are pages of their own, by id with the site path of the list. Where the channel's page is
 * its one article already, a second address of the same text is not listed anywhere.
 */
export function channelsWithItems(site: Site): Map<string, string> {
  const found = new Map<string, string>();
  for (const position of site.map.byId.values()) {
    const { channel } = position;
    if (isExternal(channel.url) || channel.sameAs || channel.url === '' || isHidden(position)) continue;
    const path = site.channelPath(channel.channelId);
    const page = site.resolve(path);
    const whole =
      page &&
      !('redirect' in page) &&
      channel.contentKind !== 'list' &&
      page.blocks.some(({ source }) => source?.name === 'channel-content');
    if (!whole) found.set(channel.channelId, path);
  }
  return found;
}
