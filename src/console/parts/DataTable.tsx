import { Table, type TableProps } from 'antd';
import type { ReactNode } from 'react';
import { Failure } from './Failure.tsx';

interface Props<T> extends Pick<TableProps<T>, 'columns' | 'expandable' | 'rowKey'> {
  /** as SWR has it */
  answer: { data: unknown; error: unknown; isLoading: boolean; mutate: () => Promise<unknown> };
  rows: readonly T[];
  paging: TableProps<T>['pagination'];
  /** words for an empty table, shown only after loading */
  empty: ReactNode;
}

/** A list that was asked for: loading, not loaded, empty and full each look like what they are. */
export function DataTable<T extends object>({
  answer: { data, error, isLoading, mutate },
  rows,
  paging,
  empty,
  ...table
}: Props<T>) {
  return (
    <>
      {error !== undefined && <Failure error={error} retry={() => void mutate()} />}
      {(data !== undefined || error === undefined) && (
        <Table<T>
          size="middle"
          loading={isLoading}
          dataSource={rows}
          pagination={paging}
          locale={{
            expand: '展开详情',
            collapse: '收起详情',
            emptyText: data === undefined ? <div className="empty-note" /> : empty,
          }}
          {...table}
        />
      )}
    </>
  );
}
