import type { WizardColumn, WizardQuestion } from '#wire/wizard.ts';

type Kind = WizardQuestion['kind'];

/** Types of columns of which such a question still makes sense. */
const TYPES: Readonly<Record<Kind, readonly WizardColumn['type'][] | null>> = {
  choice: ['choice', 'text'],
  code: ['text'],
  number: ['integer', 'decimal', 'percent', 'money'],
  date: ['date'],
  empty: null,
};

/** What a question is known by, in the next file, too. */
export const idOf = ({ kind, cell, value }: WizardQuestion, { header }: WizardColumn): string =>
  [kind, header, value === '' ? cell : value].join(' ');

/** The column of a question, unless it is not read any more or has become one of another type. */
export function columnAsked(
  { kind, place }: WizardQuestion,
  columns: readonly WizardColumn[],
): WizardColumn | undefined {
  const column = columns.find((one) => one.place === place);
  const types = TYPES[kind];
  return column && column.visibility !== 'left-out' && (types?.includes(column.type) ?? true) ? column : undefined;
}

/** Whether the table says already what such an answer makes it say. */
export function isCalledWrong({ kind, value, pattern }: WizardQuestion, column: WizardColumn): boolean {
  if (kind === 'empty') return column.required;
  if (kind === 'code') return column.pattern === pattern!.pattern;
  if (kind === 'choice' && column.type === 'choice') return !column.choices.includes(value);
  return column.wrong?.some(({ text }) => text === value) ?? false;
}

/**
 * RG16: the column after an answer. What its definition can tell is told there: the choice is none, the code has the
 * length of all others, the cell has to be filled; else the cell is called wrong by its text.
 */
export function withAnswer(
  { kind, value, meant, pattern }: WizardQuestion,
  column: WizardColumn,
  answer: 'wrong' | 'right',
  proposed: readonly WizardColumn[],
): WizardColumn {
  const isWrong = answer === 'wrong';
  if (kind === 'empty') return { ...column, required: isWrong };
  if (kind === 'code') {
    const before = proposed.find(({ place }) => place === column.place) ?? column;
    const { pattern: expression, patternHint, example } = isWrong ? pattern! : before;
    return { ...column, pattern: expression, patternHint, example };
  }
  if (kind === 'choice' && column.type === 'choice') {
    const others = column.choices.filter((choice) => choice !== value);
    return { ...column, choices: isWrong ? others : [...others, value] };
  }
  const { wrong = [], ...rest } = column;
  const others = wrong.filter(({ text }) => text !== value);
  const all = isWrong ? [...others, { text: value, meant }] : others;
  return all.length === 0 ? rest : { ...rest, wrong: all };
}
