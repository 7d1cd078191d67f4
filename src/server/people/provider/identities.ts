import { sql } from 'kysely';
import type { ProviderIdentity } from '#wire/console-answers.ts';
import type { Db } from '../../db/tables.ts';
import { Refused } from '../../errors.ts';
import { record, type Actor } from '../staff/audit.ts';

/** A person of a provider: its issuer, and the claim sub. */
export type Identity = Pick<ProviderIdentity, 'issuer' | 'subject'>;

/** OI2: the account that is this person; undefined: none yet. */
export async function staffOf(db: Db, { issuer, subject }: Identity): Promise<number | undefined> {
  const found = await db
    .selectFrom('staff_identity')
    .select('staff_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return found?.staff_id;
}

/** @throws Refused invalidInput where the account, or the person, is bound */
export async function assertUnbound(db: Db, staffId: number, identity: Identity): Promise<void> {
  if ((await isBound(db, staffId)) || (await staffOf(db, identity)) !== undefined) throw alreadyBound();
}

const alreadyBound = () =>
  new Refused('invalidInput', '这个账号或这个单位账号已经关联过，关联以后不能更改', { field: 'subject' });

/** Whether an account is bound to a person of a provider. */
export const isBound = async (db: Db, staffId: number): Promise<boolean> =>
  (await db.selectFrom('staff_identity').select('staff_id').where('staff_id', '=', staffId).executeTakeFirst()) !==
  undefined;

/**
 * OI2: binds an account to a person, for ever.
 * @param facts more of the record's line
 * @throws Refused invalidInput where either of them is bound
 */
export async function bind(
  trx: Db,
  actor: Actor,
  staffId: number,
  { issuer, subject }: Identity,
  facts: { initial?: true } = {},
): Promise<void> {
  const bound = await trx
    .insertInto('staff_identity')
    .values({ staff_id: staffId, issuer, subject, bound_at: new Date(), bound_by: actor.staffId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (bound.numInsertedOrUpdatedRows !== 1n) throw alreadyBound();
  await record(trx, actor, 'people.bind', { subject: `staff:${staffId}`, facts: { issuer, subject, ...facts } });
}

/** Days back to which refused people are shown to administrators, and how many. */
const ARRIVALS = { days: 30, most: 50 };

/** People of the provider who were refused and have no account, newest first: those whom an administrator can bind. */
export async function listArrivals(db: Db, issuer: string): Promise<ProviderIdentity[]> {
  const { rows } = await sql<{ at: Date; subject: string; account: string; name: string }>`
    select at, subject, account, name from (
      select distinct on (facts ->> 'subject') at, facts ->> 'subject' as subject,
        coalesce(facts ->> 'claimedAccount', '') as account, coalesce(facts ->> 'claimedName', '') as name
      from audit where act = 'sign-in' and outcome = 'refused' and at > now() - ${ARRIVALS.days} * interval '1 day'
        and facts ->> 'issuer' = ${issuer} and facts ->> 'subject' <> ''
      order by facts ->> 'subject', no desc) as arrived
    where not exists (select from staff_identity where issuer = ${issuer} and staff_identity.subject = arrived.subject)
    order by at desc limit ${ARRIVALS.most}`.execute(db);
  return rows.map(({ at, ...person }) => ({ ...person, issuer, at: at.toISOString() }));
}
