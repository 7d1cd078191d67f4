import type { ComponentProps, ReactNode } from 'react';
import { shanghaiTime } from '#rules/time/shanghai-date.ts';
import { EmptyNote } from './EmptyNote.tsx';
import { LevelTag } from './LevelTag.tsx';
import { FileList } from './FileList.tsx';
import type { ListedFile } from './FileList.tsx';
import { Phrases } from './Phrases.tsx';
import { RichHtml } from './RichHtml.tsx';
import { WithheldNote } from './WithheldNote.tsx';

interface ShownArticle {
  title: string;
  /** sanitised */
  html: string;
  source: string;
  /** ISO 8601 with offset */
  contentTime: string;
  files: readonly ListedFile[];
  /** the newest first; `changed` is '' of the first text, `path` '' where there is nothing to read */
  updates?: readonly { at: string; changed: string; path: string }[];
  /** product code of the level that reading needs */
  riskLevel?: string;
  /** the text is not for this reader (RK6) */
  withheld?: Omit<ComponentProps<typeof WithheldNote>, 'hotline' | 'parent'>;
}

interface ArticleTextProps {
  article: ShownArticle;
  /** 1: the page's own title; 2: a part of the page; 0: the page says it already */
  titleLevel: 0 | 1 | 2;
  tools?: ReactNode;
  /** the ways to its neighbours */
  neighbours?: ReactNode;
  /** ways on where the text is withheld */
  hotline: string;
  parent: { title: string; path: string } | null;
}

/** One article: title, when and from whom, text, attachments, and what stands beside and below it (PC2). */
export function ArticleText({ article, titleLevel, tools, neighbours, hotline, parent }: ArticleTextProps) {
  const Title = titleLevel === 1 ? 'h1' : 'h2';
  return (
    <article className="article">
      {titleLevel > 0 && (
        <Title className="article__title">
          <Phrases text={article.title} />
        </Title>
      )}
      <div className="article__meta">
        {article.contentTime && <time dateTime={article.contentTime}>{shanghaiTime(article.contentTime)}</time>}
        {article.source && <span>来源：{article.source}</span>}
        {article.riskLevel && <LevelTag level={article.riskLevel} />}
        {tools}
      </div>
      {article.withheld && <WithheldNote {...article.withheld} hotline={hotline} parent={parent} />}
      {article.html && <RichHtml html={article.html} />}
      {article.files.length > 0 && <FileList files={article.files} heading={article.html ? '附件' : undefined} />}
      {!article.html && article.files.length === 0 && !article.withheld && <EmptyNote title="暂无内容" />}
      {article.updates && (
        <details className="article__updates">
          <summary>更新记录</summary>
          <ul>
            {article.updates.map(({ at, changed, path }) => (
              <li key={at}>
                <time dateTime={at}>{shanghaiTime(at)}</time> {changed ? `更新：${changed}` : '首次发布'}{' '}
                {path && <a href={path}>当时的文本</a>}
              </li>
            ))}
          </ul>
        </details>
      )}
      {neighbours}
    </article>
  );
}
