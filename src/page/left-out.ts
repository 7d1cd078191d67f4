import type { BlockSchema, PageSchema, ResolvedBlock } from './page-schema.ts';
import {
  fillPlaces,
  hasArticles,
  hasContent,
  hasRows,
  isAbsent,
  isOwn,
  namedIn,
  verifiedKinds,
  type FillPlace,
} from './public-content.ts';
import { inMenus, type Position, type SiteMap } from './site-map.ts';

/**
 * SU3: what this site has nothing for. A page that comes with the program names channels and addresses that a firm may
 * not have, or not yet. Visitors see neither frames without content nor links that lead nowhere.
 */

/** Why nothing can be shown, in words for editors, and what would mend it. */
export interface LeftOut {
  why: string;
  fill: readonly FillPlace[];
}

/**
 * Why nothing can be shown in a block; null where something can. Asked of blocks whose source names channels by
 * themselves, and of registers: on the home page each, elsewhere but for the rows themselves, which say that there are none.
 */
export function whyLeftOut(
  { id, source }: BlockSchema,
  page: Pick<PageSchema, 'page' | 'title' | 'layout' | 'blocks'>,
  site: SiteMap,
): LeftOut | null {
  const params = source && site.sources[source.name]?.params;
  for (const [name, { shows }] of Object.entries(params ?? {})) {
    const value = source?.params?.[name];
    if (shows === 'verified' && params?.[name]?.from === undefined) {
      const kind = value ?? params?.[name]?.default;
      if (!verifiedKinds(site).some((one) => one === kind)) return NOTHING_VERIFIED;
    }
    if (typeof value !== 'string') continue;
    if (shows === 'rows' && !hasRows(value, site) && (page.layout === 'home' || isBesideRows(id, value, page, site)))
      return emptyRegister(value, site);
    if (shows !== 'articles' && shows !== 'channels') continue;
    if (site.byId.size === 0) return NO_CHANNELS;
    const channels = namedIn(value, site);
    const shown = shows === 'articles' ? hasArticles : (position: Position) => hasChannels(position, site);
    if (channels.some(([, position]) => position && shown(position))) return null;
    return {
      why: wordsOf(channels, shows),
      fill: [
        ...channels.flatMap(([, position]) => (position ? fillPlaces(position, site) : [])),
        ...(channels.every(([, position]) => position) ? [] : [pagePlace(page)]),
      ],
    };
  }
  return null;
}

/** Whether another block of the page shows the rows of the register that a block counts or draws. */
function isBesideRows(id: string, register: string, { blocks }: Pick<PageSchema, 'blocks'>, site: SiteMap): boolean {
  const rows = blocks.filter(
    ({ source }) => source?.params?.['register'] === register && site.sources[source.name]?.takesRegisterFilters,
  );
  return rows.length > 0 && rows.every((block) => block.id !== id);
}

/** Words for a site before its first channels: what pages lack is not theirs. */
const NO_CHANNELS: LeftOut = { why: '网站还没有栏目：选用起步栏目或新建栏目以后，这里显示其中的内容。', fill: [] };

/** SU18: of a block that offers a check. */
const NOTHING_VERIFIED: LeftOut = {
  why: '网站还没有公布可以核验的名册：登记表中有一份可以核验的名册公布以后，这里显示核验框。',
  fill: [],
};

/** A block whose links all lead nowhere. */
export const withoutLinks = (page: Pick<PageSchema, 'page' | 'title'>): LeftOut => ({
  why: '它的链接都不通往本网站的页面：请在页面中改用有的地址。',
  fill: [pagePlace(page)],
});

const pagePlace = ({ page, title }: Pick<PageSchema, 'page' | 'title'>): FillPlace => ({
  title: title || '这个页面',
  page,
});

const hasChannels = ({ children }: Position, site: SiteMap): boolean =>
  children.some((child) => inMenus(child) && hasContent(child, site));

function emptyRegister(register: string, site: SiteMap): LeftOut {
  const title = site.registers[register]?.title ?? register;
  if (isAbsent(register, site)) return { why: `登记表“${title}”标为“本公司没有这项业务”。`, fill: [] };
  return { why: `登记表“${title}”还没有公示内容：请在“公示登记表”中导入并发布。`, fill: [{ title, register }] };
}

/** Whether a block shows the own content of the page's channel, in whatever form. */
export const showsOwnContent = ({ source }: BlockSchema, site: SiteMap): boolean =>
  Object.entries((source && site.sources[source.name]?.params) ?? {}).some(
    ([name, { shows, from }]) => shows === 'content' && isOwn(source?.params?.[name], from),
  );

/** Why a channel's page that shows something else has no frame for the channel's own content. */
export const withoutOwnContent = ({ channel: { channelId, name } }: Position): LeftOut => ({
  why: `栏目“${name}”还没有文章：需要时请在“文章”中撰写并发布。`,
  fill: [{ title: name, channelId }],
});

/** Why a page of a fixed address that no channel has shows no channel's content (SU25). */
export const withoutChannel = (path: string): LeftOut => ({
  why: `网站没有地址为 ${path.slice(1)} 的栏目：建立以后，其中的文章显示在这里。`,
  fill: [],
});

