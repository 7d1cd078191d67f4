import type { Database } from '#server/db/connect.ts';
import type { Db } from '#server/db/tables.ts';
import { unscheduleEdition } from '#server/editions/schedule-edition.ts';
import { errors, Refused } from '#server/errors.ts';
import { endLinks, setState } from '#server/people/staff/accounts.ts';
import { record, type Actor } from '#server/people/staff/audit.ts';
import { letIn, shutOut } from '#server/people/staff/shut-out.ts';
import { demoCustomers } from './customers.ts';
import { listDemoStaff } from './staff.ts';

/** Name in the table `kept`: staff whom DEMO=off suspended and DEMO=on restores, and nobody else. */
const SUSPENDED = 'demo.suspended';

const OPERATOR: Actor = { staffId: null, account: 'DEMO', address: 'settings' };

const UNSCHEDULED = '演示已关闭（DEMO=off），演示账号设定的发布时间取消';

/**
 * LS10: DEMO=off in a store that holds the demonstration: logins of invented customers end; invented staff and whom
 * they added are suspended and stay so, their sessions and links end, and what they scheduled is off the schedule.
 */
export async function closeDemoAccess({ db }: Pick<Database, 'db'>): Promise<void> {
  const staffIds = await db.transaction().execute(async (trx) => {
    // of servers that start together one does it
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

/** Takes off the schedule what these scheduled last. */
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
      // another server that starts now has done it
      if (!(error instanceof Refused && error.code === errors.editionState.code)) throw error;
    });
  }
}

/**
 * LS10: the demonstration is open again: whom DEMO=off suspended may sign in, but nobody whom an administrator
 * suspended.
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
