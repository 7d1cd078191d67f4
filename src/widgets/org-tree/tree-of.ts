/** One unit with those below it, in the order of the rows. */
export interface Unit {
  id: string;
  name: string;
  note: string;
  below: Unit[];
}

type Row = Record<string, string | number | null>;

/**
 * The tree that rows with parents make. A row whose parent is not there stands on top, so that no unit is lost. Rows
 * that name each other in a circle are left out, because no way from the top leads to them.
 */
export function treeOf(
  rows: readonly Row[],
  fields: { id: string; parent: string; name: string; note?: string },
): Unit[] {
  const read = (row: Row, field: string | undefined) => (field === undefined ? '' : String(row[field] ?? ''));
  const units = new Map(
    rows.map((row) => [
      read(row, fields.id),
      { id: read(row, fields.id), name: read(row, fields.name), note: read(row, fields.note), below: [] as Unit[] },
    ]),
  );
  const top: Unit[] = [];
  for (const row of rows) {
    const unit = units.get(read(row, fields.id))!;
    (units.get(read(row, fields.parent))?.below ?? top).push(unit);
  }
  return top;
}
