import { InputNumber, Select } from 'antd';
import { daysOfFreshness, FRESHNESS_PERIODS, freshnessName, MOST_DAYS } from '#rules/registers/freshness.ts';

const WITHIN = 'days';

interface Props {
  id: string;
  'aria-describedby'?: string;
  value: string;
  disabled?: boolean;
  onChange: (value: string) => void;
}

/** How soon a channel has to be made new. */
export function Freshness({ id, 'aria-describedby': told, value, disabled = false, onChange }: Props) {
  const days = daysOfFreshness(value);
  return (
    <div className="duty">
      <Select
        id={id}
        aria-describedby={told}
        value={days === null ? value : WITHIN}
        disabled={disabled}
        onChange={(chosen) => onChange(chosen === WITHIN ? 'days-5' : chosen)}
        options={[
          { value: '', label: '没有要求' },
          { value: WITHIN, label: '变化后若干工作日内' },
          ...FRESHNESS_PERIODS.map((code) => ({ value: code, label: freshnessName(code) })),
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
    </div>
  );
}
