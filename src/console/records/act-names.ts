import { EDITION_STEPS } from '#rules/edition-steps.ts';
import { actName, STAFF_ACTS } from '#rules/staff-rights.ts';

/** What can stand in the audit log, in words; a refused act bears the name of the right that was missing. */
const DEEDS: Readonly<Record<string, string>> = {
  'sign-in': '登录',
  'sign-out': '退出登录',
  'password.set': '凭链接设置密码',
  'password.change': '修改密码',
  'second-factor.set': '启用两步验证',
  'second-factor.remove': '停用两步验证',
  'people.add': '添加人员',
  'people.grants': '更改角色',
  'people.suspend': '停用账号',
  'people.restore': '恢复账号',
  'people.reset': '重置密码',
  'record.export': '导出操作记录',
  'past.view': '查看过去的页面',
  ...Object.fromEntries(Object.entries(EDITION_STEPS).map(([step, name]) => [`edition.${step}`, `稿件：${name}`])),
  // what is refused to those who wrote it
  'edition.approve': '稿件：审核自己的',
  'edition.return': '稿件：退回自己的',
  'edition.confirm': '稿件：复核自己的',
};

const NAMES: Readonly<Record<string, string>> = { ...Object.fromEntries(STAFF_ACTS.map((act) => [act, actName(act)])), ...DEEDS };

/** The act's name; one that a newer server writes is shown as it is. */
export const deedName = (act: string): string => NAMES[act] ?? act;

export const deedChoices = Object.entries(NAMES).map(([value, label]) => ({ value, label }));
