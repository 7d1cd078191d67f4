import type { ReactNode } from 'react';
import type { MenuItem } from '#page/page-schema.ts';
import { SiteLink } from '#ui/SiteLink.tsx';
import { isOpen } from './menu-items.ts';
import { SiteSearch } from './SiteSearch.tsx';

interface DrawerProps {
  items: readonly MenuItem[];
  trail: readonly string[];
  search: boolean;
  /** before the menu, whose end is far away on a phone */
  first: ReactNode;
  children: ReactNode;
}

/** The menu on phones: details and summary, so it opens without scripts too. */
export function Drawer({ items, trail, search, first, children }: DrawerProps) {
  return (
    <details className="drawer fold">
      <summary>菜单</summary>
      <div className="drawer__sheet">
        {search && <SiteSearch />}
        {first}
        <nav aria-label="主菜单">
          <ul>
            {items.map((item) => (
              <li key={item.path}>
                <SiteLink path={item.path} current={isOpen(item, trail) ? 'true' : undefined}>
                  {item.title}
                </SiteLink>
                {item.children.length > 0 && (
                  <ul>
                    {item.children.map((child) => (
                      <li key={child.path}>
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
