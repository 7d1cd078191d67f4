import { shiftDecimal } from '#rules/registers/decimal-text.ts';
import { formatCell, isNumeric } from '#rules/registers/format-cell.ts';
import type { Cell, RegisterField, RegisterRow } from '#wire/register-answers.ts';

/** A stored value as people read it. */
export const cellText = (field: RegisterField | undefined, value: Cell | undefined): string =>
  formatCell(value, field ?? { type: 'text' });

export const isNumber = (field: RegisterField | undefined): boolean => field !== undefined && isNumeric(field.type);

/** A stored row as a form shows it: as text that the server reads back; of a fraction the percents. */
export function typedRow(fields: Readonly<Record<string, RegisterField>>, row: RegisterRow): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, typedCell(field, row[name] ?? null)]));
}

function typedCell({ type, fraction }: RegisterField, value: Cell): string {
  const text = value === null ? '' : String(value);
  const percents = type === 'percent' && fraction && text !== '' ? shiftDecimal(text, 2) : null;
  return percents === null ? text : `${percents}%`;
}

/** 'employeeNo 800213' as people call a row: the values of its key. */
export const keyWords = (key: readonly string[]): string => key.join(' / ');
