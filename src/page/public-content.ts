import { isExternal } from '#rules/addresses/channel-tree.ts';
import { findPage, findPageByPath, isLostPage, type Claimed } from './find-page.ts';
import type { BlockSchema, PageSchema, ParamValue } from './page-schema.ts';
import { claimParts } from './page-structure.ts';
import { VERIFY_KINDS, type VerifyKind } from './register-schema.ts';
import { inMenus, originalOf, type Position, type SiteMap } from './site-map.ts';

/**
 * SU16: which channels and pages have something public to show. Told by what the site map holds, once for each map:
 * the kinds of content of channels, which registers have rows, and what pages are made of.
 */

/** url of the section of research; params may name its columns by the rest of their url. */
const RESEARCH = 'research';

/** Mark for editors on content that visitors do not see. */
const UNSEEN = '（访客看不到：还没有内容）';

/** Something to be filled, so that visitors see it, or the page on which it is to be another. */
export type FillPlace = { title: string } & ({ register: string } | { channelId: string } | { page: string });

interface Known {
  content: Map<Position, boolean>;
  /** positions under way, with how many were before each */
  open: Map<Position, number>;
  /** the first of them that was asked again, because it leads to itself */
  reached: number;
  verified?: readonly VerifyKind[];
}
const known = new WeakMap<SiteMap, Known>();

function knownOf(site: SiteMap): Known {
  let found = known.get(site);
  if (!found) known.set(site, (found = { content: new Map(), open: new Map(), reached: Infinity }));
  return found;
}

/**
 * Whether a channel shows anything: by its page or by a channel below it, never because its page leads elsewhere, nor by
 * articles that its page does not show. The answer is the same whatever was asked before: one that only a circle made false
 * is asked anew (SU16).
 */
export function hasContent(position: Position, site: SiteMap): boolean {
  const state = knownOf(site);
  const decided = state.content.get(position);
  if (decided !== undefined) return decided;
  const before = state.open.get(position);
  if (before !== undefined) {
    // a circle adds nothing to the answer
    state.reached = Math.min(state.reached, before);
    return false;
  }
  const [depth, outer] = [state.open.size, state.reached];
  state.open.set(position, depth);
  state.reached = Infinity;
  const original = originalOf(site, position);
  const isFull =
    showsContent(position, site) ||
    (original !== position && hasContent(original, site)) ||
    position.children.some((child) => inMenus(child) && hasContent(child, site));
  state.open.delete(position);
  const isSure = isFull || state.reached >= depth;
  if (isSure) state.content.set(position, isFull);
  state.reached = isSure ? outer : Math.min(outer, state.reached);
  return isFull;
}

function showsContent(position: Position, site: SiteMap): boolean {
  const { url, contentKind } = position.channel;
  // an upstream's channel may be unknown: it stays
  if (isExternal(url) || url === '' || typeof contentKind !== 'string') return true;
  const claimed = pageOf(position, site);
  if (!claimed) return false;
  return mayBeAnother(claimed, site) || pageShows(claimed.page, belowOnly(position, site));
}

const pageOf = ({ channel }: Position, { pages }: SiteMap): Claimed | null =>
  findPageByPath(pages, `/${channel.url}`) ?? findPage(pages, channel);

/** PS1: of a refused document it is not known what it shows, nor always for which channel it was. */
const mayBeAnother = (claimed: Claimed, { pages }: SiteMap): boolean =>
  isLostPage(claimed) || (pages.doubtful && ['contentKind', 'default'].includes(claimParts(claimed.claim).kind));

/** Whether the page of an address below the base shows anything. */
export const leadsToContent = (path: string, site: SiteMap): boolean =>
  // links are followed once, so that pages that lead to one another alone have nothing
  leadsTo(path, site, (to) => leadsTo(to, site, () => false));

function leadsTo(path: string, site: SiteMap, counts: (link: string) => boolean): boolean {
  if (!path.startsWith('/')) return true;
  const { bare, query } = partsOf(path);
  const position = site.byUrl.get(bare.slice(1));
  if (position) return hasContent(position, site);
  const claimed = findPageByPath(site.pages, bare);
  // an item is shown by its channel; what is nowhere shows nothing
  if (!claimed) return bare.includes('/detail/');
  return (
    mayBeAnother(claimed, site) ||
    pageShows(claimed.page, { site, position: null, query: new URLSearchParams(query), counts })
  );
}

