import { randomBytes } from 'node:crypto';
import type { Grant, Role } from '#rules/people/staff-rights.ts';
import type { Db } from '../../db/tables.ts';
import { CLOCKS_DIFFER, steadyDate } from '../steady-clock.ts';
import { needsSecondFactor } from './second-factor-rule.ts';
import { heldGrants } from './held-grants.ts';
import { listInPlace, type Absent } from './substitutions.ts';
import { sha256 } from '../../db/sha256.ts';

/** Milliseconds after which a session ends: without a request, and whatever is done. */
export const SESSION = { idle: 30 * 60_000, whole: 12 * 3_600_000 };
/** precision with which the last request is remembered */
const SEEN_EVERY = 30_000;

/** The signed-in staff member, read from the database at each request, so that a suspension or a lost role counts at once. */
export interface StaffUser {
  staffId: number;
  account: string;
  name: string;
  /** own roles, and those of the people for whom this one stands in now (SI3) */
  grants: Grant[];
  ownGrants: Grant[];
  inPlaceOf: Absent[];
  mustChange: boolean;
  hasSecondFactor: boolean;
  /** ST4: a role needs one, and it is not set up */
  needsSecondFactor: boolean;
  /** OI10: a code of the own authenticator is asked for before anything else */
  needsCode: boolean;
  /** the identity provider that vouches for the session, and when it did last (OI5); null for a password */
  vouched: { issuer: string; subject: string; checkedAt: Date } | null;
  /** when the session began, by the server's clock */
  beganAt: Date;
}

/** Under which a session is stored. */
export const sessionHash = (text: string): string => sha256(text);

/** @returns the opaque id that goes into the cookie */
export async function beginSession(db: Db, staffId: number, address: string): Promise<string> {
  const id = randomBytes(32).toString('base64url');
  const now = steadyDate();
  await db
    .insertInto('staff_session')
    .values({ session_hash: sessionHash(id), staff_id: staffId, address, began_at: now, seen_at: now })
    .execute();
  await removeEndedSessions(db);
  return id;
}

/** PD17: a session that has ended is gone before a clock that is put back can open it again. */
export const removeEndedSessions = (db: Db): Promise<unknown> =>
  db
    .deleteFrom('staff_session')
    .where((eb) =>
      eb.or([
        eb('seen_at', '<', steadyDate(-SESSION.idle)),
        eb('began_at', '<', steadyDate(-SESSION.whole)),
        eb('seen_at', '>', steadyDate(CLOCKS_DIFFER)),
      ]),
    )
    .execute();

/** @param id as a cookie brings it, unproven */
export async function findStaffUser(db: Db, id: string): Promise<StaffUser | null> {
  if (!/^[\w-]{43}$/.test(id)) return null;
  const session_hash = sessionHash(id);
  const found = await db
    .selectFrom('staff_session')
    .innerJoin('staff', 'staff.staff_id', 'staff_session.staff_id')
    .leftJoin('provider_session', 'provider_session.session_hash', 'staff_session.session_hash')
    .select([
      'staff.staff_id',
      'staff.account',
      'staff.name',
      'staff.must_change',
      'staff.totp_secret',
      'staff_session.seen_at',
      'staff_session.began_at',
      'provider_session.issuer',
      'provider_session.subject',
      'provider_session.checked_at',
      'provider_session.has_second_factor',
      'provider_session.needs_code',
    ])
    .where('staff_session.session_hash', '=', session_hash)
    .where('staff.state', '=', 'active')
    .where('staff_session.seen_at', '>', steadyDate(-SESSION.idle))
    .where('staff_session.seen_at', '<=', steadyDate(CLOCKS_DIFFER))
    .where('staff_session.began_at', '>', steadyDate(-SESSION.whole))
    .executeTakeFirst();
  if (!found) return null;
  if (found.seen_at < steadyDate(-SEEN_EVERY))
    await db
      .updateTable('staff_session')
      .set({ seen_at: steadyDate() })
      .where('session_hash', '=', session_hash)
      .execute();
  const isVouched = found.issuer !== null;
  const [ownGrants, inPlaceOf] = await Promise.all([
    grantsOf(db, found.staff_id, isVouched),
    listInPlace(db, { of: found.staff_id, isVouched }),
  ]);
  const grants = [...ownGrants, ...inPlaceOf.flatMap((one) => one.grants)];
  const hasSecondFactor = found.totp_secret !== '';
  return {
    staffId: found.staff_id,
    account: found.account,
    name: found.name,
    grants,
    ownGrants,
    inPlaceOf,
    mustChange: found.must_change,
    hasSecondFactor,
    // OI10: a second factor that the provider asked for counts
    needsSecondFactor: !hasSecondFactor && !found.has_second_factor && (await needsSecondFactor(db, grants)),
    needsCode: found.needs_code ?? false,
    vouched:
      found.issuer === null || found.subject === null || found.checked_at === null
        ? null
        : { issuer: found.issuer, subject: found.subject, checkedAt: found.checked_at },
    beganAt: found.began_at,
  };
}

/** @param isVouched whether the provider vouches for the session: roles by group count in such a one alone (OI3) */
async function grantsOf(db: Db, staffId: number, isVouched: boolean): Promise<Grant[]> {
  const rows = await heldGrants(db)
    .select(['role', 'channel_id'])
    .where('staff_id', '=', staffId)
    .$if(!isVouched, (query) => query.where('by_group', '=', false))
    .orderBy('role')
    .orderBy('channel_id')
    .execute();
  return rows.map(({ role, channel_id }) => ({ role: role as Role, channelId: channel_id }));
}

/** A secret for an authenticator app, made here, that only this session can confirm. */
export const offerTotp = (db: Db, id: string, secret: string): Promise<unknown> =>
  db.updateTable('staff_session').set({ totp_offered: secret }).where('session_hash', '=', sessionHash(id)).execute();

/** The secret that this session was offered last; '' none. */
export async function offeredTotp(db: Db, id: string): Promise<string> {
  const found = await db
    .selectFrom('staff_session')
    .select('totp_offered')
    .where('session_hash', '=', sessionHash(id))
    .executeTakeFirst();
  return found?.totp_offered ?? '';
}

export const endSession = (db: Db, id: string): Promise<unknown> =>
  db.deleteFrom('staff_session').where('session_hash', '=', sessionHash(id)).execute();

/** @param but a session that stays: that of the person who changes their own password */
export async function endSessions(db: Db, staffId: number, but?: string): Promise<void> {
  let query = db.deleteFrom('staff_session').where('staff_id', '=', staffId);
  if (but !== undefined) query = query.where('session_hash', '<>', sessionHash(but));
  await query.execute();
}
