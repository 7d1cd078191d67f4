import { Spin } from 'antd';

/** While a screen or its first data are on their way. */
export function Loading({ words = '正在加载…' }: { words?: string }) {
  return (
    <div className="loading" role="status">
      <Spin />
      <span>{words}</span>
    </div>
  );
}
