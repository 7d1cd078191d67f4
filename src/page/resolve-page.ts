import { channelPath } from '#rules/addresses/channel-tree.ts';
import { eachList, withoutLists } from './each-list.ts';
import {
  showsOwnContent,
  whyLeftOut,
  withoutChannel,
  withoutLinks,
  withKnownChannels,
  withoutDeadLinks,
  withoutLoneLinks,
  withoutLoneTabs,
  withoutOwnContent,
  type LeftOut,
} from './left-out.ts';
import { listedChannels } from './listed-channels.ts';
import { isUnanswerable, locate, type Located } from './locate.ts';
import { PLACES } from './page-schema.ts';
import type { BlockSchema, Link, PageSchema, ResolvedBlock, ResolvedPage, SectionItem } from './page-schema.ts';
import {
  fillPlaces,
  hasContent,
  isBeside,
  isListed,
  isNotOffered,
  leadsToContent,
  listedName,
  markOf,
  verifiedKinds,
} from './public-content.ts';
import type { RegisterView } from './register-schema.ts';
import { registerView } from './register-view.ts';
import { resolveBlock, type BlockOrigin } from './resolve-block.ts';
import { inMenus, type Position, type SiteMap } from './site-map.ts';

/** SU3, SU16: what stands for editors in the place of what visitors do not see. */
export type NoteOf = (leftOut: LeftOut & { title?: string }) => Pick<ResolvedBlock, 'widget' | 'props'>;

/** The page of an address: its blocks as this site can show them, with breadcrumb, section menu and registers. */
export function resolvePage(
  site: SiteMap,
  path: string,
  located: Located & { kind: 'page' },
  noteOf?: NoteOf,
): ResolvedPage {
  const { position, shown, names, canonical, detail } = located;
  const { page } = located.found;
  const title = page.title ?? position?.channel.name ?? '';
  const channel = shown && channelOf(shown, position ?? shown);
  const trail = position ? ancestorsOf(position) : [];
  const notOffered = page.blocks.filter((block) => isNotOffered(block, site));
  // blocks that lead to it or explain it have gone with it
  const found = (notOffered.length > 0 ? notOffered : page.blocks)
    .flatMap((block) => eachList(block, site))
    .map((block) => ({ block, blocks: blocksFor(block, page, site, { channel, names, path: canonical }, noteOf) }));
  const saysMore = found.some(
    ({ block, blocks }) => blocks.length > 0 && !showsOwnContent(block, site) && !isBeside(block, site),
  );
  const isBare = saysMore && shown?.channel.contentKind === 'empty';
  // content of an upstream's channel is known by its answer alone
  const mayBeBare = saysMore && shown?.channel.contentKind === null;
  const blocks = withoutLoneLinks(
    page,
    withoutLoneTabs([
      ...found.flatMap(({ block, blocks }) =>
        isBare && showsOwnContent(block, site)
          ? noteFor(block, withoutOwnContent(shown), noteOf)
          : mayBeBare && showsOwnContent(block, site)
            ? blocks.map((one) => ({ ...one, props: { ...one.props, hideEmpty: true } }))
            : blocks,
      ),
      ...unseenNote(located, site, noteOf),
    ]),
    site,
  );
  if (noteOf && page.layout === 'home') blocks.push(...unseenLinks(page, site, noteOf));
  return {
    path: canonical,
    ...(canonical !== path && { shownAt: path }),
    page: page.page,
    layout: page.layout,
    ...(page.header === 'minimal' && { header: page.header }),
    ...(page.headings && page.headings !== 'above' && { headings: page.headings }),
    ...(blocks.some(hasLightHero) && { lightHero: true as const }),
    ...(page.keepsScroll && { keepsScroll: page.keepsScroll }),
    title,
    ...(page.titleParam && { titleParam: page.titleParam }),
    description:
      (notOffered.length > 0 ? undefined : page.description) ??
      // a home page that says nothing of itself is described by the firm's name (document-head.ts)
      (canonical === '/' ? '' : [...trail.map(({ channel: { name } }) => name), title].join(' · ')),
    channel,
    breadcrumb: breadcrumbOf(site, { trail, position, title: detail ? (page.title ?? '正文') : title, path, detail }),
    section: position && sectionOf(position, site),
    blocks,
    ...(found.some(({ blocks }) => blocks.length === 0) && { isPartial: true as const }),
    ...(listedChannels(site, channel, blocks).length > 0 && { hasFeed: true as const }),
    registers: Object.fromEntries(shownRegisters(site, blocks)),
  };
}

