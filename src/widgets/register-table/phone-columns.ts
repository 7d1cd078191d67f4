import type { RegisterView } from '#page/register-schema.ts';

type Column = RegisterView['columns'][number];

/**
 * RG44: the three columns that a row shows on phones besides its name, before its detail is opened: the one that is sorted
 * by, the one whose tag stands beside the name, then those that come first in the definition, minor ones last.
 * @param sort field that the address sorts by, '-' before it for descending
 */
export function phoneColumns(
  columns: readonly Column[],
  lead: Column | undefined,
  tagged: Column | undefined,
  sort = '',
): readonly Column[] {
  const placeOf = (column: Column) =>
    sort.replace('-', '') === column.field ? 0 : column === tagged ? 1 : column.minor ? 3 : 2;
  return columns
    .filter((column) => column !== lead)
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .slice(0, 3);
}
