import { useSearchParams } from 'react-router-dom';
import { mayDoSomewhere, ROLE_DUTIES, ROLE_NAMES } from '#rules/people/staff-rights.ts';
import type { Workbench } from '#wire/bench-answers.ts';
import type { Me } from '#wire/console-answers.ts';
import { byRole, useChannels } from '../calls/channels.ts';
import { useMe, useRead } from '../calls/use-calls.ts';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { Failure } from '../parts/Failure.tsx';
import { Loading } from '../parts/Loading.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Screen } from '../parts/Screen.tsx';
import { Broken } from './Broken.tsx';
import { CalendarStrip } from './CalendarStrip.tsx';
import { Departments, DepartmentSummary } from './Departments.tsx';
import { FormDrafts } from './FormDrafts.tsx';
import { FeatureNotes } from './FeatureNotes.tsx';
import { Late } from './Late.tsx';
import { Mine } from './Mine.tsx';
import { Opening } from './Opening.tsx';
import { PeopleNotes } from './PeopleNotes.tsx';
import { PublishedToday } from './PublishedToday.tsx';
import { QuarterExport } from './QuarterExport.tsx';
import { ScopeTabs } from './ScopeTabs.tsx';
import './bench.css';

/** milliseconds; what others do is seen without a click */
const AGAIN = 60_000;

/** WB1: the first screen: what waits for oneself and in the departments, what is late, comes, is broken, and became public. */
export function Home() {
  const { data: me } = useMe();
  if (!me) return null;
  const reads = mayDoSomewhere(me.grants, 'content.read');
  return (
    <Screen
      title="我的工作台"
      purpose={`${me.name}，您好。等您处理的、逾期的、出了问题的都在这里；点数字看它的清单。`}
      actions={reads && <QuarterExport />}
    >
      <FeatureNotes among="alarms" grants={me.grants} />
      <Opening />
      <FeatureNotes among="preparation" grants={me.grants} />
      <PeopleNotes me={me} />
      <FeatureNotes among="work" grants={me.grants} />
      <FormDrafts />
      <Bench me={me} />
    </Screen>
  );
}

function Bench({ me }: { me: Me }) {
  const { data, error, mutate } = useRead('GET /workbench', {}, { refreshInterval: AGAIN });
  const [search] = useSearchParams();
  const ofDepartments = search.get('of') === 'departments';
  return (
    <>
      {error !== undefined && <Failure error={error} retry={() => void mutate()} />}
      {!data && error === undefined && <Loading />}
      {data?.work && <ScopeTabs work={data.work} ofDepartments={ofDepartments} />}
      {data && (
        <div className="two-columns wide-first bench">
          <div>{data.work && <Work work={data.work} today={data.today} ofDepartments={ofDepartments} />}</div>
          <div>
            {data.work && <Late duties={data.work.duties} />}
            <Broken groups={data.broken} />
            <PublishedToday {...data} />
            <MyRoles me={me} />
          </div>
        </div>
      )}
    </>
  );
}

interface WorkProps {
  work: NonNullable<Workbench['work']>;
  today: string;
  ofDepartments: boolean;
}

const Work = ({ work, today, ofDepartments }: WorkProps) => (
  <>
    {ofDepartments ? <Departments groups={work.departments} total={work.open.total} /> : <Mine views={work.mine} />}
    <CalendarStrip calendar={work.calendar} today={today} />
    {!ofDepartments && <DepartmentSummary open={work.open} />}
  </>
);

function MyRoles({ me }: { me: Me }) {
  const { nameOf, error, retry } = useChannels();
  const roles = byRole(me.ownGrants);
  return (
    <Panel title="我的角色">
      {error !== undefined && <Failure error={error} retry={retry} />}
      {roles.length === 0 && (
        <EmptyNote title="您还没有角色">
          没有角色时只能查看发布记录。请联系系统管理员，说明您负责的栏目和工作。
        </EmptyNote>
      )}
      <ul className="roles">
        {roles.map(({ role, channelIds }) => (
          <li key={role}>
            <h3>{ROLE_NAMES[role]}</h3>
            <p>{ROLE_DUTIES[role]}</p>
            <p className="scope">
              范围：
              {channelIds.map((channelId) => (
                <span key={channelId}>{nameOf(channelId)}</span>
              ))}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
