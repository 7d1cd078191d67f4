import type { ArticleItem } from '#page/data-shapes.ts';
import type { ViewProps } from '#page/define-widget.ts';
import { shanghaiDate, shanghaiTime } from '#rules/time/shanghai-date.ts';
import { EmptyNote } from '#ui/EmptyNote.tsx';
import { FeedMore, FeedNewer } from '#ui/feed/FeedMore.tsx';
import { LevelTag } from '#ui/LevelTag.tsx';
import { SiteLink } from '#ui/SiteLink.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { TimeAgo } from '#ui/feed/TimeAgo.tsx';
import './style.css';

export function View({ data, block }: ViewProps<object, 'articles'>) {
  if (data.items.length === 0) return <EmptyNote title="暂无内容" />;
  const firstPage = data.firstPage ?? data.pageNum;
  return (
    <>
      <FeedNewer firstPage={firstPage} href={block.href} />
      {byDay(data.items).map(({ day, items }) => (
        <section className="flash" key={day} aria-labelledby={`day-${day}`}>
          <h2 className="flash__day" id={`day-${day}`}>
            <time dateTime={day}>{dayTitle(day)}</time>
          </h2>
          <ol className="flash__list">
            {items.map((item) => (
              <FlashItem key={item.id} item={item} />
            ))}
          </ol>
        </section>
      ))}
      <FeedMore {...data} firstPage={firstPage} shown={data.items.length} end={data.end ?? true} href={block.href} />
    </>
  );
}

function FlashItem({ item }: { item: ArticleItem }) {
  return (
    <li className="flash__item">
      <p className="flash__time">
        <b>{shanghaiTime(item.originalTime).slice(11) || '00:00'}</b>
        <TimeAgo moment={item.originalTime} />
      </p>
      <div className={`flash__text${item.flagTop === 1 ? ' flash__text--top' : ''}`}>
        <SiteLink path={item.path} className="item__title">
          {item.title}
        </SiteLink>
        {item.riskLevel && <LevelTag level={item.riskLevel} />}
        {item.summary && <p>{item.summary}</p>}
      </div>
    </li>
  );
}

/** The newest stand first, so a day's items follow each other. */
function byDay(all: ArticleItem[]): { day: string; items: ArticleItem[] }[] {
  const days: { day: string; items: ArticleItem[] }[] = [];
  for (const item of all) {
    const day = shanghaiDate(item.originalTime);
    if (days.at(-1)?.day !== day) days.push({ day, items: [] });
    days.at(-1)!.items.push(item);
  }
  return days;
}

const WEEKDAYS = '日一二三四五六';

/** 2026年11月20日 星期五 */
function dayTitle(day: string): string {
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined) return day;
  return `${year}年${month}月${date}日 星期${WEEKDAYS[new Date(Date.UTC(year, month - 1, date)).getUTCDay()]}`;
}

export function Waiting() {
  return <Skeleton rows={10} kind="item" />;
}
