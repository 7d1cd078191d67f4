import type { ArticleItem } from '#page/data-shapes.ts';
import type { ViewProps } from '#page/define-widget.ts';
import type { ValueOf } from '#page/schema-words.ts';
import { EmptyNote } from '#ui/EmptyNote.tsx';
import { Phrases } from '#ui/Phrases.tsx';
import { SiteLink } from '#ui/SiteLink.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Sign } from './Sign.tsx';
import type { props as words } from './props.ts';
import './style.css';

type Props = ValueOf<typeof words>;

/** Panels that stand as halves of a row; more are smaller. */
const HALVES = 4;

export function View({ props, data }: ViewProps<Props, 'articles'>) {
  const { items } = data;
  if (items.length === 0) return <EmptyNote title="本栏目还没有发布内容" />;
  return (
    <>
      <ul className={`panels panels--${items.length > HALVES ? 'many' : items.length} panels--${props.sign}`}>
        {items.map((item, at) => (
          <li key={item.id} className="panel">
            <Sign sign={items.length > HALVES ? 'none' : props.sign} at={at} />
            <Words item={item} />
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

function Words({ item: { title, path, channelFacts } }: { item: ArticleItem }) {
  const { words = '', ways = [] } = channelFacts ?? {};
  return (
    <div className="panel__words">
      <h3 className="panel__title">
        <SiteLink path={path}>
          <Phrases text={title} />
        </SiteLink>
      </h3>
      {words && (
        <p className="panel__text">
          <Phrases text={words} />
        </p>
      )}
      <p className="panel__ways">
        {ways.length > 0 ? (
          ways.map((way) => (
            <SiteLink key={way.path} path={way.path}>
              {way.title} →
            </SiteLink>
          ))
        ) : (
          <SiteLink path={path} label={`了解更多：${title}`}>
            了解更多 →
          </SiteLink>
        )}
      </p>
    </div>
  );
}

export function Waiting() {
  return <Skeleton rows={2} kind="tile" />;
}

/** Nothing of it needs scripts. */
export const hydrates = 'on-use';
