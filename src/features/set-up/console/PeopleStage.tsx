import { Link } from 'react-router-dom';
import { mayDo, WHOLE_SITE } from '#rules/people/staff-rights.ts';
import type { SetUpAnswer } from '../wire.ts';
import { useChannels } from '#console/calls/channels.ts';
import { useMe, useRead } from '#console/calls/use-calls.ts';
import { Opening } from '#console/home/Opening.tsx';
import { Failure } from '#console/parts/Failure.tsx';
import { Panel } from '#console/parts/Panel.tsx';
import { NewPersonForm } from '#console/people/AddPerson.tsx';
import { accountStateOf, ACCOUNT_STATES } from '#console/people/person-words.ts';
import { RoleTags } from '#console/people/RoleTags.tsx';
import { MayNot } from './MayNot.tsx';
import { SetUpSteps } from './SetUpSteps.tsx';

/** Two people at once, because nothing is published by one; then the end of setting up (ST6). */
export function PeopleStage({ answer: { steps } }: { answer: SetUpAnswer }) {
  const { data: me } = useMe();
  const mayRead = me !== undefined && mayDo(me.grants, 'people.read', [WHOLE_SITE]);
  const mayChange = me !== undefined && mayDo(me.grants, 'people.change', [WHOLE_SITE]);
  return (
    <>
      <Opening />
      {!mayChange && <MayNot right="people.change" />}
      <div className="two-columns wide-first">
        <div>{mayChange && <NewPersonForm isWithin />}</div>
        <div className="stack">
          <Panel title="还缺什么">
            <SetUpSteps steps={steps.filter(({ stage }) => stage === 'people')} />
          </Panel>
          {mayRead && <Who />}
        </div>
      </div>
    </>
  );
}

function Who() {
  const { data, error, mutate } = useRead('GET /people');
  const { nameOf } = useChannels();
  if (error !== undefined) return <Failure error={error} retry={() => void mutate()} />;
  return (
    <Panel title={`现有人员（${data?.length ?? '…'}）`} extra={<Link to="/people">管理人员</Link>}>
      <ul className="newest">
        {data?.map((person) => (
          <li key={person.staffId}>
            <Link to={`/people/${person.staffId}`}>{person.name}</Link>
            <span className="quiet">{ACCOUNT_STATES[accountStateOf(person)].name}</span>
            <div>
              <RoleTags grants={person.grants} nameOf={nameOf} />
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
