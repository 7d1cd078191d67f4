import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import type { Moment } from './new-publication.ts';

/**
 * The moment at which the list of a date is read: the last at which the register stated this date, so that a correction
 * published under the same date counts. Undefined for a date that was never stated until `moment`.
 * @param dataDate yyyy-mm-dd that the register stated itself to be true at
 */
export async function findPublishedMoment(
  db: Db,
  register: string,
  dataDate: string,
  moment: Moment = 'now',
): Promise<Moment | undefined> {
  const row = await db
    .selectFrom('register_state')
    .select('public_to')
    .where('register', '=', register)
    .where('data_date', '=', dataDate)
    // one that was replaced at the moment it was published was never seen
    .where(sql<boolean>`(public_to is null or public_to > public_from)`)
    .$if(moment !== 'now', (all) => all.where('public_from', '<=', moment as Date))
    .orderBy('public_from', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.public_to === null || (moment !== 'now' && row.public_to > moment)) return moment;
  return new Date(row.public_to.getTime() - 1);
}
