import { Button, Tag } from 'antd';
import type { ColumnsType } from 'antd/es/table';
import { Link } from 'react-router-dom';
import { actionChoices, actionName, OUTCOMES } from '#rules/people/act-names.ts';
import type { AuditLine } from '#wire/console-answers.ts';
import { hrefOf } from '../calls/call.ts';
import { PAGED, useRead } from '../calls/use-calls.ts';
import { keyIn, useFilters, type FilterField } from '../calls/use-filters.ts';
import { DataTable } from '../parts/DataTable.tsx';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { FilterBar } from '../parts/FilterBar.tsx';
import { listPaging } from '../parts/list-paging.ts';
import { Moment } from '../parts/Moment.tsx';
import { Screen } from '../parts/Screen.tsx';
import { auditFacts } from './AuditFacts.tsx';

const PAGE_SIZE = 20;

const FIELDS: readonly FilterField<'account' | 'act' | 'outcome' | 'from' | 'to'>[] = [
  { name: 'account', label: '账号或姓名', kind: 'text' },
  { name: 'act', label: '操作', kind: 'choice', choices: actionChoices },
  {
    name: 'outcome',
    label: '结果',
    kind: 'choice',
    choices: Object.entries(OUTCOMES).map(([value, label]) => ({ value, label })),
  },
  { name: 'from', label: '起始日期', kind: 'day' },
  { name: 'to', label: '截止日期', kind: 'day' },
];

/** The audit log: who did what, from where, and what was refused. */
export function Audit() {
  const filters = useFilters(FIELDS, ['subject']);
  const { values, page, filter, turn } = filters;
  const isFiltered = filters.isFiltered || values.subject !== '';
  const query = { ...values, outcome: keyIn(OUTCOMES, values.outcome) };
  const answer = useRead('GET /audit', { ...query, pageNum: page, pageSize: PAGE_SIZE }, PAGED);
  const nameOf = useSubjectNames();
  return (
    <Screen
      title="操作记录"
      purpose="谁在什么时候、从哪里做了什么，包括登录、更改和被拒绝的操作。记录只增不改，不能删除；导出本身也会记录。时间均为北京时间。"
      actions={
        <Button href={hrefOf('GET /audit.csv', query)} download="操作记录.csv">
          导出 CSV
        </Button>
      }
    >
      <FilterBar filters={filters} />
      {values.subject !== '' && (
        <p className="filter-note">
          只显示对“{nameOf(values.subject)}”的操作。
          <Button size="small" onClick={() => filter({ ...values, subject: '' })}>
            显示全部
          </Button>
        </p>
      )}
      <DataTable<AuditLine>
        answer={answer}
        rowKey="no"
        rows={answer.data?.list ?? []}
        columns={columnsOf(nameOf)}
        expandable={{ expandedRowRender: auditFacts, columnTitle: <span className="unseen">详情</span> }}
        paging={listPaging({ page, total: answer.data?.total ?? 0, pageSize: PAGE_SIZE, unit: '条', turn })}
        empty={
          <EmptyNote title={isFiltered ? '没有符合条件的记录' : '还没有记录'}>
            {isFiltered ? '放宽日期或去掉一项条件再查。账号和姓名须填写完整。' : '登录和更改会从现在起记录在这里。'}
          </EmptyNote>
        }
      />
    </Screen>
  );
}

const columnsOf = (nameOf: (subject: string) => string): ColumnsType<AuditLine> => [
  { title: '时间', dataIndex: 'at', className: 'moment', render: (at: string) => <Moment at={at} /> },
  {
    title: '人员',
    key: 'who',
    render: (_, { name, account, facts: { insteadOf } }) => {
      const own = name === '' ? account || '未登录' : `${name}（${account}）`;
      return typeof insteadOf === 'string' ? `${own}代${insteadOf}` : own;
    },
  },
  { title: '操作', dataIndex: 'act', className: 'deed', render: actionName },
  {
    title: '对象',
    dataIndex: 'subject',
    className: 'subject',
    render: (subject: string, { title }) => <Subject subject={subject} title={title} nameOf={nameOf} />,
  },
  {
    title: '结果',
    dataIndex: 'outcome',
    render: (outcome: AuditLine['outcome']) => (
      <Tag color={outcome === 'refused' ? 'error' : 'default'}>{OUTCOMES[outcome]}</Tag>
    ),
  },
  { title: '来自', dataIndex: 'address' },
];

/** Subject of an act, as a link. */
function Subject({ subject, title, nameOf }: { subject: string; title: string; nameOf: (subject: string) => string }) {
  const staffId = staffIn(subject);
  if (title !== '' && subject.startsWith('edition:'))
    return <Link to={`/editions/${subject.replace('edition:', '')}`}>{title}</Link>;
  if (staffId) return <Link to={`/people/${staffId}`}>{nameOf(subject)}</Link>;
  const name = title === '' ? nameOf(subject) : `${subject.startsWith('register:') ? '登记表' : '栏目'}“${title}”`;
  return <span title={name}>{name.replace(HASH, '$1…')}</span>;
}

/** a file's hash: its beginning distinguishes it, the whole stands among the details */
const HASH = /([0-9a-f]{12})[0-9a-f]{20,}/gi;

const staffIn = (subject: string): string | undefined => /^staff:(\d+)$/.exec(subject)?.[1];

/** Names of what acts were done to; whoever may read records may read people. */
function useSubjectNames(): (subject: string) => string {
  const { data } = useRead('GET /people');
  return (subject) => {
    const staffId = staffIn(subject);
    return staffId
      ? (data?.find((person) => person.staffId === Number(staffId))?.name ?? `人员 ${staffId}`)
      : subject.replace(/^path:/, '').replace(/^edition:/, '稿件 ') || '—';
  };
}
