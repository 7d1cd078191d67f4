import type { ReactNode } from 'react';
import type { ArticleItem } from '#page/data-shapes.ts';
import type { ViewProps } from '#page/define-widget.ts';
import type { ValueOf } from '#page/schema-words.ts';
import { openingOf } from '#rules/files/file-opening.ts';
import { fileMark, fileSize } from '#rules/files/file-size.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import { contourPaths } from '#ui/contour-lines.ts';
import { EmptyNote } from '#ui/EmptyNote.tsx';
import { Phrases } from '#ui/Phrases.tsx';
import { SiteLink } from '#ui/SiteLink.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { props as words } from './props.ts';
import './style.css';

/** FO6: words for a report without an attachment. */
const NONE = '暂无数据';

export function View({ props, data }: ViewProps<ValueOf<typeof words>, 'articles'>) {
  if (data.items.length === 0) return <EmptyNote title={NONE} />;
  return (
    <>
      <ul className="reports">
        {data.items.map((item) => (
          <Report key={item.id} item={item} />
        ))}
      </ul>
      {props.more && (
        <p className="more">
          <SiteLink path={props.more}>全部报告 →</SiteLink>
        </p>
      )}
    </>
  );
}

function Report({ item }: { item: ArticleItem }) {
  return (
    <li className="report">
      <Opener item={item}>
        <Cover title={item.title} />
        <span className="report__title">
          <Phrases text={item.title} />
        </span>
      </Opener>
      {item.summary && <p className="report__summary">{item.summary}</p>}
      <p className="report__facts">
        <time dateTime={item.originalTime}>{shanghaiDate(item.originalTime)}</time>
        <span>
          {item.file ? `${fileMark(item.file.filename)} ${fileSize(item.file.size)}` : item.file === null && NONE}
        </span>
        <SiteLink path={item.path} label={`${item.title}的摘要`}>
          摘要
        </SiteLink>
      </p>
    </li>
  );
}

/**
 * The file in a new window; an item whose file was not looked for opens as an article; site/navigation answers a button
 * with its words.
 */
function Opener({ item: { file, path }, children }: { item: ArticleItem; children: ReactNode }) {
  if (file === undefined) return <SiteLink path={path}>{children}</SiteLink>;
  const { kind, href } = file ? openingOf(file) : { kind: 'missing', href: '' };
  if (kind === 'missing') {
    return (
      <button type="button" data-missing-file={file ? '' : NONE}>
        {children}
      </button>
    );
  }
  return (
    <a href={href} target="_blank" rel="noopener">
      {children}
      <span className="unseen">（新窗口打开）</span>
    </a>
  );
}

/** px; upright as a booklet is */
const COVER = { width: 240, height: 320, lines: 8 };

function Cover({ title }: { title: string }) {
  const year = /\d{4}/.exec(title)?.[0] ?? '';
  return (
    <svg className="report__cover" viewBox={`0 0 ${COVER.width} ${COVER.height}`} aria-hidden="true">
      {contourPaths({ ...COVER, seed: Number(year) }).map((line) => (
        <path key={line} d={line} />
      ))}
      <text x="24" y="64">
        {year}
      </text>
    </svg>
  );
}

export function Waiting() {
  return <Skeleton rows={6} kind="tile" />;
}
