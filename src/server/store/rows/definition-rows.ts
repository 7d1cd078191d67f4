import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/tables.ts';

/** Kinds of documents in the table `page`. */
export type DocumentKind = 'page' | 'register';

/**
 * PS9: the table `page` holds pages and definitions of registers, and a page may have the name of a register. Each is a
 * thing of its own: no query reads one for the other. @returns the condition of rows that are of this kind
 */
export const rowsOfKind = (kind: DocumentKind): RawBuilder<boolean> =>
  sql<boolean>`jsonb_exists(page.document, 'register') = ${sql.lit(kind === 'register')}`;

/**
 * The newest published document of a name, or the newest until a publication; undefined: none was published. That it is
 * closed says nothing: releases before PS9 closed it where the other kind of this name was published.
 */
export async function findDocumentRow(db: Db, kind: DocumentKind, name: string, after?: number): Promise<unknown> {
  const row = await db
    .selectFrom('page')
    .select('document')
    .where('page', '=', name)
    .where(rowsOfKind(kind))
    .$if(after !== undefined, (of) => of.where('opened_in', '<=', after!))
    .orderBy('opened_in', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.document;
}
