import { Link } from 'react-router-dom';
import { freshnessName } from '#rules/registers/freshness.ts';
import { useRead } from '../calls/use-calls.ts';
import { Failure } from '../parts/Failure.tsx';
import { Panel } from '../parts/Panel.tsx';

const FIRST = 8;

/** Channels whose content should be newer; nothing where all is as it should be. */
export function Due() {
  const { data, error, mutate } = useRead('GET /channels-due');
  if (error !== undefined) return <Failure error={error} retry={() => void mutate()} />;
  if (!data || data.length === 0) return null;
  return (
    <Panel title={`应更新的栏目（${data.length}）`} extra={<Link to="/channels">栏目</Link>}>
      <ul className="newest">
        {data.slice(0, FIRST).map(({ channelId, name, department, freshness, since, until, editionId }) => (
          <li key={channelId}>
            <Link to={editionId === null ? `/channels?channel=${channelId}` : `/editions/${editionId}`}>{name}</Link>
            <div className="quiet">
              {since === ''
                ? `${freshnessName(freshness)}，还没有内容`
                : editionId === null
                  ? `${freshnessName(freshness)}，内容是 ${since} 的，应在 ${until} 前更新`
                  : `${freshnessName(freshness)}，稿件自 ${since} 起未发布，应在 ${until} 前发布`}
              {department !== '' && ` · ${department}`}
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
