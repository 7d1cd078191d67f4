import { Table, type TableProps } from 'antd';
import type { ReactNode } from 'react';
import { Failure } from './Failure.tsx';

interface Props<T> extends Pick<TableProps<T>, 'columns' | 'expandable' | 'onChange' | 'rowKey' | 'rowSelection'> {
  /** answer of SWR */
  answer: { data: unknown; error: unknown; isLoading: boolean; mutate: () => Promise<unknown> };
  rows: readonly T[];
  paging: TableProps<T>['pagination'];
  /** words for an empty table, shown only after loading */
  empty: ReactNode;
}

/** The column that heads a card: no label stands before it. */
export const heading = (title: string) => ({ title, onCell: () => ({}) });

/** Columns whose titles stand before each cell of a card. */
export const labelled = <T,>(columns: TableProps<T>['columns'] = []): TableProps<T>['columns'] =>
  columns.map((column) =>
    typeof column.title === 'string' && column.title !== '' && !column.onCell
      ? { ...column, onCell: () => ({ 'data-label': column.title }) as object }
      : column,
  );

/** A list that was asked for: loading, not loaded, empty and full each look like what they are. On a phone its rows are cards. */
export function DataTable<T extends object>({
  answer: { data, error, isLoading, mutate },
  rows,
  paging,
  empty,
  columns,
  ...table
}: Props<T>) {
  return (
    <>
      {error !== undefined && <Failure error={error} retry={() => void mutate()} />}
      {(data !== undefined || error === undefined) && (
        <Table<T>
          className="cards-on-phone"
          size="middle"
          columns={labelled(columns)}
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
