import { Link } from 'react-router-dom';
import { shanghaiSecond } from '#rules/time/shanghai-date.ts';
import type { Workbench } from '#wire/bench-answers.ts';
import { Panel } from '../parts/Panel.tsx';
import { CountLink } from './CountLink.tsx';

/** WB1: publications of today, of Shanghai's day, the newest first. */
export function PublishedToday({ today, published: { total, list } }: Pick<Workbench, 'today' | 'published'>) {
  return (
    <Panel
      title="今天公开"
      extra={
        <span className="panel-ways">
          <CountLink to={`/publications?from=${today}&to=${today}`} count={total} of="公开的" name="今天" />
          <Link to="/publications">发布记录</Link>
        </span>
      }
    >
      {list.length === 0 ? (
        <p className="quiet">今天还没有公开内容。</p>
      ) : (
        <ul className="bench-lines">
          {list.map(({ no, at, title, writtenBy, approvedBy, editionId }) => (
            <li key={no}>
              <time className="bench-day" dateTime={at}>
                {shanghaiSecond(at).slice(11, 16)}
              </time>
              <div className="bench-what">
                {editionId === null ? <span>{title}</span> : <Link to={`/editions/${editionId}`}>{title}</Link>}
                <span className="quiet">{`${writtenBy} 撰写 · ${approvedBy} 同意`}</span>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
