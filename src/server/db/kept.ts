import type { Db } from './tables.ts';

/** Keeps a value under a name in the table `kept`, in the place of what was there. */
export async function keep(db: Db, name: string, value: string): Promise<void> {
  await db
    .insertInto('kept')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** What is kept under a name; undefined: nothing. */
export async function findKept(db: Db, name: string): Promise<string | undefined> {
  return (await db.selectFrom('kept').select('value').where('name', '=', name).executeTakeFirst())?.value;
}

export async function forgetKept(db: Db, name: string): Promise<void> {
  await db.deleteFrom('kept').where('name', '=', name).execute();
}
