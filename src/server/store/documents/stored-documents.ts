import { findKept, keep } from '../../db/kept.ts';
import type { Db } from '../../db/tables.ts';

const NAME = 'page-files';

/** The last good content of the files of page-schemas/, by file; empty before the first start. */
export async function findStoredDocuments(db: Db): Promise<Map<string, unknown>> {
  const stored = await findKept(db, NAME);
  return new Map(stored === undefined ? [] : Object.entries(JSON.parse(stored) as Record<string, unknown>));
}

/** The content of the file of a page, or of a register, of this name, as it was written; undefined: there is none. */
export async function findStoredDocument(db: Db, what: 'page' | 'register', name: string): Promise<unknown> {
  const documents = [...(await findStoredDocuments(db)).values()] as { page?: unknown; register?: unknown }[];
  return documents.find((document) => document[what] === name);
}

/** Replaces what is kept. */
export async function storeDocuments(db: Db, documents: ReadonlyMap<string, unknown>): Promise<void> {
  await keep(db, NAME, JSON.stringify(Object.fromEntries(documents)));
}
