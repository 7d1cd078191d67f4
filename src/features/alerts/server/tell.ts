import { findKept, keep } from '#server/db/kept.ts';
import type { Db } from '#server/db/tables.ts';
import type { Site } from '#server/site/site.ts';
import type { PublicationWatch } from '#server/site/publication-watch.ts';
import { shanghaiDate, shanghaiTime } from '#rules/time/shanghai-date.ts';
import { newsOf } from './news.ts';
import { putIntoOutbox } from '#server/mail/outbox.ts';
import { listSubscriptions, removeUnanswered, type Frequency, type Subscription } from './subscriptions.ts';
import { readThing, type Thing } from './things.ts';
import { alertKey, tokenFor } from './tokens.ts';

/** hour of Shanghai, from which the mail of a day is written */
const HOUR_OF_DAY = 8;
const DAILY_SENT_ON = 'alerts-told-on';

export interface Telling {
  db: Db;
  siteUrl: string;
  siteNow: () => Promise<Site>;
  publications: Pick<PublicationWatch, 'current'>;
  /** called for each reader who could not be written to */
  failed: (error: unknown) => void;
  /** milliseconds since 1970 */
  now: number;
}

/** AL2: mails publications to readers who want them at once, and each morning to the others. */
export async function tellReaders({ db, siteUrl, siteNow, publications, failed, now }: Telling): Promise<void> {
  const upTo = publications.current();
  // a database that went back (GW2) gives this number anew, and readers are to be told of that one
  const newest = await db.selectFrom('publication').select('no').orderBy('no', 'desc').executeTakeFirst();
  if ((newest?.no ?? 0) < upTo) return;
  // read after the number, so that the site is no older than the news
  const site = await siteNow();
  await tell({ db, site, siteUrl, failed }, 'at-once', upTo);
  if (!(await isDayDue(db, now))) return;
  await tell({ db, site, siteUrl, failed }, 'daily', upTo);
  await removeUnanswered(db);
  await keep(db, DAILY_SENT_ON, shanghaiDate(now));
}

/** Whether the mails of today are still to be written; where two servers write them, each reader has one. */
async function isDayDue(db: Db, now: number): Promise<boolean> {
  if (Number(shanghaiTime(new Date(now).toISOString()).slice(11, 13)) < HOUR_OF_DAY) return false;
  return (await findKept(db, DAILY_SENT_ON)) !== shanghaiDate(now);
}

type MailContext = Pick<Telling, 'db' | 'siteUrl' | 'failed'> & { site: Site };

async function tell({ db, site, siteUrl, failed }: MailContext, frequency: Frequency, upTo: number): Promise<void> {
  const due = (await listSubscriptions(db, { confirmed: true })).filter(
    (one) => one.frequency === frequency && one.toldTo < upTo,
  );
  const key = due.length > 0 ? await alertKey(db) : '';
  for (const own of Map.groupBy(due, ({ readerId }) => readerId).values())
    // a failure with one reader stops no other
    await tellReader({ db, site, siteUrl }, own, upTo, key).catch(failed);
}

async function tellReader(
  { db, site, siteUrl }: Omit<MailContext, 'failed'>,
  own: readonly Subscription[],
  upTo: number,
  key: string,
): Promise<void> {
  const [{ readerId, address }] = own as [Subscription];
  await db.transaction().execute(async (trx) => {
    const parts: { thing: Thing; lines: string[] }[] = [];
    for (const { subscriptionId, thing: text, toldTo } of own) {
      // a thing that is missing now may come back, with its news
      const thing = await readThing(trx, site, text);
      if (!thing) continue;
      // another server may have mailed the reader, or the reader has ended it
      const { numUpdatedRows } = await trx
        .updateTable('alert_subscription')
        .set({ told_to: upTo })
        .where('subscription_id', '=', subscriptionId)
        .where('told_to', '=', toldTo)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) continue;
      const lines = await newsOf(trx, site, siteUrl, thing, { after: toldTo, upTo });
      if (lines.length > 0) parts.push({ thing, lines });
    }
    if (parts.length === 0) return;
    const endAddress = `${siteUrl}/alerts/end?t=${tokenFor(key, 'end', readerId)}`;
    const { name } = site.shell.brand;
    await putIntoOutbox(trx, {
      purpose: 'alert',
      recipient: address,
      subject: parts.length === 1 ? `${name}：${parts[0]!.thing.title}有更新` : `${name}：${parts.length} 项内容有更新`,
      body: [
        ...parts.map(({ thing, lines }) => `${thing.title}\n${siteUrl}${thing.path}\n\n${lines.join('\n')}\n`),
        `——\n您在${name}网站订阅了这些提醒。不想再收到，请打开：\n${endAddress}\n`,
      ].join('\n'),
      endAddress,
    });
  });
}