/** A source that names channels without those that this site has not, which its call would refuse. */
export function withKnownChannels(source: NonNullable<BlockSchema['source']>, site: SiteMap): BlockSchema['source'] {
  const params = Object.entries(source.params ?? {}).map(([name, value]) => {
    const shows = site.sources[source.name]?.params[name]?.shows;
    const names = (shows === 'articles' || shows === 'channels') && typeof value === 'string';
    return [
      name,
      names
        ? namedIn(value, site)
            .flatMap(([id, found]) => (found ? [id] : []))
            .join(',')
        : value,
    ];
  });
  return { ...source, ...(source.params && { params: Object.fromEntries(params) }) };
}

function wordsOf(channels: ReturnType<typeof namedIn>, shows: 'articles' | 'channels'): string {
  const missing = channels.filter(([, position]) => !position).length;
  return [
    ...channels.flatMap(([, position]) => (position ? [emptyWords(position, shows)] : [])),
    ...(missing > 0
      ? [
          `网站没有这一块要显示的${missing > 1 ? ` ${missing} 个` : ''}栏目：请在页面中改用别的栏目，不需要时删去这一块。`,
        ]
      : []),
  ].join('');
}

const emptyWords = ({ channel }: Position, shows: 'articles' | 'channels'): string =>
  shows === 'articles'
    ? `栏目“${channel.name}”还没有文章：请在“文章”中撰写并发布。`
    : `栏目“${channel.name}”下面还没有有内容的栏目：请在“栏目”或“新建公示栏目”中新建。`;

/**
 * The props of a block without the links that lead nowhere or to nothing, and whether it had links of which none is
 * left.
 * @param leads whether a site path, with its query, has a page with content @param nameOf what editors read of a link that is kept
 */
export function withoutDeadLinks(
  props: Record<string, unknown>,
  leads: (path: string) => boolean,
  nameOf: (title: string, path: string) => string,
): { props: Record<string, unknown>; isBare: boolean } {
  let count = 0;
  let dropped = 0;
  const isDead = (value: unknown): boolean =>
    typeof value === 'string' && value.startsWith('/') && !value.includes('{') && !leads(value);
  const prune = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.flatMap((item) => (pruned(item) ? [] : [named(prune(item))]));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, part]) => (name === 'more' && isDead(part) ? [] : [[name, prune(part)]])),
    );
  };
  const pruned = (item: unknown): boolean => {
    const path = (item as { path?: unknown } | null)?.path;
    if (typeof path !== 'string') return false;
    if (isDead(path)) dropped += 1;
    else count += 1;
    return isDead(path);
  };
  const named = (item: unknown): unknown => {
    const { path, title } = (item ?? {}) as { path?: unknown; title?: unknown };
    return typeof path === 'string' && typeof title === 'string'
      ? { ...(item as object), title: nameOf(title, path) }
      : item;
  };
  const rest = prune(props) as Record<string, unknown>;
  return { props: rest, isBare: dropped > 0 && count === 0 };
}

/**
 * HN5: links of a list that are buttons of another block are not repeated. The one that is left is a button, too, where
 * that block is shown, has buttons and has room.
 */
export function withoutLoneLinks(
  { blocks: written }: Pick<PageSchema, 'blocks'>,
  blocks: ResolvedBlock[],
  { hasBanners }: Pick<SiteMap, 'hasBanners'>,
): ResolvedBlock[] {
  return written.reduce((shown, { id, loneLinkJoins }) => {
    const host = shown.find((block) => block.id === loneLinkJoins);
    const block = shown.find((one) => one.id === id);
    if (!host || !block || (hasBanners && host.source?.name === 'banners')) return shown;
    const [list, links] = linksOf(block);
    const buttons = (host.props['buttons'] ?? []) as Button[];
    const left = links.filter(({ path }) => buttons.every((button) => button.path !== path));
    const joins = left.length === 1 && buttons.length < MOST_BUTTONS;
    const { title, path, needsFundAccount } = left[0] ?? {};
    const added = { title, path, ...(needsFundAccount !== undefined && { needsFundAccount }) };
    return shown.flatMap((one) => {
      if (one === host && joins) return { ...one, props: { ...one.props, buttons: [...buttons, added] } };
      if (one !== block) return one;
      if (joins || (left.length === 0 && links.length > 0)) return [];
      return left.length === links.length ? one : { ...one, props: { ...one.props, [list]: left } };
    });
  }, blocks);
}

/** Buttons that stand side by side on a phone. */
const MOST_BUTTONS = 2;

interface Button {
  title?: string;
  path?: string;
  needsFundAccount?: unknown;
}

/** The list of links of a block, with its name; beside it, one that fills it up does not count. */
function linksOf({ props }: ResolvedBlock): [name: string, links: Button[]] {
  const lists = Object.entries(props).filter(
    (one): one is [string, Button[]] => one[0] !== 'spare' && Array.isArray(one[1]),
  );
  return lists.length === 1 && lists[0]![1].every((link) => typeof link?.path === 'string') ? lists[0]! : ['', []];
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
