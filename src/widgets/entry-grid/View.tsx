import type { ViewProps } from '#page/define-widget.ts';
import type { ValueOf } from '#page/schema-words.ts';
import { shanghaiDate } from '#rules/shanghai-date.ts';
import { EmptyNote } from '#ui/EmptyNote.tsx';
import { SiteLink } from '#ui/SiteLink.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { props as words } from './props.ts';
import './style.css';

type Props = ValueOf<typeof words>;

export function View({ props, data }: ViewProps<Props, 'articles'>) {
  if (data.items.length === 0) return <EmptyNote title="暂无栏目" />;
  return (
    <>
      <ul className="entries">
        {data.items.map((item) => (
          <li key={item.id || item.path}>
            <SiteLink path={item.path} className="entry">
              <span className="entry__title">{item.title}</span>
              <span className="entry__note">{item.summary || shanghaiDate(item.originalTime)}</span>
            </SiteLink>
          </li>
        ))}
      </ul>
      {props.more && (
        <p className="more">
          <SiteLink path={props.more}>查看全部 →</SiteLink>
        </p>
      )}
    </>
  );
}

export function Waiting() {
  return <Skeleton rows={8} kind="tile" />;
}
