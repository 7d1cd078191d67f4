import type { ResolvedBlock, ResolvedPage } from './page-schema.ts';
import type { SiteMap } from './site-map.ts';

/**
 * RG37: channels whose articles a page lists, told by its blocks, its own first: the page has a feed of them. Its own is
 * among them however the page shows it.
 */
export function listedChannels(
  { sources, byId, contentElsewhere }: Pick<SiteMap, 'sources' | 'byId' | 'contentElsewhere'>,
  channel: ResolvedPage['channel'],
  blocks: readonly ResolvedBlock[],
): string[] {
  if (contentElsewhere) return [];
  const own = channel?.contentKind === 'list' ? [channel.channelId] : [];
  const named = blocks.flatMap(({ source }) => {
    const shape = sources[source?.name ?? '']?.gives;
    if (!source || (shape !== 'articles' && !(shape === 'content' && own.length > 0))) return [];
    const stated = Object.values(source.params).flatMap((param) =>
      'value' in param && typeof param.value === 'string' ? param.value.split(',') : [],
    );
    return stated.filter((id) => byId.has(id) && byId.get(id)!.channel.contentKind !== 'empty');
  });
  return [...new Set([...own, ...named])];
}
