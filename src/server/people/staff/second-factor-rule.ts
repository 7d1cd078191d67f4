import type { Grant, Role } from '#rules/people/staff-rights.ts';
import { findKept, keep } from '../../db/kept.ts';
import type { Db } from '../../db/tables.ts';

/** Name in the table `kept`: roles of which everybody signs in with a second factor. */
const NAME = 'staff.second-factor-roles';

/** ST4: roles whose holders can do nothing before they have set up a second factor. */
export async function secondFactorRoles(db: Db): Promise<Role[]> {
  const stored = await findKept(db, NAME);
  return stored === undefined ? [] : (JSON.parse(stored) as Role[]);
}

export async function setSecondFactorRoles(db: Db, roles: readonly Role[]): Promise<void> {
  await keep(db, NAME, JSON.stringify(roles));
}

export async function needsSecondFactor(db: Db, grants: readonly Grant[]): Promise<boolean> {
  const roles = await secondFactorRoles(db);
  return grants.some(({ role }) => roles.includes(role));
}
