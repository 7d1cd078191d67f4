import { findPage } from './find-page.ts';
import type { BlockSchema, ResolvedBlock } from './page-schema.ts';
import { claimParts } from './page-structure.ts';
import { inMenus, type Position, type SiteMap } from './site-map.ts';

/**
 * SU3: what this site has nothing for. A page that comes with the program names channels and addresses that a firm may
 * not have, or not yet: visitors are not shown frames without content nor links that lead nowhere.
 */

/** Where research articles are; params may name its columns by the rest of their url. */
const RESEARCH = 'research/';

/**
 * Why nothing can be shown in a block, in words for editors; null where something can. Asked of blocks whose source
 * names channels by themselves: that a channel's own page is empty is said there.
 */
export function whyLeftOut({ source }: BlockSchema, site: SiteMap): string | null {
  const params = source && site.sources[source.name]?.params;
  for (const [name, { shows }] of Object.entries(params ?? {})) {
    const value = source?.params?.[name];
    if (shows === undefined || typeof value !== 'string') continue;
    const channels = named(value, site);
    if (channels.some(([, position]) => position && hasContent(position, shows, site))) return null;
    return wordsOf(channels, shows);
  }
  return null;
}

/** A source that names channels without those that this site has not, which its call would refuse. */
export function withKnownChannels(source: NonNullable<BlockSchema['source']>, site: SiteMap): BlockSchema['source'] {
  const params = Object.entries(source.params ?? {}).map(([name, value]) => {
    const names = site.sources[source.name]?.params[name]?.shows !== undefined && typeof value === 'string';
    return [
      name,
      names
        ? named(value, site)
            .flatMap(([id, found]) => (found ? [id] : []))
            .join(',')
        : value,
    ];
  });
  return { ...source, ...(source.params && { params: Object.fromEntries(params) }) };
}

const named = (value: string, site: SiteMap): [id: string, found: Position | undefined][] =>
  value.split(',').map((id) => [id, site.byId.get(id) ?? site.byUrl.get(RESEARCH + id)]);

function wordsOf(channels: ReturnType<typeof named>, shows: 'articles' | 'channels'): string {
  const missing = channels.flatMap(([id, position]) => (position ? [] : [id]));
  return [
    ...channels.flatMap(([, position]) => (position ? [emptyWords(position, shows)] : [])),
    ...(missing.length > 0
      ? [
          `还没有这一块要显示的${missing.length > 1 ? ` ${missing.length} 个` : ''}栏目：起步栏目会带来，也可以在“栏目”中新建，或在页面中改用别的栏目（编号或代码 ${missing.join('、')}）。`,
        ]
      : []),
  ].join('');
}

const emptyWords = ({ channel }: Position, shows: 'articles' | 'channels'): string =>
  shows === 'articles'
    ? `栏目“${channel.name}”还没有文章：请在“文章”中撰写并发布。`
    : `栏目“${channel.name}”下面还没有有内容的栏目：请在“栏目”或“新建公示栏目”中新建。`;

function hasContent(position: Position, shows: 'articles' | 'channels', site: SiteMap): boolean {
  if (shows === 'articles') return position.channel.contentKind !== 'empty';
  return position.children.some((child) => inMenus(child) && (isOfUse(child, site) || hasContent(child, shows, site)));
}

/** A channel with content of its own, of another one, or with a page by name. */
function isOfUse({ channel }: Position, site: SiteMap): boolean {
  if (channel.contentKind !== 'empty' || channel.sameAs) return true;
  const found = findPage(site.pages, channel);
  return found !== null && !['contentKind', 'default'].includes(claimParts(found.claim).kind);
}

/**
 * The props of a block without the links that lead nowhere; null where none of its links is left. @param leads whether
 * a site path has a page
 */
export function withoutDeadLinks(
  props: Record<string, unknown>,
  leads: (path: string) => boolean,
): Record<string, unknown> | null {
  let kept = 0;
  let dropped = 0;
  const isDead = (value: unknown): boolean =>
    typeof value === 'string' && value.startsWith('/') && !value.includes('{') && !leads(value.split(/[?#]/, 1)[0]!);
  const prune = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.flatMap((item) => (pruned(item) ? [] : [prune(item)]));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, part]) => (name === 'more' && isDead(part) ? [] : [[name, prune(part)]])),
    );
  };
  const pruned = (item: unknown): boolean => {
    const path = (item as { path?: unknown } | null)?.path;
    if (typeof path !== 'string') return false;
    if (isDead(path)) dropped += 1;
    else kept += 1;
    return isDead(path);
  };
  const rest = prune(props) as Record<string, unknown>;
  return dropped > 0 && kept === 0 ? null : rest;
}

/** Blocks of which only one tab is left stand without tabs. */
export function withoutLoneTabs(blocks: ResolvedBlock[]): ResolvedBlock[] {
  return blocks.map((block) => {
    const tabs = new Set(blocks.filter(({ place }) => place === block.place).flatMap(({ tab }) => tab ?? []));
    if (block.tab === undefined || tabs.size > 1) return block;
    const { tab, ...rest } = block;
    return { heading: tab, ...rest };
  });
}
