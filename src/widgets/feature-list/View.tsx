import type { ViewProps } from '#page/define-widget.ts';
import type { ValueOf } from '#page/schema-words.ts';
import { fillRows } from '#ui/fill-rows.ts';
import { LinkedTitle } from '#ui/LinkedTitle.tsx';
import type { props as words } from './props.ts';
import './style.css';

export function View({ props, block }: ViewProps<ValueOf<typeof words>, 'none'>) {
  const Items = props.look === 'steps' ? 'ol' : 'ul';
  const hotline = props.hotline && block.hotline;
  // under a heading of the block its items come one level lower
  return (
    <Items
      className={`features features--${props.look}${props.look === 'grid' ? ` ${fillRows(props.features.length + (hotline ? 1 : 0))}` : ''}`}
    >
      {props.features.map(({ title, text, path }) => (
        <li key={title}>
          <h3>
            <LinkedTitle title={title} path={path} />
          </h3>
          <p>{text}</p>
        </li>
      ))}
      {hotline && (
        <li>
          <h3>客服热线</h3>
          <p>
            <a href={`tel:${hotline}`}>{hotline}</a>
          </p>
        </li>
      )}
    </Items>
  );
}
