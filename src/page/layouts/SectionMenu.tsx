import { useEffect, useRef } from 'react';
import { SiteLink } from '#ui/SiteLink.tsx';
import type { SectionItem } from '../page-schema.ts';

/** A menu of more channels stays with the page only in a window that can show all of it. */
const LONG = 14;
/** Number of titles of usual length that fit side by side on a phone. */
const SIDE_BY_SIDE = 3;

/**
 * The channels of a section: a column beside the content. In a narrow window a row of the first level scrolls sideways.
 * Beside it a fold opens all levels where there is more than the row can show: without scripts too.
 */
export function SectionMenu({ title, items }: { title: string; items: readonly SectionItem[] }) {
  const list = useRef<HTMLUListElement>(null);
  const current = currentPath(items);
  const folds = items.length > SIDE_BY_SIDE || items.some(({ children }) => children);

  // the open channel may stand outside the row's window; scrollIntoView would move the page too
  useEffect(() => {
    const row = list.current;
    const link = current ? row?.querySelector<HTMLElement>('[aria-current], .section__way') : null;
    if (row && link) row.scrollLeft = link.offsetLeft - row.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
  }, [current]);

  return (
    <nav className={items.length > LONG ? 'section section--long' : 'section'} aria-label={`${title}栏目`}>
      {folds && (
        // another key, another element: it is shut again where it has led to
        <details className="section__fold" key={current}>
          <summary>全部</summary>
        </details>
      )}
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
      <SiteLink
        path={item.path}
        current={item.current ? 'page' : undefined}
        className={item.children && !item.current ? 'section__way' : undefined}
      >
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
