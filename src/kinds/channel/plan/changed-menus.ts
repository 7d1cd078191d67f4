import { isListed } from '#page/public-content.ts';
import { inMenus, isHidden, menuOf, type Position, type SiteMap } from '#page/site-map.ts';
import { channelPath } from '#rules/addresses/channel-tree.ts';
import { diffLists } from '#rules/text/text-diff.ts';
import type { PlannedMenu, ShownChannel } from '#wire/channel-answers.ts';

type Lists = (position: Position, site: SiteMap) => boolean;

/** Each row of a menu, by its title, with the names in it. */
function rowsOf(site: SiteMap, lists: Lists): Map<string, string[]> {
  const rows = new Map<string, string[]>();
  const listed = (position: Position): boolean => lists(position, site);
  const menu = menuOf(site, listed);
  rows.set(
    '页眉菜单',
    menu.map(({ title }) => title),
  );
  for (const { title, children } of menu)
    rows.set(
      `页眉“${title}”的下拉菜单`,
      children.map((child) => child.title),
    );
  const open: { position: Position; line: string }[] = site.tree
    .filter(listed)
    .map((position) => ({ position, line: position.channel.name }));
  for (let next = open.pop(); next; next = open.pop()) {
    const { position, line } = next;
    const below = position.children.filter(listed);
    if (below.length > 0)
      rows.set(
        `栏目菜单：${line}`,
        below.map(({ channel }) => channel.name),
      );
    open.push(...below.map((child) => ({ position: child, line: `${line} / ${child.channel.name}` })));
  }
  return rows;
}

function changedRows(before: SiteMap, after: SiteMap, lists: Lists): PlannedMenu[] {
  const [one, other] = [rowsOf(before, lists), rowsOf(after, lists)];
  return [...new Set([...other.keys(), ...one.keys()])].flatMap((title) => {
    const lines = diffLists(one.get(title) ?? [], other.get(title) ?? []);
    return lines.some(({ how }) => how !== 'same') ? [{ title, lines }] : [];
  });
}

/** The menus of visitors in which something comes, goes or changes its place or name (SU16). */
export const changedMenus = (before: SiteMap, after: SiteMap): PlannedMenu[] => changedRows(before, after, isListed);

/**
 * Further changes in menus once every channel has content: places of new channels that have none yet.
 * @param now what changes in the menus of visitors
 */
export function laterMenus(before: SiteMap, after: SiteMap, now: readonly PlannedMenu[]): PlannedMenu[] {
  const wordsBefore = new Map(now.map((menu) => [menu.title, wordsOf(menu)]));
  return changedRows(before, after, inMenus).filter((menu) => wordsBefore.get(menu.title) !== wordsOf(menu));
}

const wordsOf = ({ lines }: PlannedMenu): string =>
  JSON.stringify(lines.flatMap(({ how, text }) => (how === 'same' ? [] : [how, text])));

/** SU22: the channels that come into the menus of visitors, or leave them, in the order of the tree. */
export function changedListing(before: SiteMap, after: SiteMap): ShownChannel[] {
  const [was, is] = [listedIn(before), listedIn(after)];
  const wordsBefore = (
    from: Map<string, Position>,
    than: Map<string, Position>,
    how: ShownChannel['how'],
  ): ShownChannel[] =>
    [...from].flatMap(([channelId, { channel }]) =>
      than.has(channelId) ? [] : [{ channelId, name: channel.name, path: channelPath(channel.url), how }],
    );
  return [...wordsBefore(is, was, 'comes'), ...wordsBefore(was, is, 'leaves')];
}

function listedIn(site: SiteMap): Map<string, Position> {
  const below = (positions: readonly Position[]): Position[] =>
    positions.flatMap((position) =>
      isListed(position, site) && !isHidden(position) ? [position, ...below(position.children)] : [],
    );
  return new Map(below(site.tree).map((position) => [position.channel.channelId, position]));
}
