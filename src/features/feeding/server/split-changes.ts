import type { RegisterDefinition } from '#page/register-schema.ts';
import { Refused } from '#server/errors.ts';
import type { SheetRow } from '#server/registers/sheets/sheet.ts';

/** title of the column with the kind of change of each row */
const CHANGE_COLUMN = '变更';
const PUT = ['', '更新', 'put'];
const REMOVE = ['删除', 'remove'];

/**
 * FD2: splits a CSV file of changes: rows are put, and those with 删除 in the column 变更 are removed by their key. Places
 * stay those of the file. @throws Refused invalidInput
 */
export function splitChanges(
  header: SheetRow,
  rows: readonly SheetRow[],
  { key, fields }: RegisterDefinition,
): { header: SheetRow; rows: SheetRow[]; remove: string[][] } {
  const titles = header.cells.map(({ text }) => text.trim());
  const at = titles.indexOf(CHANGE_COLUMN);
  const without = (row: SheetRow): SheetRow => ({
    ...row,
    cells: row.cells.map((cell, place) => (place === at ? { kind: 'empty', text: '' } : cell)),
  });
  if (at === -1) return { header, rows: [...rows], remove: [] };
  const places = key.map((field) => titles.findIndex((title) => title === field || title === fields[field]?.title));
  const put: SheetRow[] = [];
  const remove: string[][] = [];
  for (const row of rows) {
    const change = (row.cells[at]?.text ?? '').trim();
    if (PUT.includes(change)) put.push(without(row));
    else if (!REMOVE.includes(change))
      throw new Refused(
        'invalidInput',
        `第 ${row.number} 行的“${CHANGE_COLUMN}”是“${change.slice(0, 60)}”，应为“更新”或“删除”`,
      );
    else {
      const values = places.map((place) => (row.cells[place]?.text ?? '').trim());
      if (values.includes(''))
        throw new Refused(
          'invalidInput',
          `第 ${row.number} 行要删除，但缺少主键：${key.map((field) => fields[field]?.title ?? field).join('、')}`,
        );
      remove.push(values);
    }
  }
  return { header: without(header), rows: put, remove };
}
