import type { ViewProps } from '#page/define-widget.ts';
import type { ValueOf } from '#page/schema-words.ts';
import { shanghaiTime } from '#rules/time/shanghai-date.ts';
import { EmptyNote } from '#ui/EmptyNote.tsx';
import { Phrases } from '#ui/Phrases.tsx';
import { SiteLink } from '#ui/SiteLink.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { props as words } from './props.ts';
import './style.css';

type Props = ValueOf<typeof words>;

export function View({ props, data }: ViewProps<Props, 'articles'>) {
  if (data.items.length === 0) return <EmptyNote title="暂无内容" />;
  return (
    <>
      <ul className="cards">
        {data.items.slice(0, props.count).map((item) => (
          <li key={item.id || item.path} className="card">
            <p className="card__from">
              {item.originalTime && <time dateTime={item.originalTime}>{shanghaiTime(item.originalTime)}</time>}
              {item.originalTime && item.source && ' · '}
              {item.source && <Phrases text={item.source} />}
            </p>
            <SiteLink path={item.path} className="card__title">
              <Phrases text={item.title} />
            </SiteLink>
            {item.summary && <p className="card__summary">{item.summary}</p>}
          </li>
        ))}
      </ul>
      {props.more && (
        <p className="more">
          <SiteLink path={props.more}>更多 →</SiteLink>
        </p>
      )}
    </>
  );
}

export function Waiting({ props }: { props: Props }) {
  return <Skeleton rows={props.count} kind="tile" />;
}

/** Nothing of it needs scripts. */
export const hydrates = 'on-use';
