import { Link } from 'react-router-dom';
import type { EditionView } from '#wire/edition-answers.ts';
import { useRead } from '../calls/use-calls.ts';
import { VIEWS } from '../editions/edition-answers.ts';
import { StateTag } from '../editions/StateTag.tsx';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { Failure } from '../parts/Failure.tsx';
import { Loading } from '../parts/Loading.tsx';
import { Moment } from '../parts/Moment.tsx';
import { Panel } from '../parts/Panel.tsx';

/** what presses most comes first */
const ORDER = [
  'after-review',
  'to-review',
  'to-publish',
  'scheduled',
  'mine',
] as const satisfies readonly EditionView[];
const FIRST = 5;

/** Editions that wait for the signed-in person. */
export function Waiting() {
  const { data: counts, error, mutate } = useRead('GET /editions/counts');
  const full = ORDER.filter((view) => (counts?.[view] ?? 0) > 0);
  return (
    <div className="waiting">
      {error !== undefined && <Failure error={error} retry={() => void mutate()} />}
      {!counts && error === undefined && <Loading />}
      {counts && full.length === 0 && (
        <Panel title="待办">
          <EmptyNote title="现在没有等您处理的稿件">
            您撰写的、等您审核或发布的稿件会列在这里。<Link to="/editions">查看全部稿件</Link>
          </EmptyNote>
        </Panel>
      )}
      {full.map((view) => (
        <View key={view} view={view} count={counts![view]!} />
      ))}
    </div>
  );
}

function View({ view, count }: { view: EditionView; count: number }) {
  const { data, error, mutate } = useRead('GET /editions', { view, pageNum: 1, pageSize: FIRST });
  return (
    <Panel
      title={`${VIEWS[view]}（${count}）`}
      extra={<Link to={`/editions?view=${view}`}>{`全部${VIEWS[view]}`}</Link>}
    >
      {error !== undefined && <Failure error={error} retry={() => void mutate()} />}
      {!data && error === undefined && <Loading />}
      <ul className="newest">
        {data?.list.map(({ editionId, title, state, createdBy, changedAt, publishAt, reviewDue, isOverdue }) => (
          <li key={editionId}>
            <Link to={`/editions/${editionId}`}>{title}</Link>
            <div className="quiet">
              <StateTag state={state} publishAt={publishAt} reviewDue={reviewDue} isOverdue={isOverdue} /> {createdBy} ·{' '}
              <Moment at={publishAt === '' ? changedAt : publishAt} />
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
