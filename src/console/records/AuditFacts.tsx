import { shanghaiSecond } from '#rules/time/shanghai-date.ts';
import { REQUEST_KINDS, type RequestKind } from '#rules/people/staff-requests.ts';
import { ROLE_NAMES, ROLES, type Grant, type Role } from '#rules/people/staff-rights.ts';
import type { AuditLine } from '#wire/console-answers.ts';
import { useChannels } from '../calls/channels.ts';
import { noteText } from '../editions/edition-words.ts';
import { RoleTags } from '../people/RoleTags.tsx';

const TITLES: Readonly<Record<string, string>> = {
  filename: '文件名',
  bytes: '大小（字节）',
  which: '记录',
  words: '查询的词',
  version: '版次',
  note: '说明',
  why: '原因',
  share: '预览链接',
  remarkNo: '批注',
  forWhom: '给谁',
  answer: '答复',
  remark: '意见',
  account: '账号',
  name: '姓名',
  initial: '初始设置',
  kind: '请求',
  grants: '角色',
  askedBy: '提出人',
  insteadOf: '代',
  absent: '不在的人',
  absentId: '不在的人（编号）',
  substitute: '代理人',
  until: '到哪一天为止',
  effectiveAt: '生效时间',
  before: '更改前',
  after: '更改后',
  at: '时刻',
  act: '操作',
  subject: '对象',
  outcome: '结果',
  from: '起始日期',
  to: '截止日期',
  files: '文件（个）',
  imports: '导入（次）',
  previews: '预览（份）',
  formDrafts: '填写而未保存的内容（份）',
  rowSets: '登记表数据（份）',
  articleSets: '迁入的文章（批）',
  setArticles: '迁入的文章（篇）',
  articles: '文章',
  registers: '登记表',
  expiresAt: '到期时间',
  deliveryId: '报送编号',
  editionId: '稿件',
  changed: '变动（行）',
  rowParts: '登记表数据的分块（个）',
};

const REASONS: Readonly<Record<string, string>> = {
  password: '密码不正确',
  code: '验证码不正确',
  locked: '失败次数过多，已锁定',
  suspended: '账号已停用',
  own: '自己撰写或发布的',
  self: '给自己的，或自己提出的',
  token: '令牌不正确',
  expired: '令牌已过期',
  revoked: '令牌已吊销',
  scope: '令牌不能报送这个登记表',
  rows: '内容有错误',
  slowed: '所在网络失败次数过多，须稍候',
};

const isGrants = (value: unknown): value is Grant[] =>
  Array.isArray(value) &&
  value.every((one: unknown) => typeof one === 'object' && one !== null && 'role' in one && 'channelId' in one);

const isRoles = (value: unknown): value is Role[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((one: unknown) => (ROLES as readonly unknown[]).includes(one));

/** Everything that a line of the audit log knows. */
function AuditFacts({ line }: { line: AuditLine }) {
  const { nameOf } = useChannels();
  // the store keeps no order
  const known = Object.keys(TITLES);
  const facts = Object.entries(line.facts).sort(([one], [other]) => known.indexOf(one) - known.indexOf(other));
  return (
    <dl className="facts">
      <dt>序号</dt>
      <dd>{line.no}</dd>
      <dt>操作代号</dt>
      <dd>{line.act}</dd>
      {line.subject !== '' && (
        <>
          <dt>对象代号</dt>
          <dd>{line.subject}</dd>
        </>
      )}
      {facts.map(([name, value]) => (
        <Fact key={name} title={TITLES[name] ?? name}>
          {isGrants(value) ? (
            <RoleTags grants={value} nameOf={nameOf} />
          ) : name === 'why' ? (
            (REASONS[String(value)] ?? String(value))
          ) : name === 'at' || name === 'effectiveAt' || name === 'expiresAt' ? (
            shanghaiSecond(String(value))
          ) : value === true ? (
            '是'
          ) : isRoles(value) ? (
            value.map((role) => ROLE_NAMES[role]).join('、')
          ) : name === 'kind' ? (
            (REQUEST_KINDS[value as RequestKind] ?? String(value))
          ) : name === 'note' ? (
            noteText(String(value))
          ) : typeof value === 'string' ? (
            value
          ) : (
            JSON.stringify(value)
          )}
        </Fact>
      ))}
    </dl>
  );
}

/** Details of the table below a line. */
export const auditFacts = (line: AuditLine) => <AuditFacts line={line} />;

function Fact({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </>
  );
}
