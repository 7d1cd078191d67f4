import type { ArticleItem } from '#page/data-shapes.ts';
import type { ViewProps } from '#page/define-widget.ts';
import type { ValueOf } from '#page/schema-words.ts';
import { EmptyNote } from '#ui/EmptyNote.tsx';
import { ItemList } from '#ui/ItemList.tsx';
import { Pager } from '#ui/Pager.tsx';
import { SiteLink } from '#ui/SiteLink.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { props as words } from './props.ts';
import './style.css';

type Props = ValueOf<typeof words>;

export function View({ props, data, block }: ViewProps<Props, 'articles'>) {
  if (data.items.length === 0) return <EmptyNote title="暂无内容" />;
  return (
    <>
      <ItemList
        items={opened(data.items, props.detailPath)}
        dates={props.dates}
        images={props.images}
        channels={props.channels}
        summaries={props.summaries}
      />
      {'pageNum' in block.address && (
        <Pager
          total={data.total}
          untold={data.untold}
          pageNum={data.pageNum}
          pageSize={data.pageSize}
          sizes={'pageSize' in block.address}
          href={block.href}
        />
      )}
      {props.more && (
        <p className="more">
          <SiteLink path={props.more}>更多 →</SiteLink>
        </p>
      )}
    </>
  );
}

/** Items open in their own channel, or all on one page of the site. */
function opened(items: ArticleItem[], detailPath: string | undefined): ArticleItem[] {
  return detailPath === undefined
    ? items
    : items.map((item) => ({ ...item, path: detailPath.replace('{id}', item.id) }));
}

export function Waiting() {
  return <Skeleton rows={10} kind="item" />;
}

/** Links and pages are the document's own. */
export const hydrates = 'on-use';
