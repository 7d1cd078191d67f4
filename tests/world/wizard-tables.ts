import { FRACTION_DIGITS, tableOfToday, type FormerColumn, type FormerTable } from '#kinds/register/upgrade-wizard.ts';
import { conditionsOf, fileFields } from '#kinds/register/wizard-table.ts';
import type { ColumnType, WizardTable } from '#wire/wizard.ts';

/** The columns of a table as tests name what they say of them: in one object each, '' and [] for nothing. */
export const columnsOf = (table: WizardTable): FormerColumn[] =>
  fileFields(table)
    .map(({ place, header, name, wrong, visibility, field, plain }): FormerColumn => {
      const { choices = {}, words = [], scale, fraction = false } = field;
      return {
        place,
        header,
        name,
        title: field.title,
        type: field.type as ColumnType,
        visibility,
        required: field.required === true,
        convert: field.convert !== false,
        pattern: field.pattern ?? '',
        patternHint: field.patternHint ?? '',
        example: field.example ?? '',
        choices: field.type === 'date' ? words : Object.values(choices),
        scale: scale === undefined ? null : fraction ? scale + FRACTION_DIGITS : scale,
        unit: field.unit ?? '',
        ...((fraction || plain) && { fraction: fraction ? true : plain === 'asked' ? null : false }),
        ...(wrong && { wrong }),
      };
    })
    .sort((a, b) => a.place - b.place);

/** Table as plans of earlier versions hold it. */
function formerTable({ definition, columns: _columns, ...rest }: WizardTable, columns: FormerColumn[]): FormerTable {
  const { title, key, order, countWord = '', verify } = definition;
  return {
    ...rest,
    title,
    columns,
    key,
    order,
    ...conditionsOf(definition),
    countWord,
    verify: verify ?? { kind: '', show: definition.columns },
  };
}

/** The whole table so. */
export const flat = (table: WizardTable): FormerTable => formerTable(table, columnsOf(table));

/** The table with other words of its parts. */
export const withTable = (table: WizardTable, changed: Partial<FormerTable>): WizardTable =>
  tableOfToday({ ...flat(table), ...changed });

/** The table with another setting of the columns that fit. */
export const withColumns = (
  table: WizardTable,
  fits: (column: FormerColumn) => boolean,
  changed: Partial<FormerColumn>,
): WizardTable =>
  withTable(table, { columns: columnsOf(table).map((one) => (fits(one) ? { ...one, ...changed } : one)) });
