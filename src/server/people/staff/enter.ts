import type { Db } from '../../db/tables.ts';
import { addVouched, type NewVouched } from '../provider/vouched-sessions.ts';
import { record, type Actor } from './audit.ts';
import { beginSession, sessionHash } from './sessions.ts';

/**
 * Begins a session of somebody who has proved their identity. They did so by password and code, or by having just set
 * the password (ST9). There a link takes the second factor away (PD17), so that there is none to be asked for.
 * @param vouched by the identity provider, instead of a password (OI1)
 * @returns the opaque id that goes into the cookie
 */
export async function enter(db: Db, actor: Actor & { staffId: number }, vouched?: NewVouched): Promise<string> {
  const { staffId, address } = actor;
  await db.updateTable('staff').set({ signed_in_at: new Date() }).where('staff_id', '=', staffId).execute();
  const session = await beginSession(db, staffId, address);
  const hash = sessionHash(session);
  if (vouched) await addVouched(db, hash, vouched);
  await record(db, actor, 'sign-in', {
    also: [`session:${hash}`, ...(vouched ? [`vouched:${hash}`] : [])],
    ...(vouched && { facts: { by: 'provider', subject: vouched.subject } }),
  });
  return session;
}
