import { Checkbox, Input, InputNumber, Select } from 'antd';
import type { FieldDefinition } from '#page/register-schema.ts';
import { Field } from '#console/wizard/Field.tsx';
import { ChoiceRows } from './ChoiceRows.tsx';
import { choicesOf, isNumber, nameField, putField, type DefinitionDraft } from './edits.ts';

interface Props {
  draft: DefinitionDraft;
  name: string;
  /** the field as it is public; absent: it is not */
  before?: FieldDefinition;
  /** it is not public yet */
  isNew: boolean;
  /** rows that have nothing in it now */
  empty: number;
  counts: ReadonlyMap<string, number> | null;
  onChange: (next: DefinitionDraft, about?: string) => void;
}

/** What of a field is seldom changed, and what rows get that have nothing in it. */
export function FieldMore({ draft, name, before, isNew, empty, counts, onChange }: Props) {
  const field = draft.document.fields[name]!;
  const put = (changed: Partial<FieldDefinition>, word: string): void =>
    onChange(putField(draft, name, changed), `${name} ${word}`);
  const text = (
    word: 'note' | 'unit' | 'blank' | 'pattern' | 'patternHint' | 'example',
    label: string,
    hint: string,
  ) => (
    <Field label={label} hint={hint}>
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
  return (
    <div className="wizard-more field-more">
      {field.type === 'choice' && (
        <ChoiceRows draft={draft} name={name} {...(before && { before })} counts={counts} onChange={onChange} />
      )}
      {(isNew || empty > 0) && <FillField draft={draft} name={name} empty={empty} onChange={onChange} />}
      {(field.type === 'text' || field.type === 'phone') && (
        <>
          {text('pattern', '检查格式的正则表达式', '留空则不检查格式；如 ^S\\d{13}$ 是 S 加 13 位数字')}
          {(field.pattern ?? '') !== '' && text('patternHint', '格式的说明', '如 S 加 13 位数字；出错时给填表的人看')}
          {(field.pattern ?? '') !== '' && text('example', '例子', '应符合格式')}
        </>
      )}
      {['decimal', 'percent', 'money'].includes(field.type) && (
        <Field label="小数位数" hint="显示的位数；数据中的小数不能更多">
          {(given) => (
            <InputNumber
              {...given}
              min={0}
              max={8}
              precision={0}
              value={field.scale ?? null}
              onChange={(value) => put({ scale: value ?? undefined } as Partial<FieldDefinition>, 'scale')}
            />
          )}
        </Field>
      )}
      {field.type === 'date' && (
        <Field label="代替日期的词" hint="没有日期时填的词，每行一个，如 无固定期限；查询日期范围时不含这些行">
          {(given) => (
            <Input.TextArea
              {...given}
              rows={2}
              value={(field.words ?? []).join('\n')}
              onChange={(event) => put({ words: wordsIn(event.target.value) } as Partial<FieldDefinition>, 'words')}
            />
          )}
        </Field>
      )}
      {field.type === 'money' && text('unit', '单位', '显示在数字后面，如 万元')}
      {text('note', '列的说明', '一句话，显示在列名下面；可以不填')}
      {text('blank', '没有内容时显示', '留空则显示 —')}
      {isNew && (
        <Field label="接口中的名称" hint="程序和接口中用的英文名称，发布后不能再改">
          {(given) => <FieldName {...given} draft={draft} name={name} onChange={onChange} />}
        </Field>
      )}
      <p className="field-checks">
        <Checkbox
          checked={field.sortable === true}
          onChange={(event) =>
            put({ sortable: event.target.checked || undefined } as Partial<FieldDefinition>, 'sortable')
          }
        >
          访客可以按它排序
        </Checkbox>
        <Checkbox
          checked={field.minor === true}
          onChange={(event) => put({ minor: event.target.checked || undefined } as Partial<FieldDefinition>, 'minor')}
        >
          次要，表格放不下时列在各行下方
        </Checkbox>
        {!isNumber(field.type) && (
          <Checkbox
            checked={field.convert === false}
            onChange={(event) =>
              put({ convert: event.target.checked ? false : undefined } as Partial<FieldDefinition>, 'convert')
            }
          >
            姓名、名称或编号，繁体版中不转换
          </Checkbox>
        )}
      </p>
    </div>
  );
}

/** One a line; undefined for none. The line that is begun stays. */
const wordsIn = (text: string): string[] | undefined => (text.trim() === '' ? undefined : text.split('\n'));

interface NameProps extends Pick<Props, 'draft' | 'name' | 'onChange'> {
  id: string;
}

function FieldName({ draft, name, onChange, ...given }: NameProps) {
  return (
    <Input
      {...given}
      defaultValue={name}
      key={name}
      maxLength={40}
      spellCheck={false}
      onBlur={(event) => {
        const to = event.target.value.trim();
        if (/^[a-zA-Z][\w]*$/.test(to) && !Object.hasOwn(draft.document.fields, to))
          onChange(nameField(draft, name, to));
      }}
    />
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
