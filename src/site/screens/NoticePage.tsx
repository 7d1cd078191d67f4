import type { Notice } from '#page/bare-page.ts';
import type { Shell } from '#page/page-schema.ts';
import { shanghaiTime } from '#rules/time/shanghai-date.ts';
import { SiteLink } from '#ui/SiteLink.tsx';
import { SiteSearch } from '../shell/SiteSearch.tsx';
import { WaysOn } from './WaysOn.tsx';

/** 404, 410, 500, 503: what happened, and ways on. */
export function NoticePage({ shell, status, title, text, since, links }: Notice & { shell: Shell }) {
  return (
    <div className="wrap notice" id="content">
      {/* the number of a withdrawal adds nothing to the words */}
      {!since && (
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
        {status >= 500 && (
          <a className="button" href="">
            重新加载
          </a>
        )}
        {links.map((link, index) => (
          <SiteLink
            key={link.path}
            path={link.path}
            className={index === 0 && status < 500 ? 'button' : 'button button--plain'}
          >
            {link.title}
          </SiteLink>
        ))}
      </p>
      <WaysOn shell={shell} />
    </div>
  );
}
