import type { Sentence } from '../phrase.mjs';

/** A part of the store that no check of the record finds changed, and what a change of it does at most. */
export interface NotCovered {
  table: string;
  /** columns; absent: all */
  columns?: readonly string[];
  /** rows that came or went and are not found; absent: both where all columns are not covered, else neither */
  rows?: 'added' | 'removed' | 'both';
  /** names of the table `kept` that are covered all the same */
  but?: readonly string[];
  /** words for the last line of verify-log */
  what: Sentence;
}

/**
 * RC9: what verify-log does not cover, one by one. Nothing of it changes what visitors are shown, who may do what, or what an
 * approval was for. The tampering test finds any other part that is missed; decision 34 tells the same with the reasons.
 */
export const NOT_COVERED: readonly NotCovered[] = [
  {
    table: 'kept',
    but: ['site.opened', 'site.hidden', 'staff.second-factor-roles', 'publication log head'],
    what: {
      zh: '程序为自己保存的（表 kept），不含开放、日志的校验值和须两步验证的角色',
      en: 'what the program keeps for itself (table kept), but for opening, log head and roles with a second factor',
    },
  },
  { table: 'migration', columns: ['ran_at'], what: { zh: '迁移执行的时间', en: 'when a migration ran' } },
  { table: 'article_template', what: { zh: '文章模板', en: 'templates of articles' } },
  { table: 'edition_proposal', what: { zh: '按模板拟的稿件归谁', en: 'whom a proposed edition is for' } },
  {
    table: 'removal_done',
    columns: ['began_in'],
    what: { zh: '移除在数据库的哪个事务中执行', en: 'in which transaction of the database a removal was carried out' },
  },
  { table: 'work_view', what: { zh: '员工保存的列表条件', en: 'filters of lists that staff saved' } },
  { table: 'search_missed', what: { zh: '没有结果的搜索', en: 'searches in vain' } },
  { table: 'old_address_hit', what: { zh: '旧地址被访问的次数', en: 'how often old addresses were asked for' } },
  { table: 'mail_outbox', what: { zh: '等待发送的邮件', en: 'mails that wait to be sent' } },
  { table: 'alert_reader', what: { zh: '邮件提醒的读者', en: 'readers of alerts' } },
  { table: 'alert_subscription', what: { zh: '读者的订阅', en: 'subscriptions of readers' } },
  { table: 'staff_notice', what: { zh: '给员工的通知', en: 'notices to staff' } },
  {
    table: 'staff_notice_choice',
    what: { zh: '员工选择怎样收通知邮件', en: 'how staff want mails about notices' },
  },
  { table: 'webhook_delivery', what: { zh: '发给其他系统的通知', en: 'notices to other systems' } },
  {
    table: 'customer_token',
    what: { zh: '内置用户服务中客户的会话', en: 'sessions of customers of the embedded user service' },
  },
  { table: 'pro_application_step', what: { zh: '客户申请的经过', en: 'the history of applications of customers' } },
  { table: 'pro_material', what: { zh: '客户提交的材料', en: 'documents of customers' } },
  {
    table: 'staff',
    columns: ['totp_step', 'created_at', 'signed_in_at'],
    what: { zh: '员工最近的登录和验证码', en: 'last sign-ins and last codes of staff' },
  },
  {
    table: 'staff_session',
    columns: ['address', 'seen_at', 'totp_offered'],
    rows: 'removed',
    what: {
      zh: '员工会话最近的活动，以及最后一分钟的会话',
      en: 'what sessions of staff did last, and those of the last minute',
    },
  },
  {
    table: 'staff_link',
    columns: [],
    rows: 'removed',
    what: { zh: '已经消失的设置密码的链接', en: 'links for passwords that are gone' },
  },
  {
    table: 'staff_request',
    columns: ['decided_at', 'note'],
    what: { zh: '角色申请的决定时间和说明', en: 'moment and note of a decided request for roles' },
  },
  { table: 'staff_failure', what: { zh: '失败的登录', en: 'wrong sign-ins' } },
  {
    table: 'provider_session',
    columns: ['tokens', 'checked_at', 'tried_at'],
    rows: 'removed',
    what: {
      zh: '统一登录最近一次确认会话的时间，以及它的令牌',
      en: 'when the identity provider vouched last for a session, and its tokens',
    },
  },
  {
    table: 'provider_used',
    what: {
      zh: '用过的统一登录应答和退出令牌',
      en: 'answers and logout tokens of the identity provider that were used',
    },
  },
  {
    table: 'file',
    columns: ['stored_at', 'brought_at'],
    rows: 'added',
    what: {
      zh: '没有公开内容引用的文件，以及文件保存的时间',
      en: 'files that nothing published names, and when a file was stored',
    },
  },
  { table: 'file_leaving', what: { zh: '下次清理时删除的文件', en: 'files whose bytes go with the next cleaning' } },
  {
    table: 'file_text',
    columns: ['form', 'problem'],
    rows: 'both',
    what: {
      zh: '附件中移出索引或读不出的文字',
      en: 'texts of attachments that were taken out of the index or could not be read',
    },
  },
  {
    table: 'register_derived',
    columns: ['common', 'form'],
    rows: 'both',
    what: {
      zh: '搜索中哪些片段算常见，以及没有行的登记表怎样推导',
      en: 'which pieces of a search are counted as frequent, and how a register without rows was derived',
    },
  },
  { table: 'register_import', what: { zh: '上传的登记表文件的检查', en: 'checks of uploaded register files' } },
  { table: 'preview', what: { zh: '预览', en: 'previews' } },
  {
    table: 'form_draft',
    what: { zh: '员工填写而未保存的内容', en: 'what staff typed in forms and did not save' },
  },
  {
    table: 'shared_preview',
    columns: ['opened', 'last_opened_at'],
    what: { zh: '预览链接打开的次数和最近一次', en: 'how often links to previews were opened, and when last' },
  },
  { table: 'wizard_plan', what: { zh: '栏目向导中填写的内容', en: 'what the wizard of channels was told' } },
  {
    table: 'public_row_set',
    what: {
      zh: '行的修改稿从登记表行的哪一份开始',
      en: 'from which copy of a register’s rows a draft of row changes begins',
    },
  },
  {
    table: 'row_part',
    columns: ['made_at'],
    rows: 'both',
    what: {
      zh: '没有稿件引用的行，以及稿件的行保存的时间',
      en: 'rows that no draft names, and when rows of drafts were kept',
    },
  },
  {
    table: 'row_set',
    columns: ['made_at'],
    rows: 'both',
    what: { zh: '没有稿件引用的行集', en: 'sets of rows that no draft names' },
  },
  {
    table: 'set_article',
    columns: ['made_at'],
    rows: 'added',
    what: { zh: '没有批次引用的导入文章', en: 'imported articles that no set names' },
  },
  {
    table: 'article_set',
    columns: ['made_at'],
    rows: 'added',
    what: { zh: '没有稿件引用的文章批次', en: 'sets of articles that no draft names' },
  },
  {
    table: 'edition_progress',
    rows: 'both',
    columns: [],
    what: {
      zh: '尚未开始的导入为文章占用的编号',
      en: 'numbers taken for the articles of an import that has not begun',
    },
  },
  {
    table: 'edition',
    columns: ['created_at', 'changed_at'],
    what: { zh: '稿件开始和最后修改的时间', en: 'when an edition was begun and changed last' },
  },
];
