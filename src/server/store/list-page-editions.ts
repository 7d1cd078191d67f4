import { sql } from 'kysely';
import { withoutLoginKeys } from './authored-key.ts';
import type { Db } from '../db/tables.ts';
import type { Moment } from './new-publication.ts';

export interface PageEdition {
  page: string;
  document: unknown;
  publicFrom: Date;
}

/** Editions older than this many are not gone back to. */
const REMEMBERED = 5;

/**
 * Published page schemas, of each name the newest first: each wins over the file of the same name, and an older one
 * stands in for a newer that this program refuses (PS1, PS5). Their addresses log nobody in (LS9).
 */
export async function listPageEditions(db: Db, moment: Moment): Promise<PageEdition[]> {
  const numbered = db
    .selectFrom('page')
    .select([
      'page',
      'document',
      'public_from',
      sql<number>`row_number() over (partition by page order by public_from desc, row_id desc)`.as('age'),
    ])
    .$if(moment !== 'now', (all) => all.where('public_from', '<=', moment as Date))
    .as('numbered');
  const rows = await db
    .selectFrom(numbered)
    .select(['page', 'document', 'public_from'])
    .where('age', '<=', REMEMBERED)
    .orderBy('page')
    .orderBy('age')
    .execute();
  return rows.map((row) => ({ page: row.page, document: withoutLoginKeys(row.document), publicFrom: row.public_from }));
}
