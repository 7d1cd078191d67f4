import type { ArticleItem } from '#page/data-shapes.ts';
import type { ViewProps } from '#page/define-widget.ts';
import type { ValueOf } from '#page/schema-words.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import { boxedPicture } from '#rules/files/small-picture.ts';
import { EmptyNote } from '#ui/EmptyNote.tsx';
import { Ground } from '#ui/Ground.tsx';
import { ItemList } from '#ui/ItemList.tsx';
import { Phrases } from '#ui/Phrases.tsx';
import { SiteLink } from '#ui/SiteLink.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Tag } from '#ui/Tag.tsx';
import type { props as words } from './props.ts';
import '#ui/bands.css';
import './style.css';

type Props = ValueOf<typeof words>;

/** HN9: so many are dated rows, none of them large. */
const FEW = 3;

export function View({ props, data, block }: ViewProps<Props, 'articles'>) {
  const [first, ...others] = data.items;
  if (!first) return <EmptyNote title="暂无内容" />;
  const isFew = data.items.length <= FEW;
  return (
    <>
      {isFew ? (
        <div className="news--few">
          <ItemList items={data.items} dates="block" summaries />
        </div>
      ) : (
        <div className="news">
          <Lead item={first} image={props.picture ? first.introduceImg : ''} id={`${block.id}-ground`} />
          {others.length > 0 && <ItemList items={others} dates="block" summaries />}
        </div>
      )}
      {props.more && (
        <p className="more">
          <SiteLink path={props.more}>更多 →</SiteLink>
        </p>
      )}
    </>
  );
}

function Lead({ item, image, id }: { item: ArticleItem; image: string; id: string }) {
  return (
    <div className="news__lead">
      <div className="news__picture">
        {image ? (
          <img {...boxedPicture(image, '(max-width: 767px) 100vw, 576px')} alt="" width="576" height="392" />
        ) : (
          <Ground id={id} look="paper" seed={Number(item.id) || 1} lines={30} />
        )}
      </div>
      <div className="news__card">
        <SiteLink path={item.path} className="news__title">
          {item.flagTop === 1 && <Tag look="pinned">置顶</Tag>}
          <Phrases text={item.title} />
        </SiteLink>
        {item.summary && <p className="item__summary">{item.summary}</p>}
        {item.originalTime && (
          <time className="item__date" dateTime={item.originalTime}>
            {shanghaiDate(item.originalTime)}
          </time>
        )}
      </div>
    </div>
  );
}

export function Waiting() {
  return (
    <div className="news" aria-hidden="true">
      <div className="news__lead" />
      <Skeleton rows={3} kind="item" />
    </div>
  );
}

/** Nothing of it needs scripts. */
export const hydrates = 'on-use';
