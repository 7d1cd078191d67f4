import { Form } from 'antd';
import { TimeBox } from '../parts/DateBox.tsx';
import { Panel } from '../parts/Panel.tsx';
import type { Period } from './plan-steps.ts';

interface Props {
  typed: Period;
  /** an end makes a second edition, which a draft of one has no room for */
  canEnd: boolean;
  problem: string;
  onChange: (period: Partial<Period>) => void;
}

/** When a value is meant to become public, and when to end. */
export function PlanTimes({ typed: { from, to }, canEnd, problem, onChange }: Props) {
  return (
    <Panel title="生效时间">
      <Form layout="vertical" component="div">
        <div>
          <Form.Item label="开始（北京时间）" htmlFor="plan-from" extra="留空：审核通过后由发布人员发布">
            <TimeBox id="plan-from" value={from} onChange={(next) => onChange({ from: next })} />
          </Form.Item>
          {canEnd && (
            <Form.Item label="结束（北京时间）" htmlFor="plan-to" extra="到时恢复为现在公开的内容；留空：不自动结束">
              <TimeBox id="plan-to" value={to} onChange={(next) => onChange({ to: next })} />
            </Form.Item>
          )}
        </div>
        {problem !== '' && (
          <p role="alert" className="ant-form-item-explain-error">
            {problem}
          </p>
        )}
      </Form>
    </Panel>
  );
}
