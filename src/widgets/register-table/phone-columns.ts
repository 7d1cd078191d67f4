import type { RegisterView } from '#page/register-schema.ts';
import { isBlank, type Row } from '#ui/register-columns.ts';

type Column = RegisterView['columns'][number];

/** fields of a row besides its name */
const MOST = 3;

/**
 * RG44: the columns that a row shows on phones besides its name, before its detail is opened: the one that is sorted by, the
 * one whose tag stands beside the name, then those that come first in the definition. Minor columns come last, and those
 * without any value.
 * @param sort field that the address sorts by, '-' before it for descending; '' for none
 */
export function phoneColumns(
  columns: readonly Column[],
  rows: readonly Row[],
  lead: Column | undefined,
  tagged: Column | undefined,
  sort: string,
): ReadonlySet<Column> {
  const sorted = sort.replace(/^-/, '');
  const placeOf = (column: Column): number => {
    if (column.field === sorted) return 0;
    if (column === tagged) return 1;
    if (column.minor) return 3;
    return rows.every((row) => isBlank(row[column.field])) ? 4 : 2;
  };
  const others = columns.filter((column) => column !== lead);
  return new Set(others.toSorted((a, b) => placeOf(a) - placeOf(b)).slice(0, MOST));
}
