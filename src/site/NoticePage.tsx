import type { Notice } from '#page/bare-page.ts';
import type { Shell } from '#page/page-schema.ts';
import { shanghaiTime } from '#rules/shanghai-date.ts';
import { SiteLink } from '#ui/SiteLink.tsx';
import { menuOf } from './shell/menu-items.ts';
import { SiteSearch } from './shell/SiteSearch.tsx';

interface NoticePageProps extends Notice {
  shell: Shell;
  onRetry?: () => void;
}

/** 404, 410, 500, 503 and what could not be reached: what happened, and ways on. */
export function NoticePage({ shell, status, title, text, since, links, onRetry }: NoticePageProps) {
  return (
    <div className="wrap notice" id="content">
      {/* of what was withdrawn the number says nothing that the words do not */}
      {status > 0 && !since && (
        <p className="notice__status" aria-hidden="true">
          {status}
        </p>
      )}
      <h1 className="title">{title}</h1>
      <p className="notice__text">{text}</p>
      {status === 404 && shell.menu && <SiteSearch label="在全站查找" />}
      {since && (
        <p className="notice__since">
          自 <time dateTime={since}>{shanghaiTime(since)}</time> 起不再公示
        </p>
      )}
      <p className="notice__links">
        {onRetry && (
          <button type="button" className="button needs-script" onClick={onRetry}>
            重试
          </button>
        )}
        {status >= 500 && (
          <a className="button" href="">
            重新加载
          </a>
        )}
        {links.map((link, index) => (
          <SiteLink
            key={link.path}
            path={link.path}
            className={index === 0 && status < 500 && !onRetry ? 'button' : 'button button--plain'}
          >
            {link.title}
          </SiteLink>
        ))}
      </p>
      <WaysOn shell={shell} />
    </div>
  );
}

/** The main menu with what lies below it, and the service number; nothing where the menu is not known. */
function WaysOn({ shell }: { shell: Shell }) {
  if (!shell.menu) return null;
  return (
    <nav className="ways" aria-labelledby="ways">
      <h2 className="ways__title" id="ways">
        您也可以前往
      </h2>
      <ul>
        {menuOf(shell).map((item) => (
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
