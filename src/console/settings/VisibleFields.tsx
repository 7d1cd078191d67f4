import { Alert, Checkbox } from 'antd';
import { useRead } from '../calls/use-calls.ts';
import { SetUpSteps } from '../set-up/SetUpSteps.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { Panel } from '../parts/Panel.tsx';
import type { FieldsProps } from './SettingFields.tsx';

/** SU8: what the site lacks is in view while it is proposed to show it. */
export function VisibleFields({ setting, typed, onChange }: FieldsProps) {
  const { data, error, mutate } = useRead('GET /set-up');
  if (setting.value === true)
    return (
      <Panel title="开通网站">
        <p>网站已经开通，访客看得到。</p>
      </Panel>
    );
  const others = (data?.steps ?? []).filter(({ stage }) => stage !== 'open');
  const lacking = others.filter(({ isDone, isOptional }) => !isDone && !isOptional);
  return (
    <Panel title="开通网站">
      <Loaded of={{ data, error, retry: () => void mutate() }}>{() => <SetUpSteps steps={others} />}</Loaded>
      {lacking.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={`还没有准备好：${lacking.map(({ title }) => title).join('、')}`}
          description="现在可以保存为稿件，补齐以后才能发布；发布以后网站立即对所有人可见，不能撤销。"
        />
      )}
      <p className="above-buttons">
        <Checkbox checked={typed.value === true} onChange={(event) => onChange({ value: event.target.checked })}>
          发布后访客看得到网站
        </Checkbox>
      </p>
    </Panel>
  );
}
