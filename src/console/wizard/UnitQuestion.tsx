import { Select, Space, Button } from 'antd';
import type { WizardColumn } from '#wire/wizard.ts';

const UNITS = ['元', '千元', '万元', '百万元', '亿元'];

interface Props {
  column: WizardColumn;
  /** numbers of the first rows, as the file shows them */
  values: readonly string[];
  /** EY5: nothing in the file says the unit of its money */
  asksUnit: boolean;
  onChange: (changed: Partial<WizardColumn>) => void;
}

/**
 * EY5, EY6: asks what the file leaves open of a column of money or percents, one click each; an answer can be changed. A fee
 * may be a rate.
 */
export function UnitQuestion({ column, values, asksUnit, onChange }: Props) {
  const { type, unit, fraction, title } = column;
  const example =
    values.find((value) => /^0?\.\d+$/.test(value)) ?? values.find((value) => /^[\d.]+$/.test(value)) ?? '0.61';
  const said = (isFraction: boolean): string => `${example} 是 ${isFraction ? hundredfold(example) : example}%`;
  const options = [...UNITS.map((value) => ({ value, label: value })), { value: '%', label: `%（${said(false)}）` }];
  if (type === 'money' && unit === '')
    return (
      <Select<string>
        className="wizard-unit"
        placeholder="请选择单位"
        options={options}
        aria-label={`${title}的单位`}
        onChange={(value) => onChange(value === '%' ? { type: 'percent', fraction: false } : { unit: value })}
        popupMatchSelectWidth={200}
      />
    );
  const answered = (words: string, nothing: Partial<WizardColumn>) => (
    <p className="quiet">
      {`${words}。`}
      <Button type="link" size="small" aria-label={`改变回答：${title}`} onClick={() => onChange(nothing)}>
        改变回答
      </Button>
    </p>
  );
  if (type === 'money' && asksUnit) return answered(`单位：${unit}`, { unit: '' });
  if (type !== 'percent' || fraction === undefined) return null;
  if (fraction !== null) return answered(said(fraction), { fraction: null });
  return (
    <Space wrap role="group" aria-label={`${title}怎样读`}>
      {[true, false].map((isFraction) => (
        <Button key={String(isFraction)} size="small" onClick={() => onChange({ fraction: isFraction })}>
          {said(isFraction)}
        </Button>
      ))}
    </Space>
  );
}

/** 0.61 → 61, without the dust of binary numbers */
const hundredfold = (text: string): string => String(Number((Number(text) * 100).toPrecision(12)));
