import { Checkbox, Input, InputNumber, Select } from 'antd';
import { useState } from 'react';
import type { FieldDefinition } from '#page/register-schema.ts';
import { Field } from '#console/wizard/Field.tsx';
import { ChoiceRows } from './ChoiceRows.tsx';
import { choicesOf, isNumber, nameField, putField, type DefinitionDraft } from './edits.ts';

/** Problem of one word of a field, as far as it is shown beside it. */
export interface FieldWord {
  field: string;
  message: string;
}

/** Words of a field that are in the part which opens. */
export const MORE_WORDS: readonly string[] = [
  'name',
  'choices',
  'words',
  'pattern',
  'patternHint',
  'example',
  'scale',
  'note',
  'blank',
];

export interface FieldFacts {
  /** the field as it is public; absent: it is not */
  before?: FieldDefinition;
  /** true: not public yet */
  isNew: boolean;
  /** a column of a file, of which no rows are stored */
  ofFile?: boolean;
  /** rows that have nothing in it now */
  empty: number;
  counts: ReadonlyMap<string, number> | null;
}

interface Props extends FieldFacts {
  draft: DefinitionDraft;
  name: string;
  problems?: readonly FieldWord[];
  onChange: (next: DefinitionDraft, about?: string) => void;
}

/** Seldom changed words of a field, and the value of rows that have nothing in it. */
export function FieldMore({
  draft,
  name,
  before,
  isNew,
  ofFile = false,
  empty,
  counts,
  problems = [],
  onChange,
}: Props) {
  const field = draft.document.fields[name]!;
  const { type, pattern = '', choices = {} } = field;
  const messageOf = (word: string): string => problems.find((problem) => problem.field === word)?.message ?? '';
  const put = (changed: Partial<Record<keyof FieldDefinition, unknown>>, word: string): void =>
    onChange(putField(draft, name, changed as Partial<FieldDefinition>), `${name} ${word}`);
  const text = (
    word: 'note' | 'unit' | 'blank' | 'pattern' | 'patternHint' | 'example',
    label: string,
    hint: string,
  ) => (
    <Field label={label} hint={hint} problem={messageOf(word)}>
      {(given) => (
        <Input
          {...given}
          value={field[word] ?? ''}
          maxLength={word === 'pattern' ? 200 : 60}
          spellCheck={false}
          onChange={(event) => put({ [word]: event.target.value }, word)}
        />
      )}
    </Field>
  );
  const check = (word: 'sortable' | 'minor' | 'convert', on: boolean, label: string) => (
    <Checkbox
      checked={field[word] === on}
      onChange={(event) => put({ [word]: event.target.checked ? on : undefined }, word)}
    >
      {label}
    </Checkbox>
  );
  // a line that is a choice already keeps its stored value
  const valueOf = (label: string): string => Object.entries(choices).find(([, one]) => one === label)?.[0] ?? label;
  return (
    <fieldset className="wizard-more field-more">
      <legend className="unseen">{`${field.title}的更多设置`}</legend>
      {type === 'choice' && ofFile && (
        <LinesField
          label="可选的值"
          hint="每行一个；文件中的值应与它们相同"
          problem={messageOf('choices')}
          lines={Object.values(choices)}
          onChange={(lines) =>
            put({ choices: Object.fromEntries(lines.map((line) => [valueOf(line), line])) }, 'choices')
          }
        />
      )}
      {type === 'choice' && !ofFile && (
        <ChoiceRows draft={draft} name={name} {...(before && { before })} counts={counts} onChange={onChange} />
      )}
      {!ofFile && (isNew || empty > 0) && <FillField draft={draft} name={name} empty={empty} onChange={onChange} />}
      {(type === 'text' || type === 'phone') && (
        <>
          {pattern !== '' && text('patternHint', '编号的格式', '用中文说明，如 S 加 13 位数字；出错时给填表的人看')}
          {pattern !== '' && text('example', '例子', '应符合格式')}
          <details {...(messageOf('pattern') !== '' && { open: true })}>
            <summary>{pattern === '' ? '按格式检查编号（需要会写正则表达式）' : '检查格式的正则表达式'}</summary>
            {text('pattern', '正则表达式', '留空则不检查格式；如 ^S\\d{13}$ 是 S 加 13 位数字')}
          </details>
        </>
      )}
      {['decimal', 'percent', 'money'].includes(type) && (
        <Field label="小数位数" hint="显示的位数；数据中的小数不能更多" problem={messageOf('scale')}>
          {(given) => (
            <InputNumber
              {...given}
              min={0}
              max={8}
              precision={0}
              value={field.scale ?? null}
              onChange={(value) => put({ scale: value ?? undefined }, 'scale')}
            />
          )}
        </Field>
      )}
      {type === 'date' && (
        <LinesField
          label="代替日期的词"
          hint="没有日期时填的词，每行一个，如 无固定期限；查询日期范围时不含这些行"
          problem={messageOf('words')}
          lines={field.words ?? []}
          onChange={(words) => put({ words: words.length > 0 ? words : undefined }, 'words')}
        />
      )}
      {type === 'money' && text('unit', '单位', '显示在数字后面，如 万元')}
      {text('note', '列的说明', '一句话，显示在列名下面；可以不填')}
      {text('blank', '没有内容时显示', '留空则显示 —')}
      {isNew && <FieldName key={name} draft={draft} name={name} problem={messageOf('name')} onChange={onChange} />}
      <p className="field-checks">
        {check('sortable', true, '访客可以按它排序')}
        {check('minor', true, '次要，表格放不下时列在各行下方')}
        {!isNumber(type) && check('convert', false, '姓名、名称或编号，繁体版中不转换')}
      </p>
    </fieldset>
  );
}

