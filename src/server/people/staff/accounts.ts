import { randomBytes } from 'node:crypto';
import type { Grant, Role } from '#rules/people/staff-rights.ts';
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

/** Gives the grants that the person has not got yet. */
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

/**
 * The roles of a person become these, those that stay keep their date, and all sessions end.
 * @param byHand those among them that count as given by hand, also where a group brought them until now (OI3)
 */
export async function setGrants(
  db: Db,
  staffId: number,
  grants: readonly Grant[],
  byHand: readonly Grant[] = [],
): Promise<void> {
  const held = await heldGrants(db)
    .select(['grant_id', 'role', 'channel_id', 'by_group'])
    .where('staff_id', '=', staffId)
    .execute();
  const ended = held.filter((one) => !isAmong(grants, one) || (one.by_group && isAmong(byHand, one)));
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

const isAmong = (grants: readonly Grant[], one: { role: string; channel_id: string }): boolean =>
  grants.some(({ role, channelId }) => role === one.role && channelId === one.channel_id);

export async function setState(db: Db, staffId: number, state: Person['state']): Promise<void> {
  await db.updateTable('staff').set({ state }).where('staff_id', '=', staffId).execute();
  if (state === 'suspended') await endSessions(db, staffId);
}

/**
 * Tries with the old password no longer lock anybody out.
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

/** The owner of this link; null for one that is unknown, used or too old. */
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
  const [people, grants, identities, doubles] = await Promise.all([
    query.orderBy('account').execute(),
    heldGrants(db)
      .select(['staff_id', 'role', 'channel_id', 'by_group'])
      .orderBy('role')
      .orderBy('channel_id')
      .execute(),
    db.selectFrom('staff_identity').select(['staff_id', 'subject']).execute(),
    namesOfDoubles(db),
  ]);
  const subjects = new Map(identities.map(({ staff_id, subject }) => [staff_id, subject]));
  const byPerson = Map.groupBy(grants, ({ staff_id }) => staff_id);
  return people.map(({ staff_id, account, name, state, password, totp_secret, created_at, signed_in_at }) => ({
    staffId: staff_id,
    account,
    name,
    state,
    isReady: password !== '' || subjects.has(staff_id),
    subject: subjects.get(staff_id) ?? '',
    doubles: doubles.get(staff_id) ?? [],
    hasSecondFactor: totp_secret !== '',
    createdAt: created_at.toISOString(),
    signedInAt: signed_in_at?.toISOString() ?? '',
    grants: (byPerson.get(staff_id) ?? []).map(asGrant),
    byGroup: (byPerson.get(staff_id) ?? []).filter(({ by_group }) => by_group).map(asGrant),
  }));
}

const asGrant = ({ role, channel_id }: { role: Role; channel_id: string }): Grant => ({ role, channelId: channel_id });

/** OI4: for each account with further ones of its human, their names. */
async function namesOfDoubles(db: Db): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom('staff_double')
    .innerJoin('staff', 'staff.staff_id', 'staff_double.staff_id')
    .innerJoin('staff as human', 'human.staff_id', 'staff_double.double_of')
    .select(['staff.staff_id', 'staff.account', 'human.staff_id as human_id', 'human.account as human_account'])
    .execute();
  const members = Map.groupBy(rows, ({ human_id }) => human_id);
  return new Map(
    [...members.values()].flatMap((group) => {
      const all = [
        { id: group[0]!.human_id, account: group[0]!.human_account },
        ...group.map(({ staff_id, account }) => ({ id: staff_id, account })),
      ];
      return all.map(({ id }) => [id, all.flatMap((one) => (one.id === id ? [] : [one.account]))] as const);
    }),
  );
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
