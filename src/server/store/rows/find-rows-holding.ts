import { sql } from 'kysely';
import type { Row } from '#page/data-shapes.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import type { Db } from '../../db/tables.ts';
import { byPieces } from '../search/article-search.ts';
import { piecesToFind } from '../search/search-pieces.ts';
import { textHolds } from '../search/typed-terms.ts';
import { FOR_EDITORS, pieceFilters } from './derive-row.ts';

/** A public row of any register. */
export interface RowHolding {
  register: string;
  key: string;
  data: Row;
}

/**
 * CS2: public rows of these registers in whose texts all terms stand, hidden fields among them, as they come. Only rows
 * with the pieces of the terms are read, which one index tells of all registers.
 * @param terms folded, of two characters and more @param most rows
 */
export async function findRowsHolding(
  db: Db,
  definitions: readonly RegisterDefinition[],
  terms: readonly string[],
  most: number,
): Promise<RowHolding[]> {
  if (definitions.length === 0) return [];
  const prefixes = [
    FOR_EDITORS,
    ...definitions.flatMap((definition) =>
      pieceFilters(definition).flatMap(({ kind, prefix }) => (kind === 'text' ? prefix : [])),
    ),
  ];
  const indexed = terms.map((term) => {
    const pieces = piecesToFind(term);
    const either = prefixes.map((prefix) => sql`pieces @> ${pieces.map((piece) => prefix + piece)}::text[]`);
    return sql`(${sql.join(either, sql` or `)})`;
  });
  return byPieces(db, async (trx) => {
    const { rows } = await sql<RowHolding>`select register, key, data from register_row
      where ${sql.join(indexed, sql` and `)} and public_to is null
        and register = any(${definitions.map(({ register }) => register)}::text[])
        and ${textHolds(sql`(search::text || data::text)`, terms)} limit ${most}`.execute(trx);
    return rows;
  });
}
