import type { ViewProps } from '#page/define-widget.ts';
import type { ValueOf } from '#page/schema-words.ts';
import { boxedPicture } from '#rules/files/small-picture.ts';
import { EmptyNote } from '#ui/EmptyNote.tsx';
import { Phrases } from '#ui/Phrases.tsx';
import { Pager } from '#ui/Pager.tsx';
import { SiteLink } from '#ui/SiteLink.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { props as words } from './props.ts';
import './style.css';

/** Width of the place of one picture in the grid. */
const PLACE = '(max-width: 767px) 50vw, 360px';
const SIZES = { upright: { width: 360, height: 480 }, wide: { width: 640, height: 360 } };

export function View({ props, data, block }: ViewProps<ValueOf<typeof words>, 'articles'>) {
  if (data.items.length === 0) return <EmptyNote title="暂无内容" />;
  return (
    <>
      <ul className={`pictures pictures--${props.shape}`}>
        {data.items.map(({ id, path, title, summary, introduceImg }) => (
          <li key={id}>
            <SiteLink path={path}>
              {/* the title below says what it shows */}
              <span className="pictures__frame">
                {introduceImg && (
                  <img {...boxedPicture(introduceImg, PLACE)} alt="" loading="lazy" {...SIZES[props.shape]} />
                )}
              </span>
              <span className="pictures__title">
                <Phrases text={title} />
              </span>
            </SiteLink>
            {summary && <p>{summary}</p>}
          </li>
        ))}
      </ul>
      {'pageNum' in block.address && (
        <Pager
          total={data.total}
          untold={data.untold}
          pageNum={data.pageNum}
          pageSize={data.pageSize}
          href={block.href}
        />
      )}
    </>
  );
}

export function Waiting() {
  return <Skeleton rows={6} kind="tile" />;
}
