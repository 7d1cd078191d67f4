import type { Db } from './tables.ts';

/** Keeps a value under a name in the table `kept`, in the place of what was there. */
export async function keep(db: Db, name: string, value: string): Promise<void> {
  await db
    .insertInto('kept')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** The value under a name; undefined: none. */
export async function findKept(db: Db, name: string): Promise<string | undefined> {
  return (await db.selectFrom('kept').select('value').where('name', '=', name).executeTakeFirst())?.value;
}

export async function forgetKept(db: Db, name: string): Promise<void> {
  await db.deleteFrom('kept').where('name', '=', name).execute();
}

/** The value under a name; the first server of a store makes it, and all others find the same. */
export async function keptOnce(db: Db, name: string, make: () => string): Promise<string> {
  await db
    .insertInto('kept')
    .values({ name, value: make() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await findKept(db, name))!;
}
