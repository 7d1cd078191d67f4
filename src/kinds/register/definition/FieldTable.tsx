import { Button, Input, Space } from 'antd';
import { useState } from 'react';
import { audienceOf, fieldsInOrder, type FieldAudience } from '../register-parts.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import type { RewrittenRows } from '#wire/register-answers.ts';
import type { Visibility } from '#wire/wizard.ts';
import { addField, dropField, putAudience, putType, type DefinitionDraft } from './edits.ts';
import { FieldRow } from './FieldRow.tsx';

interface Props {
  draft: DefinitionDraft;
  /** the definition that is public */
  before: RegisterDefinition;
  /** present values of the rows; null: not known yet */
  rows: RewrittenRows | null;
  disabled: boolean;
  onChange: (next: DefinitionDraft, about?: string) => void;
}

/** Fields of a register: columns in the order of the page, then those that are stored and not shown. */
export function FieldTable({ draft, before, rows, disabled, onChange }: Props) {
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
      <table className="wizard-columns">
        <thead>
          <tr>
            <th scope="col">列</th>
            <th scope="col">类型</th>
            <th scope="col">是否公开</th>
            <th scope="col">必填</th>
            <th scope="col">主键</th>
            <th scope="col">更多</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <DefinedField
              key={name}
              name={name}
              draft={draft}
              before={before}
              rows={rows}
              disabled={disabled}
              onChange={onChange}
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

function DefinedField({ name, draft, before, rows, disabled, onChange }: Props & { name: string }) {
  const { document } = draft;
  const isNew = !Object.hasOwn(before.fields, name);
  const facts = rows?.fields[name];
  const audiences: Visibility[] = [
    'shown',
    'no-download',
    ...(document.restrictedBy === undefined ? [] : (['by-level'] as const)),
    'hidden',
  ];
  const values = (facts?.values ?? []).map(([value]) => value);
  return (
    <FieldRow
      draft={draft}
      name={name}
      values={valuesOf(facts, isNew)}
      audience={audienceOf(document, name)}
      audiences={audiences}
      disabled={disabled}
      {...(!isNew && { before: before.fields[name]! })}
      isNew={isNew}
      empty={rows ? rows.rows - (facts?.filled ?? 0) : 0}
      counts={facts ? facts.values && new Map(facts.values) : isNew ? new Map<string, number>() : null}
      act={
        isNew && (
          <Button
            type="link"
            size="small"
            danger
            aria-label={`不加了：${document.fields[name]!.title}`}
            onClick={() => onChange(dropField(draft, name))}
          >
            不加了
          </Button>
        )
      }
      onType={(to) => onChange(putType(draft, name, to, values))}
      onAudience={(to) => onChange(putAudience(draft, name, to as FieldAudience))}
      onChange={onChange}
    />
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
