import { useMe } from '../calls/use-calls.ts';
import { Panel } from '../parts/Panel.tsx';
import { Screen } from '../parts/Screen.tsx';
import { Substitutions } from '../people/Substitutions.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { SecondFactorPanel } from './SecondFactorPanel.tsx';

/** One's own account: what it is called, its password, and the second factor. */
export function Account() {
  const { data: me } = useMe();
  if (!me) return null;
  return (
    <Screen
      title="我的账号"
      purpose="修改登录密码，启用或停用两步验证，安排不在时由谁代理。姓名和角色由系统管理员维护；如有变动，请联系系统管理员。"
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
          <Substitutions whose={{ ...me, grants: me.ownGrants }} mayArrange />
        </div>
        {me.byProvider ? (
          <Panel title="密码">
            <p>您用单位账号登录。密码在单位的登录服务中修改；单位的两步验证是否代替本系统的，由系统管理员设置。</p>
          </Panel>
        ) : (
          <Panel title="修改密码">
            <PasswordForm me={me} />
          </Panel>
        )}
      </div>
    </Screen>
  );
}
