import { sql, type RawBuilder } from 'kysely';
import type { Moment } from './new-publication.ts';

/**
 * The one condition under which a dated row is read (PB1): open now, by the partial indexes, or public at a past
 * instant, by the same query.
 * @param table name or alias of the dated table
 */
export function publicAt(table: string, moment: Moment): RawBuilder<boolean> {
  const from = sql.ref(`${table}.public_from`);
  const to = sql.ref(`${table}.public_to`);
  return moment === 'now'
    ? sql<boolean>`${to} is null`
    : sql<boolean>`(${from} <= ${moment} and (${to} is null or ${to} > ${moment}))`;
}
