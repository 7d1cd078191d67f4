import type { Cell } from '#page/data-shapes.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import type { Db } from '../../db/tables.ts';

/**
 * Number of files and pictures that the rows name and the store lacks, a sentence a column: they would be shown as
 * missing (FO5).
 */
export async function missingFiles(
  db: Db,
  { fields }: RegisterDefinition,
  rows: readonly Record<string, Cell>[],
): Promise<string[]> {
  const remarks: string[] = [];
  for (const [name, { title, type }] of Object.entries(fields)) {
    if (type !== 'image' && type !== 'file') continue;
    const named = [...new Set(rows.flatMap((row) => (row[name] === null ? [] : [String(row[name])])))];
    const stored = await storedAmong(db, named);
    const missing = named.filter((path) => !stored.has(path));
    if (missing.length > 0)
      remarks.push(`“${title}”中有 ${missing.length} 个文件还没有入库，将显示为缺失，如 ${missing[0]}`);
  }
  return remarks;
}

/** paths of one statement */
const BATCH = 5_000;

async function storedAmong(db: Db, paths: readonly string[]): Promise<Set<string>> {
  const stored = new Set<string>();
  for (let from = 0; from < paths.length; from += BATCH) {
    const found = await db
      .selectFrom('file')
      .select('filepath')
      .where('filepath', 'in', paths.slice(from, from + BATCH))
      .execute();
    for (const { filepath } of found) stored.add(filepath);
  }
  return stored;
}
