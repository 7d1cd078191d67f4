import type { ViewProps } from '#page/define-widget.ts';
import type { ValueOf } from '#page/schema-words.ts';
import { ArticleText } from '#ui/ArticleText.tsx';
import { PageTools } from '#ui/PageTools.tsx';
import { ReadAloud } from '#ui/ReadAloud.tsx';
import { SiteLink } from '#ui/SiteLink.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { props as words } from './props.ts';
import '#ui/article.css';

type Props = ValueOf<typeof words>;

export function View({ props, data, block }: ViewProps<Props, 'article'>) {
  const isTitleShown = block.titleLevel === 2 && data.title === block.pageTitle;
  return (
    <ArticleText
      article={data}
      titleLevel={isTitleShown ? 0 : block.titleLevel}
      tools={
        props.tools && (
          <PageTools>
            <ReadAloud />
          </PageTools>
        )
      }
      neighbours={props.neighbours && <Neighbours previous={data.previous} next={data.next} />}
      hotline={block.hotline}
      parent={block.parent}
    />
  );
}

interface Neighbour {
  title: string;
  path: string;
}

function Neighbours({ previous, next }: { previous: Neighbour | null; next: Neighbour | null }) {
  if (!previous && !next) return null;
  const link = (words: string, to: Neighbour | null) =>
    to && (
      <p className={words === '下一篇' ? 'neighbours__next' : undefined}>
        <span>{words}</span>
        <SiteLink path={to.path}>{to.title}</SiteLink>
      </p>
    );
  return (
    <nav className="neighbours" aria-label="上一篇与下一篇">
      {link('上一篇', previous)}
      {link('下一篇', next)}
    </nav>
  );
}

export function Waiting() {
  return <Skeleton rows={9} kind="line" />;
}
