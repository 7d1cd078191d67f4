import type { Database } from '#server/db/connect.ts';
import type { Db } from '#server/db/tables.ts';
import { unscheduleEdition } from '#server/editions/publish/schedule-edition.ts';
import { errors, Refused } from '#server/errors.ts';
import { endLinks, setState } from '#server/people/staff/accounts.ts';
import { record, type Actor } from '#server/people/staff/audit.ts';
import { letIn, shutOut } from '#server/people/staff/shut-out.ts';
import { demoCustomers } from './customers.ts';
import { listDemoStaff } from './staff.ts';

/** Key in the table `kept`. Its value lists the staff whom DEMO=off suspended; DEMO=on restores exactly these. */
const SUSPENDED = 'demo.suspended';

const OPERATOR: Actor = { staffId: null, account: 'DEMO', address: 'settings' };

const UNSCHEDULED = '演示已关闭（DEMO=off），演示账号设定的发布时间取消';

/**
 * LS10: closes the demonstration (DEMO=off in a store that holds it). Ends the logins of invented customers. Suspends
 * the invented staff and everybody they added, ends their sessions and links, and cancels the publication times they
 * set.
 */
export async function closeDemoAccess({ db }: Pick<Database, 'db'>): Promise<void> {
  const staffIds = await db.transaction().execute(async (trx) => {
    // when several servers start together, the row lock lets one of them do this at a time
    await trx
      .insertInto('kept')
      .values({ name: SUSPENDED, value: '[]' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { value } = await trx
      .selectFrom('kept')
      .select('value')
      .where('name', '=', SUSPENDED)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const suspended = new Set(JSON.parse(value) as number[]);
    const customers = demoCustomers('2000-01-01').map(({ customer_id }) => customer_id);
    await trx.deleteFrom('customer_token').where('customer_id', 'in', customers).execute();
    const staff = await listDemoStaff(trx);
    await shutOut(
      trx,
      staff.map(({ staffId }) => staffId),
    );
    for (const { staffId, state } of staff) {
      await endLinks(trx, staffId);
      if (state === 'suspended') continue;
      await setState(trx, staffId, 'suspended');
      await record(trx, OPERATOR, 'people.suspend', { subject: `staff:${staffId}`, facts: { why: 'DEMO=off' } });
      suspended.add(staffId);
    }
    await trx
      .updateTable('kept')
      .set({ value: JSON.stringify([...suspended]) })
      .where('name', '=', SUSPENDED)
      .execute();
    return staff.map(({ staffId }) => staffId);
  });
  await unscheduleOf(db, staffIds);
}

/** Cancels the publication time of every edition that was scheduled last by one of these staff. */
async function unscheduleOf(db: Db, staffIds: readonly number[]): Promise<void> {
  const scheduled = await db
    .selectFrom('edition')
    .innerJoin('edition_step', 'edition_step.edition_id', 'edition.edition_id')
    .select(['edition.edition_id', 'edition.version', 'edition_step.staff_id'])
    .distinctOn('edition.edition_id')
    .where('publish_at', 'is not', null)
    .where('act', '=', 'scheduled')
    .orderBy('edition.edition_id')
    .orderBy('step_id', 'desc')
    .execute();
  for (const { edition_id, version, staff_id } of scheduled) {
    if (staff_id === null || !staffIds.includes(staff_id)) continue;
    await unscheduleEdition(db, OPERATOR, { editionId: edition_id, version }, UNSCHEDULED).catch((error: unknown) => {
      // another server that is starting at the same time has already cancelled it
      if (!(error instanceof Refused && error.code === errors.editionState.code)) throw error;
    });
  }
}

/**
 * LS10: opens the demonstration again: staff whom DEMO=off suspended may sign in; staff whom an administrator suspended
 * stay suspended.
 */
export async function openDemoAccess({ db }: Pick<Database, 'db'>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await letIn(trx);
    const taken = await trx.deleteFrom('kept').where('name', '=', SUSPENDED).returning('value').executeTakeFirst();
    for (const staffId of JSON.parse(taken?.value ?? '[]') as number[]) {
      await setState(trx, staffId, 'active');
      await record(trx, OPERATOR, 'people.restore', { subject: `staff:${staffId}`, facts: { why: 'DEMO' } });
    }
  });
}
