import { SiteLink } from '#ui/SiteLink.tsx';
import type { Link } from '../page-schema.ts';

/** From home to this page; the last one is the page itself and no link. */
export function Breadcrumb({ links }: { links: readonly Link[] }) {
  return (
    <nav className="breadcrumb" aria-label="当前位置">
      <ol>
        {links.map((link, index) => (
          <li key={link.path + index}>
            {index === links.length - 1 ? (
              <span aria-current="page">{link.title}</span>
            ) : (
              <SiteLink path={link.path}>{link.title}</SiteLink>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
