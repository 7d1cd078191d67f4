import { Link } from 'react-router-dom';
import { rightName, type StaffRight } from '#rules/people/staff-rights.ts';
import { Screen } from './Screen.tsx';

/** An address of the console that leads nowhere. */
export function MissingScreen() {
  return (
    <Screen title="没有这个页面" purpose="地址可能写错了，或者页面已经移到别处。请从左侧菜单进入，或返回工作台。">
      <Link to="/">返回我的工作台</Link>
    </Screen>
  );
}

export function RightMissing({ act }: { act: StaffRight }) {
  return (
    <Screen
      title="没有权限"
      purpose={`您的角色不包括“${rightName(act)}”。需要时请联系系统管理员；您现有的角色列在工作台上。`}
    >
      <Link to="/">返回我的工作台</Link>
    </Screen>
  );
}
