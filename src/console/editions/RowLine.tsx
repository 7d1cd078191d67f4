import { Tag } from 'antd';
import type { RowDifference } from '#wire/edition-answers.ts';
import type { RegisterField } from '#wire/register-answers.ts';
import { cellText } from '../registers/cell-text.ts';
import { RowFields } from '../registers/RowFields.tsx';
import type { RegisterShape } from '#kinds/register/register-words.ts';
import { firstText } from '#kinds/register/register-words.ts';

const HOW = { added: '新增', changed: '修改', removed: '删除' } as const;

/** A row that came, became another or left, as visitors read it: named by its key and what it is called. */
export function RowLine({
  row: { how, key, before = {}, after = {}, fields },
  definition,
}: {
  row: RowDifference;
  definition: RegisterShape;
}) {
  const side = how === 'removed' ? before : after;
  const shapes = definition.fields as unknown as Readonly<Record<string, RegisterField>>;
  const textOf =
    (row: typeof side) =>
    (name: string): string => {
      const value = row[name] ?? '';
      return value === '' ? '' : cellText(shapes[name]?.type ? shapes[name] : undefined, value);
    };
  return (
    <li>
      <Tag>{HOW[how]}</Tag> <strong>{[key, firstText(definition, side)].filter(Boolean).join(' ')}</strong>
      <RowFields
        definition={definition}
        names={how === 'changed' ? fields : Object.keys(side)}
        {...(how !== 'added' && { before: textOf(before) })}
        {...(how !== 'removed' && { after: textOf(after) })}
      />
    </li>
  );
}
