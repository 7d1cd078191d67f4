import { Button, Checkbox, Input, Select, Space } from 'antd';
import { useId, useState } from 'react';
import type { FieldType, RegisterDefinition } from '#page/register-schema.ts';
import { typeWords } from '../effects.ts';
import type { RewrittenRows } from '#wire/register-answers.ts';
import { COLUMN_TYPES } from '#wire/wizard.ts';
import { VISIBILITY_NAMES } from '#console/wizard/column-names.ts';
import {
  addField,
  audienceOf,
  dropField,
  fieldsInOrder,
  moveColumn,
  putAudience,
  putField,
  putType,
  toggleKey,
  type DefinitionDraft,
  type FieldAudience,
} from './edits.ts';
import { FieldMore } from './FieldMore.tsx';

interface Props {
  draft: DefinitionDraft;
  /** the definition that is public */
  before: RegisterDefinition;
  /** what the rows hold now; null: not known yet */
  rows: RewrittenRows | null;
  disabled: boolean;
  onChange: (next: DefinitionDraft, about?: string) => void;
}

/** The fields of a register: columns in the order of the page, then what is kept and not shown. */
export function FieldTable({ draft, before, rows, disabled, onChange }: Props) {
  const [told, setTold] = useState('');
  const [added, setAdded] = useState('');
  const names = fieldsInOrder(draft.document);
  const add = (): void => {
    if (added.trim() === '') return;
    onChange(addField(draft, added.trim()));
    setAdded('');
  };
  return (
    <fieldset disabled={disabled} className="definition-fields">
      <legend className="unseen">字段</legend>
      <p className="unseen" role="status">
        {told}
      </p>
      <table className="wizard-columns">
        <thead>
          <tr>
            <th scope="col">列</th>
            <th scope="col">类型</th>
            <th scope="col">是否公开</th>
            <th scope="col">必填</th>
            <th scope="col">主键</th>
            <th scope="col">顺序</th>
            <th scope="col">更多</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <FieldRow
              key={name}
              name={name}
              draft={draft}
              before={before}
              rows={rows}
              disabled={disabled}
              onChange={onChange}
              onMoved={setTold}
            />
          ))}
        </tbody>
      </table>
      <Space.Compact>
        <Input
          value={added}
          maxLength={60}
          placeholder="新的一列的标题，如 执业岗位"
          aria-label="新的一列的标题"
          onChange={(event) => setAdded(event.target.value)}
          onPressEnter={(event) => {
            event.preventDefault();
            add();
          }}
        />
        <Button onClick={add} disabled={added.trim() === '' || disabled}>
          加一列
        </Button>
      </Space.Compact>
    </fieldset>
  );
}

interface RowProps extends Props {
  name: string;
  /** says where a column stands now, for those who do not see it */
  onMoved: (words: string) => void;
}

/** Kinds of files and references are made by whoever writes the definition as JSON. */
const TYPES = COLUMN_TYPES.map((value) => ({ value: value as FieldType, label: typeWords(value) }));

