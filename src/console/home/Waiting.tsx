import { Link } from 'react-router-dom';
import type { EditionView } from '#wire/edition-answers.ts';
import { useRead } from '../calls/use-calls.ts';
import { VIEWS } from '../editions/edition-answers.ts';
import { endedWords, returnedWords } from '../editions/edition-words.ts';
import { StateTag } from '../editions/StateTag.tsx';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { Failure } from '../parts/Failure.tsx';
import { Loading } from '../parts/Loading.tsx';
import { Moment } from '../parts/Moment.tsx';
import { Panel } from '../parts/Panel.tsx';
import { WAITING_VIEWS } from '../shell/waiting.ts';

/** what presses most comes first */
const ORDER: readonly EditionView[] = [...WAITING_VIEWS, 'scheduled', 'mine'];
const FIRST = 5;
const MOST = 100;

/** Editions that wait for the signed-in person. */
export function Waiting() {
  const { data: counts, error, mutate } = useRead('GET /editions/counts');
  const returned = counts?.returned ?? 0;
  // what was returned is among one's own, and told before
  const countOf = (view: EditionView) => (counts?.[view] ?? 0) - (view === 'mine' ? returned : 0);
  const full = ORDER.filter((view) => countOf(view) > 0);
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
        <View key={view} view={view} count={countOf(view)} more={view === 'mine' ? returned : 0} />
      ))}
    </div>
  );
}

/** @param more how many of the list were told before */
function View({ view, count, more }: { view: EditionView; count: number; more: number }) {
  const pageSize = Math.min(FIRST + more, MOST);
  const { data, error, mutate } = useRead('GET /editions', { view, pageNum: 1, pageSize });
  const list = data?.list.filter(({ state }) => view === 'returned' || state !== 'returned').slice(0, FIRST);
  return (
    <Panel
      title={`${VIEWS[view]}（${count}）`}
      extra={<Link to={`/editions?view=${view}`}>{`全部${VIEWS[view]}`}</Link>}
    >
      {error !== undefined && <Failure error={error} retry={() => void mutate()} />}
      {!data && error === undefined && <Loading />}
      <ul className="newest">
        {list?.map(
          ({
            editionId,
            title,
            state,
            createdBy,
            changedAt,
            publishAt,
            reviewDue,
            isOverdue,
            returned,
            approvalEnded,
          }) => (
            <li key={editionId}>
              <Link to={`/editions/${editionId}`}>{title}</Link>
              <div className="quiet">
                <StateTag state={state} publishAt={publishAt} reviewDue={reviewDue} isOverdue={isOverdue} /> {createdBy}{' '}
                · <Moment at={publishAt === '' ? changedAt : publishAt} />
              </div>
              {approvalEnded !== '' && <p className="return-reason">{endedWords(approvalEnded)}</p>}
              {returned && <p className="return-reason">{returnedWords(returned)}</p>}
            </li>
          ),
        )}
      </ul>
    </Panel>
  );
}
