import type { ArticleItem } from '#page/data-shapes.ts';
import type { ViewProps } from '#page/define-widget.ts';
import type { ValueOf } from '#page/schema-words.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import { EmptyNote } from '#ui/EmptyNote.tsx';
import { fillRows } from '#ui/fill-rows.ts';
import { Phrases } from '#ui/Phrases.tsx';
import { SiteLink } from '#ui/SiteLink.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Facts } from './Facts.tsx';
import { factsOf } from './facts.ts';
import type { props as words } from './props.ts';
import './style.css';

type Props = ValueOf<typeof words>;

export function View({ props, data }: ViewProps<Props, 'articles'>) {
  if (data.items.length === 0) return <EmptyNote title="本栏目还没有发布内容" />;
  const facts = props.look === 'facts' ? factsOf(data.items) : [];
  return (
    <>
      {facts.length > 0 ? <Facts facts={facts} /> : <Grid items={data.items} />}
      {props.more && (
        <p className="more">
          <SiteLink path={props.more}>查看全部 →</SiteLink>
        </p>
      )}
    </>
  );
}

function Grid({ items }: { items: readonly ArticleItem[] }) {
  return (
    <ul className={`entries ${fillRows(items.length)}`}>
      {items.map((item) => (
        <li key={item.id || item.path}>
          <SiteLink path={item.path} className="entry">
            <span className="entry__title">
              <Phrases text={item.title} />
            </span>
            <span className="entry__note">
              <Summary text={item.summary || shanghaiDate(item.originalTime)} />
            </span>
          </SiteLink>
        </li>
      ))}
    </ul>
  );
}

/**
 * Counts and dates, parted by dots: a narrow cell breaks before the last dot, which is then not seen, and never inside
 * a date.
 */
function Summary({ text }: { text: string }) {
  const [before, date] = text.split(/ · (?=\D*\d{4}-\d{2}-\d{2}$)/);
  return (
    <span className="entry__parts">
      <span>{before}</span>
      {date && (
        <span>
          <span className="entry__dot"> · </span>
          {date}
        </span>
      )}
    </span>
  );
}

export function Waiting() {
  return <Skeleton rows={8} kind="tile" />;
}

/** Nothing of it needs scripts. */
export const hydrates = 'on-use';
