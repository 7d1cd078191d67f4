import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';

export type Frequency = 'at-once' | 'daily';

/** hours in which the mail that asks has to be answered */
export const HOURS_TO_CONFIRM = 48;
/** things that one reader is told of */
const MOST_OF_ONE = 50;
/** things that one address was asked about and did not answer, and mails that ask about one */
const MOST_UNANSWERED = 3;
const MOST_ASKS = 2;

export interface Subscription {
  subscriptionId: number;
  readerId: number;
  address: string;
  thing: string;
  frequency: Frequency;
  isConfirmed: boolean;
  /** the publication up to which it was told */
  toldTo: number;
}

/**
 * Notes that somebody wants to be told, which begins when the mail that asks is answered.
 * @returns its id; null where nobody is written to: it has begun, was asked twice, or there is too much unanswered
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
    // whoever is written to did not ask perhaps: a few mails and no more
    if (known === 0 && (begun >= MOST_OF_ONE || unanswered >= MOST_UNANSWERED)) return null;
    const made = await trx
      .insertInto('alert_subscription')
      .values({ reader_id, thing, frequency, told_to: sql<number>`(select coalesce(max(no), 0) from publication)` })
      .onConflict((conflict) =>
        conflict
          .columns(['reader_id', 'thing'])
          // since when it was asked stays: what is not answered goes in time
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

/** Asks for alerts that a site takes in so many minutes, whoever asks: each is a mail to somebody (AL4). */
export const ASKS_OF_SITE = { most: 100, minutes: 10 };
const ASKED = 'alerts-asked';

/**
 * AL4: counts an ask of the whole site, at whichever of its servers.
 * @returns minutes until the next one is taken; 0 when this one is
 */
export async function countAsk(db: Db): Promise<number> {
  const seconds = ASKS_OF_SITE.minutes * 60;
  // by the clock of the database, the same for all servers: number of the span and what was asked in it
  const { rows } = await sql<{ asked: number; left: number }>`
    with span as (select floor(extract(epoch from now()) / ${seconds})::bigint as no, extract(epoch from now()) as now)
    insert into kept (name, value) select ${ASKED}, no || ' 1' from span
    on conflict (name) do update set value = case split_part(kept.value, ' ', 1) when split_part(excluded.value, ' ', 1)
      then split_part(kept.value, ' ', 1) || ' ' || (split_part(kept.value, ' ', 2)::bigint + 1) else excluded.value end
    returning split_part(value, ' ', 2)::int as asked,
      (select ceil(((no + 1) * ${seconds} - now) / 60)::int from span) as left`.execute(db);
  const [{ asked, left }] = rows as [{ asked: number; left: number }];
  return asked > ASKS_OF_SITE.most ? left : 0;
}

/** @returns what it is about; null where it is not there any more */
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
 * Ends one of a reader's, or all with what waits to be sent; whoever is told of nothing leaves nothing.
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

/** What nobody answered in time goes, and readers of nothing. */
export async function removeUnanswered(db: Db): Promise<void> {
  await sql`delete from alert_subscription where confirmed_at is null
    and asked_at < now() - ${HOURS_TO_CONFIRM} * interval '1 hour'`.execute(db);
  await sql`delete from alert_reader where not exists
    (select from alert_subscription as own where own.reader_id = alert_reader.reader_id)`.execute(db);
}
