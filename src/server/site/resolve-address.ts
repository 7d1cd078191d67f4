import type { Resolution, ResolvedPage } from '#page/page-schema.ts';
import { resolve } from '#page/resolve.ts';
import type { NoteOf } from '#page/resolve-page.ts';
import type { Moment } from '../store/publication/new-publication.ts';
import { findArticlePlace } from '../store/articles/find-article.ts';
import type { Db } from '../db/tables.ts';
import type { Site } from './site.ts';

/**
 * Number of the article that a detail path names; undefined for other paths, null for a detail path without a number.
 */
export function articleIdOf(path: string): number | null | undefined {
  const id = /\/detail\/([^/]+)$/.exec(path)?.[1];
  if (id === undefined) return undefined;
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null;
}

/**
 * Page of an address. A detail page without a channel (/publicList/detail/{id}) takes breadcrumb, section and
 * canonical address from the article's own channel (RT3), which is read from the store.
 */
export async function resolveAddress(
  db: Db,
  site: Site,
  path: string,
  moment: Moment,
  noteOf?: NoteOf,
): Promise<Resolution | null> {
  const resolution = noteOf ? resolve(site.map, path, noteOf) : site.resolve(path);
  if (!resolution || 'redirect' in resolution) return resolution;
  if (site.contentElsewhere) return withPageChannel(site, resolution);
  if (resolution.channel !== null) return resolution;
  const id = articleIdOf(path);
  const place = id ? await findArticlePlace(db, moment, id) : undefined;
  if (!id || !place || place.withdrawn) return resolution;
  const own = site.resolve(site.articlePath(place.channelId, id));
  return own && !('redirect' in own)
    ? {
        ...resolution,
        path: own.path,
        shownAt: path,
        channel: own.channel,
        breadcrumb: own.breadcrumb,
        section: own.section,
      }
    : resolution;
}

/** US1: gives an article of another system that names no channel that of its page, which is passed to its call. */
function withPageChannel(site: Site, page: ResolvedPage): ResolvedPage {
  const { channel } = page;
  if (!channel || site.isOwnChannel(channel.channelId)) return page;
  return {
    ...page,
    blocks: page.blocks.map((block) =>
      block.source && /^(info|news)-content$/.test(block.source.name) && block.source.params.id !== undefined
        ? {
            ...block,
            source: {
              ...block.source,
              params: { ...block.source.params, channelId: { value: channel.channelId } },
            },
          }
        : block,
    ),
  };
}
