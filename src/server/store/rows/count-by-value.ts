import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import { publicAt } from '../publication/moment.ts';
import type { Moment } from '../publication/new-publication.ts';

/** Public rows of a register by the stored value of a field; rows without one are in none. */
export async function countByValue(
  db: Db,
  moment: Moment,
  register: string,
  field: string,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ value: string; total: string }>`
    select data->>${field} as value, count(*) as total from register_row
    where register = ${register} and ${publicAt('register_row', moment)} and data->>${field} is not null
    group by 1`.execute(db);
  return new Map(rows.map(({ value, total }) => [value, Number(total)]));
}
