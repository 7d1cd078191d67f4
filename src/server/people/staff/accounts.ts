import { randomBytes } from 'node:crypto';
import type { Grant } from '#rules/people/staff-rights.ts';
import type { Person } from '#wire/console-answers.ts';
import type { Db } from '../../db/tables.ts';
import { CLOCKS_DIFFER, steadyDate } from '../steady-clock.ts';
import { heldGrants } from './held-grants.ts';
import { endSessions } from './sessions.ts';
import { sha256 } from '../../db/sha256.ts';

/** milliseconds in which a link for a password can be used */
const LINK_LASTS = 48 * 3_600_000;

export interface NewPerson {
  account: string;
  name: string;
  grants: Grant[];
}

/** @param hash of a password; '' none yet @returns its id; null where the account is taken */
export async function addPerson(
  db: Db,
  { account, name, grants }: NewPerson,
  { hash = '', mustChange = true } = {},
): Promise<number | null> {
  const added = await db
    .insertInto('staff')
    .values({ account, name, password: hash, must_change: mustChange, created_at: new Date() })
    .onConflict((conflict) => conflict.column('account').doNothing())
    .returning('staff_id')
    .executeTakeFirst();
  if (!added) return null;
  await addGrants(db, added.staff_id, grants);
  return added.staff_id;
}

/** Those that the person has not got yet. */
export async function addGrants(db: Db, staffId: number, grants: readonly Grant[]): Promise<void> {
  if (grants.length === 0) return;
  const rows = grants.map(({ role, channelId }) => ({
    staff_id: staffId,
    role,
    channel_id: channelId,
    granted_at: new Date(),
  }));
  await db
    .insertInto('staff_grant')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The roles of a person become these, those that stay keep their date, and all sessions end. */
export async function setGrants(db: Db, staffId: number, grants: readonly Grant[]): Promise<void> {
  const held = await heldGrants(db)
    .select(['grant_id', 'role', 'channel_id'])
    .where('staff_id', '=', staffId)
    .execute();
  const ended = held.filter(
    ({ role, channel_id }) => !grants.some((grant) => grant.role === role && grant.channelId === channel_id),
  );
  if (ended.length > 0)
    await db
      .updateTable('staff_grant')
      .set({ ended_at: new Date() })
      .where(
        'grant_id',
        'in',
        ended.map(({ grant_id }) => grant_id),
      )
      .execute();
  await addGrants(db, staffId, grants);
  await endSessions(db, staffId);
}

export async function setState(db: Db, staffId: number, state: Person['state']): Promise<void> {
  await db.updateTable('staff').set({ state }).where('staff_id', '=', staffId).execute();
  if (state === 'suspended') await endSessions(db, staffId);
}

/**
 * What was tried with the old password no longer locks anybody out.
 * @param hash made before the transaction, which would hold a connection meanwhile
 * @param but a session that stays: that of the person who changes their own
 */
export async function setPassword(db: Db, staffId: number, hash: string, but?: string): Promise<void> {
  await db.updateTable('staff').set({ password: hash, must_change: false }).where('staff_id', '=', staffId).execute();
  await db
    .deleteFrom('staff_failure')
    .where('account', '=', (eb) => eb.selectFrom('staff').select('account').where('staff_id', '=', staffId))
    .execute();
  await endSessions(db, staffId, but);
}

/**
 * A link for a first or another password. The old one no longer opens anything, nor does the second factor, and all
 * sessions end.
 */
export async function makeLink(db: Db, staffId: number): Promise<string> {
  const link = randomBytes(32).toString('base64url');
  await removeEndedLinks(db);
  await endLinks(db, staffId);
  await db
    .insertInto('staff_link')
    .values({ link_hash: sha256(link), staff_id: staffId, ends_at: steadyDate(LINK_LASTS) })
    .execute();
  await db.updateTable('staff').set({ password: '', totp_secret: '' }).where('staff_id', '=', staffId).execute();
  await endSessions(db, staffId);
  return link;
}

/** PD17: a link that has ended is gone before a clock that is put back can open it again. */
export const removeEndedLinks = (db: Db): Promise<unknown> =>
  db
    .deleteFrom('staff_link')
    .where((eb) =>
      eb.or([eb('ends_at', '<', steadyDate()), eb('ends_at', '>', steadyDate(LINK_LASTS + CLOCKS_DIFFER))]),
    )
    .execute();

/** Invalidates all links of this person. */
export async function endLinks(db: Db, staffId: number): Promise<void> {
  await db.deleteFrom('staff_link').where('staff_id', '=', staffId).execute();
}

/** Whose link this is; null for one that is unknown, used or too old. */
export async function findLink(
  db: Db,
  link: string,
): Promise<{ staffId: number; account: string; name: string } | null> {
  const found = await db
    .selectFrom('staff_link')
    .innerJoin('staff', 'staff.staff_id', 'staff_link.staff_id')
    .select(['staff.staff_id', 'staff.account', 'staff.name'])
    .where('link_hash', '=', sha256(link))
    .where('ends_at', '>', steadyDate())
    .where('ends_at', '<=', steadyDate(LINK_LASTS + CLOCKS_DIFFER))
    .where('state', '=', 'active')
    .executeTakeFirst();
  return found ? { staffId: found.staff_id, account: found.account, name: found.name } : null;
}

/** @returns false where it was used in the meantime */
export async function useLink(db: Db, link: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('staff_link').where('link_hash', '=', sha256(link)).executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function listPeople(db: Db, staffId?: number): Promise<Person[]> {
  let query = db
    .selectFrom('staff')
    .where('is_program', '=', false)
    .select(['staff_id', 'account', 'name', 'state', 'password', 'totp_secret', 'created_at', 'signed_in_at']);
  if (staffId !== undefined) query = query.where('staff_id', '=', staffId);
  const [people, grants] = await Promise.all([
    query.orderBy('account').execute(),
    heldGrants(db).select(['staff_id', 'role', 'channel_id']).orderBy('role').orderBy('channel_id').execute(),
  ]);
  const byPerson = Map.groupBy(grants, ({ staff_id }) => staff_id);
  return people.map(({ staff_id, account, name, state, password, totp_secret, created_at, signed_in_at }) => ({
    staffId: staff_id,
    account,
    name,
    state,
    isReady: password !== '',
    hasSecondFactor: totp_secret !== '',
    createdAt: created_at.toISOString(),
    signedInAt: signed_in_at?.toISOString() ?? '',
    grants: (byPerson.get(staff_id) ?? []).map(({ role, channel_id }) => ({ role, channelId: channel_id })),
  }));
}

export const findPerson = async (db: Db, staffId: number): Promise<Person | undefined> =>
  (await listPeople(db, staffId))[0];

/** Whether anybody may manage people. @param but somebody who is not counted */
export async function hasAdmin(db: Db, but?: number): Promise<boolean> {
  let query = heldGrants(db)
    .innerJoin('staff', 'staff.staff_id', 'staff_grant.staff_id')
    .select('staff.staff_id')
    .where('role', '=', 'system-admin')
    .where('channel_id', '=', '')
    .where('state', '=', 'active');
  if (but !== undefined) query = query.where('staff.staff_id', '<>', but);
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}

/** Whether this is the last person who may manage people, and must not lose that right. */
export const isLastAdmin = async (db: Db, staffId: number): Promise<boolean> => !(await hasAdmin(db, staffId));
