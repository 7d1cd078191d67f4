import { Link } from 'react-router-dom';
import { mayDoSomewhere, ROLE_DUTIES, ROLE_NAMES } from '#rules/people/staff-rights.ts';
import type { Me } from '#wire/console-answers.ts';
import { byRole, useChannels } from '../calls/channels.ts';
import { useMe, useRead } from '../calls/use-calls.ts';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { Failure } from '../parts/Failure.tsx';
import { Loading } from '../parts/Loading.tsx';
import { Moment } from '../parts/Moment.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Screen } from '../parts/Screen.tsx';
import { DamagedFiles } from './DamagedFiles.tsx';
import { Due } from './Due.tsx';
import { Opening } from './Opening.tsx';
import { FeatureNotes } from './FeatureNotes.tsx';
import { PeopleNotes } from './PeopleNotes.tsx';
import { SetUp } from './SetUp.tsx';
import { Waiting } from './Waiting.tsx';

/** The first screen: what waits, who one is here, and what became public last. */
export function Home() {
  const { data: me } = useMe();
  if (!me) return null;
  return (
    <Screen
      title="我的工作台"
      purpose={`${me.name}，您好。这里先列出等您处理的稿件，再列出您的角色、您可以在哪些栏目做什么，以及网站最近发布的内容。`}
    >
      <DamagedFiles />
      <FeatureNotes among="alarms" grants={me.grants} />
      <Opening />
      <SetUp />
      <PeopleNotes me={me} />
      <FeatureNotes among="work" grants={me.grants} />
      {mayDoSomewhere(me.grants, 'content.read') && <Waiting />}
      {mayDoSomewhere(me.grants, 'content.read') && <Due />}
      <div className="two-columns">
        <MyRoles me={me} />
        <NewestPublications />
      </div>
    </Screen>
  );
}

function MyRoles({ me }: { me: Me }) {
  const { nameOf, error, retry } = useChannels();
  const roles = byRole(me.grants);
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

function NewestPublications() {
  const { data, error, mutate } = useRead('GET /publications', { pageNum: 1, pageSize: 8 });
  return (
    <Panel title="最近发布" extra={<Link to="/publications">全部发布记录</Link>}>
      {error !== undefined && <Failure error={error} retry={() => void mutate()} />}
      {!data && error === undefined && <Loading />}
      {data?.list.length === 0 && <EmptyNote title="还没有发布过内容">内容经审核发布后，会列在这里。</EmptyNote>}
      <ul className="newest">
        {data?.list.map(({ no, at, title, writtenBy, approvedBy }) => (
          <li key={no}>
            <strong>{title}</strong>
            <span>
              <Moment at={at} /> · 撰写 {writtenBy} · 批准 {approvedBy}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
