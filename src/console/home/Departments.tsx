import { Link } from 'react-router-dom';
import { WORK_STATES } from '#rules/editions/work-list.ts';
import { shanghaiTime } from '#rules/time/shanghai-date.ts';
import type { DepartmentGroup, HeldEdition, Workbench } from '#wire/bench-answers.ts';
import { listAddress } from '../editions/work-filters.ts';
import { StateTag } from '../editions/StateTag.tsx';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Waited } from '../parts/Waited.tsx';
import { CountLink } from './CountLink.tsx';

const nameOf = (department: string): string => (department === '-' ? '没有填写责任部门' : department);
const addressOf = (department: string): string => listAddress({ view: 'open', department, sort: 'changed' });

/** Turn of whom it is, in words: nobody may be there who may review or publish it. */
function turnOf({ state, holders, publishAt }: HeldEdition): string {
  if (publishAt !== '' && state === 'approved') return `定于 ${shanghaiTime(publishAt)} 自动公开`;
  const names = holders.join('、');
  if (state === 'in-review') return names === '' ? '没有可以审核的人' : `等 ${names} 审核`;
  if (state === 'approved') return names === '' ? '没有可以发布的人' : `等 ${names} 发布`;
  return names === '' ? '' : `在 ${names} 手上`;
}

/** WB3: open editions by department: who holds what since when, the oldest first. */
export function Departments({ groups, total }: { groups: readonly DepartmentGroup[]; total: number }) {
  if (groups.length === 0)
    return (
      <Panel title="部门里">
        <EmptyNote title="部门里没有进行中的稿件">您可以查看的、还没有发布的稿件会按责任部门列在这里。</EmptyNote>
      </Panel>
    );
  return (
    <>
      {groups.map(({ department, total: count, list }) => (
        <Panel
          key={department}
          title={nameOf(department)}
          extra={<CountLink to={addressOf(department)} count={count} of={nameOf(department)} name="进行中" />}
        >
          <ul className="bench-lines">
            {list.map((line) => (
              <li key={line.editionId}>
                <div className="bench-what">
                  <Link to={`/editions/${line.editionId}`}>{line.title}</Link>
                  <span className="quiet">{turnOf(line)}</span>
                </div>
                <div className="bench-since">
                  <Waited since={line.since} />
                  <span>
                    <StateTag state={line.state} publishAt={line.publishAt} />
                  </span>
                </div>
              </li>
            ))}
          </ul>
          {count > list.length && (
            <p className="bench-rest">
              <Link to={addressOf(department)}>{`还有 ${count - list.length} 份，列出全部 ${count} 份`}</Link>
            </p>
          )}
        </Panel>
      ))}
      <p className="bench-rest">
        <Link to={listAddress({ view: 'open', sort: 'changed' })}>{`列出各部门进行中的全部 ${total} 份`}</Link>
      </p>
    </>
  );
}

/** WB3: open editions by state, with the age of the oldest of each. */
export function DepartmentSummary({ open: { total, states } }: { open: NonNullable<Workbench['work']>['open'] }) {
  return (
    <Panel
      title="部门里"
      extra={
        <span className="panel-ways">
          <CountLink to={listAddress({ view: 'open', sort: 'changed' })} count={total} of="部门里" name="进行中" />
          <Link to="/?of=departments">按部门看</Link>
        </span>
      }
    >
      {states.length === 0 ? (
        <p className="quiet">没有进行中的稿件。</p>
      ) : (
        <ul className="bench-states">
          {states.map(({ state, total: count, oldest }) => (
            <li key={state}>
              <CountLink
                to={listAddress({ view: 'open', state, sort: 'changed' })}
                count={count}
                of="部门里"
                name={WORK_STATES[state]}
              />
              <span className="quiet">
                最久 <Waited since={oldest} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
