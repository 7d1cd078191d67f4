import { Button, Checkbox, Input, Select } from 'antd';
import { useId, useState } from 'react';
import {
  COLUMN_TYPES,
  VISIBILITIES,
  type ColumnType,
  type MisfitCell,
  type Visibility,
  type WizardColumn,
  type WizardProblem,
} from '#wire/wizard.ts';
import { TYPE_NAMES, VISIBILITY_NAMES } from './column-names.ts';
import { ColumnMore } from './ColumnMore.tsx';
import { UnitQuestion } from './UnitQuestion.tsx';

const TYPES = COLUMN_TYPES.map((value) => ({ value, label: TYPE_NAMES[value] }));
const VISIBLE = VISIBILITIES.map((value) => ({ value, label: VISIBILITY_NAMES[value] }));

/** what of a column stands in the part that opens */
const MORE = ['name', 'choices', 'pattern', 'patternHint', 'example', 'scale'];
const VALUES_SHOWN = 3;

interface Props {
  column: WizardColumn;
  isKey: boolean;
  reasons: readonly string[];
  /** of the first rows */
  values: readonly string[];
  /** nothing in the file says the unit of its money */
  asksUnit: boolean;
  problems: readonly WizardProblem[];
  misfits: readonly MisfitCell[];
  onChange: (changed: Partial<WizardColumn>) => void;
  onKey: (isKey: boolean) => void;
}

/** One column of the file: what it becomes, why, and which of its cells do not fit. */
export function ColumnRow({ column, isKey, reasons, values, asksUnit, problems, misfits, onChange, onKey }: Props) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { header, title, type, visibility, required } = column;
  const isOut = visibility === 'left-out';
  const isForced = problems.some(({ field }) => MORE.includes(field));
  const isWrong = (name: string): boolean => problems.some(({ field }) => field === name);
  const retype = (to: ColumnType): void =>
    onChange({
      type: to,
      ...(to === 'choice' && column.choices.length === 0 && { choices: [...new Set(values)].slice(0, 12) }),
      // what the file does not say of its percents is asked
      ...(to === 'percent' &&
        column.fraction === undefined &&
        values.every((value) => !/[%％‰]/.test(value)) && { fraction: null }),
      // the values of a choice are no words that stand for a day
      ...(to === 'date' && { choices: [] }),
    });
  return (
    <>
      <tr className={isOut ? 'left-out' : undefined}>
        <th scope="row">
          <span>{header}</span>
          <span className="wizard-values">{[...new Set(values)].slice(0, VALUES_SHOWN).join('、')}</span>
        </th>
        <td>
          <Input
            value={title}
            maxLength={60}
            disabled={isOut}
            aria-label={`${header}的标题`}
            aria-describedby={`${id}-told`}
            {...(isWrong('title') && { status: 'error' as const, 'aria-invalid': true })}
            onChange={(event) => onChange({ title: event.target.value })}
          />
        </td>
        <td>
          <Select<ColumnType>
            value={type}
            options={TYPES}
            disabled={isOut}
            aria-label={`${header}的类型`}
            aria-describedby={`${id}-told`}
            {...((isWrong('type') || misfits.length > 0) && { status: 'error' as const, 'aria-invalid': true })}
            onChange={retype}
            popupMatchSelectWidth={120}
          />
        </td>
        <td>
          <Select<Visibility>
            value={visibility}
            options={VISIBLE}
            aria-label={`${header}是否公开`}
            aria-describedby={`${id}-told`}
            {...(isWrong('visibility') && { status: 'error' as const, 'aria-invalid': true })}
            onChange={(to) => onChange({ visibility: to, ...(to === 'left-out' && { required: false }) })}
            popupMatchSelectWidth={160}
          />
        </td>
        <td className="wizard-check">
          <Checkbox
            checked={required}
            disabled={isOut}
            aria-label={`${header}必填`}
            onChange={(event) => onChange({ required: event.target.checked })}
          />
        </td>
        <td className="wizard-check">
          <Checkbox
            checked={isKey}
            disabled={isOut && !isKey}
            aria-label={`${header}是主键`}
            onChange={(event) => onKey(event.target.checked)}
          />
        </td>
        <td>
          <Button
            type="link"
            size="small"
            disabled={isOut}
            aria-expanded={isOpen || isForced}
            aria-controls={`${id}-more`}
            aria-label={`${header}的更多设置`}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen || isForced ? '收起' : '更多'}
          </Button>
        </td>
      </tr>
      <tr className="wizard-told">
        <td colSpan={7}>
          <div id={`${id}-told`}>
            <p className="quiet">{reasons.join('；')}</p>
            {problems.map(({ field, message }) => (
              <p key={field} className="field-problem">
                {message}
              </p>
            ))}
            {misfits.length > 0 && <p className="field-problem">{misfitWords(misfits)}</p>}
            {!isOut && <UnitQuestion column={column} values={values} asksUnit={asksUnit} onChange={onChange} />}
          </div>
          <div id={`${id}-more`}>
            {(isOpen || isForced) && !isOut && <ColumnMore column={column} problems={problems} onChange={onChange} />}
          </div>
        </td>
      </tr>
    </>
  );
}

function misfitWords(misfits: readonly MisfitCell[]): string {
  const some = misfits.slice(0, 2).map(({ cell, value, message }) => `${cell}“${value}”${message}`);
  return `${misfits.length} 格不符合：${some.join('；')}`;
}
