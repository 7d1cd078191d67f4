import type { Db } from '../../db/tables.ts';
import type { Moment } from '../publication/new-publication.ts';
import { publicAt } from '../publication/moment.ts';

/** A published setting's value; undefined when none is public. */
export async function findSetting(db: Db, moment: Moment, name: string): Promise<unknown> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', name)
    .where(publicAt('setting', moment))
    .executeTakeFirst();
  return row?.value;
}
