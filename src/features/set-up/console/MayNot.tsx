import { Alert } from 'antd';
import { mayDo, rightName, rolesWith, ROLE_NAMES, WHOLE_SITE, type StaffRight } from '#rules/people/staff-rights.ts';
import { useMe } from '#console/calls/use-calls.ts';

/** Notice in a stage that others fill in, with the roles that may. */
export function MayNot({ right }: { right: StaffRight }) {
  const { data: me } = useMe();
  const mayAdd = me !== undefined && mayDo(me.grants, 'people.change', [WHOLE_SITE]);
  const roles = rolesWith(right).map((role) => `“${ROLE_NAMES[role]}”`);
  return (
    <Alert
      type="info"
      showIcon
      className="above-form"
      title={`这一步由有${roles.join('或')}角色的人填写`}
      description={`您的角色不包括“${rightName(right)}”。可以先看其他步骤${
        mayAdd ? '，或在“人员”一步添加有这个角色的人。' : '；还没有这样的人时，请系统管理人员添加。'
      }`}
    />
  );
}
