/** Rights in the console: one table for the server's decisions and the menus. */

export const ROLES = ['editor', 'reviewer', 'publisher', 'channel-admin', 'system-admin', 'auditor'] as const;
export type Role = (typeof ROLES)[number];

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  editor: '编辑',
  reviewer: '审核',
  publisher: '发布',
  'channel-admin': '栏目管理',
  'system-admin': '系统管理',
  auditor: '审计',
};

export const ROLE_DUTIES: Readonly<Record<Role, string>> = {
  editor: '撰写和修改内容，导入登记表，提交审核',
  reviewer: '审核他人提交的内容，同意或退回',
  publisher: '发布已通过审核的内容，或退回有误的，撤下内容，紧急发布',
  'channel-admin': '管理栏目、页面和设置，并可撰写内容',
  'system-admin': '管理人员和权限，查看操作记录',
  auditor: '查看全部内容、发布记录和操作记录，不能修改',
};

/** Rights, who has each, and whether a role for part of the channels is enough. */
const RIGHTS = {
  'content.read': {
    name: '查看未公开的内容',
    roles: ['editor', 'reviewer', 'publisher', 'channel-admin', 'auditor'],
    scope: 'subtree',
  },
  'content.write': { name: '撰写内容', roles: ['editor', 'channel-admin'], scope: 'subtree' },
  'content.review': { name: '审核内容', roles: ['reviewer'], scope: 'subtree' },
  // a mistake found after the approval is returned by the publisher
  'content.return': { name: '退回内容', roles: ['reviewer', 'publisher'], scope: 'subtree' },
  'content.publish': { name: '发布内容', roles: ['publisher'], scope: 'subtree' },
  'channel.change': { name: '管理栏目', roles: ['channel-admin'], scope: 'subtree' },
  'page.change': { name: '管理页面', roles: ['channel-admin'], scope: 'subtree' },
  'setting.change': { name: '修改设置', roles: ['channel-admin'], scope: 'site' },
  // content that is taken away may stand anywhere
  'content.remove': { name: '提出移除内容', roles: ['editor', 'channel-admin'], scope: 'site' },
  // notes what is left out for now; what a stage changes asks for its own right
  'site.set-up': { name: '设置网站', roles: ['channel-admin', 'system-admin'], scope: 'site' },
  'people.read': { name: '查看人员', roles: ['system-admin', 'auditor'], scope: 'site' },
  'people.change': { name: '管理人员', roles: ['system-admin'], scope: 'site' },
  'record.read': { name: '查看操作记录', roles: ['system-admin', 'auditor'], scope: 'site' },
} as const satisfies Record<string, { name: string; roles: readonly Role[]; scope: 'subtree' | 'site' }>;

export type StaffRight = keyof typeof RIGHTS;
export const STAFF_RIGHTS = Object.keys(RIGHTS) as StaffRight[];
/** Roles with the right. */
export const rolesWith = (right: StaffRight): readonly Role[] => RIGHTS[right].roles;
export const rightName = (right: StaffRight): string => RIGHTS[right].name;

/** A role for a channel and all below it; '' for the whole site. */
export interface Grant {
  role: Role;
  channelId: string;
}

/** The whole site: the place of an action that concerns no channel. */
export const WHOLE_SITE: readonly string[] = [''];

/**
 * Whether these grants include the right.
 * @param lines for each channel concerned its id and those of all channels above it; empty or WHOLE_SITE: the whole site
 */
export function mayDo(grants: readonly Grant[], right: StaffRight, lines: readonly (readonly string[])[]): boolean {
  const { roles, scope }: { roles: readonly Role[]; scope: 'subtree' | 'site' } = RIGHTS[right];
  const own = grants.filter(({ role }) => roles.includes(role));
  if (own.some(({ channelId }) => channelId === '')) return true;
  if (scope === 'site' || lines.length === 0) return false;
  return lines.every((line) => own.some(({ channelId }) => line.includes(channelId)));
}

/** Whether these grants include the right for at least one channel; decides which menus are shown. */
export const mayDoSomewhere = (grants: readonly Grant[], right: StaffRight): boolean =>
  grants.some(
    ({ role, channelId }) =>
      (RIGHTS[right].roles as readonly Role[]).includes(role) &&
      (RIGHTS[right].scope === 'subtree' || channelId === ''),
  );

/** LO2: whether names of settings in files and calls are shown: to those who change settings or manage people. */
export const seesSettingNames = (grants: readonly Grant[]): boolean =>
  mayDoSomewhere(grants, 'setting.change') || mayDoSomewhere(grants, 'people.change');