const partsOf = (path: string): { bare: string; query: string } => {
  const [bare = '', query = ''] = path.split(/[?#]/, 2);
  return { bare, query };
};

/** A page, as far as its content is judged. */
interface Query {
  site: SiteMap;
  /** the page's channel; null: a page of an address alone */
  position: Position | null;
  /** the address's query */
  query?: URLSearchParams;
  /** whether a link leads to what counts for this page */
  counts: (link: string) => boolean;
}

/** Counts of the links of a channel's page only those to content of channels below it. */
const belowOnly = (position: Position, site: SiteMap): Query => ({
  site,
  position,
  counts: (link) => {
    const found = site.byUrl.get(partsOf(link).bare.slice(1));
    return found !== undefined && isBelow(found, position) && hasContent(found, site);
  },
});

function isBelow({ parent }: Position, above: Position): boolean {
  for (let at = parent; at; at = at.parent) if (at === above) return true;
  return false;
}

/** Whether any block of a page shows something; what stands beside other content counts where nothing else is there. */
function pageShows({ blocks }: PageSchema, before: Query): boolean {
  const { site } = before;
  if (blocks.some((block) => isNotOffered(block, site))) return false;
  const hasSource = blocks.some(({ source }) => source);
  if (!hasSource && blocks.every((block) => isBeside(block, site))) return true;
  const shown = blocks.filter((block) => !isBeside(block, site)).map((block) => blockShows(block, hasSource, before));
  // a page for a channel's articles is one of articles, whatever else it says
  return !shown.includes('own list') && shown.includes(true);
}

function blockShows(
  { source, props, eachListBelow }: BlockSchema,
  hasSource: boolean,
  before: Query,
): boolean | 'own list' {
  if (!source) return fixedShows(props, hasSource, before);
  if (eachListBelow !== undefined) return (before.site.byUrl.get(eachListBelow)?.children ?? []).some(hasArticles);
  return sourceShows(source, before);
}

/** Links are ways to content and none itself: they count on a page that is made of nothing else. */
function fixedShows(props: unknown, hasSource: boolean, { counts }: Query): boolean {
  const links = linksIn(props);
  return links.length === 0 || (!hasSource && links.some(counts));
}

/** SU19: whether a block is for customers, of whom this site knows none. */
export const isNotOffered = ({ widget }: BlockSchema, { widgets, lacksLogin }: SiteMap): boolean =>
  lacksLogin === true && widgets?.[widget]?.withoutLogin !== undefined;

/** Whether a block stands beside other content and is none itself. */
export const isBeside = ({ widget }: BlockSchema, { widgets }: SiteMap): boolean => widgets?.[widget]?.beside === true;

function sourceShows(
  source: NonNullable<BlockSchema['source']>,
  { site, position, query, counts }: Query,
): boolean | 'own list' {
  const definition = site.sources[source.name];
  if (isUnanswered(source, site)) return false;
  for (const [name, { shows, from }] of Object.entries(definition?.params ?? {})) {
    if (shows === undefined) continue;
    const value = source.params?.[name];
    if (shows === 'verified') return isVerified(value ?? query?.get(name) ?? null, site);
    if (isOwn(value, from) && position) return hasArticles(position) || (shows === 'articles' ? 'own list' : false);
    if (typeof value !== 'string') continue;
    if (shows === 'rows') return hasRows(value, site);
    if (shows === 'articles') return namedIn(value, site).some(([, one]) => one !== undefined && hasArticles(one));
    // a list of channels is one of links
    if (shows === 'channels')
      return (site.byId.get(value)?.children ?? []).some(({ channel }) => counts(`/${channel.url}`));
  }
  switch (definition?.needs) {
    case 'registers':
      return Object.keys(site.registers).some((register) => hasRows(register, site));
    case 'research':
      return (site.byUrl.get(RESEARCH)?.children ?? []).some(hasArticles);
    default:
      return true;
  }
}

/** Whether a source asks for what no part of this site answers: a feature that was left out did. */
export function isUnanswered({ name }: NonNullable<BlockSchema['source']>, { sources, answers }: SiteMap): boolean {
  const call = sources[name]?.call;
  return call !== undefined && answers?.has(call) === false;
}

/** Whether the value of a param is the channel that the page is of. */
export const isOwn = (value: ParamValue | undefined, from: string | undefined): boolean =>
  value === undefined ? from === 'channel' : typeof value === 'object' && value.from === 'channel';

/** SU18: whether a kind of verification, or where none is named any, can find anything. */
function isVerified(kind: ParamValue | null, site: SiteMap): boolean {
  const kinds = verifiedKinds(site);
  return typeof kind === 'string' ? kinds.some((one) => one === kind) : kinds.length > 0;
}

/** SU18: the kinds of verification for which a page shows a register with rows. */
export function verifiedKinds(site: SiteMap): readonly VerifyKind[] {
  const known = knownOf(site);
  if (!known.verified) {
    const shown = registersOfPages(site);
    const kinds = new Set(
      Object.values(site.registers).flatMap(({ register, verify }) =>
        verify && (shown === null || shown.has(register)) && hasRows(register, site) ? verify.kind : [],
      ),
    );
    known.verified = VERIFY_KINDS.filter((kind) => kinds.has(kind));
  }
  return known.verified;
}

/** Registers that the pages of channels and of fixed addresses name; null where a page was refused. */
function registersOfPages(site: SiteMap): ReadonlySet<string> | null {
  const { pages } = site;
  if (pages.doubtful || pages.unread) return null;
  const fixed = [...pages.pages.values()].filter(({ for: claims }) =>
    [claims].flat().some((claim) => claimParts(claim).kind === 'path'),
  );
  const ofChannels = [...site.byUrl.values()].flatMap((one) => pageOf(originalOf(site, one), site)?.page ?? []);
  return new Set(
    [...fixed, ...ofChannels].flatMap(({ blocks }) =>
      blocks.flatMap(({ source }) => (typeof source?.params?.register === 'string' ? source.params.register : [])),
    ),
  );
}

/** Whether a register has public rows; true where it is not known, as of one that an upstream answers. */
export const hasRows = (register: string, { facts }: SiteMap): boolean => facts.filled?.has(register) ?? true;

/** SU24: whether the firm does not have the business of a register, which has no public rows. */
export const isAbsent = (register: string, { facts }: SiteMap): boolean => facts.absent?.has(register) === true;

export const hasArticles = ({ channel }: Position): boolean => channel.contentKind !== 'empty';

/** The channels that a value names, by id or as columns of research. */
export const namedIn = (value: string, site: SiteMap): [id: string, found: Position | undefined][] =>
  value.split(',').map((id) => [id, site.byId.get(id) ?? site.byUrl.get(`${RESEARCH}/${id}`)]);

function linksIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(linksIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    name === 'path' && typeof part === 'string' ? [part] : linksIn(part),
  );
}

/**
 * True where menus and overviews show a channel. Visitors see only one with content. Editors see each, marked, but for
 * those of businesses that the firm does not have (SU24).
 */
export const isListed = (position: Position, site: SiteMap): boolean =>
  inMenus(position) && (hasContent(position, site) || (site.marksEmpty === true && !isOfAbsent(position, site)));

/** SU24: whether all registers that would give a channel content are of businesses that the firm does not have. */
const isOfAbsent = (position: Position, site: SiteMap): boolean =>
  (site.facts.absent?.size ?? 0) > 0 &&
  fillPlaces(position, site).every((place) => 'register' in place && isAbsent(place.register, site));

/** The name by which menus and overviews show a channel. */
export const listedName = (position: Position, site: SiteMap): string =>
  position.channel.name + markOf(site.marksEmpty === true && !hasContent(position, site));

export const markOf = (isUnseen: boolean): string => (isUnseen ? UNSEEN : '');

/**
 * Places that would give a channel content: the registers of its page, or articles; for a section those of its
 * channels.
 */
export function fillPlaces(position: Position, site: SiteMap): FillPlace[] {
  const blocks = pageOf(position, site)?.page.blocks ?? [];
  const registers = new Set(
    blocks.flatMap(({ source }) => (typeof source?.params?.register === 'string' ? source.params.register : [])),
  );
  if (registers.size > 0)
    return [...registers].map((register) => ({ title: site.registers[register]?.title ?? register, register }));
  const below = position.children.filter(inMenus);
  if (below.length > 0) return below.flatMap((child) => fillPlaces(child, site));
  const { channelId, name } = originalOf(site, position).channel;
  return [{ title: name, channelId }];
}
