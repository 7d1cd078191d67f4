import { Alert } from 'antd';
import { useRead } from '#console/calls/use-calls.ts';
import { Loaded } from '#console/parts/Loaded.tsx';
import { SetUpSteps } from './SetUpSteps.tsx';

/** SU8: what the site lacks is in view while it is proposed to show it. */
export function VisibleNote() {
  const { data, error, mutate } = useRead('GET /set-up');
  const others = (data?.steps ?? []).filter(({ stage }) => stage !== 'open');
  const lacking = others.filter(({ isDone, isOptional }) => !isDone && !isOptional);
  return (
    <>
      <Loaded of={{ data, error, retry: () => void mutate() }}>{() => <SetUpSteps steps={others} />}</Loaded>
      {lacking.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={`还没有准备好：${lacking.map(({ title }) => title).join('、')}`}
          description="现在可以保存为稿件，补齐以后才能发布；发布以后网站立即对所有人可见，不能撤销。"
        />
      )}
    </>
  );
}
