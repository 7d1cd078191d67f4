import { sql } from 'kysely';
import { shownDocument } from '../articles/authored-key.ts';
import { deepFreeze } from './deep-freeze.ts';
import type { Db } from '../../db/tables.ts';
import { RecentMemory } from '../rows/recent-memory.ts';
import type { Moment } from '../publication/new-publication.ts';

export interface PageEdition {
  page: string;
  document: unknown;
  /** SHA-256 of what is stored, in hex: equal documents have equal ones */
  hash: string;
  publicFrom: Date;
}

/** Editions older than this many are not gone back to. */
const REMEMBERED = 5;

/** PB4: documents by their hash, up to so many characters of JSON; shared, so nobody changes them. */
const documents = new RecentMemory<{ document: unknown }>(8_000_000);

const hashOf = sql<string>`encode(sha256(convert_to(document::text, 'UTF8')), 'hex')`;

/**
 * Published pages and definitions of registers, of each name and kind (PS9) the newest first. Each wins over the file
 * of the same name, and an older one stands in for a newer that this program refuses (PS1, PS5). Their addresses log
 * nobody in (LS9). A document that was read before is not read again (PB4).
 */
export async function listPageEditions(db: Db, moment: Moment): Promise<PageEdition[]> {
  const numbered = db
    .selectFrom('page')
    .select([
      'row_id',
      'page',
      'public_from',
      hashOf.as('hash'),
      sql<number>`row_number() over (partition by page, jsonb_exists(document, 'register') order by public_from desc, row_id desc)`.as(
        'age',
      ),
    ])
    .$if(moment !== 'now', (all) => all.where('public_from', '<=', moment as Date))
    .as('numbered');
  const rows = await db
    .selectFrom(numbered)
    .select(['row_id', 'page', 'public_from', 'hash'])
    .where('age', '<=', REMEMBERED)
    .orderBy('page')
    .orderBy('age')
    .execute();
  const known = new Map(rows.map(({ hash }) => [hash, documents.get(hash)]));
  const unknown = rows.filter(({ hash }) => known.get(hash) === undefined).map((row) => row.row_id);
  const read =
    unknown.length === 0
      ? []
      : await db
          .selectFrom('page')
          .select(['document', hashOf.as('hash'), sql<number>`octet_length(document::text)`.as('size')])
          .where('row_id', 'in', unknown)
          .execute();
  for (const { document, hash, size } of read) {
    const clean = deepFreeze({ document: shownDocument(document) });
    known.set(hash, clean);
    documents.set(hash, clean, size);
  }
  return rows.map(({ page, hash, public_from }) => ({
    page,
    document: known.get(hash)!.document,
    hash,
    publicFrom: public_from,
  }));
}
