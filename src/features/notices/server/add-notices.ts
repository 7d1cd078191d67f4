import {
  mailMoment,
  type Colleague,
  type NoticeChoice,
  type NoticedEdition,
  type NoticeEvent,
} from '#rules/editions/notices.ts';
import { lineOf } from '#server/console-api/authorize.ts';
import type { Db } from '#server/db/tables.ts';
import { factsOf, getEdition } from '#server/editions/edition-row.ts';
import type { Site } from '#server/site/site.ts';

/** things that one question reads */
export const MOST_AT_ONCE = 200;

export interface NoticeMeans {
  db: Db;
  site: Site;
  /** milliseconds since 1970 */
  now: number;
  /** takes what a webhook is sent; absent: there is none */
  send?: ((trx: Db, given: Sent) => Promise<void>) | undefined;
}

/** Notice of an edition or of a channel, for another system. */
export interface Sent {
  subject: string;
  event: NoticeEvent;
  /** number of an edition, or id of a channel */
  of: { editionId: number } | { channelId: string };
  /** name of whoever acted; '' for the program */
  actor: string;
}

export type Recipient = Colleague & { choice: NoticeChoice };

/** An edition as those see it who get notices of it. */
export async function noticedEdition({ db, site }: NoticeMeans, editionId: number): Promise<NoticedEdition> {
  const row = await getEdition(db, editionId);
  const approvals = await db
    .selectFrom('edition_step')
    .select('staff_id')
    .distinct()
    .where('edition_id', '=', editionId)
    .where('act', '=', 'approved')
    .execute();
  const proposal = await db
    .selectFrom('edition_proposal')
    .select('staff_id')
    .where('edition_id', '=', editionId)
    .executeTakeFirst();
  return {
    ...(proposal && { proposedTo: proposal.staff_id }),
    facts: await factsOf(db, row),
    lines: row.channel_ids.map((id) => lineOf(site, id)),
    approvers: approvals.flatMap(({ staff_id }) => staff_id ?? []),
  };
}

/** Subject of a notice. */
interface About {
  subject: string;
  edition_id: number | null;
  channel_id: string;
  actor_id: number | null;
}

/** Adds one notice for each of these people, unless there is one of the same subject and event. */
export async function addNotices(
  { db, now }: Pick<NoticeMeans, 'db' | 'now'>,
  found: readonly { staffId: number; event: NoticeEvent }[],
  people: readonly Recipient[],
  about: About,
): Promise<void> {
  const choices = new Map(people.map(({ staffId, choice }) => [staffId, choice]));
  const rows = found.map(({ staffId, event }) => {
    const moment = mailMoment(now, choices.get(staffId)!);
    return {
      ...about,
      staff_id: staffId,
      event,
      at: new Date(now),
      mail_at: moment === null ? null : new Date(moment),
    };
  });
  if (rows.length === 0) return;
  await db
    .insertInto('staff_notice')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
