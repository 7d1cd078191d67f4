import type { ViewProps } from '#page/define-widget.ts';
import type { ValueOf } from '#page/schema-words.ts';
import { countText } from '#rules/addresses/paging.ts';
import { EmptyNote } from '#ui/EmptyNote.tsx';
import { fillRows } from '#ui/fill-rows.ts';
import { SiteLink } from '#ui/SiteLink.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import type { props as words } from './props.ts';
import './style.css';

type Props = ValueOf<typeof words>;

export function View({ props, data }: ViewProps<Props, 'columns'>) {
  // an empty channel is not linked, unless it is the current one
  const items = data.items.filter(({ total, current }) => total > 0 || current);
  if (items.length === 0) return props.look === 'row' ? null : <EmptyNote title="暂无内容" />;
  if (props.look === 'row') {
    const all =
      props.all === undefined
        ? []
        : [{ title: '全部', path: props.all, current: !items.some(({ current }) => current) }];
    return <Tabs label={props.label} tabs={[...all, ...items]} />;
  }
  if (props.look === 'counts')
    return (
      <ul className="columncounts" aria-label={props.label}>
        {items.map(({ code, title, path, total, current }) => (
          <li key={code}>
            <SiteLink path={path} current={current ? 'true' : undefined}>
              {title} <small>{`${countText(total)} ${props.unit}`}</small>
            </SiteLink>
          </li>
        ))}
      </ul>
    );
  return (
    <ul className={`columncards ${fillRows(items.length)}`} aria-label={props.label}>
      {items.map(({ code, title, summary, path, total }) => (
        <li key={code}>
          <SiteLink path={path}>
            <b>{title}</b> <small>{`${countText(total)} ${props.unit}`}</small>
            {summary && <span>{summary}</span>}
          </SiteLink>
        </li>
      ))}
    </ul>
  );
}

export function Waiting({ props }: { props: Props }) {
  return <Skeleton rows={props.look === 'row' ? 1 : 8} kind="line" />;
}

/** Links are the document's own. */
export const hydrates = 'on-use';
