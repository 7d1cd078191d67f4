import { EDITION_STEPS } from '../editions/edition-steps.ts';
import { rightName, STAFF_RIGHTS } from './staff-rights.ts';

/** Acts of the audit log in words, for its column and its filter. */
const ACTIONS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(EDITION_STEPS).map(([step, name]) => [`edition.${step}`, `稿件：${name}`])),
  // refused to contributors of the edition
  'edition.approve': '稿件：审核自己的',
  'edition.return': '稿件：退回自己的',
  'edition.confirm': '稿件：复核自己的',
  'edition.removed': '稿件：移除不应公开的内容',
  'edition.import': '稿件：从其他环境导入',
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
  'site.open': '结束初始设置',
  'set-up.skip': '设置网站：跳过一步',
  'set-up.take-up': '设置网站：不再跳过',
  'people.ask': '提出请求（须另一位系统管理员确认）',
  'people.confirm': '确认请求',
  'people.refuse': '拒绝请求',
  'people.withdraw': '收回请求',
  'people.expire': '请求过期',
  'people.bind': '关联单位账号',
  'people.double': '登记为同一个人',
  'people.role-begin': '单位的组带来角色',
  'people.role-end': '单位的组带来的角色结束',
  'rule.begin': '单位登录的规则开始',
  'rule.end': '单位登录的规则结束',
  'session.end': '登录由单位登录服务结束',
  'sign-in.code': '登录：输入验证码',
  'substitution.begin': '安排代理人',
  'substitution.end': '代理结束',
  'people.second-factor-roles': '更改须两步验证的角色',
  'record.export': '导出记录',
  'site.export': '导出到其他环境',
  'register.rows': '逐行修改登记表',
  'register.definition': '修改登记表的定义',
  'register.order': '登记表的行已公开',
  'register.check': '检查登记表文件',
  'feed.token': '新建报送令牌',
  'feed.revoke': '吊销报送令牌',
  'feed.deliver': '程序报送',
  'notices.choice': '选择怎样收通知邮件',
  'webhook.again': '再发送外发通知',
  'remark.made': '批注稿件',
  'remark.answered': '答复批注',
  'remark.settled': '批注标为已解决',
  'remark.reopened': '重新打开批注',
  'remark.withdrawn': '撤回批注',
  'share.make': '分享预览',
  'share.revoke': '收回预览链接',
  'share.answer': '外部人员答复预览（姓名未核实）',
  'file.upload': '上传文件',
  'moving-in.begin': '迁入文章：开始',
  'moving-in.leave-out': '迁入文章：略去有错误的文章',
  'moving-in.take-back': '迁入文章：恢复略去的文章',
  'moving-in.list': '迁入文章：换一份列表',
  'moving-in.save': '迁入文章：保存成稿件',
  'moving-in.remove': '迁入文章：删除文件',
  'past.view': '查看过去的页面',
  'template.save': '保存模板',
  'template.remove': '删除模板',
  'work-view.save': '保存列表的条件',
  'work-view.remove': '删除列表的条件',
  'customer.store': '登记客户',
  'customer.apply': '客户申请专业投资者',
  'customer.answer': '答复专业投资者申请',
  'record.begin': '记录核对：开始覆盖',
  'store.clean': '清理无人使用的文件',
};

/** a call that was refused bears the name of the right that was missing */
const NAMES: Readonly<Record<string, string>> = {
  ...ACTIONS,
  ...Object.fromEntries(STAFF_RIGHTS.map((act) => [act, `无权限：${rightName(act)}`])),
};

/** The act's name; one that a newer server writes is shown as it is. */
export const actionName = (act: string): string => NAMES[act] ?? act;

export const actionChoices = Object.entries(NAMES).map(([value, label]) => ({ value, label }));

/** Words for the end of an act of the audit log. */
export const OUTCOMES: Readonly<Record<'done' | 'refused', string>> = { done: '成功', refused: '被拒绝' };

/** The publisher, for the record of publications: a person at that moment, or the person who scheduled it. */
export const publisherWords = ({ publishedBy, isScheduled }: { publishedBy: string; isScheduled: boolean }): string =>
  isScheduled ? `定时${publishedBy && `（${publishedBy}设定）`}` : publishedBy;
