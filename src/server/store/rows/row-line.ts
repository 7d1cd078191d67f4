import type { Db } from '../../db/tables.ts';

/** Later form of a row that was public under a key. */
export interface RowLine {
  /** its key now; null: it is not public any more */
  key: string | null;
  /** when it left the register; null while it is public */
  endedAt: Date | null;
}

/**
 * RG24: where a row is that was public under this key, followed through the definitions that gave it another. Null where
 * no row ever had the key.
 */
export async function findLine(db: Db, register: string, key: string): Promise<RowLine | null> {
  let row = await newest(db, register, key);
  for (let steps = 0; row && row.public_to !== null && steps < 100; steps++) {
    const next = await db
      .selectFrom('register_row')
      .select(['key', 'closed_in', 'public_to'])
      .where('register', '=', register)
      .where('former_key', '=', row.key)
      .where('opened_in', '=', row.closed_in)
      .executeTakeFirst();
    // the row may have been changed since under the key that it got
    const now = next && (next.public_to === null ? next : ((await newest(db, register, next.key)) ?? next));
    if (!now) return { key: null, endedAt: row.public_to };
    row = now;
  }
  return row ? { key: row.public_to === null ? row.key : null, endedAt: row.public_to } : null;
}

/** Open rows and closed ones have an index of their own by key each. */
async function newest(db: Db, register: string, key: string) {
  const rows = db
    .selectFrom('register_row')
    .select(['key', 'closed_in', 'public_to'])
    .where('register', '=', register)
    .where('key', '=', key);
  return (
    (await rows.where('public_to', 'is', null).executeTakeFirst()) ??
    (await rows.where('public_to', 'is not', null).orderBy('public_to', 'desc').limit(1).executeTakeFirst())
  );
}
