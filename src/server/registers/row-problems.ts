import { setImmediate } from 'node:timers/promises';
import { findPublicSet, publicParts } from '#kinds/rows/server/public-rows.ts';
import type { Row } from '#page/data-shapes.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import type { Db } from '../db/tables.ts';
import { rowChecker, rowKey } from '../store/rows/check-rows.ts';
import type { Labels } from '../store/rows/find-rows-to-edit.ts';
import type { RowProblem } from '../store/publication/publication-problems.ts';

/** Problem of one cell; field: '' for the row as a whole. */
export interface CellProblem {
  field: string;
  message: string;
}

/** Problem of a row as it is shown beside its field: without the row's number, with the right value. */
export const problemOfCell = ({ field, message, expected }: RowProblem): CellProblem => ({
  field: field ?? '',
  message: `${message.replace(/^第\d+行(?:“[^”]*”)?/, '')}${expected === '必填' ? '' : `，应为：${expected}`}`,
});

/** Finds in a public row values that no longer fit the definition, or that name a missing row of another register. */
export function publicRowChecker(definition: RegisterDefinition, labels: Labels): (row: Row) => CellProblem[] {
  const check = rowChecker(definition);
  const references = Object.entries(definition.fields).filter(([, { reference }]) => reference);
  return (row) => [
    ...check(row).map(problemOfCell),
    ...references.flatMap(([field, { reference }]) => {
      const value = row[field] ?? '';
      const known = labels.get(field);
      return value === '' || !known || Object.hasOwn(known, String(value))
        ? []
        : [{ field, message: `所指的行已不在登记表 ${reference!.register} 中，请重新选择` }];
    }),
  ];
}

/** RG19: keys of the public rows that no longer fit. Rows that were published by this very definition are not read. */
export async function findMisfitKeys(db: Db, definition: RegisterDefinition, labels: Labels): Promise<string[]> {
  const refers = Object.values(definition.fields).some(({ reference }) => reference);
  if (!refers && (await findPublicSet(db, definition))?.isChecked) return [];
  const check = publicRowChecker(definition, labels);
  const keys: string[] = [];
  for await (const rows of publicParts(db, definition.register)) {
    for (const row of rows) if (check(row).length > 0) keys.push(rowKey(definition, row));
    // other requests have their turn
    await setImmediate();
  }
  return keys;
}