interface LinesProps {
  label: string;
  hint: string;
  problem: string;
  lines: readonly string[];
  onChange: (lines: string[]) => void;
}

/** Words, one a line. The text stays as it is typed until the field is left. */
function LinesField({ label, hint, problem, lines, onChange }: LinesProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(given) => (
        <Input.TextArea
          {...given}
          rows={Math.min(8, Math.max(3, lines.length))}
          value={typed ?? lines.join('\n')}
          onBlur={() => setTyped(null)}
          onChange={({ target: { value } }) => {
            setTyped(value);
            onChange([...new Set(value.split('\n').map((line) => line.trim()))].filter((line) => line !== ''));
          }}
        />
      )}
    </Field>
  );
}

interface NameProps extends Pick<Props, 'draft' | 'name' | 'onChange'> {
  problem: string;
}

/** The name is given when the field is left: half a name may be that of another field. */
function FieldName({ draft, name, problem, onChange }: NameProps) {
  const [typed, setTyped] = useState(name);
  const to = typed.trim();
  const taken = Object.keys(draft.document.fields).find(
    (other) => other !== name && other.toLowerCase() === to.toLowerCase(),
  );
  const wrong = !/^[A-Za-z][A-Za-z0-9]{0,39}$/.test(to)
    ? '应以字母开头，只含字母和数字，如 staffName'
    : taken === undefined
      ? problem
      : `与“${draft.document.fields[taken]!.title}”的名称相同`;
  return (
    <Field label="接口中的名称" hint="程序和接口中用的英文名称，访客看不到，发布后不能再改" problem={wrong}>
      {(given) => (
        <Input
          {...given}
          value={typed}
          maxLength={40}
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => {
            if (to !== name && (wrong === '' || wrong === problem)) onChange(nameField(draft, name, to));
          }}
        />
      )}
    </Field>
  );
}

function FillField({ draft, name, empty, onChange }: Pick<Props, 'draft' | 'name' | 'empty' | 'onChange'>) {
  const field = draft.document.fields[name]!;
  const value = draft.fill[name];
  const put = (to: string): void => {
    const { [name]: _gone, ...rest } = draft.fill;
    onChange({ ...draft, fill: to === '' ? rest : { ...rest, [name]: to } }, `${name} fill`);
  };
  return (
    <Field label="现有的行填写" hint={`${empty.toLocaleString('zh-CN')} 行还没有内容，发布时填上这个值；留空则不填`}>
      {(given) =>
        field.type === 'choice' ? (
          <Select
            {...given}
            allowClear
            value={value === undefined ? undefined : String(value)}
            options={choicesOf(field)}
            onChange={(to?: string) => put(to ?? '')}
          />
        ) : (
          <Input {...given} value={value ?? ''} maxLength={200} onChange={(event) => put(event.target.value)} />
        )
      }
    </Field>
  );
}
