import { Alert, Button, Space } from 'antd';

interface Props {
  onTake: () => void;
  onDrop: () => void;
  /** something was typed beside it, which is kept nowhere until somebody has decided */
  isBeside?: boolean;
}

/** Offers what was typed the last time and not sent. */
export function DraftOffer({ onTake, onDrop, isBeside = false }: Props) {
  return (
    <Alert
      type="info"
      showIcon
      className="above-form"
      title="上次填写的内容还没有提交"
      description={isBeside && '请先选定：选定之前，这次填写的内容没有留存，刷新或登录结束会使它丢失。'}
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
