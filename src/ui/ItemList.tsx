import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import { boxedPicture } from '#rules/files/small-picture.ts';
import { LevelTag } from './LevelTag.tsx';
import { Phrases } from './Phrases.tsx';
import { SiteLink } from './SiteLink.tsx';
import { Tag } from './Tag.tsx';

interface ListedItem {
  id: string;
  title: string;
  summary: string;
  /** ISO 8601 with offset, '' when the item has no time */
  originalTime: string;
  flagTop: 0 | 1;
  /** name of the channel that publishes it */
  channel?: string;
  /** address of its picture, '' for none */
  introduceImg?: string;
  path: string;
  /** product code of the level that reading it needs */
  riskLevel?: string;
}

interface ItemListProps {
  items: readonly ListedItem[];
  /** block: day and month stand large before the title; right: the date closes the line */
  dates: 'block' | 'right';
  summaries: boolean;
  /** names of channels before the titles */
  channels?: boolean;
  /** pictures of those that have one */
  images?: boolean;
}

/** Lines of a list: pinned mark, title, one-line summary, date (TA2). */
export function ItemList({ items, dates, summaries, channels, images }: ItemListProps) {
  return (
    <ul className={`items items--${dates}`}>
      {items.map((item) => (
        <li key={item.id || item.path} className={images && item.introduceImg ? 'item item--pictured' : 'item'}>
          {item.originalTime && <ItemDate moment={item.originalTime} split={dates === 'block'} />}
          <div className="item__text">
            <SiteLink path={item.path} className="item__title">
              {item.flagTop === 1 && <Tag look="pinned">置顶</Tag>}
              {channels && item.channel && <Tag>{item.channel}</Tag>}
              <Phrases text={item.title} />
            </SiteLink>
            {item.riskLevel && <LevelTag level={item.riskLevel} />}
            {summaries && item.summary && <p className="item__summary">{item.summary}</p>}
          </div>
          {/* the title is the link; a second one to the same place would only be read twice */}
          {images && item.introduceImg && (
            <img
              className="item__image"
              {...boxedPicture(item.introduceImg, '160px')}
              alt=""
              width="160"
              height="90"
              loading="lazy"
            />
          )}
        </li>
      ))}
    </ul>
  );
}

function ItemDate({ moment, split }: { moment: string; split: boolean }) {
  const date = shanghaiDate(moment);
  return (
    <time className="item__date" dateTime={moment}>
      {split ? (
        <>
          <b>{date.slice(8)}</b> {date.slice(0, 7)}
        </>
      ) : (
        date
      )}
    </time>
  );
}
