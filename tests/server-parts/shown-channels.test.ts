import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { CHANNEL, STARTERS, type StarterName } from '#kinds/channel/server/starters.ts';
import { findPage, findPageByPath, isLostPage } from '#page/find-page.ts';
import { isListed } from '#page/public-content.ts';
import { registryOf } from '#page/registry.ts';
import { buildSiteMap, originalOf, type Position, type SiteMap } from '#page/site-map.ts';
import type { ChannelRecord } from '#rules/addresses/channel-tree.ts';
import { loadPages } from '#server/site/page-store.ts';
import { sources } from '#sources/index.ts';
import { widgets } from '#widgets/index.ts';

/** SU16: the trees that a firm's site begins with, over the pages that come with the program; one thing is published. */
const dir = fileURLToPath(new URL('../../page-schemas', import.meta.url));
const { index, registers } = loadPages({ dir, editions: [], widgets, sources });
const HOME = '0001000200010001';
const RESEARCH = CHANNEL.researchHot.slice(0, -4);

function siteOf(name: StarterName, published: { register?: string; channelId?: string }): SiteMap {
  const channels = STARTERS[name].channels().map(({ sameAs, ...one }): ChannelRecord => ({
    ...one,
    ...(sameAs !== undefined && { sameAs }),
    contentKind: one.channelId === published.channelId ? 'list' : 'empty',
  }));
  return buildSiteMap({
    channels,
    pages: index,
    registers,
    sources: registryOf('source', sources),
    widgets: registryOf('widget', widgets),
    facts: { dates: new Map(), options: new Map(), filled: new Set(published.register ? [published.register] : []) },
    lacksLogin: true,
  });
}

const shownOf = (site: SiteMap): string[] =>
  site.tree
    .flatMap((position) => withAllBelow(position))
    .flatMap((position) => (isListed(position, site) ? [position.channel.channelId] : []));

const withAllBelow = (position: Position): Position[] => [position, ...position.children.flatMap(withAllBelow)];

/** Whether the sources of a channel's page name a thing, of whatever kind; nothing of what is linked. */
function names(thing: string, { channel }: Position, { pages, sources: all }: SiteMap): boolean {
  const found = findPageByPath(pages, `/${channel.url}`) ?? findPage(pages, channel);
  const named = found && !isLostPage(found) ? found.page.blocks.flatMap(({ source }) => source ?? []) : [];
  return named.some(
    (source) =>
      Object.values(source.params ?? {}).includes(thing) ||
      // all columns of research
      (all[source.name]?.needs === 'research' && thing.startsWith(RESEARCH)),
  );
}

describe.each(Object.keys(STARTERS) as StarterName[])('a site that begins with %s', (name) => {
  const nothing = shownOf(siteOf(name, {}));

  test('[SU16] shows its home page alone before anything is published', () => {
    expect(nothing).toEqual([HOME]);
  });

  test('[SU16] shows with a first register or article what has it, and nothing that only leads there', () => {
    const things = [
      ...Object.keys(registers).map((register) => ({ register })),
      ...STARTERS[name].channels().map(({ channelId }) => ({ channelId })),
    ] as { register?: string; channelId?: string }[];
    const wrong = things.flatMap((published) => {
      const thing = published.register ?? published.channelId!;
      const site = siteOf(name, published);
      return shownOf(site).flatMap((id) => {
        if (nothing.includes(id)) return [];
        const parts = withAllBelow(site.byId.get(id)!).flatMap((part) => [part, originalOf(site, part)]);
        return parts.some((part) => part.channel.channelId === thing || names(thing, part, site))
          ? []
          : `${thing} → ${id}`;
      });
    });
    expect(wrong).toEqual([]);
  });
});
