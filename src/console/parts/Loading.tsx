import { Spin } from 'antd';

/** While a screen or its first data are on their way. */
export function Loading() {
  return (
    <div className="loading" role="status">
      <Spin />
      <span>正在加载…</span>
    </div>
  );
}
