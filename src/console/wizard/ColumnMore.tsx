import { Checkbox, Input, InputNumber } from 'antd';
import type { WizardColumn, WizardProblem } from '#wire/wizard.ts';
import { Field, problemOf } from './Field.tsx';

interface Props {
  column: WizardColumn;
  problems: readonly WizardProblem[];
  onChange: (changed: Partial<WizardColumn>) => void;
}

/** What of a column is seldom changed: its name, the values or the pattern that its cells must have. */
export function ColumnMore({ column, problems, onChange }: Props) {
  const { type, name, choices, scale, unit, convert, header } = column;
  const said = (field: string): string => problemOf(problems, field);
  return (
    <fieldset className="wizard-more">
      <legend className="unseen">{`${header}的更多设置`}</legend>
      {(type === 'choice' || type === 'date') && (
        <Field
          label={type === 'date' ? '代替日期的词' : '可选的值'}
          hint={
            type === 'date'
              ? '没有日期时填的词，每行一个，如 无固定期限；留空则只能填日期'
              : '每行一个；文件中的值应与它们相同'
          }
          problem={said('choices')}
        >
          {(given) => (
            <Input.TextArea
              {...given}
              rows={Math.min(8, Math.max(3, choices.length))}
              value={choices.join('\n')}
              onChange={(event) => onChange({ choices: event.target.value.split('\n') })}
            />
          )}
        </Field>
      )}
      {(type === 'text' || type === 'phone') && <PatternFields column={column} said={said} onChange={onChange} />}
      {['decimal', 'percent', 'money'].includes(type) && (
        <Field label="小数位数" hint="显示的位数；文件中的小数不能更多" problem={said('scale')}>
          {(given) => (
            <InputNumber
              {...given}
              min={0}
              max={8}
              precision={0}
              value={scale}
              onChange={(value) => onChange({ scale: value })}
            />
          )}
        </Field>
      )}
      {type === 'money' && (
        <Field label="单位" hint="显示在数字后面，如 万元" problem={said('unit')}>
          {(given) => (
            <Input
              {...given}
              value={unit}
              maxLength={10}
              onChange={(event) => onChange({ unit: event.target.value })}
            />
          )}
        </Field>
      )}
      <Field label="字段名" hint="程序和接口中用的英文名称，访客看不到" problem={said('name')}>
        {(given) => (
          <Input
            {...given}
            value={name}
            maxLength={40}
            spellCheck={false}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </Field>
      {type === 'text' && (
        <Checkbox checked={!convert} onChange={(event) => onChange({ convert: !event.target.checked })}>
          姓名、名称或编号，繁体版中不转换
        </Checkbox>
      )}
    </fieldset>
  );
}

/** What a pattern says in words stands first; the expression that checks it is for those who read such. */
function PatternFields({
  column: { pattern, patternHint, example },
  said,
  onChange,
}: {
  column: WizardColumn;
  said: (field: string) => string;
  onChange: Props['onChange'];
}) {
  return (
    <>
      {pattern !== '' && (
        <>
          <Field
            label="编号的格式"
            hint="用中文说明，如 S 加 13 位数字；出错时给填表的人看"
            problem={said('patternHint')}
          >
            {(given) => (
              <Input
                {...given}
                value={patternHint}
                maxLength={60}
                onChange={(event) => onChange({ patternHint: event.target.value })}
              />
            )}
          </Field>
          <Field label="例子" problem={said('example')}>
            {(given) => (
              <Input
                {...given}
                value={example}
                maxLength={60}
                spellCheck={false}
                onChange={(event) => onChange({ example: event.target.value })}
              />
            )}
          </Field>
        </>
      )}
      <details {...(said('pattern') !== '' && { open: true })}>
        <summary>{pattern === '' ? '按格式检查编号（需要会写正则表达式）' : '检查格式的正则表达式'}</summary>
        <Field label="正则表达式" hint="留空则不检查格式；如 ^S\d{13}$ 是 S 加 13 位数字" problem={said('pattern')}>
          {(given) => (
            <Input
              {...given}
              value={pattern}
              maxLength={200}
              spellCheck={false}
              onChange={(event) => onChange({ pattern: event.target.value })}
            />
          )}
        </Field>
      </details>
    </>
  );
}
