import type { Cell } from '#page/data-shapes.ts';
import type { FieldDefinition, RegisterDefinition } from '#page/register-schema.ts';
import { choicesOf, exportedFields, type RegisterFacts } from '#page/register-view.ts';
import { roundDecimal, shiftDecimal } from '#rules/registers/decimal-text.ts';
import { contentWidth } from './column-width.ts';
import type { WrittenCell, WrittenColumn } from './written-sheet.ts';

/** Rows of a register in the form for a spreadsheet. */
export interface RegisterSheet {
  /** a percent sign or the unit of money is in the title, so that the cells can be summed */
  columns: WrittenColumn[];
  cellsOf(row: Readonly<Record<string, Cell>>): WrittenCell[];
}

/** RG5: columns and key of a register, without fields that are restricted or never exported. */
export function registerSheet(definition: RegisterDefinition, facts: RegisterFacts): RegisterSheet {
  const names = exportedFields(definition);
  const { columns, cellsOf } = fieldsSheet(definition, facts, names);
  return {
    columns,
    // an empty cell may have words, such as 受限; an import takes these for empty
    cellsOf: (row) => cellsOf(row).map((cell, at) => cell ?? definition.fields[names[at]!]!.blank ?? null),
  };
}

/** Sheet of these fields of a register, with empty cells where a row has no value. */
export function fieldsSheet(
  definition: RegisterDefinition,
  facts: RegisterFacts,
  names: readonly string[],
): RegisterSheet {
  const cells = names.map((name) => cellWriter(definition.fields[name]!, facts));
  return {
    columns: names.map((name) => columnOf(definition.fields[name]!, facts)),
    cellsOf: (row) => names.map((name, at) => cells[at]!(row[name] ?? null)),
  };
}

const TYPED = new Set(['integer', 'decimal', 'percent', 'money', 'date']);

function columnOf(field: FieldDefinition, facts: RegisterFacts): WrittenColumn {
  const width = contentWidth(field, Object.values(choicesOf(field, facts) ?? {}));
  return { title: exportTitle(field), width, ...typedAs(field) };
}

/** Type that a spreadsheet gives to values typed below the rows. */
function typedAs({ type }: FieldDefinition): Pick<WrittenColumn, 'typed'> {
  if (type === 'date') return { typed: 'date' };
  return TYPED.has(type) ? {} : { typed: 'text' };
}

/** The title with the unit of the numbers below it, e.g. 折算率（%）. */
function exportTitle({ title, type, unit }: FieldDefinition): string {
  const shown = type === 'percent' ? '%' : type === 'money' ? unit : undefined;
  return shown === undefined || title.endsWith(`（${shown}）`) || title.endsWith(`(${shown})`)
    ? title
    : `${title}（${shown}）`;
}

function cellWriter(field: FieldDefinition, facts: RegisterFacts): (value: Cell) => WrittenCell {
  const choices = choicesOf(field, facts);
  if (choices) return (value) => (value === null ? null : (choices[String(value)] ?? String(value)));
  if (field.type === 'date') return (value) => (value === null ? null : { kind: 'date', text: String(value) });
  if (!TYPED.has(field.type)) return (value) => (value === null ? null : String(value));
  const fraction = field.type === 'percent' && field.fraction === true;
  const scale = field.type === 'integer' ? undefined : (field.scale ?? (fraction ? 2 : undefined));
  return (value) => {
    if (value === null) return null;
    const text = fraction ? (shiftDecimal(String(value), 2) ?? String(value)) : String(value);
    const rounded = scale === undefined ? null : roundDecimal(text, scale);
    // digits beyond the scale are disclosed, too
    const exact = rounded !== null && Number(rounded) === Number(text) ? rounded : text;
    return { kind: 'number', text: exact, ...(scale !== undefined && { scale }) };
  };
}
