import { Checkbox, Select } from 'antd';
import { AFTER_END, endedValues, isOpenToAll } from '#rules/registers/ended-mark.ts';
import type { WizardTable, WizardVerify } from '#wire/wizard.ts';
import { Field } from './Field.tsx';

const WORDS = {
  staff: { label: '离岗标记', none: '不标记：查到谁，核验都不说明已离岗', ended: '表示已离岗的值' },
  product: { label: '结束标记', none: '不标记：查到哪个产品，核验都不说明已结束', ended: '表示已结束的值' },
} as const;

interface Props {
  table: WizardTable;
  verify: WizardVerify & { kind: 'staff' | 'product' };
  problem: string;
  onChange: (ended: WizardVerify['ended']) => void;
}

/** RG9: which column says who has left or what has ended, and by which of its values; none, unless it is chosen. */
export function EndedField({ table, verify: { kind, ended }, problem, onChange }: Props) {
  const words = WORDS[kind];
  const column = table.columns.find(({ name }) => name === ended?.field);
  const offered = table.columns.filter((one) => one === column || (one.type === 'choice' && isOpenToAll(one)));
  const options = [
    { value: '', label: '不标记' },
    ...offered.map(({ name, title }) => ({ value: name, label: title })),
    ...(ended && !column ? [{ value: ended.field, label: '（没有这一列）' }] : []),
  ];
  const choices = (column?.choices ?? []).map((choice) => choice.trim()).filter((choice) => choice !== '');
  const lost = (ended?.values ?? []).filter((value) => !choices.includes(value));
  const hint = ended
    ? `勾选的值，核验时说明“${AFTER_END[kind]}”`
    : `${words.none}。可以标记的是公开的、类型为“选项”的列`;
  const choose = (field: string): void => {
    const chosen = table.columns.find(({ name }) => name === field);
    onChange(chosen && { field, values: endedValues(kind, chosen.header, chosen.choices) });
  };
  return (
    <>
      <Field label={words.label} hint={hint} problem={problem}>
        {(given) => (
          <Select {...given} value={ended?.field ?? ''} options={options} onChange={(field: string) => choose(field)} />
        )}
      </Field>
      {ended && (
        <fieldset className="wizard-choice wizard-ended">
          <legend>{words.ended}</legend>
          <Checkbox.Group
            value={ended.values}
            options={[...new Set([...choices, ...lost])].map((value) => ({
              value,
              label: lost.includes(value) ? `${value}（已不在可选的值中）` : value,
            }))}
            onChange={(values) => onChange({ field: ended.field, values })}
          />
        </fieldset>
      )}
    </>
  );
}
