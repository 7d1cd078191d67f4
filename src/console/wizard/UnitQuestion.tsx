import { Select, Space, Button } from 'antd';
import { FRACTION_DIGITS } from '#kinds/register/upgrade-wizard.ts';
import type { FileField } from '#kinds/register/wizard-table.ts';

const UNITS = ['元', '千元', '万元', '百万元', '亿元'];

interface Props {
  one: FileField;
  /** numbers of the first rows, as the file shows them */
  values: readonly string[];
  /** field as the file was read */
  proposed: FileField | undefined;
  onChange: (next: FileField) => void;
}

/**
 * EY5, EY6: questions that the file leaves open about a column of money or percents, one click each. An answer can be
 * changed. A fee may be a rate.
 */
export function UnitQuestion({ one: { field, plain, ...one }, values, proposed, onChange }: Props) {
  const { type, unit = '', fraction = false, title } = field;
  const example =
    values.find((value) => /^0?\.\d+$/.test(value)) ?? values.find((value) => /^[\d.]+$/.test(value)) ?? '0.61';
  const readingOf = (isFraction: boolean): string => `${example} 是 ${isFraction ? hundredfold(example) : example}%`;
  const options = [
    ...UNITS.map((value) => ({ value, label: value })),
    { value: '%', label: `%（${readingOf(false)}）` },
  ];
  const { scale: digits = 0, fraction: _fraction, unit: _unit, ...rest } = field;
  const known = proposed?.field;
  /** Digits behind the point, as in the file or as shown. */
  const read = (as: 'fractions' | 'percents' | 'asked'): FileField => {
    const isFraction = as === 'fractions';
    const shift = Number(fraction) - Number(isFraction);
    const isAsRead =
      fraction &&
      !isFraction &&
      known?.type === 'percent' &&
      digits === Math.max(0, (known.scale ?? 0) - FRACTION_DIGITS);
    const scale = isAsRead ? (known.scale ?? 0) : Math.max(0, digits + shift * FRACTION_DIGITS);
    return {
      ...one,
      field: {
        ...rest,
        type: 'percent',
        ...(field.scale !== undefined && { scale }),
        ...(isFraction && { fraction: true }),
      },
      ...(as !== 'fractions' && { plain: as }),
    };
  };
  if (type === 'money' && unit === '')
    return (
      <Select<string>
        className="wizard-unit"
        placeholder="请选择单位"
        options={options}
        aria-label={`${title}的单位`}
        onChange={(value) => onChange(value === '%' ? read('percents') : { ...one, field: { ...field, unit: value } })}
        popupMatchSelectWidth={200}
      />
    );
  const answered = (words: string, nothing: FileField) => (
    <p className="quiet">
      {`${words}。`}
      <Button type="link" size="small" aria-label={`改变回答：${title}`} onClick={() => onChange(nothing)}>
        改变回答
      </Button>
    </p>
  );
  // the file has no sign of the unit
  if (type === 'money' && known?.type === 'money' && known.unit === undefined)
    return answered(`单位：${unit}`, {
      ...one,
      field: { ...rest, ...(field.scale !== undefined && { scale: digits }) },
    });
  if (type !== 'percent' || (plain === undefined && !fraction)) return null;
  if (plain !== 'asked') return answered(readingOf(fraction), read('asked'));
  return (
    <Space wrap role="group" aria-label={`${title}怎样读`}>
      {(['fractions', 'percents'] as const).map((as) => (
        <Button key={as} size="small" onClick={() => onChange(read(as))}>
          {readingOf(as === 'fractions')}
        </Button>
      ))}
    </Space>
  );
}

/** 0.61 → 61, without rounding errors of binary numbers */
const hundredfold = (text: string): string => String(Number((Number(text) * 100).toPrecision(12)));
