import { CheckOutlined } from '@ant-design/icons';
import { Link } from 'react-router-dom';
import { PATIENT, useRead } from '../calls/use-calls.ts';
import { Failure } from '../parts/Failure.tsx';
import { FindingList } from '../parts/FindingList.tsx';
import { Loading } from '../parts/Loading.tsx';
import { Panel } from '../parts/Panel.tsx';
import { changeAnchor } from './change-groups.ts';
import type { FoundEdition } from './edition-answers.ts';
import { rowsUnderWay, submitNoteOf } from './edition-words.ts';
import { checksToLookAt, passedChecksOf } from './passed-checks.ts';

/** CK4. Everything that was checked of an edition: what stops it, what to look at with the reason given, and what passed. */
export function EditionChecks({
  edition: {
    editionId,
    shown: { changes },
    steps,
  },
}: {
  edition: Pick<FoundEdition, 'editionId' | 'shown' | 'steps'>;
}) {
  const check = useRead('GET /editions/:editionId/check', { editionId }, PATIENT);
  const found = useRead('GET /editions/:editionId/findings', { editionId }, PATIENT);
  const failed = [check, found].filter(({ error }) => error !== undefined);
  const submitNote = submitNoteOf(steps);
  const placeOf = (change: number): { to: string; name: string } => ({
    to: `/editions/${editionId}#${changeAnchor(change)}`,
    name: `第 ${change + 1} 项`,
  });
  const problems = check.data?.problems ?? [];
  const passed = check.data && found.data ? passedChecksOf(found.data, check.data.redLines, changes) : [];
  const toLookAt = check.data && found.data ? checksToLookAt(found.data, check.data.redLines) : 0;
  return (
    <Panel
      title="检查"
      extra={
        passed.length > 0 && (
          <span className="quiet">
            {`${passed.length} 项通过`}
            {toLookAt > 0 && <strong className="to-look-at">{`，${toLookAt} 项请看`}</strong>}
          </span>
        )
      }
    >
      {failed.map(({ error, mutate }, at) => (
        <Failure key={at} error={error} retry={() => void mutate()} />
      ))}
      {failed.length === 0 && !(check.data && found.data) && (
        <Loading words={rowsUnderWay('检查', changes) || '正在检查…'} />
      )}
      {check.data && problems.length === 0 && <p>没有发现妨碍发布的问题。</p>}
      {problems.length > 0 && (
        <ul className="bullets">
          {problems.map(({ change, message, row }) => (
            <li key={`${change} ${row} ${message}`}>
              {change !== null && (
                <>
                  <Link to={placeOf(change).to}>{placeOf(change).name}</Link>：
                </>
              )}
              {message}
            </li>
          ))}
        </ul>
      )}
      {found.data && (
        <FindingList
          findings={found.data.findings}
          submitNote={submitNote}
          placeOf={changes.length > 1 ? placeOf : undefined}
        />
      )}
      {passed.length > 0 && (
        <ul className="passed-checks" aria-label="通过的检查">
          {passed.map((title) => (
            <li key={title}>
              <CheckOutlined aria-hidden="true" /> {title}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
