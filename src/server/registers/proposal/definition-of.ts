import type { FieldDefinition, FilterDefinition, RegisterDefinition } from '#page/register-schema.ts';
import { productLevelCode } from '#rules/people/risk-access.ts';
import { isOpenToAll } from '#rules/registers/ended-mark.ts';
import type { WizardColumn, WizardTable } from '#wire/wizard.ts';

/** As checkRegister takes it: the table of the wizard as a register's definition. It may still be wrong. */
export function definitionOf(table: WizardTable, register: string): RegisterDefinition {
  const read = table.columns.filter(({ visibility }) => visibility !== 'left-out');
  const level = read.some(({ visibility }) => visibility === 'by-level') ? levelColumn(read) : undefined;
  const named = new Set(read.map(({ name }) => name));
  const known = (names: readonly string[]): string[] => names.filter((name) => named.has(name.replace(/^-/, '')));
  return {
    schemaVersion: 1,
    register,
    title: table.title.trim(),
    endpoints: [],
    key: known(table.key),
    fields: Object.fromEntries(
      read.map((column) => [
        column.name,
        { ...fieldOf(column, table), ...(column === level && { choices: levelChoices(column) }) },
      ]),
    ),
    columns: read.filter(({ visibility }) => visibility !== 'hidden').map(({ name }) => name),
    filters: filtersOf(table, known),
    order: known(table.order),
    ...(level && { restrictedBy: level.name }),
    ...verifyOf(table),
    ...(table.countWord.trim() !== '' && { countWord: table.countWord.trim() }),
  };
}

/** The column that says which customers may read the rest of a row: a choice of product levels, told to everybody. */
export const levelColumn = (columns: readonly WizardColumn[]): WizardColumn | undefined =>
  columns.find((column) => column.type === 'choice' && isOpenToAll(column) && isOfLevels(column));

function isOfLevels({ choices }: WizardColumn): boolean {
  const codes = named(choices).map(productLevelCode);
  return codes.length > 0 && !codes.includes(null) && new Set(codes).size === codes.length;
}

const named = (choices: readonly string[]): string[] =>
  choices.map((choice) => choice.trim()).filter((choice) => choice !== '');

/** By code what the file calls it. */
const levelChoices = ({ choices }: WizardColumn): Record<string, string> =>
  Object.fromEntries(named(choices).map((choice) => [productLevelCode(choice)!, choice]));

function filtersOf(
  { filters, search, columns }: WizardTable,
  known: (names: readonly string[]) => string[],
): FilterDefinition[] {
  const words = known(search);
  const titles = words.map((name) => columns.find((column) => column.name === name)!.title);
  const title = `${titles.slice(0, -1).join('、')}${titles.length > 1 ? '或' : ''}${titles.at(-1) ?? ''}`.slice(0, 60);
  return [
    ...known(filters).map((field) => ({ field })),
    ...(words.length > 0 ? [{ fuzzy: words, name: 'fuzzyItem', title }] : []),
  ];
}

/** What is not public is no answer of a check, whatever was chosen before it was held back. */
function verifyOf({ verify, columns }: WizardTable): Pick<RegisterDefinition, 'verify'> {
  if (!verify || verify.kind === '') return {};
  const show = columns
    .filter((column) => isOpenToAll(column) && verify.show.includes(column.name))
    .map(({ name }) => name);
  const ended = columns.some((column) => isOpenToAll(column) && column.name === verify.ended?.field)
    ? verify.ended
    : undefined;
  return { verify: { kind: verify.kind, show, ...(ended && { ended }) } };
}

const NUMBERS = ['decimal', 'percent', 'money'];
/** 0.61 is shown as 61 % */
const FRACTION_DIGITS = 2;

function fieldOf(column: WizardColumn, { order }: WizardTable): FieldDefinition {
  const {
    name,
    title,
    type,
    required,
    convert,
    pattern,
    patternHint,
    example,
    choices,
    scale,
    unit,
    visibility,
    fraction,
  } = column;
  const isFraction = type === 'percent' && fraction === true;
  return {
    title: title.trim(),
    type,
    ...(required && { required }),
    ...(pattern !== '' &&
      (type === 'text' || type === 'phone') && { pattern, patternHint: patternHint.trim(), example: example.trim() }),
    ...(type === 'choice' && { choices: Object.fromEntries(choices.map((choice) => [choice.trim(), choice.trim()])) }),
    ...(type === 'date' && named(choices).length > 0 && { words: named(choices) }),
    ...(scale !== null &&
      NUMBERS.includes(type) && { scale: isFraction ? Math.max(0, scale - FRACTION_DIGITS) : scale }),
    ...(isFraction && { fraction: true }),
    ...(type === 'money' && unit.trim() !== '' && { unit: unit.trim() }),
    ...(!convert && { convert }),
    ...(visibility === 'no-download' && { export: false }),
    ...(visibility === 'by-level' && { restricted: true }),
    ...((type === 'date' || order.some((word) => word.replace(/^-/, '') === name)) &&
      visibility !== 'hidden' &&
      visibility !== 'by-level' && { sortable: true }),
  };
}
