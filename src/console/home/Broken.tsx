import { Link } from 'react-router-dom';
import type { BrokenGroup } from '#wire/bench-answers.ts';
import { Panel } from '../parts/Panel.tsx';
import { BROKEN } from './broken-words.ts';
import { CountLink } from './CountLink.tsx';

/** WB5: what is broken, by kind, with the first of each. */
export function Broken({ groups }: { groups: readonly BrokenGroup[] }) {
  const total = groups.reduce((sum, group) => sum + group.total, 0);
  return (
    <Panel title="出了问题" extra={<CountLink to="/broken" count={total} of="出了问题的" name="全部" />}>
      {total === 0 ? (
        <p className="quiet">没有发现问题：定时的都公开了，站内链接和文件都在，页面都已换上。</p>
      ) : (
        <ul className="bench-lines">
          {groups
            .filter((group) => group.total > 0)
            .map(({ kind, total: count, list }) => (
              <li key={kind}>
                <div className="bench-what">
                  <CountLink to={`/broken?kind=${kind}`} count={count} of="" name={BROKEN[kind].name} />
                  {list.map(({ title, note, to }, at) => (
                    <span key={`${title} ${at}`} className="quiet">
                      {to === '' ? title : <Link to={to}>{title}</Link>} {note}
                    </span>
                  ))}
                </div>
              </li>
            ))}
        </ul>
      )}
    </Panel>
  );
}
