import { Input, InputNumber, Select } from 'antd';
import { useId } from 'react';
import {
  daysOfFreshness,
  FRESHNESS_PERIODS,
  freshnessName,
  LONGEST_REASON,
  MOST_DAYS,
  NO_DUTY,
  reasonOfNone,
  USUAL_REASONS,
} from '#rules/registers/freshness.ts';

const WITHIN = 'days';

interface Props {
  id: string;
  'aria-describedby'?: string;
  value: string;
  disabled?: boolean;
  onChange: (value: string) => void;
}

/** Field for the period within which a channel has to be renewed, or for the reason why nothing is due (WB1). */
export function Freshness({ id, 'aria-describedby': description, value, disabled = false, onChange }: Props) {
  const usual = useId();
  const days = daysOfFreshness(value);
  const reason = reasonOfNone(value);
  return (
    <div className="duty">
      <Select
        id={id}
        aria-describedby={description}
        value={reason !== null ? NO_DUTY : days !== null ? WITHIN : value}
        disabled={disabled}
        onChange={(chosen) => onChange(chosen === WITHIN ? 'days-5' : chosen)}
        options={[
          // a channel from before the question was put
          ...(value === '' ? [{ value: '', label: '没有要求' }] : []),
          { value: WITHIN, label: '变化后若干工作日内' },
          ...FRESHNESS_PERIODS.map((code) => ({ value: code, label: freshnessName(code) })),
          { value: NO_DUTY, label: '无（写明理由）' },
        ]}
      />
      {days !== null && (
        <InputNumber
          aria-label="工作日"
          min={1}
          max={MOST_DAYS}
          precision={0}
          value={days}
          disabled={disabled}
          onChange={(count) => onChange(`days-${Math.min(MOST_DAYS, Math.max(1, count ?? 1))}`)}
          suffix="个工作日"
        />
      )}
      {reason !== null && (
        <>
          <Input
            aria-label="不要求更新的理由"
            list={usual}
            value={reason}
            maxLength={LONGEST_REASON}
            disabled={disabled}
            placeholder="理由，如：有事项时才发布"
            onChange={(event) => onChange(NO_DUTY + event.target.value.trimStart())}
          />
          <datalist id={usual}>
            {USUAL_REASONS.map((words) => (
              <option key={words} value={words} />
            ))}
          </datalist>
        </>
      )}
    </div>
  );
}
