import { widthOf } from '../text/text-width.ts';

/** HD6, HD9: what stands in the header's row, told by what its words take at most, so that nothing is measured. */
export interface HeaderRow {
  /** entries in a narrow window and in a wide one; the others are found under 更多 */
  narrow: number;
  wide: number;
  /** from which window on the search is a field and the hotline is there; absent: never */
  field?: From;
  line?: From;
}

type From = 'narrow' | 'wide';

interface HeaderWords {
  /** titles of the menu's first level */
  titles: readonly string[];
  name: string;
  englishName: string;
  hotline: string;
  /** sizes in pixels */
  logo?: { width: number; height: number; hasName: boolean };
  hasLogin: boolean;
  /** the logo and the hotline are in a row above */
  isTwoRows: boolean;
}

/** px of the narrowest window with a menu, and of the one from which the page is as wide as it gets (shell.css) */
const ROOM = { narrow: 1032, wide: 1180 };
/** px between two ways of the header's row */
const GAP = 16;
/** px of search, 长辈版 and language with the space before each */
const WAYS = 24 + 42 + 48 + 3 * GAP;
/** px of 登录 or a name with the space before it */
const YOU = 56 + GAP;
/** px of 更多 */
const MORE = 64;
/** px of the own mark with the space behind it, and at most of a firm's, which is 40 px high */
const MARK = { own: 46, most: 240, height: 40, space: 12 };
/** px that the search field takes beyond its icon */
const FIELD = 200 - 24;
/** px of the hotline with its line and the space before it; of its number's em, and of as many as there is room for */
const LINE = { width: 160 + GAP, em: 18, most: 142 };
/** HD9: of entries in one row with the search field and the hotline */
const FEW = 5;

/**
 * HD6: how many entries stand in the row. HD9: whether search is a field and the hotline is there, too. The hotline comes
 * first: without room for both the field is the icon.
 */
export function headerRow(words: HeaderWords): HeaderRow {
  const { titles, hotline, hasLogin, isTwoRows } = words;
  const others = WAYS + (hasLogin ? YOU : 0) + (isTwoRows ? 0 : logoWidth(words) + GAP);
  const gaps = { narrow: 0, wide: isTwoRows ? 20 : 8 };
  const count = (at: From, taken: number) => fitting(titles, ROOM[at] - others - taken, gaps[at]);
  const row = { narrow: count('narrow', 0), wide: count('wide', 0) };
  if (!isTwoRows && titles.length > FEW) return row;
  const from = (taken: (at: From) => number) =>
    (['narrow', 'wide'] as const).find((at) => count(at, taken(at)) === titles.length);
  const hasLine = !isTwoRows && hotline !== '' && widthOf(hotline) * LINE.em <= LINE.most;
  const line = hasLine ? from(() => LINE.width) : undefined;
  const field = from((at) => FIELD + (line === 'narrow' || line === at ? LINE.width : 0));
  return { ...row, ...(field && { field }), ...(line && { line }) };
}

function logoWidth({ name, englishName, logo }: HeaderWords): number {
  const mark = logo ? Math.min(MARK.most, (MARK.height * logo.width) / logo.height) + MARK.space : MARK.own;
  return logo?.hasName ? mark : mark + Math.max(widthOf(name) * 22, widthOf(englishName) * 15);
}

/** @param gap px between two entries */
function fitting(titles: readonly string[], room: number, gap: number): number {
  const widths = titles.map((title) => widthOf(title) * 16 + 16 + gap);
  const sum = (count: number) => widths.slice(0, count).reduce((total, width) => total + width, 0);
  if (sum(titles.length) - gap <= room) return titles.length;
  return Math.max(
    0,
    widths.findLastIndex((_, at) => sum(at) + MORE <= room),
  );
}
