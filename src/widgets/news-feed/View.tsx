import type { ArticleItem } from '#page/data-shapes.ts';
import type { ViewProps } from '#page/define-widget.ts';
import type { ValueOf } from '#page/schema-words.ts';
import { boxedPicture } from '#rules/files/small-picture.ts';
import { EmptyNote } from '#ui/EmptyNote.tsx';
import { FeedMore, FeedNewer } from '#ui/feed/FeedMore.tsx';
import { LevelTag } from '#ui/LevelTag.tsx';
import { Phrases } from '#ui/Phrases.tsx';
import { SiteLink } from '#ui/SiteLink.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Tag } from '#ui/Tag.tsx';
import { TagLinks } from '#ui/feed/TagLinks.tsx';
import { TimeAgo } from '#ui/feed/TimeAgo.tsx';
import type { props as words } from './props.ts';
import './style.css';

type Props = ValueOf<typeof words>;

export function View({ props, data, block }: ViewProps<Props, 'articles'>) {
  const Title = block.titleLevel === 1 ? 'h1' : 'h2';
  const firstPage = data.firstPage ?? data.pageNum;
  return (
    <>
      {props.titled && data.title && (
        <header className="feed__head">
          <Title className="article__title">
            <Phrases text={data.title} />
          </Title>
          {data.summary && <p>{data.summary}</p>}
        </header>
      )}
      {data.items.length === 0 ? (
        <EmptyNote title="暂无内容" />
      ) : (
        <>
          <FeedNewer firstPage={firstPage} href={block.href} />
          <ul className="items items--right feed">
            {data.items.map((item) => (
              <FeedItem key={item.id} item={item} image={props.images} />
            ))}
          </ul>
          <FeedMore
            {...data}
            firstPage={firstPage}
            shown={data.items.length}
            end={data.end ?? true}
            href={block.href}
          />
        </>
      )}
    </>
  );
}

function FeedItem({ item, image }: { item: ArticleItem; image: boolean }) {
  return (
    <li className="item">
      {image && item.introduceImg && (
        <img
          className="feed__image"
          {...boxedPicture(item.introduceImg, '160px')}
          alt=""
          width={160}
          height={107}
          loading="lazy"
        />
      )}
      <div className="item__text">
        <SiteLink path={item.path} className="item__title">
          {item.flagTop === 1 && <Tag look="pinned">置顶</Tag>}
          <Phrases text={item.title} />
        </SiteLink>
        {item.summary && <p className="item__summary">{item.summary}</p>}
        <div className="feed__meta">
          <TimeAgo moment={item.originalTime} className="item__date" />
          {item.source && <span>{item.source}</span>}
          {item.riskLevel && <LevelTag level={item.riskLevel} />}
          {item.tags && <TagLinks tags={item.tags} />}
        </div>
      </div>
    </li>
  );
}

export function Waiting() {
  return <Skeleton rows={10} kind="item" />;
}
