import type { Db } from '../../db/tables.ts';

/** The roles that are held now. Those that ended stay on record (RC2). */
export const heldGrants = (db: Db) => db.selectFrom('staff_grant').where('ended_at', 'is', null);
