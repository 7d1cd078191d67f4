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
/** px between two entries in a wide window, in a header of one row and of two */
const ENTRY_GAP = { one: 8, two: 20 };
const wideGap = ({ header }: Shell['brand']): number => (header ? ENTRY_GAP.two : ENTRY_GAP.one);
/** px of 更多 */
const MORE = 64;
/** px of the own mark with the space behind it, and at most of a firm's, 40 px high (shell.css) */
const MARK = { own: 46, most: 240, height: 40 };
/** px that the search field takes beyond its icon */
const FIELD = 216 - 24;
/** px of the hotline with its line and the space before it; and of its number's em, of as many as there is room for */
const LINE = { width: 160 + GAP, em: 18, number: 142 };
/** HD9: of entries in a header of one row that has a search field and the hotline */
const FEW = 5;

function logoWidth({ name, englishName, logo }: Shell['brand']): number {
  const mark = logo ? Math.min(MARK.most, (MARK.height * logo.width) / logo.height) + 12 : MARK.own;
  return logo?.hasName ? mark : mark + Math.max(widthOf(name) * 22, widthOf(englishName) * 16);
}

/** px that a row has for entries, in a narrow window and in a wide one; the logo is in the row above where there are two. */
function roomOf({ brand, login }: Shell): { narrow: number; wide: number } {
  const others = WAYS + (login === undefined ? 0 : YOU) + (brand.header ? 0 : logoWidth(brand) + GAP);
  return { narrow: ROOM.narrow - others, wide: ROOM.wide - 20 - others };
}

/**
 * HD6: how many of these entries stand in the header's row, in a narrow window and in a wide one; the others are found
 * under 更多. Told by what their words take at most, so server and browser draw the same and nothing is measured.
 */
export function entriesInRow(items: readonly MenuEntry[], shell: Shell): { narrow: number; wide: number } {
  const { narrow, wide } = roomOf(shell);
  return { narrow: fitting(items, narrow, 0), wide: fitting(items, wide, wideGap(shell.brand)) };
}

/** From which window on a part is in the header's row. */
type From = 'narrow' | 'wide' | 'never';

/**
 * HD9: whether search is a field and the hotline is in the header's row, told as HD6 is. The hotline comes first: without
 * room for both the field is the icon.
 */
export function partsInRow(items: readonly MenuEntry[], shell: Shell): { field: From; line: From } {
  const { hotline, header } = shell.brand;
  if (!shell.menu || (!header && items.length > FEW)) return { field: 'never', line: 'never' };
  const { narrow, wide } = roomOf(shell);
  const from = (taken: (at: 'narrow' | 'wide') => number): From => {
    if (fitting(items, narrow - taken('narrow'), 0) === items.length) return 'narrow';
    return fitting(items, wide - taken('wide'), wideGap(shell.brand)) === items.length ? 'wide' : 'never';
  };
  // in the row above where there are two
  const hasLine = !header && hotline !== '' && widthOf(hotline) * LINE.em <= LINE.number;
  const line = hasLine ? from(() => LINE.width) : 'never';
  const isThere = (at: 'narrow' | 'wide') => line === 'narrow' || line === at;
  return { line, field: from((at) => FIELD + (isThere(at) ? LINE.width : 0)) };
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
