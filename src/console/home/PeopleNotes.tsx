import { Alert } from 'antd';
import { Link } from 'react-router-dom';
import { mayDoSomewhere, ROLE_NAMES } from '#rules/people/staff-rights.ts';
import type { Me } from '#wire/console-answers.ts';
import { useRead } from '../calls/use-calls.ts';
import { Moment } from '../parts/Moment.tsx';

/** ST5: requests that wait for an administrator, and grants announced to all before they take effect. */
export function PeopleNotes({ me }: { me: Me }) {
  return (
    <>
      {mayDoSomewhere(me.grants, 'people.change') && <WaitingRequests />}
      <ComingRights />
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
          {coming.map(({ requestId, kind, name, askedBy, grants, effectiveAt }) => (
            <li key={requestId}>
              {kind === 'link'
                ? `${name}重置密码`
                : `${name}增加角色：${[...new Set(grants.map(({ role }) => ROLE_NAMES[role]))].join('、')}`}
              ，{askedBy}提出，
              <Moment at={effectiveAt} /> 生效
            </li>
          ))}
        </ul>
      }
    />
  );
}
