import type { Db } from '../../db/tables.ts';
import { record, type Actor } from './audit.ts';
import { beginSession } from './sessions.ts';

/**
 * ST10: begins a session of somebody who has just set the password, which is proof enough: a link takes the second factor
 * away (PD17), so that there is none to be asked for.
 * @returns the opaque id that goes into the cookie
 */
export async function enter(db: Db, actor: Actor & { staffId: number }): Promise<string> {
  const { staffId, address } = actor;
  await db.updateTable('staff').set({ signed_in_at: new Date() }).where('staff_id', '=', staffId).execute();
  const session = await beginSession(db, staffId, address);
  await record(db, actor, 'sign-in');
  return session;
}
