import type { FileField } from '#kinds/register/wizard-table.ts';
import type { WizardQuestion } from '#wire/wizard.ts';

type Kind = WizardQuestion['kind'];

/** Types of columns of which such a question still makes sense. */
const TYPES: Readonly<Record<Kind, readonly FileField['field']['type'][] | null>> = {
  choice: ['choice', 'text'],
  code: ['text'],
  number: ['integer', 'decimal', 'percent', 'money'],
  date: ['date'],
  empty: null,
};

/** Key of a question, the same in the next file, too. */
export const idOf = ({ kind, cell, value }: WizardQuestion, { header }: Pick<FileField, 'header'>): string =>
  [kind, header, value === '' ? cell : value].join(' ');

/** The column of a question, unless it is not read any more or has become one of another type. */
export function findColumn({ kind, place }: WizardQuestion, columns: readonly FileField[]): FileField | undefined {
  const column = columns.find((one) => one.place === place);
  const types = TYPES[kind];
  return column && column.visibility !== 'left-out' && (types?.includes(column.field.type) ?? true)
    ? column
    : undefined;
}

/** Whether the table has already the settings that such an answer makes. */
export function isCalledWrong({ kind, value, pattern }: WizardQuestion, { field, wrong }: FileField): boolean {
  if (kind === 'empty') return field.required === true;
  if (kind === 'code') return field.pattern === pattern!.pattern;
  if (kind === 'choice' && field.type === 'choice') return !Object.hasOwn(field.choices ?? {}, value);
  return wrong?.some(({ text }) => text === value) ?? false;
}

/**
 * RG16: the column after an answer. The definition gets a rule where there is one: the choice is none, the code has the
 * length of all others, the cell has to be filled. Else the cell is marked as wrong by its text.
 */
export function withAnswer(
  { kind, value, meant, pattern }: WizardQuestion,
  column: FileField,
  answer: 'wrong' | 'right',
  proposed: readonly FileField[],
): FileField {
  const isWrong = answer === 'wrong';
  const { field } = column;
  if (kind === 'empty') return { ...column, field: { ...field, required: isWrong } };
  if (kind === 'code') {
    const before = proposed.find(({ place }) => place === column.place) ?? column;
    const { pattern: expression, patternHint, example } = isWrong ? pattern! : before.field;
    return { ...column, field: { ...field, pattern: expression!, patternHint: patternHint!, example: example! } };
  }
  if (kind === 'choice' && field.type === 'choice') {
    const { [value]: _value, ...others } = field.choices ?? {};
    return { ...column, field: { ...field, choices: isWrong ? others : { ...others, [value]: value } } };
  }
  const { wrong = [], ...rest } = column;
  const others = wrong.filter(({ text }) => text !== value);
  const all = isWrong ? [...others, { text: value, meant }] : others;
  return all.length === 0 ? rest : { ...rest, wrong: all };
}
