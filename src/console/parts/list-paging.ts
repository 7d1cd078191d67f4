import type { TablePaginationConfig } from 'antd';

/** Paging of a table whose page number is in the address. */
export const listPaging = ({
  page,
  total,
  pageSize,
  unit,
  turn,
}: {
  page: number;
  total: number;
  pageSize: number;
  unit: string;
  turn: (page: number) => void;
}): TablePaginationConfig => ({
  current: page,
  total,
  pageSize,
  showSizeChanger: false,
  hideOnSinglePage: false,
  showTotal: (count) => `共 ${count.toLocaleString('zh-CN')} ${unit}`,
  onChange: turn,
});

/** Rows of a table inside another screen: few on a phone. */
export const shortPage = (): number => (window.innerWidth < 600 ? 5 : 20);
