import { sql } from 'kysely';
import { mayDo, WHOLE_SITE, type Grant } from '#rules/people/staff-rights.ts';
import { visibleSetting } from '#page/settings/visible.ts';
import type { Db } from '../../db/tables.ts';
import { Refused } from '../../errors.ts';
import { record, type Actor } from './audit.ts';
import { doublesOf } from './same-human.ts';

/** Names in the table `kept`: setting up has ended, and visitors see the site only once it is published that they do. */
const NAME = 'site.opened';
const HIDDEN = 'site.hidden';

/** ST6: until setting up ends administrators appoint without waiting, and the console publishes nothing. */
export async function isOpened(db: Db): Promise<boolean> {
  return (await db.selectFrom('kept').select('name').where('name', '=', NAME).executeTakeFirst()) !== undefined;
}

/** SU8: whether the site is one that is shown once that has been published. */
export async function isHiddenAtFirst(db: Db): Promise<boolean> {
  return (await db.selectFrom('kept').select('name').where('name', '=', HIDDEN).executeTakeFirst()) !== undefined;
}

/**
 * SU1: whether visitors see the site: that was published (SU8), or the store was filled before setting up ended, as the
 * demonstration and stores of earlier versions are.
 */
export async function isPublic(db: Db): Promise<boolean> {
  if (await isHiddenAtFirst(db)) {
    const shown = await db
      .selectFrom('setting')
      .select('value')
      .where('name', '=', visibleSetting.name)
      .where('public_to', 'is', null)
      .executeTakeFirst();
    return shown?.value === true;
  }
  const published = await db.selectFrom('publication').select('no').limit(1).executeTakeFirst();
  return published !== undefined || isOpened(db);
}

/** @throws Refused notOpened */
export async function assertOpened(db: Db): Promise<void> {
  if (!(await isOpened(db))) throw new Refused('notOpened');
}

/** @returns false where it was opened before */
export async function markOpened(db: Db, by = ''): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('kept')
    .values({ name: NAME, value: JSON.stringify({ by, at: new Date().toISOString() }) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/**
 * Why somebody cannot end setting up; null where they can: an administrator or publisher of the whole site who is neither the
 * first administrator nor appointed anybody without waiting. That a password is one's own is asked of every call.
 */
export async function whyNotOpen(db: Db, who: { staffId: number; grants: readonly Grant[] }): Promise<string | null> {
  if (!mayDo(who.grants, 'people.change', [WHOLE_SITE]) && !mayDo(who.grants, 'content.publish', [WHOLE_SITE]))
    return '由系统管理人员或全站的发布人员结束';
  // OI4: further accounts of the same human are no second person
  const own = [who.staffId, ...(await doublesOf(db, [who.staffId]))];
  const { rows } = await sql<{ is_first: boolean; appointed: boolean }>`
    select (select min(staff_id) from staff_grant where role = 'system-admin' and ended_at is null) = any(${own}) as is_first,
      exists (select from audit where staff_id = any(${own}) and (facts->'initial')::boolean) as appointed`.execute(db);
  return rows[0]?.is_first || rows[0]?.appointed
    ? '须由第二个人结束：请另一位已自行设置密码的系统管理或发布人员登录后进行'
    : null;
}

/** Ends setting up, for whoever may (whyNotOpen); nothing is shown by it. @throws Refused siteOpened */
export async function openSite(trx: Db, actor: Actor): Promise<void> {
  const isNew = (await trx.selectFrom('publication').select('no').limit(1).executeTakeFirst()) === undefined;
  if (!(await markOpened(trx, actor.account))) throw new Refused('siteOpened');
  if (isNew)
    await trx
      .insertInto('kept')
      .values({ name: HIDDEN, value: JSON.stringify(true) })
      .execute();
  await record(trx, actor, 'site.open', { also: [`kept:${NAME}`, `kept:${HIDDEN}`] });
}
