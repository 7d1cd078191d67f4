import type { LinkNode } from '#page/data-shapes.ts';
import type { ViewProps } from '#page/define-widget.ts';
import type { ValueOf } from '#page/schema-words.ts';
import { EmptyNote } from '#ui/EmptyNote.tsx';
import { SiteLink } from '#ui/SiteLink.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { props as words } from './props.ts';
import './style.css';

type Props = ValueOf<typeof words>;

export function View({ props, data }: ViewProps<Props, 'links'>) {
  if (data.items.length === 0 && !props.more) return <EmptyNote title="暂无栏目" />;
  return (
    <div className="sitetree">
      {data.items.map((node) => (
        <section key={node.path}>
          <h2>
            <SiteLink path={node.path}>{node.title}</SiteLink>
          </h2>
          <Branch nodes={node.children} />
        </section>
      ))}
      {props.more && (
        <section>
          <h2>{props.moreTitle}</h2>
          <Branch nodes={props.more} />
        </section>
      )}
    </div>
  );
}

function Branch({ nodes }: { nodes: readonly (Pick<LinkNode, 'title' | 'path'> & Partial<LinkNode>)[] }) {
  if (nodes.length === 0) return null;
  return (
    <ul>
      {nodes.map(({ title, path, children = [] }) => (
        <li key={path + title}>
          <SiteLink path={path}>{title}</SiteLink>
          <Branch nodes={children} />
        </li>
      ))}
    </ul>
  );
}

export function Waiting() {
  return <Skeleton rows={12} kind="line" />;
}
