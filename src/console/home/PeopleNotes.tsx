import type { RequestKind } from '#rules/people/staff-requests.ts';
import { Alert } from 'antd';
import { Link } from 'react-router-dom';
import { mayDoSomewhere, ROLE_NAMES } from '#rules/people/staff-rights.ts';
import type { ComingRight, Me } from '#wire/console-answers.ts';
import { useRead } from '../calls/use-calls.ts';
import { Moment } from '../parts/Moment.tsx';
import { Panel } from '../parts/Panel.tsx';
import { useSubstitutions } from '../people/away.ts';
import { SubstitutionList } from '../people/Substitutions.tsx';

/** ST5: requests that wait for an administrator, and grants announced to all before they take effect. */
export function PeopleNotes({ me }: { me: Me }) {
  return (
    <>
      {mayDoSomewhere(me.grants, 'people.change') && <WaitingRequests />}
      <ComingRights />
      <Away />
    </>
  );
}

function WaitingRequests() {
  const { data: requests = [] } = useRead('GET /staff-requests');
  const mine = requests.filter(({ may }) => may.confirm === '');
  if (mine.length === 0) return null;
  return (
    <Alert
      type="info"
      showIcon
      className="above-form"
      title={`有 ${mine.length} 项人员请求等您确认`}
      action={<Link to="/people">查看</Link>}
    />
  );
}

const COMING: Readonly<Record<RequestKind, (name: string, roles: string, standIn: ComingRight['standIn']) => string>> =
  {
    link: (name) => `${name}重置密码`,
    grants: (name, roles) => `${name}增加角色：${roles}`,
    rule: (name, roles) => `单位的组“${name}”的成员得到角色：${roles}`,
    substitution: (name, roles, standIn) => `${name}代${standIn?.absent ?? ''}：${roles}`,
    identity: (name) => `${name}关联单位账号`,
  };

function ComingRights() {
  const { data: coming = [] } = useRead('GET /coming-rights');
  if (coming.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      className="above-form"
      title="以下权限变更没有第二位系统管理员确认，到时生效。如有疑问，请立即联系系统管理员："
      description={
        <ul className="bullets">
          {coming.map(({ requestId, kind, name, askedBy, grants, effectiveAt, standIn }) => (
            <li key={requestId}>
              {COMING[kind](name, [...new Set(grants.map(({ role }) => ROLE_NAMES[role]))].join('、'), standIn)}，
              {askedBy}提出，
              <Moment at={effectiveAt} /> 生效
            </li>
          ))}
        </ul>
      }
    />
  );
}

/** SI4: who is away or about to be, and who stands in, for everybody. */
function Away() {
  const { data, mutate } = useSubstitutions();
  if (!data || data.list.length === 0) return null;
  return (
    <div className="above-form">
      <Panel title="不在与代理">
        <SubstitutionList list={data.list} onChanged={mutate} />
      </Panel>
    </div>
  );
}
