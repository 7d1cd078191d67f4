import type { Db } from '../db/tables.ts';

const NAME = 'page-files';

/** What the files of page-schemas/ said when they were last good, by file; empty before the first start. */
export async function findStoredDocuments(db: Db): Promise<Map<string, unknown>> {
  const stored = await db.selectFrom('kept').select('value').where('name', '=', NAME).executeTakeFirst();
  return new Map(stored ? Object.entries(JSON.parse(stored.value) as Record<string, unknown>) : []);
}

/** What the file of a page, or of a register, of this name said, as it was written; undefined: there is none. */
export async function findStoredDocument(db: Db, what: 'page' | 'register', name: string): Promise<unknown> {
  const documents = [...(await findStoredDocuments(db)).values()] as { page?: unknown; register?: unknown }[];
  return documents.find((document) => document[what] === name);
}

/** Replaces what is kept. */
export async function storeDocuments(db: Db, documents: ReadonlyMap<string, unknown>): Promise<void> {
  const value = JSON.stringify(Object.fromEntries(documents));
  await db
    .insertInto('kept')
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
