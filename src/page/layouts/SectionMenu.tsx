import { useEffect, useRef } from 'react';
import { SiteLink } from '#ui/SiteLink.tsx';
import type { SectionItem } from '../page-schema.ts';

/** A menu of more channels stays with the page only in a window that can show all of it. */
const LONG = 14;

/** The channels of a section: a column beside the content, a horizontal scroller on phones. */
export function SectionMenu({ title, items }: { title: string; items: readonly SectionItem[] }) {
  const list = useRef<HTMLUListElement>(null);
  const current = currentPath(items);

  // the open channel may stand outside the scroller's window; scrollIntoView would move the page too
  useEffect(() => {
    const link = current ? list.current?.querySelector<HTMLElement>('[aria-current]') : null;
    if (list.current && link) list.current.scrollLeft = link.offsetLeft - (list.current.clientWidth - link.offsetWidth) / 2;
  }, [current]);

  return (
    <nav className={items.length > LONG ? 'section section--long' : 'section'} aria-label={`${title}栏目`}>
      <ul ref={list}>
        {items.map((item) => (
          <SectionEntry key={item.path} item={item} />
        ))}
      </ul>
    </nav>
  );
}

/** Only the branches on the way to the open channel come with children. */
function SectionEntry({ item }: { item: SectionItem }) {
  return (
    <li>
      <SiteLink path={item.path} current={item.current ? 'page' : undefined}>
        {item.title}
      </SiteLink>
      {item.children && (
        <ul>
          {item.children.map((child) => (
            <SectionEntry key={child.path} item={child} />
          ))}
        </ul>
      )}
    </li>
  );
}

function currentPath(items: readonly SectionItem[]): string {
  for (const item of items) {
    if (item.current) return item.path;
    const below = currentPath(item.children ?? []);
    if (below) return below;
  }
  return '';
}
