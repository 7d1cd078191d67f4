import { useMe } from '../calls/use-calls.ts';
import { Panel } from '../parts/Panel.tsx';
import { Screen } from '../parts/Screen.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { SecondFactorPanel } from './SecondFactorPanel.tsx';

/** One's own account: what it is called, its password, and the second factor. */
export function Account() {
  const { data: me } = useMe();
  if (!me) return null;
  return (
    <Screen
      title="我的账号"
      purpose="修改登录密码，启用或停用两步验证。姓名和角色由系统管理员维护；如有变动，请联系系统管理员。"
    >
      <div className="two-columns">
        <div>
          <Panel title="账号">
            <dl className="facts">
              <dt>账号</dt>
              <dd>{me.account}</dd>
              <dt>姓名</dt>
              <dd>{me.name}</dd>
              <dt>两步验证</dt>
              <dd>{me.hasSecondFactor ? '已启用' : '未启用'}</dd>
            </dl>
          </Panel>
          <SecondFactorPanel me={me} />
        </div>
        <Panel title="修改密码">
          <PasswordForm me={me} />
        </Panel>
      </div>
    </Screen>
  );
}
