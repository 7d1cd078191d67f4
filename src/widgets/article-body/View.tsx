import type { ViewProps } from '#page/define-widget.ts';
import type { ValueOf } from '#page/schema-words.ts';
import { ArticleText } from '#ui/ArticleText.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { props as words } from './props.ts';
import '#ui/article.css';

type Props = ValueOf<typeof words>;

export function View({ props, data, block }: ViewProps<Props, 'article'>) {
  const said = block.titleLevel === 2 && data.title === block.pageTitle;
  return (
    <ArticleText
      article={data}
      titleLevel={said ? 0 : block.titleLevel}
      tools={props.tools}
      neighbours={props.neighbours}
      hotline={block.hotline}
      parent={block.parent}
    />
  );
}

export function Waiting() {
  return <Skeleton rows={9} kind="line" />;
}
