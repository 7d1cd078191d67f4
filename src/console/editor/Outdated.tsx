import { Alert, Button } from 'antd';

/**
 * Something of the draft was published otherwise since it was begun: it has to be compared before it can become public.
 */
export function Outdated({ isBusy, onCompare }: { isBusy: boolean; onCompare: () => void }) {
  return (
    <Alert
      type="warning"
      showIcon
      className="above-form"
      title="稿件开始以后，公开的内容已有变化"
      description="与现在公开的内容核对、合并并保存之前，这份稿件不能发布。"
      action={
        <Button size="small" loading={isBusy} onClick={onCompare}>
          核对并合并
        </Button>
      }
    />
  );
}
