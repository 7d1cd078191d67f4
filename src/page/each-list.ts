import { channelPath, isExternal } from '#rules/addresses/channel-tree.ts';
import type { SourceDefinition } from './define-source.ts';
import type { LeftOut } from './left-out.ts';
import type { BlockSchema } from './page-schema.ts';
import { fillPlaces, isOwn } from './public-content.ts';
import { inMenus, originalOf, type Position, type SiteMap } from './site-map.ts';

/**
 * HN4: a block that is shown once for each list of articles below a channel, as tabs, whatever lists a firm has. An empty
 * channel may become one.
 */

/** The param by which a source is told whose articles it gives; undefined where it gives no channel's. */
export const articlesParam = ({ params }: Pick<SourceDefinition, 'params'>): string | undefined =>
  Object.entries(params).find(([, { shows, from }]) => shows === 'articles' && isOwn(undefined, from))?.[0];

/** HN4: kinds of content of a list: without articles, with one, with more. */
const LISTED: readonly string[] = ['empty', 'html', 'list'];

/** The channels below one that show a list of articles or nothing yet, in their order. @param url of the channel above */
const listsBelow = (url: string, site: SiteMap): Position[] =>
  (site.byUrl.get(url)?.children ?? []).filter(
    (child) => inMenus(child) && !isExternal(child.channel.url) && mayList(child),
  );

/** A channel of an upstream whose content is not known leads to the channels below it, where it has some. */
const mayList = ({ channel: { contentKind }, children }: Position): boolean =>
  contentKind === null ? children.length === 0 : LISTED.includes(contentKind ?? '');

/** A block for each list; the block itself where there is none, and where it is shown once. */
export function eachList(block: BlockSchema, site: SiteMap): BlockSchema[] {
  const { eachListBelow, ...one } = block;
  const param = block.source && site.sources[block.source.name] && articlesParam(site.sources[block.source.name]!);
  const lists = eachListBelow === undefined || param === undefined ? [] : listsBelow(eachListBelow, site);
  if (lists.length === 0) return [block];
  const taken = new Set<string>();
  return lists.map((position) => {
    const { name, url } = position.channel;
    const params = { ...block.source!.params, [param!]: originalOf(site, position).channel.channelId };
    const id = freeId(`${block.id}-${url.slice(url.lastIndexOf('/') + 1)}`, taken);
    return {
      ...one,
      id,
      tab: name,
      ...(takesMore(block, site) && { props: { ...block.props, more: channelPath(url) } }),
      source: { ...block.source!, params },
    };
  });
}

/** Makes an id in the form of the blocks' ids. */
function freeId(wanted: string, taken: Set<string>): string {
  const id = wanted.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  let free = id;
  for (let no = 2; taken.has(free); no += 1) free = `${id}-${no}`;
  taken.add(free);
  return free;
}

/** Whether the widget has a way to the whole list. */
const takesMore = ({ widget }: BlockSchema, { widgets }: SiteMap): boolean =>
  Object.hasOwn((widgets?.[widget]?.props.properties ?? {}) as object, 'more');

/** Why such a block shows nothing. */
export function withoutLists(url: string, site: SiteMap): LeftOut {
  const above = site.byUrl.get(url);
  return above
    ? { why: `栏目“${above.channel.name}”下面还没有文章列表。`, fill: fillPlaces(above, site) }
    : { why: `网站没有地址为 ${url} 的栏目，这里显示它下面的文章列表。`, fill: [] };
}
