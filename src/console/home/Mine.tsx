import { Link } from 'react-router-dom';
import { WORK_KINDS } from '#rules/editions/work-list.ts';
import { shanghaiTime } from '#rules/time/shanghai-date.ts';
import type { BenchView } from '#wire/bench-answers.ts';
import type { EditionView } from '#wire/edition-answers.ts';
import { useChannels } from '../calls/channels.ts';
import { VIEWS } from '../editions/edition-answers.ts';
import { endedWords, returnedWords } from '../editions/edition-words.ts';
import { ReadingWay } from '../editions/ReadingWay.tsx';
import { StateTag } from '../editions/StateTag.tsx';
import { listAddress } from '../editions/work-filters.ts';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Waited } from '../parts/Waited.tsx';
import { CountLink } from './CountLink.tsx';

/** lines of all lists but the first */
const FEWER = 3;

/** views of which each line is in the same state */
const IN_ONE_STATE: readonly EditionView[] = ['to-review', 'to-publish', 'returned', 'scheduled'];

/** WB1: editions that wait for the signed-in person, view by view, those that wait longest first. */
export function Mine({ views }: { views: readonly BenchView[] }) {
  if (views.length === 0)
    return (
      <Panel title="待办">
        <EmptyNote title="现在没有等您处理的稿件">
          您撰写的、等您审核或发布的稿件会列在这里。<Link to="/editions">查看全部稿件</Link>
        </EmptyNote>
      </Panel>
    );
  return (
    <>
      {views.map((one, at) => (
        <View key={one.view} of={one} shown={at === 0 ? one.list.length : FEWER} />
      ))}
    </>
  );
}

function View({ of: { view, total, kinds, list }, shown }: { of: BenchView; shown: number }) {
  const { nameOf } = useChannels();
  const title = VIEWS[view];
  const rest = total - Math.min(shown, list.length);
  return (
    <Panel
      title={title}
      extra={
        <span className="panel-ways">
          {(view === 'to-review' || view === 'to-publish') && <ReadingWay view={view} />}
          <CountLink to={listAddress({ view })} count={total} of={title} name="全部" />
          {kinds.length > 1 &&
            kinds.map(({ kind, total: count }) => (
              <CountLink key={kind} to={listAddress({ view, kind })} count={count} of={title} name={WORK_KINDS[kind]} />
            ))}
        </span>
      }
    >
      <ul className="bench-lines">
        {list.slice(0, shown).map((line) => {
          const { editionId, kinds: own, channelIds, createdBy, version, waitingSince, changedAt } = line;
          const since = waitingSince === '' ? changedAt : waitingSince;
          return (
            <li key={editionId}>
              <div className="bench-what">
                <Link to={`/editions/${editionId}`}>{line.title}</Link>
                <span className="quiet">
                  {[
                    own.map((kind) => WORK_KINDS[kind]).join('、'),
                    nameOf(channelIds[0] ?? ''),
                    createdBy,
                    `第 ${version} 版`,
                  ]
                    .filter((text) => text !== '')
                    .join(' · ')}
                </span>
                {line.approvalEnded !== '' && <p className="return-reason">{endedWords(line.approvalEnded)}</p>}
                {line.returned && <p className="return-reason">{returnedWords(line.returned)}</p>}
              </div>
              <div className="bench-since">
                {line.publishAt !== '' && line.state === 'approved' ? (
                  <time dateTime={line.publishAt}>{`${shanghaiTime(line.publishAt)} 公开`}</time>
                ) : (
                  <Waited since={since} />
                )}
                <span className="quiet">
                  {IN_ONE_STATE.includes(view) ? (
                    `${shanghaiTime(since).slice(5)} ${view === 'to-review' ? '提交' : '起'}`
                  ) : (
                    <StateTag
                      state={line.state}
                      publishAt={line.publishAt}
                      reviewDue={line.reviewDue}
                      isOverdue={line.isOverdue}
                    />
                  )}
                </span>
              </div>
            </li>
          );
        })}
      </ul>
      {rest > 0 && (
        <p className="bench-rest">
          <Link to={listAddress({ view })}>{`还有 ${rest} 份，列出全部 ${total} 份`}</Link>
        </p>
      )}
    </Panel>
  );
}
