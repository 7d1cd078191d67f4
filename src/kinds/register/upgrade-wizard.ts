import type { FieldDefinition, RegisterDefinition } from '#page/register-schema.ts';
import type { EndedMark } from '#rules/registers/ended-mark.ts';
import { withConditions, withFileFields, type FileField } from './wizard-table.ts';
import type { ColumnType, Visibility, WizardColumn, WizardPlan, WizardTable } from '#wire/wizard.ts';

/** A column as the wizard had it up to 0.5, which described registers in words of its own. */
export interface FormerColumn extends Pick<WizardColumn, 'place' | 'header' | 'name' | 'wrong'> {
  title: string;
  type: ColumnType;
  visibility: Visibility;
  required: boolean;
  convert: boolean;
  pattern: string;
  patternHint: string;
  example: string;
  choices: string[];
  scale: number | null;
  unit: string;
  fraction?: boolean | null;
}

/** Table of the same time; its columns are in the order of the page. */
export interface FormerTable extends Omit<WizardTable, 'definition' | 'columns'> {
  title: string;
  columns: FormerColumn[];
  key: string[];
  filters: string[];
  search: string[];
  order: string[];
  countWord: string;
  verify?: { kind: 'staff' | 'product' | ''; show: string[]; ended?: EndedMark };
}

type Stored<Plan> = Omit<Plan, 'table'> & { table?: WizardTable | FormerTable };

/** A plan as editions of earlier versions hold it, in the words of today; one of today stays as it is. */
export function planOfToday({ table, ...plan }: Stored<WizardPlan>): WizardPlan {
  return { ...plan, ...(table && { table: tableOfToday(table) }) };
}

export function tableOfToday(stored: WizardTable | FormerTable): WizardTable {
  if ('definition' in stored) return stored;
  const { title, columns, key, filters, search, order, countWord, verify, ...rest } = stored;
  const read = columns.filter(({ visibility }) => visibility !== 'left-out').map(({ name }) => name);
  const open = columns
    .filter(({ visibility }) => ['shown', 'no-download'].includes(visibility))
    .map(({ name }) => name);
  const bare = (word: string): string => word.replace(/^-/, '');
  const known = (words: readonly string[]): string[] => words.filter((word) => read.includes(bare(word)));
  const ended = verify?.ended && open.includes(verify.ended.field) ? verify.ended : undefined;
  const definition: RegisterDefinition = {
    schemaVersion: 1,
    register: NEW_REGISTER,
    title,
    endpoints: [],
    key: known(key),
    fields: {},
    columns: [],
    filters: [],
    order: known(order),
    ...(verify &&
      verify.kind !== '' && {
        verify: {
          kind: verify.kind,
          show: open.filter((name) => verify.show.includes(name)),
          ...(ended && { ended }),
        },
      }),
    ...(countWord.trim() !== '' && { countWord: countWord.trim() }),
  };
  const fields = columns.map((column) => fileFieldOfToday(column, order.map(bare)));
  const placed = withFileFields(definition, fields);
  return {
    ...rest,
    columns: placed.columns,
    definition: withConditions(placed.definition, { filters: known(filters), search: known(search) }),
  };
}

/** Name of a register that has none yet: the edition names it after the address of its channel. */
export const NEW_REGISTER = 'register';

const NUMBERS: readonly ColumnType[] = ['decimal', 'percent', 'money'];
/** 0.61 is shown as 61 % */
export const FRACTION_DIGITS = 2;

/** @param ordered fields by which rows are ordered, by which visitors order them, too */
export function fileFieldOfToday(former: FormerColumn, ordered: readonly string[] = []): FileField {
  const { place, header, name, wrong, visibility, title, type, choices, scale, fraction } = former;
  const lines = choices.map((choice) => choice.trim()).filter((choice) => choice !== '');
  const isFraction = type === 'percent' && fraction === true;
  const hasPattern = former.pattern !== '' && (type === 'text' || type === 'phone');
  const field: FieldDefinition = {
    title,
    type,
    ...(former.required && { required: true }),
    ...(hasPattern && { pattern: former.pattern, patternHint: former.patternHint, example: former.example }),
    ...(type === 'choice' && { choices: Object.fromEntries(lines.map((line) => [line, line])) }),
    ...(type === 'date' && lines.length > 0 && { words: lines }),
    ...(scale !== null &&
      NUMBERS.includes(type) && { scale: isFraction ? Math.max(0, scale - FRACTION_DIGITS) : scale }),
    ...(isFraction && { fraction: true }),
    ...(type === 'money' && former.unit.trim() !== '' && { unit: former.unit.trim() }),
    ...(!former.convert && { convert: false }),
    ...((type === 'date' || ordered.includes(name)) && { sortable: true }),
  };
  const plain =
    type !== 'percent' || fraction === undefined || isFraction ? undefined : fraction === null ? 'asked' : 'percents';
  return { place, header, name, field, visibility, ...(plain && { plain }), ...(wrong && { wrong }) };
}
