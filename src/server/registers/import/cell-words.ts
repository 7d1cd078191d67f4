import type { Cell } from '#page/data-shapes.ts';
import type { FieldDefinition } from '#page/register-schema.ts';
import { formatCell } from '#rules/registers/format-cell.ts';
import type { Lookup } from './references.ts';

/**
 * Stored value as it is shown to its checker: a choice or a row of another register by its name, percent and money
 * with their signs.
 */
export function cellWords(field: FieldDefinition | undefined, value: Cell, lookup?: Lookup): string {
  if (value === null || value === '') return '空';
  const text = String(value);
  if (field?.reference) return lookup?.byKey.get(text)?.label ?? text;
  if (field?.type === 'money') return field.unit ? `${text} ${field.unit}` : text;
  return field && (field.type === 'choice' || field.type === 'percent') ? formatCell(value, field) : text;
}
