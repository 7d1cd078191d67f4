import { inMenus, menuOf, type Position, type SiteMap } from '#page/site-map.ts';
import { diffLists } from '#rules/text-diff.ts';
import type { PlannedMenu } from '#wire/channel-answers.ts';

/** Each row of a menu: '页眉菜单' and the names in it, as they are once each channel has content (SU16). */
function rowsOf(site: SiteMap): Map<string, string[]> {
  const rows = new Map<string, string[]>();
  const menu = menuOf(site);
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
    .filter(inMenus)
    .map((position) => ({ position, line: position.channel.name }));
  for (let next = open.pop(); next; next = open.pop()) {
    const { position, line } = next;
    const below = position.children.filter(inMenus);
    if (below.length > 0)
      rows.set(
        `栏目菜单：${line}`,
        below.map(({ channel }) => channel.name),
      );
    open.push(...below.map((child) => ({ position: child, line: `${line} / ${child.channel.name}` })));
  }
  return rows;
}

/** The menus in which something comes, goes or changes its place or name. */
export function changedMenus(before: SiteMap, after: SiteMap): PlannedMenu[] {
  const [one, other] = [rowsOf(before), rowsOf(after)];
  return [...new Set([...other.keys(), ...one.keys()])].flatMap((title) => {
    const lines = diffLists(one.get(title) ?? [], other.get(title) ?? []);
    return lines.some(({ how }) => how !== 'same') ? [{ title, lines }] : [];
  });
}
