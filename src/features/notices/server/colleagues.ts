import { FIRST_CHOICE, type Colleague, type NoticeChoice } from '#rules/editions/notices.ts';
import type { Db } from '#server/db/tables.ts';
import { listInPlace } from '#server/people/staff/substitutions.ts';

/** People who may get notices, with their roles, those that they stand in for now, and how they want mails. */
export async function listColleagues(db: Db): Promise<(Colleague & { choice: NoticeChoice })[]> {
  const people = await db
    .selectFrom('staff')
    .leftJoin('staff_notice_choice as choice', 'choice.staff_id', 'staff.staff_id')
    .select(['staff.staff_id', 'address', 'mails', 'quiet_from', 'quiet_until'])
    .where('state', '=', 'active')
    .where('is_program', '=', false)
    .execute();
  const grants = await db
    .selectFrom('staff_grant')
    .select(['staff_id', 'role', 'channel_id'])
    .where('ended_at', 'is', null)
    .execute();
  const held = Map.groupBy(grants, ({ staff_id }) => staff_id);
  const inPlace = Map.groupBy(await listInPlace(db, { isVouched: true }), ({ substituteId }) => substituteId);
  return people.map(({ staff_id, ...choice }) => {
    const ownGrants = (held.get(staff_id) ?? []).map(({ role, channel_id }) => ({ role, channelId: channel_id }));
    const inPlaceOf = inPlace.get(staff_id) ?? [];
    return {
      staffId: staff_id,
      grants: [...ownGrants, ...inPlaceOf.flatMap((one) => one.grants)],
      ownGrants,
      inPlaceOf,
      choice: choiceOf(choice),
    };
  });
}

interface StoredChoice {
  address: string | null;
  mails: NoticeChoice['mails'] | null;
  quiet_from: number | null;
  quiet_until: number | null;
}

const choiceOf = ({ address, mails, quiet_from, quiet_until }: StoredChoice): NoticeChoice =>
  address === null ? FIRST_CHOICE : { address, mails: mails!, quietFrom: quiet_from!, quietUntil: quiet_until! };

/** Choice of one person. */
export async function findChoice(db: Db, staffId: number): Promise<NoticeChoice> {
  const found = await db
    .selectFrom('staff_notice_choice')
    .select(['address', 'mails', 'quiet_from', 'quiet_until'])
    .where('staff_id', '=', staffId)
    .executeTakeFirst();
  return found ? choiceOf(found) : FIRST_CHOICE;
}

/** NT2: stores a choice; notices that wait for a mail under the former one are mailed as the new one says. */
export async function storeChoice(db: Db, staffId: number, choice: NoticeChoice, mailAt: Date | null): Promise<void> {
  const { address, mails, quietFrom, quietUntil } = choice;
  const values = { address, mails, quiet_from: quietFrom, quiet_until: quietUntil };
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('staff_notice_choice')
      .values({ staff_id: staffId, ...values })
      .onConflict((conflict) => conflict.column('staff_id').doUpdateSet(values))
      .execute();
    await trx
      .updateTable('staff_notice')
      .set({ mail_at: mailAt })
      .where('staff_id', '=', staffId)
      .where('mail_at', 'is not', null)
      .execute();
  });
}