function FieldRow({ name, draft, before, rows, disabled, onChange, onMoved }: RowProps) {
  const id = useId();
  const { document } = draft;
  const field = document.fields[name]!;
  const isNew = !Object.hasOwn(before.fields, name);
  const [isOpen, setOpen] = useState(isNew);
  const facts = rows?.fields[name];
  const empty = rows ? rows.rows - (facts?.filled ?? 0) : 0;
  const counts = facts ? facts.values && new Map(facts.values) : isNew ? new Map<string, number>() : null;
  const at = document.columns.indexOf(name);
  const isKey = document.key.includes(name);
  const audiences: FieldAudience[] = [
    'shown',
    'no-download',
    ...(document.restrictedBy === undefined ? [] : (['by-level'] as const)),
    'hidden',
  ];
  const move = (by: -1 | 1): void => {
    const next = moveColumn(draft, name, by);
    if (next === draft) return;
    onMoved(`“${field.title}”现在是第 ${at + by + 1} 列，共 ${document.columns.length} 列`);
    onChange(next);
  };
  return (
    <>
      <tr className={at < 0 ? 'left-out' : undefined}>
        <th scope="row">
          <Input
            value={field.title}
            maxLength={60}
            aria-label={`${field.title}的标题`}
            onChange={(event) => onChange(putField(draft, name, { title: event.target.value }), `${name} title`)}
          />
          <span className="wizard-values">{valuesOf(facts, isNew)}</span>
        </th>
        <td data-label="类型">
          <Select<FieldType>
            value={field.type}
            options={
              TYPES.some(({ value }) => value === field.type)
                ? TYPES
                : [{ value: field.type, label: typeWords(field.type) }, ...TYPES]
            }
            disabled={disabled}
            aria-label={`${field.title}的类型`}
            popupMatchSelectWidth={120}
            onChange={(to) =>
              onChange(
                putType(
                  draft,
                  name,
                  to,
                  (facts?.values ?? []).map(([value]) => value),
                ),
              )
            }
          />
        </td>
        <td data-label="是否公开">
          {isKey && at < 0 ? (
            <span className="quiet">不成列；主键随接口和网址公开</span>
          ) : (
            <Select<FieldAudience>
              value={audienceOf(document, name)}
              options={audiences.map((value) => ({ value, label: VISIBILITY_NAMES[value] }))}
              disabled={disabled || isKey}
              {...(isKey && { title: '主键总是公开' })}
              aria-label={`${field.title}是否公开`}
              popupMatchSelectWidth={160}
              onChange={(to) => onChange(putAudience(draft, name, to))}
            />
          )}
        </td>
        <td className="wizard-check" data-label="必填">
          <Checkbox
            checked={field.required === true}
            aria-label={`${field.title}必填`}
            onChange={(event) =>
              onChange(
                putField(draft, name, event.target.checked ? { required: true } : { required: undefined as never }),
              )
            }
          />
        </td>
        <td className="wizard-check" data-label="主键">
          <Checkbox
            checked={isKey}
            disabled={!isKey && at < 0}
            aria-label={`${field.title}是主键`}
            onChange={(event) => onChange(toggleKey(draft, name, event.target.checked))}
          />
        </td>
        <td data-label="顺序">
          {at >= 0 && (
            <Space size={4}>
              <Button size="small" aria-disabled={at === 0} aria-label={`${field.title}上移`} onClick={() => move(-1)}>
                ↑
              </Button>
              <Button
                size="small"
                aria-disabled={at === document.columns.length - 1}
                aria-label={`${field.title}下移`}
                onClick={() => move(1)}
              >
                ↓
              </Button>
            </Space>
          )}
        </td>
        <td>
          <Button
            type="link"
            size="small"
            aria-expanded={isOpen}
            aria-controls={`${id}-more`}
            aria-label={`${isOpen ? '收起' : '更多'}：${field.title}`}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? '收起' : '更多'}
          </Button>
          {isNew && (
            <Button
              type="link"
              size="small"
              danger
              aria-label={`不加了：${field.title}`}
              onClick={() => onChange(dropField(draft, name))}
            >
              不加了
            </Button>
          )}
        </td>
      </tr>
      <tr className="wizard-told">
        <td colSpan={7}>
          <div id={`${id}-more`}>
            {isOpen && (
              <FieldMore
                draft={draft}
                name={name}
                {...(!isNew && { before: before.fields[name]! })}
                isNew={isNew}
                empty={empty}
                counts={counts}
                onChange={onChange}
              />
            )}
          </div>
        </td>
      </tr>
    </>
  );
}

/** '300 格有内容：自营 120、资管 80、清算 100' */
function valuesOf(facts: RewrittenRows['fields'][string] | undefined, isNew: boolean): string {
  if (isNew) return '新的一列';
  if (!facts) return '';
  const filled = `${facts.filled.toLocaleString('zh-CN')} 格有内容`;
  if (!facts.values || facts.values.length === 0 || facts.values.every(([, count]) => count === 1)) return filled;
  const some = facts.values
    .slice(0, 4)
    .map(([value, count]) => `${value.slice(0, 20)} ${count.toLocaleString('zh-CN')}`);
  return `${filled}：${some.join('、')}${facts.values.length > 4 ? ` 等 ${facts.values.length} 种` : ''}`;
}
