import { Button } from 'antd';
import type { ColumnsType } from 'antd/es/table';
import { useParams } from 'react-router-dom';
import { shanghaiSecond } from '#rules/time/shanghai-date.ts';
import type { RegisterFacts } from '#wire/register-answers.ts';
import type { RegisterPublication } from '#wire/take-up-answers.ts';
import { PAGED, useRead } from '../calls/use-calls.ts';
import { useFilters } from '../calls/use-filters.ts';
import { DataTable } from '../parts/DataTable.tsx';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { listPaging } from '../parts/list-paging.ts';
import { Moment } from '../parts/Moment.tsx';
import { Screen } from '../parts/Screen.tsx';
import { countWords } from './count-words.ts';
import { TakeUpButton } from './TakeUpButton.tsx';
import { useMayWrite } from './use-may-write.ts';
import './take-up.css';

const PAGE_SIZE = 20;

/** ED5: the publications that changed a register, each to be taken as a new edition. */
export function RegisterHistory() {
  const { register = '' } = useParams();
  const facts = useRead('GET /registers/:register', { register });
  const { page, turn } = useFilters([]);
  const answer = useRead(
    'GET /registers/:register/publications',
    { register, pageNum: page, pageSize: PAGE_SIZE },
    PAGED,
  );
  const title = facts.data?.title ?? register;
  const mayWrite = useMayWrite(facts.data?.channelIds);
  return (
    <Screen
      title="发布历史"
      above={[
        { to: '/registers', name: '登记表' },
        { to: `/registers/${encodeURIComponent(register)}`, name: title },
      ]}
      purpose="改动过这个登记表的各次发布：何时、由谁、增减多少行。任何一次发布后的数据行和定义都可以作为新的稿件，经审核后再次公开。"
    >
      <DataTable<RegisterPublication>
        answer={answer}
        rowKey="no"
        rows={answer.data?.list ?? []}
        columns={columnsOf(facts.data, mayWrite, page === 1 ? answer.data?.list[0]?.no : undefined)}
        paging={listPaging({ page, total: answer.data?.total ?? 0, pageSize: PAGE_SIZE, unit: '次', turn })}
        empty={<EmptyNote title="还没有公示过">登记表第一次发布以后，会列在这里。</EmptyNote>}
      />
    </Screen>
  );
}

/** @param newest number of the publication that is public now */
const columnsOf = (
  facts: RegisterFacts | undefined,
  mayWrite: boolean,
  newest: number | undefined,
): ColumnsType<RegisterPublication> => [
  { title: '时间', dataIndex: 'at', className: 'moment', render: (at: string) => <Moment at={at} /> },
  { title: '内容', key: 'title', render: (_, { no, title }) => `第 ${no} 号：${title}` },
  { title: '撰写、批准', key: 'who', render: (_, { writtenBy, approvedBy }) => `${writtenBy}；${approvedBy}` },
  { title: '数据日期', dataIndex: 'dataDate', className: 'day', render: (date: string) => date || '—' },
  { title: '改动', key: 'counts', render: (_, line) => countWords(line) },
  {
    title: '发布后',
    dataIndex: 'rows',
    className: 'moment',
    render: (rows: number) => `${rows.toLocaleString('zh-CN')} ${facts?.countWord ?? '行'}`,
  },
  ...(mayWrite && facts
    ? [
        {
          title: '操作',
          key: 'do',
          className: 'moment',
          render: (_: unknown, line: RegisterPublication) =>
            line.no === newest ? (
              <span className="quiet">现在公示的</span>
            ) : (
              line.dataDate !== '' && <Take line={line} facts={facts} />
            ),
        },
      ]
    : []),
];

function Take({ line, facts }: { line: RegisterPublication; facts: RegisterFacts }) {
  const { no, at, rows, dataDate, lacks } = line;
  const label = `以此版本新建稿件：第 ${no} 号发布`;
  if (lacks !== '')
    return (
      <>
        <Button size="small" disabled aria-label={label} aria-describedby={`lacks${no}`}>
          以此版本新建稿件
        </Button>
        <p className="quiet take-up-reason" id={`lacks${no}`}>
          {`当时的定义与现在不同，一并恢复需要“${lacks}”的权限，请联系栏目管理员`}
        </p>
      </>
    );
  return (
    <TakeUpButton
      name="以此版本新建稿件"
      label={label}
      title="以此版本新建稿件？"
      send={(send, timeout) => send('POST /editions/roll-back', { no, subjects: [`rows:${facts.register}`] }, timeout)}
    >
      <p>{`新的稿件是“${facts.title}”在 ${shanghaiSecond(at)} 第 ${no} 号发布之后的全部内容：${rows.toLocaleString('zh-CN')} ${facts.countWord}，数据日期 ${dataDate}。当时的定义与现在不同的，一并恢复。`}</p>
    </TakeUpButton>
  );
}
