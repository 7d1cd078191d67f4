type Row = Readonly<Record<string, string | number | null | undefined>>;

/** Whether two rows say the same; an empty cell equals a missing one. */
export function isSameRow(one: Row, other: Row): boolean {
  // no lists in between: a publication compares each row of a register
  for (const field in one) if ((one[field] ?? '') !== (other[field] ?? '')) return false;
  for (const field in other) if ((one[field] ?? '') !== (other[field] ?? '')) return false;
  return true;
}

/** Fields in which two rows differ. @param fields those that are looked at, in their order; absent: all */
export const differingFields = (
  one: Row,
  other: Row,
  fields: Iterable<string> = [...Object.keys(one), ...Object.keys(other)],
): string[] => [...new Set(fields)].filter((field) => (one[field] ?? '') !== (other[field] ?? ''));
