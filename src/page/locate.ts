import { channelPath, isExternal } from '#rules/addresses/channel-tree.ts';
import { findPage, findPageByPath, isLostPage, type Claimed, type Found } from './find-page.ts';
import { claimParts } from './page-structure.ts';
import { hasContent, isUnanswered } from './public-content.ts';
import { inMenus, originalOf, type Position, type SiteMap } from './site-map.ts';

/** The target of an address, before a page is made of it. */
export type Located =
  | { kind: 'redirect'; position: Position; to: string }
  | {
      kind: 'page';
      found: Found;
      /** the channel in whose place of the tree the page stands; null for a fixed page without a channel */
      position: Position | null;
      /** the channel whose content is shown: another than `position` for sameAs */
      shown: Position | null;
      names: Record<string, string>;
      canonical: string;
      detail: boolean;
    };

/** An item's id is any text, escaped as in addresses. */
const PATH =
  /^(\/|(\/[A-Za-z0-9._-]{1,64}){1,12}|(\/[A-Za-z0-9._-]{1,64}){1,10}\/detail\/([A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2}){1,600})$/;
const DETAIL = /^\/(.+)\/detail\/([^/]+)$/;

/** The id that stands in an address; as it stands there, where it is not well escaped. */
function idOf(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Whether a path has the form of an address of this site. */
export const isAddress = (path: string): boolean => PATH.test(path);

/** Claims of a refused document are not always known; content of its own shows a channel all the same. */
export function isUnanswerable({ pages }: SiteMap, located: Located): boolean {
  return (
    located.kind === 'page' &&
    (isLostPage(located.found) ||
      (pages.doubtful && !located.detail && located.shown !== null && hasNothing(located.shown, located.found)))
  );
}

/**
 * The target of a site path, without base, query and trailing slash; null where there is none. Path claims are looked
 * at first, then channels by url, then `{channel}/detail/{id}`. Pure.
 */
export function locate(site: SiteMap, path: string): Located | null {
  if (!isAddress(path)) return null;
  const claimed = findPageByPath(site.pages, path);
  if (claimed) return isLeftOut(site, claimed) ? null : fixedPage(site, path, claimed);
  const position = site.byUrl.get(path.slice(1));
  if (position) return channelPage(site, position);
  const [, url, id] = DETAIL.exec(path) ?? [];
  const parent = url === undefined ? undefined : site.byUrl.get(url);
  return parent && id !== undefined ? detailPage(site, parent, id) : null;
}

/** Whether all that a page asks for was answered by a feature that this site does not have. */
function isLeftOut(site: SiteMap, claimed: Claimed): boolean {
  const sources = isLostPage(claimed) ? [] : claimed.page.blocks.flatMap(({ source }) => source ?? []);
  return sources.length > 0 && sources.every((source) => isUnanswered(source, site));
}

function fixedPage(
  site: SiteMap,
  path: string,
  { names, ...claimed }: Claimed & { names: Record<string, string> },
): Located {
  const first = [claimed.page.for]
    .flat()
    .map(claimParts)
    .find(({ kind }) => kind === 'path');
  const canonical = first && Object.keys(names).length === 0 && !first.value.includes('{') ? first.value : path;
  const { id } = names;
  const position = canonical === '/' ? null : (site.byUrl.get(canonical.slice(1)) ?? null);
  const over = position ? findPage(site.pages, originalOf(site, position).channel) : null;
  const found = { ...claimed, over: over ? [over, ...over.over] : [] };
  return {
    kind: 'page',
    found,
    position,
    shown: position && originalOf(site, position),
    names: id === undefined ? names : { ...names, id: idOf(id) },
    canonical,
    detail: false,
  };
}

function channelPage(site: SiteMap, position: Position): Located | null {
  const shown = originalOf(site, position);
  const found = findPage(site.pages, shown.channel);
  if (!found) return null;
  const child = hasNothing(shown, found) ? firstChild(site, shown) : null;
  if (child) return { kind: 'redirect', position, to: channelPath(child.channel.url) };
  return { kind: 'page', found, position, shown, names: {}, canonical: channelPath(shown.channel.url), detail: false };
}

function detailPage(site: SiteMap, position: Position, id: string): Located | null {
  const shown = originalOf(site, position);
  const found = findPage(site.pages, shown.channel, true);
  return (
    found && {
      kind: 'page',
      found,
      position,
      shown,
      names: { id: idOf(id) },
      canonical: `${channelPath(shown.channel.url)}/detail/${id}`,
      detail: true,
    }
  );
}

/**
 * A channel without content that no page claims by name (RT9). Where the content kind is not known, its page decides.
 */
const hasNothing = ({ channel }: Position, { claim }: Claimed): boolean =>
  channel.contentKind === 'empty' && ['contentKind', 'default'].includes(claimParts(claim).kind);

/**
 * US7: where the page of an address would lead if its channel had no content; null where a page claims it by name, or nothing
 * is below it.
 */
export function leadsOn(site: SiteMap, path: string): string | null {
  const located = locate(site, path);
  if (located?.kind !== 'page' || located.detail || !located.shown) return null;
  if (!['contentKind', 'default'].includes(claimParts(located.found.claim).kind)) return null;
  const child = firstChild(site, located.shown);
  return child && channelPath(child.channel.url);
}

/** The first channel below that has something to show: children that only lead on are passed through. */
function firstChild(site: SiteMap, position: Position): Position | null {
  const below = position.children.filter(
    (one) => inMenus(one) && !isExternal(one.channel.url) && one.channel.url !== '',
  );
  const child = below.find((one) => hasContent(one, site)) ?? below[0];
  if (!child) return null;
  const shown = originalOf(site, child);
  const found = findPage(site.pages, shown.channel);
  return (shown === child && found && hasNothing(child, found) && firstChild(site, child)) || child;
}
