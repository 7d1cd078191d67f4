import type { ViewProps } from '#page/define-widget.ts';
import type { ValueOf } from '#page/schema-words.ts';
import { ArticleText } from '#ui/ArticleText.tsx';
import { EmptyNote } from '#ui/EmptyNote.tsx';
import { FileList } from '#ui/FileList.tsx';
import { ItemList } from '#ui/ItemList.tsx';
import { Pager } from '#ui/Pager.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { props as words } from './props.ts';
import '#ui/article.css';

type Props = ValueOf<typeof words>;

export function View({ props, data, block }: ViewProps<Props, 'content'>) {
  if (data.kind === 'empty') return props.hideEmpty ? null : <EmptyNote title="本栏目还没有发布内容" />;
  if (data.kind === 'list') {
    const { items, ...paging } = data.articles;
    return (
      <>
        <ItemList items={items} dates={props.dates} summaries={props.summaries} />
        <Pager {...paging} href={block.href} />
      </>
    );
  }
  const { article } = data;
  if (data.kind === 'downList') return <FileList files={article.files} />;
  return (
    <ArticleText
      article={article}
      titleLevel={article.title === block.pageTitle ? 0 : 2}
      hotline={block.hotline}
      parent={block.parent}
    />
  );
}

export function Waiting() {
  return <Skeleton rows={6} kind="line" />;
}

/** Nothing of it needs scripts. */
export const hydrates = 'on-use';
