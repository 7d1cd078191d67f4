import type { ViewProps } from '#page/define-widget.ts';
import type { ValueOf } from '#page/schema-words.ts';
import { ItemList } from '#ui/ItemList.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { TagLinks } from '#ui/feed/TagLinks.tsx';
import type { props as words } from './props.ts';
import './style.css';

type Props = ValueOf<typeof words>;

export function View({ props, data }: ViewProps<Props, 'articles'>) {
  return (
    <aside className="related" aria-label={props.title}>
      {data.tags && <TagLinks tags={data.tags} />}
      {props.note && <p className="related__note">{props.note}</p>}
      {data.items.length > 0 && (
        <>
          <h2 className="block__heading">{props.title}</h2>
          <ItemList items={data.items} dates="right" summaries={false} />
        </>
      )}
    </aside>
  );
}

export function Waiting() {
  return <Skeleton rows={5} kind="line" />;
}

/** Nothing of it needs scripts. */
export const hydrates = 'on-use';
