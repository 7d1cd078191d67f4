import { Button, Checkbox, Input, Select } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { VISIBILITY_NAMES } from '#console/wizard/column-names.ts';
import type { FieldType } from '#page/register-schema.ts';
import { COLUMN_TYPES, type Visibility } from '#wire/wizard.ts';
import { typeWords } from '../effects.ts';
import { putField, toggleKey, type DefinitionDraft } from './edits.ts';
import './definition.css';
import { FieldMore, MORE_WORDS, type FieldFacts, type FieldWord } from './FieldMore.tsx';

/** kinds of files and references are left out: they are made in a definition as JSON */
const TYPES = COLUMN_TYPES.map((value) => ({ value: value as FieldType, label: typeWords(value) }));
/** choices for a key, which is public wherever a row is named */
const OF_KEYS: readonly Visibility[] = ['shown', 'no-download'];

interface Props extends FieldFacts {
  draft: DefinitionDraft;
  name: string;
  /** heading of the file; absent: the field is called by its title */
  header?: string;
  /** below the heading: some of the values */
  values: string;
  /** readers of the field now, which may be changed */
  audience: Visibility;
  audiences: readonly Visibility[];
  disabled?: boolean;
  problems?: readonly FieldWord[];
  /** cells do not fit the type */
  isMisfit?: boolean;
  /** below the row: why it is proposed, and what is wrong */
  notes?: ReactNode;
  /** beside the button that opens the rest */
  act?: ReactNode;
  onType: (to: FieldType) => void;
  onAudience: (to: Visibility) => void;
  onChange: (next: DefinitionDraft, about?: string) => void;
}

/** RG1: one field of a register, of a file that is to become one, too: title, type, who may see it, and the rest. */
export function FieldRow({
  draft,
  name,
  header,
  values,
  audience,
  audiences,
  disabled = false,
  problems = [],
  isMisfit = false,
  notes,
  act,
  onType,
  onAudience,
  onChange,
  ...facts
}: Props) {
  const id = useId();
  const { document } = draft;
  const field = document.fields[name]!;
  const [isUnfolded, setUnfolded] = useState(facts.isNew && !facts.ofFile);
  const isKey = document.key.includes(name);
  const isShown = document.columns.includes(name);
  const called = header ?? field.title;
  const isWrong = (word: string) =>
    problems.some((problem) => problem.field === word) && { status: 'error' as const, 'aria-invalid': true };
  const isOpen = isUnfolded || problems.some((problem) => MORE_WORDS.includes(problem.field));
  const offered = isKey ? audiences.filter((one) => one === audience || OF_KEYS.includes(one)) : audiences;
  const title = (
    <Input
      value={field.title}
      maxLength={60}
      aria-label={`${called}的标题`}
      aria-describedby={`${id}-told`}
      {...isWrong('title')}
      onChange={(event) => onChange(putField(draft, name, { title: event.target.value }), `${name} title`)}
    />
  );
  const some = <span className="wizard-values">{values}</span>;
  return (
    <>
      <tr className={isShown ? undefined : 'left-out'}>
        {header === undefined ? (
          <th scope="row">
            {title}
            {some}
          </th>
        ) : (
          <>
            <th scope="row">
              <span>{header}</span>
              {some}
            </th>
            <td data-label="标题">{title}</td>
          </>
        )}
        <td data-label="类型">
          <Select<FieldType>
            value={field.type}
            options={
              TYPES.some(({ value }) => value === field.type)
                ? TYPES
                : [{ value: field.type, label: typeWords(field.type) }, ...TYPES]
            }
            disabled={disabled}
            aria-label={`${called}的类型`}
            aria-describedby={`${id}-told`}
            {...(isMisfit ? { status: 'error' as const, 'aria-invalid': true } : isWrong('type'))}
            popupMatchSelectWidth={120}
            onChange={onType}
          />
        </td>
        <td data-label="是否公开">
          {isKey && !isShown && !facts.ofFile ? (
            <span className="quiet">不成列；主键随接口和网址公开</span>
          ) : (
            <Select<Visibility>
              value={audience}
              options={offered.map((value) => ({ value, label: VISIBILITY_NAMES[value] }))}
              disabled={disabled}
              {...(isKey && { title: '主键总是公开' })}
              aria-label={`${called}是否公开`}
              aria-describedby={`${id}-told`}
              {...isWrong('visibility')}
              popupMatchSelectWidth={160}
              onChange={onAudience}
            />
          )}
        </td>
        <td className="wizard-check" data-label="必填">
          <Checkbox
            checked={field.required === true}
            aria-label={`${called}必填`}
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
            disabled={!isKey && !isShown}
            aria-label={`${called}是主键`}
            onChange={(event) => onChange(toggleKey(draft, name, event.target.checked))}
          />
        </td>
        <td>
          <Button
            type="link"
            size="small"
            aria-expanded={isOpen}
            aria-controls={`${id}-more`}
            aria-label={`${isOpen ? '收起' : '更多'}：${called}`}
            onClick={() => setUnfolded(!isUnfolded)}
          >
            {isOpen ? '收起' : '更多'}
          </Button>
          {act}
        </td>
      </tr>
      <tr className="wizard-told">
        <td colSpan={header === undefined ? 6 : 7}>
          <div id={`${id}-told`}>
            {notes}
            {problems.map((problem) => (
              <p key={problem.field} className="field-problem">
                {problem.message}
              </p>
            ))}
          </div>
          <div id={`${id}-more`}>
            {isOpen && <FieldMore {...facts} draft={draft} name={name} problems={problems} onChange={onChange} />}
          </div>
        </td>
      </tr>
    </>
  );
}
