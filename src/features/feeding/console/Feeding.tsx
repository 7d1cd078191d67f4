import { Button, Tag } from 'antd';
import type { ColumnsType } from 'antd/es/table';
import { Link } from 'react-router-dom';
import { EDITION_STATES } from '#rules/editions/edition-steps.ts';
import type { DeliveryLine } from '../wire.ts';
import { PAGED, useRead } from '#console/calls/use-calls.ts';
import { useFilters } from '#console/calls/use-filters.ts';
import { DataTable } from '#console/parts/DataTable.tsx';
import { EmptyNote } from '#console/parts/EmptyNote.tsx';
import { FilterBar } from '#console/parts/FilterBar.tsx';
import { listPaging } from '#console/parts/list-paging.ts';
import { Moment } from '#console/parts/Moment.tsx';
import { Screen } from '#console/parts/Screen.tsx';
import { DELIVERY_STATES } from './delivery-words.ts';
import './feeding.css';
import { Rules } from './Rules.tsx';
import { WaitingDeliveries } from './WaitingDeliveries.tsx';

const PAGE_SIZE = 20;

/** Deliveries of programs: those that wait, the rules, and everything that came. */
export function Feeding() {
  const registers = useRead('GET /registers');
  const filters = useFilters([
    {
      name: 'register',
      label: '登记表',
      kind: 'choice',
      choices: (registers.data ?? []).map(({ register, title }) => ({ value: register, label: title })),
    },
  ]);
  const { values, page, isFiltered, filter, turn } = filters;
  const answer = useRead(
    'GET /deliveries',
    { pageNum: page, pageSize: PAGE_SIZE, ...(values.register !== '' && { register: values.register }) },
    PAGED,
  );
  return (
    <Screen
      title="程序报送"
      purpose="程序凭令牌报送登记表的数据行，检查与导入文件相同，通过后成为审核中的稿件。有报送规则的登记表等待一段时间后按规则发布，其间可以停止。"
    >
      <div className="stack">
        <WaitingDeliveries />
        <Rules registers={registers.data ?? []} />
        <section aria-labelledby="received" className="stack">
          <h2 id="received" className="list-head">
            收到的报送
          </h2>
          <FilterBar filters={filters} />
          <DataTable<DeliveryLine>
            answer={answer}
            rowKey="deliveryId"
            rows={answer.data?.list ?? []}
            columns={COLUMNS}
            paging={listPaging({
              page,
              total: answer.data?.total ?? 0,
              pageSize: PAGE_SIZE,
              unit: '次',
              turn,
            })}
            empty={
              isFiltered ? (
                <EmptyNote title="这个登记表没有收到报送">
                  <Button type="link" onClick={() => filter({})}>
                    查看全部
                  </Button>
                </EmptyNote>
              ) : (
                <EmptyNote title="还没有收到报送">
                  系统管理员新建令牌并交给程序的负责人后，程序即可报送；每次报送都会列在这里，有错误的也会。
                </EmptyNote>
              )
            }
          />
        </section>
      </div>
    </Screen>
  );
}

const COLUMNS: ColumnsType<DeliveryLine> = [
  {
    title: '收到时间',
    dataIndex: 'at',
    className: 'moment',
    render: (at: string, { deliveryId }) => (
      <Link to={`/feeding/${deliveryId}`}>
        <Moment at={at} />
      </Link>
    ),
  },
  { title: '登记表', dataIndex: 'title' },
  { title: '程序', dataIndex: 'sender' },
  {
    title: '变动',
    dataIndex: 'changed',
    align: 'right',
    render: (rows: number) => `${rows.toLocaleString('zh-CN')} 行`,
  },
  {
    title: '结果',
    key: 'state',
    className: 'delivery-result',
    render: (_, { state, dueAt, why }) => (
      <>
        <Tag color={DELIVERY_STATES[state].color}>{DELIVERY_STATES[state].name}</Tag>
        {state === 'waiting' ? (
          <span className="quiet">
            <Moment at={dueAt} /> 发布
          </span>
        ) : (
          state !== 'published' && <span className="quiet">{why}</span>
        )}
      </>
    ),
  },
  {
    title: '稿件',
    key: 'edition',
    render: (_, { editionId, editionState }) =>
      editionId === null ? '无' : <Link to={`/editions/${editionId}`}>{EDITION_STATES[editionState!]}</Link>,
  },
];
