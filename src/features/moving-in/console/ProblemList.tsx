import { Button, Pagination, Select, Tag } from 'antd';
import { useState } from 'react';
import { MOVING_IN_PROBLEMS, type MovingInProblemKind } from '../moving-in-problems.ts';
import type { MovingInCheck } from '../wire.ts';
import { hrefOf } from '#console/calls/call.ts';
import { PAGED, useRead } from '#console/calls/use-calls.ts';
import { Loaded } from '#console/parts/Loaded.tsx';
import { Panel } from '#console/parts/Panel.tsx';

const PAGE = 20;

/** MI13: every problem with its file and line, a page at a time. */
export function ProblemList({ importId, kinds }: { importId: string; kinds: MovingInCheck['kinds'] }) {
  const [kind, setKind] = useState<MovingInProblemKind | ''>('');
  const [page, setPage] = useState(1);
  const { data, error, mutate } = useRead(
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
      <Loaded of={{ data, error, retry: () => void mutate() }}>
        {({ list, total }) => (
          <>
            <ul className="moving-in-problems" aria-label="问题">
              {list.map((line, at) => (
                // two problems of one line may have the same words
                // oxlint-disable-next-line react/no-array-index-key
                <li key={`${page} ${at}`}>
                  <span>
                    <Tag color={MOVING_IN_PROBLEMS[line.kind].isError ? 'error' : 'warning'}>
                      {MOVING_IN_PROBLEMS[line.kind].isError ? '错误' : '提示'}
                    </Tag>
                    {MOVING_IN_PROBLEMS[line.kind].zh}
                  </span>
                  <span className="moving-in-address">{`${line.file} ${line.line}`.trim()}</span>
                  <span className="moving-in-address">{line.message}</span>
                </li>
              ))}
            </ul>
            <Pagination
              current={page}
              pageSize={PAGE}
              total={total}
              showSizeChanger={false}
              showTotal={(count) => `共 ${count.toLocaleString('zh-CN')} 处`}
              onChange={setPage}
            />
          </>
        )}
      </Loaded>
    </Panel>
  );
}
