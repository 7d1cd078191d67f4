import type { Db } from '../../db/tables.ts';
import { record, type Actor } from './audit.ts';
import { beginSession, sessionHash } from './sessions.ts';

/**
 * Begins a session of somebody who has shown who they are: by password and code, or by having just set the password
 * (ST9), where a link takes the second factor away (PD17), so that there is none to be asked for.
 * @returns the opaque id that goes into the cookie
 */
export async function enter(db: Db, actor: Actor & { staffId: number }): Promise<string> {
  const { staffId, address } = actor;
  await db.updateTable('staff').set({ signed_in_at: new Date() }).where('staff_id', '=', staffId).execute();
  const session = await beginSession(db, staffId, address);
  await record(db, actor, 'sign-in', { also: [`session:${sessionHash(session)}`] });
  return session;
}