const hasLightHero = ({ place, props }: ResolvedBlock): boolean =>
  place === 'hero' && (props['look'] ?? 'ground') !== 'ground';

/** A block as this site can show it; none where it has nothing for it (SU3). */
function blocksFor(
  block: BlockSchema,
  page: PageSchema,
  site: SiteMap,
  origin: BlockOrigin & { path: string },
  noteOf?: NoteOf,
): ResolvedBlock[] {
  if (isNotOffered(block, site)) return [{ ...noteBeside(block), ...site.widgets![block.widget]!.withoutLogin! }];
  if (origin.channel === null && showsOwnContent(block, site))
    return noteFor(block, withoutChannel(origin.path), noteOf);
  if (block.eachListBelow !== undefined) return noteFor(block, withoutLists(block.eachListBelow, site), noteOf);
  // a channel without content gets no page from ways to other pages (SU16)
  const position = origin.channel && site.byId.get(origin.channel.channelId);
  const isUnwritten = position && site.marksEmpty !== true && !hasContent(position, site);
  const leads = (path: string) => {
    if (isUnwritten) return false;
    const located = locate(site, path.split(/[?#]/, 1)[0]!);
    return (
      located !== null && !isUnanswerable(site, located) && (site.marksEmpty === true || leadsToContent(path, site))
    );
  };
  const nameOf = (title: string, path: string) =>
    title + markOf(site.marksEmpty === true && !leadsToContent(path, site));
  const { props, isBare } = withoutDeadLinks(block.props ?? {}, leads, nameOf);
  // a source's data is worth showing without the links beside it
  const left = whyLeftOut(block, page, site) ?? (isBare && !block.source ? withoutLinks(page) : null);
  if (left === null) {
    const source = block.source && withKnownChannels(block.source, site);
    return [withOfferedKind(resolveBlock({ ...block, props, ...(source && { source }) }, site, origin), site)];
  }
  return noteFor(block, left, noteOf);
}

function noteFor(block: BlockSchema, left: LeftOut, noteOf?: NoteOf): ResolvedBlock[] {
  const note = noteBeside(block);
  // a note in one row with others would change how many they are
  const isInRow = note.place === 'hero' || note.place === 'entries';
  return noteOf ? [{ ...note, ...(isInRow && { place: 'band' }), ...noteOf(left) }] : [];
}

/** SU16: editors are told below their home page, which they see as visitors do, of the links that these do not see. */
function unseenLinks({ blocks }: PageSchema, site: SiteMap, noteOf: NoteOf): ResolvedBlock[] {
  const links = linksIn(blocks.map(({ props }) => props)).filter(
    ({ path }) => path.startsWith('/') && locate(site, path.split(/[?#]/, 1)[0]!) && !leadsToContent(path, site),
  );
  const titles = [...new Set(links.map(({ title }) => `“${title}”`))];
  if (titles.length === 0) return [];
  const places = [...new Set(links.map(({ path }) => path))].flatMap((path) => {
    const position = site.byUrl.get(path.slice(1));
    return position ? fillPlaces(position, site) : [];
  });
  const fill = [...new Map(places.map((place) => [JSON.stringify(place), place])).values()];
  const why = `${titles.join('、')}通往的页面还没有内容，上面没有显示；内容发布后自动出现。`;
  return [{ id: 'unseen-links', place: 'band', source: null, ...noteOf({ title: '访客看不到的链接', why, fill }) }];
}

const linksIn = (value: unknown): { title: string; path: string }[] => {
  if (typeof value !== 'object' || value === null) return [];
  const { title, path } = value as { title?: unknown; path?: unknown };
  const below = Object.values(value).flatMap(linksIn);
  return typeof title === 'string' && typeof path === 'string' ? [{ title, path }, ...below] : below;
};

const noteBeside = ({ id, place, tab, heading }: BlockSchema) => ({
  id,
  place,
  ...(tab && { tab }),
  ...(heading && { heading }),
  source: null,
});

/** SU18: without a kind in the address, the first that can find anything is asked for. */
function withOfferedKind(block: ResolvedBlock, site: SiteMap): ResolvedBlock {
  const { source } = block;
  const words = Object.entries(site.sources[source?.name ?? '']?.params ?? {});
  const [name = ''] = words.find(([, { shows }]) => shows === 'verified') ?? [];
  const bound = source?.params[name];
  if (!source || !bound || !('address' in bound)) return block;
  const [first] = verifiedKinds(site);
  if (first === undefined) return block;
  return { ...block, source: { ...source, params: { ...source.params, [name]: { ...bound, default: first } } } };
}

/** SU16: editors are told on its page that visitors find no way to a channel, and what would give it content. */
function unseenNote(
  { found, position, detail }: Located & { kind: 'page' },
  site: SiteMap,
  noteOf?: NoteOf,
): ResolvedBlock[] {
  if (!noteOf || !position || detail || hasContent(position, site)) return [];
  const note = noteOf({
    title: '访客看不到：还没有内容',
    why: `“${position.channel.name}”还没有公开的内容，菜单、总览和搜索建议中都没有它的入口；内容发布后自动出现。`,
    fill: fillPlaces(position, site),
  });
  return [{ id: 'unseen', place: PLACES[found.page.layout][0]!, source: null, ...note }];
}

function channelOf(
  { channel: { channelId, url, contentKind } }: Position,
  { channel: { name } }: Position,
): NonNullable<ResolvedPage['channel']> {
  return { channelId, title: name, path: channelPath(url), ...(contentKind && { contentKind }) };
}

function shownRegisters(site: SiteMap, blocks: ResolvedBlock[]): [string, RegisterView][] {
  const names = new Set(blocks.flatMap(({ register }) => register ?? []));
  return [...names].flatMap((name): [string, RegisterView][] => {
    const definition = site.registers[name];
    return definition ? [[name, registerView(definition, site.facts)]] : [];
  });
}

/** From the tree's first level down to the parent. */
function ancestorsOf({ parent }: Position): Position[] {
  const trail: Position[] = [];
  for (let next = parent; next; next = next.parent) trail.unshift(next);
  return trail;
}

interface Trail {
  trail: Position[];
  position: Position | null;
  title: string;
  path: string;
  detail: boolean;
}

function breadcrumbOf(site: SiteMap, { trail, position, title, path, detail }: Trail): Link[] {
  const home: Link = { title: site.byUrl.get('')?.channel.name ?? '首页', path: '/' };
  if (path === '/') return [home];
  const above = [home, ...trail.map(linkOf)];
  // an item's own title is known only when it is loaded
  return detail && position ? [...above, linkOf(position), { title, path }] : [...above, { title, path }];
}

const linkOf = ({ channel }: Position): Link => ({ title: channel.name, path: channelPath(channel.url) });

/** The section menu: the children of the channel's first-level ancestor, opened along the way to the channel. */
function sectionOf(position: Position, site: SiteMap): ResolvedPage['section'] {
  const way = [...ancestorsOf(position), position];
  const items = listedBelow(way[0]!, way, site);
  return items.length === 0
    ? null
    : { title: way[0]!.channel.name, items: items.map((child) => sectionItem(child, way, site)) };
}

/** SU16: what visitors stand on is in its menu, even without content. */
const listedBelow = ({ children }: Position, way: readonly Position[], site: SiteMap): Position[] =>
  children.filter((child) => inMenus(child) && (way.includes(child) || isListed(child, site)));

function sectionItem(position: Position, way: Position[], site: SiteMap): SectionItem {
  const below = way.includes(position) ? listedBelow(position, way, site) : [];
  return {
    ...linkOf(position),
    title: listedName(position, site),
    current: way.at(-1) === position,
    ...(below.length > 0 && { children: below.map((child) => sectionItem(child, way, site)) }),
  };
}
