import { Button } from 'antd';
import { Component, type ErrorInfo, type ReactNode } from 'react';

/** Shows errors thrown while rendering, instead of an empty page. */
export class ErrorGuard extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo): void {
    console.error(error, componentStack);
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className="notice" role="alert">
        <h1>这个页面出错了</h1>
        <p>可能是网络中断，或者管理后台刚刚更新。已填写的内容保存在本机，重新载入后可以继续。</p>
        <Button type="primary" onClick={() => location.reload()}>
          重新载入
        </Button>
      </div>
    );
  }
}
