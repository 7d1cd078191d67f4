import type { ShownFormerText } from '#page/bare-page.ts';
import { shanghaiTime } from '#rules/time/shanghai-date.ts';
import { RichHtml } from '#ui/RichHtml.tsx';
import { SiteLink } from '#ui/SiteLink.tsx';

/** The text of an article before it was updated. Drawn by the server only. */
export function FormerTextPage({ text: { title, html, from, to, path } }: { text: ShownFormerText }) {
  return (
    <>
      <nav className="crumbs" aria-label="当前位置">
        <p className="wrap breadcrumb">
          <SiteLink path={path}>‹ 查看现行文本</SiteLink>
        </p>
      </nav>
      <div className="wrap content" id="content">
        <p className="block__stale" role="note">
          以下是 <time dateTime={from}>{shanghaiTime(from)}</time> 至 <time dateTime={to}>{shanghaiTime(to)}</time>{' '}
          公布的文本，现已更新，请以现行文本为准。
        </p>
        <article className="article">
          <h1 className="article__title">{title}</h1>
          <RichHtml html={html} />
        </article>
      </div>
    </>
  );
}
