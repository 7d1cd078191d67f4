import type { Grant, Role } from '#rules/staff-rights.ts';
import type { Db } from '../../db/tables.ts';

/** Name in the table `kept`: roles of which everybody signs in with a second factor. */
const NAME = 'staff.second-factor-roles';

/** ST4: roles whose holders can do nothing before they have set up a second factor. */
export async function secondFactorRoles(db: Db): Promise<Role[]> {
  const stored = await db.selectFrom('kept').select('value').where('name', '=', NAME).executeTakeFirst();
  return stored ? (JSON.parse(stored.value) as Role[]) : [];
}

export async function setSecondFactorRoles(db: Db, roles: readonly Role[]): Promise<void> {
  const value = JSON.stringify(roles);
  await db
    .insertInto('kept')
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

export async function needsSecondFactor(db: Db, grants: readonly Grant[]): Promise<boolean> {
  const roles = await secondFactorRoles(db);
  return grants.some(({ role }) => roles.includes(role));
}
