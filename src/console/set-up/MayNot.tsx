import { Alert } from 'antd';
import { rightName, rolesWith, type StaffRight, ROLE_NAMES } from '#rules/staff-rights.ts';

/** A stage that somebody else fills in: who, so that it can be asked for. */
export function MayNot({ right }: { right: StaffRight }) {
  const roles = rolesWith(right).map((role) => `“${ROLE_NAMES[role]}”`);
  return (
    <Alert
      type="info"
      showIcon
      className="above-form"
      title={`这一步由有${roles.join('或')}角色的人填写`}
      description={`您的角色不包括“${rightName(right)}”。可以先看其他步骤，或在“人员”一步添加有这个角色的人。`}
    />
  );
}
