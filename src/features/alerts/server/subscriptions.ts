import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';

export type Frequency = 'at-once' | 'daily';

/** hours in which the mail for confirmation has to be answered */
export const HOURS_TO_CONFIRM = 48;
/** things that one reader may subscribe to */
const MOST_OF_ONE = 50;
/** things that one address may leave unconfirmed, and mails for confirmation of one thing */
const MOST_UNANSWERED = 3;
const MOST_ASKS = 2;

export interface Subscription {
  subscriptionId: number;
  readerId: number;
  address: string;
  thing: string;
  frequency: Frequency;
  isConfirmed: boolean;
  /** newest publication that was reported to it */
  toldTo: number;
}

/**
 * Records a request for alerts, which begin when the mail for confirmation is answered.
 * @returns id of the subscription; null where no mail is sent: it has begun, was requested twice, or too many are
 * unconfirmed
 */
export function askFor(
  db: Db,
  { address, thing, frequency }: { address: string; thing: string; frequency: Frequency },
): Promise<number | null> {
  return db.transaction().execute(async (trx) => {
    const { reader_id } = await trx
      .insertInto('alert_reader')
      .values({ address })
      .onConflict((conflict) =>
        conflict.expression(sql`lower(address)`).doUpdateSet({ address: sql<string>`alert_reader.address` }),
      )
      .returning('reader_id')
      .executeTakeFirstOrThrow();
    const { known, begun, unanswered } = await trx
      .selectFrom('alert_subscription')
      .select([
        sql<number>`(count(*) filter (where thing = ${thing}))::int`.as('known'),
        sql<number>`(count(*) filter (where confirmed_at is not null))::int`.as('begun'),
        sql<number>`(count(*) filter (where confirmed_at is null))::int`.as('unanswered'),
      ])
      .where('reader_id', '=', reader_id)
      .executeTakeFirstOrThrow();
    // a few mails and no more: the request may come from somebody else than the recipient
    if (known === 0 && (begun >= MOST_OF_ONE || unanswered >= MOST_UNANSWERED)) return null;
    const made = await trx
      .insertInto('alert_subscription')
      .values({ reader_id, thing, frequency, told_to: sql<number>`(select coalesce(max(no), 0) from publication)` })
      .onConflict((conflict) =>
        conflict
          .columns(['reader_id', 'thing'])
          // the time of the first request stays: an unanswered subscription is removed in time
          .doUpdateSet({ frequency, asks: sql<number>`alert_subscription.asks + 1` })
          .where('alert_subscription.confirmed_at', 'is', null)
          .where('alert_subscription.asks', '<', MOST_ASKS)
          .where('alert_subscription.asked_at', '<', sql<Date>`now() - interval '10 minutes'`),
      )
      .returning('subscription_id')
      .executeTakeFirst();
    return made?.subscription_id ?? null;
  });
}

/** Requests for alerts that a site accepts in so many minutes, from all clients together: each sends a mail (AL4). */
export const ASKS_OF_SITE = { most: 100, minutes: 10 };
const ASK_COUNTER = 'alerts-asked';

/**
 * AL4: counts a request for the whole site, on any of its servers.
 * @returns minutes until the next one is taken; 0 when this one is
 */
export async function countAsk(db: Db): Promise<number> {
  const seconds = ASKS_OF_SITE.minutes * 60;
  // clock of the database, the same for all servers: number of the span and requests in it
  const { rows } = await sql<{ requests: number; left: number }>`
    with span as (select floor(extract(epoch from now()) / ${seconds})::bigint as no, extract(epoch from now()) as now)
    insert into kept (name, value) select ${ASK_COUNTER}, no || ' 1' from span
    on conflict (name) do update set value = case split_part(kept.value, ' ', 1) when split_part(excluded.value, ' ', 1)
      then split_part(kept.value, ' ', 1) || ' ' || (split_part(kept.value, ' ', 2)::bigint + 1) else excluded.value end
    returning split_part(value, ' ', 2)::int as requests,
      (select ceil(((no + 1) * ${seconds} - now) / 60)::int from span) as left`.execute(db);
  const [{ requests, left }] = rows as [{ requests: number; left: number }];
  return requests > ASKS_OF_SITE.most ? left : 0;
}

/** @returns its thing; null where it is not there any more */
export async function confirm(db: Db, subscriptionId: number): Promise<Subscription | null> {
  await db
    .updateTable('alert_subscription')
    .set({ confirmed_at: sql<Date>`now()`, told_to: sql<number>`(select coalesce(max(no), 0) from publication)` })
    .where('subscription_id', '=', subscriptionId)
    .where('confirmed_at', 'is', null)
    .where('asked_at', '>', sql<Date>`now() - ${HOURS_TO_CONFIRM} * interval '1 hour'`)
    .execute();
  return (await listSubscriptions(db, { subscriptionId, confirmed: true }))[0] ?? null;
}

export async function listSubscriptions(
  db: Db,
  { subscriptionId, readerId, confirmed }: { subscriptionId?: number; readerId?: number; confirmed?: true },
): Promise<Subscription[]> {
  let query = db
    .selectFrom('alert_subscription')
    .innerJoin('alert_reader', 'alert_reader.reader_id', 'alert_subscription.reader_id')
    .select([
      'subscription_id',
      'alert_subscription.reader_id',
      'address',
      'thing',
      'frequency',
      'confirmed_at',
      'told_to',
    ])
    .orderBy('alert_subscription.reader_id')
    .orderBy('subscription_id');
  if (subscriptionId !== undefined) query = query.where('subscription_id', '=', subscriptionId);
  if (readerId !== undefined) query = query.where('alert_subscription.reader_id', '=', readerId);
  if (confirmed) query = query.where('confirmed_at', 'is not', null);
  return (await query.execute()).map((row) => ({
    subscriptionId: row.subscription_id,
    readerId: row.reader_id,
    address: row.address,
    thing: row.thing,
    frequency: row.frequency,
    isConfirmed: row.confirmed_at !== null,
    toldTo: Number(row.told_to),
  }));
}

/**
 * Ends one subscription of a reader, or all of them with the mails that wait. A reader without a subscription is
 * removed.
 * @returns whether there was something to end
 */
export function endSubscriptions(db: Db, readerId: number, subscriptionId?: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    let ended = trx.deleteFrom('alert_subscription').where('reader_id', '=', readerId);
    if (subscriptionId !== undefined) ended = ended.where('subscription_id', '=', subscriptionId);
    else
      await sql`delete from mail_outbox where purpose in ('alert', 'alert-confirm') and lower(recipient) =
        (select lower(address) from alert_reader where reader_id = ${readerId})`.execute(trx);
    const { numDeletedRows } = await ended.executeTakeFirstOrThrow();
    await removeUnanswered(trx);
    return numDeletedRows > 0n;
  });
}

/** Removes subscriptions that nobody confirmed in time, and readers without a subscription. */
export async function removeUnanswered(db: Db): Promise<void> {
  await sql`delete from alert_subscription where confirmed_at is null
    and asked_at < now() - ${HOURS_TO_CONFIRM} * interval '1 hour'`.execute(db);
  await sql`delete from alert_reader where not exists
    (select from alert_subscription as own where own.reader_id = alert_reader.reader_id)`.execute(db);
}
