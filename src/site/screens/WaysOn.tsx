import type { Shell } from '#page/page-schema.ts';
import { SiteLink } from '#ui/SiteLink.tsx';

/** The main menu with what lies below it, and the service number; nothing where the menu is not known. */
export function WaysOn({ shell }: { shell: Shell }) {
  if (!shell.menu) return null;
  return (
    <nav className="ways" aria-labelledby="ways">
      <h2 className="ways__title" id="ways">
        您也可以前往
      </h2>
      <ul>
        {shell.menu.map((item) => (
          <li key={item.path}>
            <SiteLink path={item.path} className="ways__main">
              {item.title}
            </SiteLink>
            {item.children.slice(0, 4).map((child) => (
              <SiteLink key={child.path} path={child.path}>
                {child.title}
              </SiteLink>
            ))}
          </li>
        ))}
        {shell.brand.hotline && (
          <li>
            <span className="ways__main">客服热线</span>
            <a href={`tel:${shell.brand.hotline}`}>{shell.brand.hotline}</a>
          </li>
        )}
      </ul>
    </nav>
  );
}
