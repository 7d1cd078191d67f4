import type { ReactNode } from 'react';
import { withBase } from '#rules/site-address.ts';
import { useBasePath } from '#ui/base-path.ts';
import { SiteLink } from '#ui/SiteLink.tsx';
import { isOpen } from './menu-items.ts';
import type { MenuEntry } from './menu-items.ts';

interface DrawerProps {
  items: readonly MenuEntry[];
  trail: readonly string[];
  search: boolean;
  /** before the menu, whose end is far away on a phone */
  first: ReactNode;
  children: ReactNode;
}

/** The menu on phones: details and summary, so it opens without scripts too. */
export function Drawer({ items, trail, search, first, children }: DrawerProps) {
  const base = useBasePath();
  return (
    <details className="drawer fold">
      <summary>菜单</summary>
      <div className="drawer__sheet">
        {search && (
          <form action={withBase(base, '/search')} role="search">
            <input
              type="search"
              name="q"
              aria-label="搜索全站"
              placeholder="搜索全站"
              maxLength={100}
              autoComplete="off"
            />
            <button type="submit" className="button button--ink">
              搜索
            </button>
          </form>
        )}
        {first}
        <nav aria-label="主菜单">
          <ul>
            {items.map((item) => (
              <li key={item.key}>
                <SiteLink path={item.path} current={isOpen(item, trail) ? 'true' : undefined}>
                  {item.title}
                </SiteLink>
                {item.children.length > 0 && (
                  <ul>
                    {item.children.map((child) => (
                      <li key={child.key}>
                        <SiteLink path={child.path} current={trail.includes(child.path) ? 'page' : undefined}>
                          {child.title}
                        </SiteLink>
                      </li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ul>
        </nav>
        {children}
      </div>
    </details>
  );
}
