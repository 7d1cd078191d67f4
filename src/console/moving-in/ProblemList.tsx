import { Button, Select, Tag } from 'antd';
import type { ColumnsType } from 'antd/es/table';
import { useState } from 'react';
import { MOVING_IN_PROBLEMS, type MovingInProblemKind } from '#rules/moving-in-problems.ts';
import type { MovingInCheck, MovingInProblemLine } from '#wire/moving-in-answers.ts';
import { hrefOf } from '../calls/call.ts';
import { PAGED, useRead } from '../calls/use-calls.ts';
import { DataTable } from '../parts/DataTable.tsx';
import { listPaging } from '../parts/list-paging.ts';
import { Panel } from '../parts/Panel.tsx';

const PAGE = 20;

/** MI13: every problem with its file and line, a page at a time. */
export function ProblemList({ importId, kinds }: { importId: string; kinds: MovingInCheck['kinds'] }) {
  const [kind, setKind] = useState<MovingInProblemKind | ''>('');
  const [page, setPage] = useState(1);
  const answer = useRead(
    'GET /moving-in/:importId/problems',
    { importId, pageNum: page, pageSize: PAGE, ...(kind !== '' && { kind }) },
    PAGED,
  );
  const all = kinds.reduce((sum, { count }) => sum + count, 0);
  return (
    <Panel
      title="问题"
      extra={
        <Button href={hrefOf('GET /moving-in/:importId/problems.csv', { importId })} download>
          下载 CSV
        </Button>
      }
    >
      <div className="moving-in-filter">
        <label htmlFor="problem-kind">种类</label>
        <Select<MovingInProblemKind | ''>
          id="problem-kind"
          value={kind}
          popupMatchSelectWidth={false}
          onChange={(next) => {
            setKind(next);
            setPage(1);
          }}
          options={[
            { value: '', label: `全部（${all.toLocaleString('zh-CN')}）` },
            ...kinds.map((one) => ({
              value: one.kind,
              label: `${MOVING_IN_PROBLEMS[one.kind].zh}（${one.count.toLocaleString('zh-CN')}）`,
            })),
          ]}
        />
      </div>
      <DataTable<MovingInProblemLine>
        answer={answer}
        rowKey={(line) => `${line.kind} ${line.file} ${line.line} ${line.message}`}
        rows={answer.data?.list ?? []}
        columns={COLUMNS}
        paging={listPaging({ page, total: answer.data?.total ?? 0, pageSize: PAGE, unit: '处', turn: setPage })}
        empty="没有问题"
      />
    </Panel>
  );
}

const COLUMNS: ColumnsType<MovingInProblemLine> = [
  {
    title: '种类',
    dataIndex: 'kind',
    render: (kind: MovingInProblemKind) => (
      <Tag color={MOVING_IN_PROBLEMS[kind].isError ? 'error' : 'warning'}>{MOVING_IN_PROBLEMS[kind].zh}</Tag>
    ),
  },
  {
    title: '位置',
    dataIndex: 'file',
    className: 'moving-in-address',
    render: (file: string, { line }) => `${file} ${line}`.trim(),
  },
  { title: '问题', dataIndex: 'message', className: 'moving-in-address' },
];
