import type { MenuItem, Shell } from '#page/page-schema.ts';

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
