import type { Cell } from '#page/data-shapes.ts';
import type { FieldDefinition, RegisterDefinition } from '#page/register-schema.ts';
import { shiftDecimal } from '#rules/registers/decimal-text.ts';
import { formatCell, isNumeric } from '#rules/registers/format-cell.ts';
import { readDay, readNumber } from '#rules/registers/read-condition.ts';
import { normaliseSearch } from '#rules/search/search-text.ts';
import type { Rewrite, Row } from '../index.ts';

/**
 * RG23: the new form under `definition` of a row that is public under `rewrite.from`. It has values of choices that
 * were renamed or merged, cells read as another type, and a value where a row has none. It depends on nothing else, so
 * that it can be done again, and compared, when the rows are published. Cells that cannot be read as their new type
 * stay as they are; the check of rows finds them.
 */
export function rowRewriter(definition: RegisterDefinition, rewrite: Rewrite): (row: Row) => Row {
  const { from, fill = {}, values = {} } = rewrite;
  const writers = Object.entries(definition.fields).map(([name, field]) => ({
    name,
    write: cellWriter(from.fields[name], field, values[name] ?? {}),
    given: filling(field, fill[name] ?? null),
  }));
  return (row) => {
    const made: Row = {};
    for (const { name, write, given } of writers) {
      const value = row[name] ?? null;
      const now = value === null || value === '' ? given : (write(value) ?? value);
      if (now !== null) made[name] = now;
    }
    return made;
  };
}

/** A value for rows that have none, as it may be typed: 2026/1/5, 30%, the name of a choice. */
function filling(field: FieldDefinition, typed: Cell): Cell {
  if (typed === null || typed === '') return null;
  return cellReader({ title: '', type: 'text' }, field)(typed) ?? typed;
}

/** Answers undefined for a value that cannot be read. */
type CellWriter = (value: Cell) => Cell | undefined;

function cellWriter(
  before: FieldDefinition | undefined,
  field: FieldDefinition,
  renamed: Readonly<Record<string, string>>,
): CellWriter {
  if (!before || isSameKind(before, field))
    return (value) => (Object.hasOwn(renamed, String(value)) ? renamed[String(value)]! : value);
  const read = cellReader(before, field);
  return (value) => (Object.hasOwn(renamed, String(value)) ? renamed[String(value)]! : read(value));
}

/** Fields whose stored values are spelled in the same way; whether each fits is told by the check of rows. */
function isSameKind(before: FieldDefinition, field: FieldDefinition): boolean {
  if (before.type !== field.type)
    return isNumeric(before.type) && isNumeric(field.type) && !isFraction(before) && !isFraction(field);
  return isFraction(before) === isFraction(field);
}

const isFraction = ({ type, fraction }: FieldDefinition): boolean => type === 'percent' && fraction === true;

/** A value of one type read as another: as a page shows it, not as it is stored. */
function cellReader(before: FieldDefinition, field: FieldDefinition): CellWriter {
  const shown = (value: Cell): string => textOf(before, value);
  switch (field.type) {
    case 'choice':
      return choiceReader(field, shown);
    case 'date':
      return (value) =>
        readDay(shown(value)) ?? field.words?.find((word) => normaliseSearch(word) === normaliseSearch(shown(value)));
    case 'integer':
    case 'decimal':
    case 'percent':
    case 'money':
      return (value) => numberOf(before, field, value);
    case 'reference':
    case 'image':
    case 'file':
      // these name something else, which no text of a page does
      return (value) => (before.type === 'text' ? value : undefined);
    default:
      return (value) => shown(value);
  }
}

/** Numbers without the commas and the unit with which a page shows them. */
const textOf = (field: FieldDefinition, value: Cell): string =>
  isNumeric(field.type) && field.type !== 'percent' ? String(value) : formatCell(value, field);

function choiceReader({ choices = {} }: FieldDefinition, shown: (value: Cell) => string): CellWriter {
  const named = new Map<string, Set<string>>();
  for (const [value, label] of Object.entries(choices))
    for (const name of [value, label]) {
      const key = normaliseSearch(name);
      named.set(key, (named.get(key) ?? new Set()).add(value));
    }
  return (value) => {
    const found = named.get(normaliseSearch(shown(value))) ?? named.get(normaliseSearch(String(value)));
    return found?.size === 1 ? [...found][0] : undefined;
  };
}

/** Per cents are stored as they are shown, or as a fraction of one. */
function numberOf(before: FieldDefinition, field: FieldDefinition, value: Cell): Cell | undefined {
  const percents = before.type === 'percent' ? percentsOf(before, value) : null;
  const number = percents ?? readNumber(String(value), field.type === 'percent');
  if (number === null) return undefined;
  if (field.type === 'percent') return isFraction(field) ? (shiftDecimal(number, -2) ?? undefined) : number;
  return number;
}

const percentsOf = (field: FieldDefinition, value: Cell): string | null =>
  isFraction(field) ? shiftDecimal(String(value), 2) : readNumber(String(value), true);
