import type { MenuItem, Shell } from '#page/page-schema.ts';
import { widthOf } from '#rules/text-width.ts';

export interface MenuEntry {
  title: string;
  /** site path, http(s) or tel: address */
  path: string;
  /** second level (CH4); may be empty */
  children: MenuItem[];
}

/**
 * What the header draws: the menu of the channel tree; without a tree the fixed menu of home, search and hotline
 * (CH7).
 */
export function menuOf({ menu, brand }: Shell): MenuEntry[] {
  if (!menu) {
    const fixed: MenuEntry[] = [
      { title: '首页', path: '/', children: [] },
      { title: '搜索', path: '/search', children: [] },
    ];
    return brand.hotline
      ? [...fixed, { title: `客服热线 ${brand.hotline}`, path: `tel:${brand.hotline}`, children: [] }]
      : fixed;
  }
  return menu;
}

/**
 * Whether a page lies at or below a menu entry: told by the way to it, because a channel's address need not begin with
 * its parent's.
 */
export function isOpen(entry: { path: string }, trail: readonly string[]): boolean {
  return entry.path === '/' ? trail.at(-1) === '/' : trail.includes(entry.path);
}

/** px of the narrowest window with a menu, and of the one from which the page is as wide as it gets (shell.css) */
const ROOM = { narrow: 1032, wide: 1200 };
/** px between two ways of the header's row */
const GAP = 16;
/** px of search, 长辈版 and language with the space before each */
const WAYS = 24 + 42 + 48 + 3 * GAP;
/** px of 登录 or a name with the space before it */
const YOU = 56 + GAP;
/** px of 更多 */
const MORE = 64;

/**
 * HD6: how many of these entries stand in the header's row, in a narrow window and in a wide one; the others are found
 * under 更多. Told by what their words take at most, so server and browser draw the same and nothing is measured.
 */
export function entriesInRow(items: readonly MenuEntry[], { brand, login }: Shell): { narrow: number; wide: number } {
  const logo = 46 + Math.max(widthOf(brand.name) * 22, widthOf(brand.englishName) * 16);
  const room = (width: number) => width - logo - GAP - WAYS - (login === undefined ? 0 : YOU);
  return { narrow: fitting(items, room(ROOM.narrow), 0), wide: fitting(items, room(ROOM.wide) - 20, 8) };
}

/** @param gap px between two entries */
function fitting(items: readonly MenuEntry[], room: number, gap: number): number {
  const widths = items.map(({ title }) => widthOf(title) * 16 + 16 + gap);
  const sum = (count: number) => widths.slice(0, count).reduce((total, width) => total + width, 0);
  if (sum(items.length) - gap <= room) return items.length;
  return Math.max(
    0,
    widths.findLastIndex((_, at) => sum(at) + MORE <= room),
  );
}
