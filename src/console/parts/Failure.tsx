import { Alert, Button } from 'antd';
import { wordsOf } from '../calls/call.ts';

/** A failed load, in its own place, and the way on. */
export function Failure({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <Alert
      type="error"
      showIcon
      className="failure"
      title="内容没有加载成功"
      description={wordsOf(error)}
      action={
        <Button size="small" onClick={retry}>
          重试
        </Button>
      }
    />
  );
}
