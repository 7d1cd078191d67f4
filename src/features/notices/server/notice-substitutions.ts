import { sql } from 'kysely';
import { noticedOfSubstitution, type NoticeEvent } from '#rules/editions/notices.ts';
import { lineOf } from '#server/console-api/authorize.ts';
import type { Db } from '#server/db/tables.ts';
import { addNotices, MOST_AT_ONCE, type NoticeMeans } from './add-notices.ts';
import { listColleagues } from './colleagues.ts';

const DAY = 24 * 3_600_000;

/** SI4: once for each stand-in that begins or is arranged, and once where it ends before its day. */
export async function noticeSubstitutions(means: NoticeMeans): Promise<void> {
  const { db, site, now } = means;
  const fresh = await withoutNotice(db, 'stand-in')
    .where('ended_at', 'is', null)
    .where('ends_at', '>', new Date(now))
    .execute();
  const over = await withoutNotice(db, 'stand-in-over')
    .where('ended_at', '>', new Date(now - DAY))
    .where((eb) => eb('ended_at', '<', eb.ref('ends_at')))
    // an end without a beginning would be a riddle
    .where(hasNotice('stand-in'))
    .execute();
  if (fresh.length + over.length === 0) return;
  const people = await listColleagues(db);
  for (const [event, rows] of [
    ['stand-in', fresh],
    ['stand-in-over', over],
  ] as const)
    for (const { substitution_id, absent_id, substitute_id, named_by, ended_by, grants } of rows) {
      const by = event === 'stand-in' ? named_by : (ended_by ?? 0);
      const found = noticedOfSubstitution(
        { absentId: absent_id, substituteId: substitute_id, namedBy: by, grants },
        people,
        (id) => lineOf(site, id),
      );
      const subject = `substitution:${substitution_id}`;
      // an end is noticed by whoever had a notice of the beginning, and by both
      const heard = event === 'stand-in' ? found : [absent_id, substitute_id, ...(await recipientsOf(db, subject))];
      await addNotices(
        means,
        found.filter((staffId) => heard.includes(staffId)).map((staffId) => ({ staffId, event })),
        people,
        { subject, edition_id: null, channel_id: '', actor_id: absent_id },
      );
    }
}

const recipientsOf = async (db: Db, subject: string): Promise<number[]> =>
  (
    await db
      .selectFrom('staff_notice')
      .select('staff_id')
      .where('event', '=', 'stand-in')
      .where('subject', '=', subject)
      .execute()
  ).map(({ staff_id }) => staff_id);

const hasNotice = (event: NoticeEvent) =>
  sql<boolean>`exists (select from staff_notice where event = ${event} and subject = 'substitution:' || substitution_id)`;

const withoutNotice = (db: Db, event: NoticeEvent) =>
  db
    .selectFrom('substitution')
    .selectAll()
    .where((eb) => eb.not(hasNotice(event)))
    .orderBy('substitution_id')
    .limit(MOST_AT_ONCE);
