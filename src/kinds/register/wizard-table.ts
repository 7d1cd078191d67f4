import { bareName, fuzzyFilter, fuzzyOf } from './register-parts.ts';
import type { FieldDefinition, RegisterDefinition } from '#page/register-schema.ts';
import { productLevelCode } from '#rules/people/risk-access.ts';
import type { Visibility, WizardColumn, WizardTable } from '#wire/wizard.ts';

/** Column of the file with its field, wherever that is stored, and who may see it. */
export interface FileField extends Omit<WizardColumn, 'leftOut'> {
  /** field without the settings that `visibility` implies */
  field: FieldDefinition;
  visibility: Visibility;
}

type Described = Pick<WizardTable, 'definition' | 'columns'>;

/** Visibility as the wizard shows it: a restricted field stays so while no column names the level (RK6). */
export function visibilityOf({ columns, fields }: RegisterDefinition, name: string): Visibility {
  const field = fields[name];
  if (!field) return 'left-out';
  if (!columns.includes(name)) return 'hidden';
  return field.restricted ? 'by-level' : field.export === false ? 'no-download' : 'shown';
}

/** Columns of a file: those of the page in their order, then those that are stored and not shown, then the rest. */
export function fileFields({ definition, columns }: Described): FileField[] {
  const order = [...definition.columns, ...Object.keys(definition.fields)];
  const rank = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  return columns
    .toSorted((a, b) => rank(a.name) - rank(b.name))
    .map(({ leftOut, ...column }) => {
      const { restricted: _restricted, export: _export, ...field } = leftOut ?? definition.fields[column.name]!;
      return { ...column, field, visibility: leftOut ? 'left-out' : visibilityOf(definition, column.name) };
    });
}

/** Definition with these fields and columns alone; the rest of it has to name no others. */
export function withFileFields(definition: RegisterDefinition, given: readonly FileField[]): Described {
  const read = given.filter(({ visibility }) => visibility !== 'left-out');
  return {
    definition: settled({
      ...definition,
      fields: Object.fromEntries(read.map((one) => [one.name, fieldOf(one)])),
      columns: read.filter(({ visibility }) => visibility !== 'hidden').map(({ name }) => name),
    }),
    columns: given
      .map(({ field, visibility, ...column }) => (visibility === 'left-out' ? { ...column, leftOut: field } : column))
      .toSorted((a, b) => a.place - b.place),
  };
}

function fieldOf({ field, visibility }: FileField): FieldDefinition {
  const { sortable, ...rest } = field;
  const isSortable = sortable === true && visibility !== 'hidden' && visibility !== 'by-level';
  return {
    ...rest,
    ...(isSortable && { sortable }),
    ...(visibility === 'no-download' && { export: false }),
    ...(visibility === 'by-level' && { restricted: true }),
  };
}

/** Names of the fields that visitors search, by themselves and by typed words. */
export const conditionsOf = ({ filters }: RegisterDefinition): { filters: string[]; search: string[] } => ({
  filters: filters.flatMap((filter) => ('field' in filter ? [filter.field] : [])),
  search: fuzzyOf({ filters })?.fuzzy ?? [],
});

export function withConditions(
  definition: RegisterDefinition,
  { filters, search }: ReturnType<typeof conditionsOf>,
): RegisterDefinition {
  const fuzzy = search.length > 0 ? [fuzzyFilter(search, definition.fields)] : [];
  return { ...definition, filters: [...filters.map((field) => ({ field })), ...fuzzy] };
}

/** Completes a definition: title of its typed words, and the column that decides who may read the others. */
function settled(given: RegisterDefinition): RegisterDefinition {
  const definition = withConditions(given, conditionsOf(given));
  const { restrictedBy: _by, ...open } = definition;
  const level = Object.values(definition.fields).some(({ restricted }) => restricted)
    ? levelName(definition)
    : undefined;
  if (level === undefined) return open;
  const field = definition.fields[level]!;
  const choices = Object.fromEntries(
    Object.entries(field.choices!).map(([value, label]) => [levelOf(value, label)!, label]),
  );
  return { ...open, restrictedBy: level, fields: { ...definition.fields, [level]: { ...field, choices } } };
}

/** RK6: the column that decides which customers may read the rest of a row: a public choice of product levels. */
const levelName = (definition: RegisterDefinition): string | undefined =>
  definition.columns.find((name) => {
    const { type, restricted, choices = {} } = definition.fields[name]!;
    const codes = Object.entries(choices).map(([value, label]) => levelOf(value, label));
    return (
      type === 'choice' &&
      restricted !== true &&
      codes.length > 0 &&
      !codes.includes(null) &&
      new Set(codes).size === codes.length
    );
  });

const levelOf = (value: string, label: string): string | null => productLevelCode(label) ?? productLevelCode(value);

/** A table after an edit of its definition, which may have renamed one field. */
export function withDefinition(table: WizardTable, definition: RegisterDefinition): WizardTable {
  const isKnown = (name: string): boolean => Object.hasOwn(definition.fields, name);
  const added = Object.keys(definition.fields).find((name) => table.columns.every((column) => column.name !== name));
  const columns = table.columns.map((column) =>
    column.leftOut || isKnown(column.name) || added === undefined ? column : { ...column, name: added },
  );
  return { ...table, columns, definition: settled(definition) };
}

/** A table after an edit of one column; what names its field follows. */
export function withFileField(table: WizardTable, changed: FileField): WizardTable {
  const fields = fileFields(table).map((one) => (one.place === changed.place ? changed : one));
  const { verify } = table.definition;
  const isShownToAll = !['hidden', 'left-out', 'by-level'].includes(changed.visibility);
  const stays = (name: string): boolean => bareName(name) !== changed.name || isShownToAll;
  const isRead = (name: string): boolean =>
    bareName(name) !== changed.name || !['left-out', 'by-level'].includes(changed.visibility);
  const { filters, search } = conditionsOf(table.definition);
  const definition = withConditions(
    {
      ...table.definition,
      key: table.definition.key.filter((name) => name !== changed.name || changed.visibility !== 'left-out'),
      order: table.definition.order.filter(isRead),
      ...(verify && { verify: { ...verify, show: verify.show.filter(stays) } }),
    },
    {
      filters: filters.filter(stays),
      search: search.filter((name) => stays(name) && (name !== changed.name || changed.field.type === 'text')),
    },
  );
  return { ...table, ...withFileFields(definition, fields) };
}
