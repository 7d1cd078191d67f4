import { Alert, Button, Space } from 'antd';

/** Offers what was typed the last time and not sent. */
export function DraftOffer({ onTake, onDrop }: { onTake: () => void; onDrop: () => void }) {
  return (
    <Alert
      type="info"
      showIcon
      className="above-form"
      title="上次填写的内容还没有提交"
      action={
        <Space>
          <Button size="small" type="primary" onClick={onTake}>
            继续填写
          </Button>
          <Button size="small" onClick={onDrop}>
            丢弃
          </Button>
        </Space>
      }
    />
  );
}
