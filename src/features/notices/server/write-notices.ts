import { sql } from 'kysely';
import type { EditionStep } from '#rules/editions/edition-steps.ts';
import { noticesOfStep, waitsAfter, type Colleague, type NoticeEvent } from '#rules/editions/notices.ts';
import { mayDo } from '#rules/people/staff-rights.ts';
import { findKept, keep } from '#server/db/kept.ts';
import type { Db } from '#server/db/tables.ts';
import { addNotices, MOST_AT_ONCE, noticedEdition, type NoticeMeans, type Recipient } from './add-notices.ts';
import { listColleagues } from './colleagues.ts';

/** number of the newest step of which notices were written */
const WRITTEN_TO = 'notices-written-to';
const HOUR = 3_600_000;

interface Step {
  step_id: number;
  edition_id: number;
  act: EditionStep;
  staff_id: number | null;
  name: string | null;
}

/**
 * NT1: writes notices of all steps since the last time. A crash loses none, and where two servers write them each person has
 * one of each. A store that never had notices begins with the next step.
 * @param handled steps that this server has seen to; those of the last minute are read again, because a slower transaction may
 * commit one with a lower number
 */
export async function writeNotices(means: NoticeMeans, handled: Set<number>): Promise<void> {
  const { db } = means;
  const stored = await findKept(db, WRITTEN_TO);
  if (stored === undefined) return keep(db, WRITTEN_TO, String(await newestStep(db)));
  let [settled, isSettled] = [Number(stored), true];
  for (let [after, count] = [settled, MOST_AT_ONCE]; count === MOST_AT_ONCE;) {
    const steps = await stepsAfter(db, after);
    const fresh = steps.filter(({ step_id }) => !handled.has(step_id));
    const people = fresh.length > 0 ? await listColleagues(db) : [];
    for (const step of fresh) {
      await writeOfStep(means, step, people);
      handled.add(step.step_id);
    }
    for (const { step_id, is_settled } of steps) {
      isSettled &&= is_settled;
      if (isSettled) settled = step_id;
      after = step_id;
    }
    count = steps.length;
  }
  if (settled === Number(stored)) return;
  await keep(db, WRITTEN_TO, String(settled));
  for (const step of handled) if (step <= settled) handled.delete(step);
}

const newestStep = async (db: Db): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('edition_step')
        .select(({ fn }) => fn.max('step_id').as('newest'))
        .executeTakeFirstOrThrow()
    ).newest ?? 0,
  );

const stepsAfter = (db: Db, after: number): Promise<(Step & { is_settled: boolean })[]> =>
  db
    .selectFrom('edition_step')
    .leftJoin('staff', 'staff.staff_id', 'edition_step.staff_id')
    .select(['step_id', 'edition_id', 'act', 'edition_step.staff_id', 'staff.name'])
    .select(sql<boolean>`at < now() - interval '1 minute'`.as('is_settled'))
    .where('step_id', '>', after)
    .orderBy('step_id')
    .limit(MOST_AT_ONCE)
    .execute();

async function writeOfStep(means: NoticeMeans, step: Step, people: readonly Recipient[]): Promise<void> {
  const { db, send } = means;
  const edition = await noticedEdition(means, step.edition_id);
  const found = noticesOfStep({ act: step.act, staffId: step.staff_id }, edition, people);
  if (found.length === 0) return;
  const subject = `step:${step.step_id}`;
  await db.transaction().execute(async (trx) => {
    await addNotices({ ...means, db: trx }, found, people, {
      subject,
      edition_id: step.edition_id,
      channel_id: '',
      actor_id: step.staff_id,
    });
    if (send)
      for (const event of new Set(found.map((one) => one.event)))
        await send(trx, {
          subject: `${subject}:${event}`,
          event,
          of: { editionId: step.edition_id },
          actor: step.name ?? '',
        });
  });
}

/** NT4: notices of work that waits longer than so many hours: to those who may do it, then to those who manage its channels. */
export async function remindOfWork(
  means: NoticeMeans,
  { remindHours, headHours }: { remindHours: number; headHours: number },
): Promise<void> {
  const { db, now } = means;
  const people = await listColleagues(db);
  for (const [event, hours] of [
    ['reminder', remindHours],
    ['late', headHours],
  ] as const) {
    if (hours === 0) continue;
    for (const step of await waitingSince(db, new Date(now - hours * HOUR), event)) {
      const edition = await noticedEdition(means, step.edition_id);
      if (waitsAfter(edition.facts) !== step.act) continue;
      const isHead = ({ grants }: Colleague): boolean => mayDo(grants, 'channel.change', edition.lines);
      const found =
        event === 'late'
          ? people.filter(isHead).map(({ staffId }) => ({ staffId, event }))
          : noticesOfStep({ act: step.act, staffId: null }, edition, people).flatMap((one) =>
              ['to-review', 'to-publish', 'after-review'].includes(one.event) ? { ...one, event } : [],
            );
      await addNotices(means, found, people, {
        subject: `step:${step.step_id}`,
        edition_id: step.edition_id,
        channel_id: '',
        actor_id: null,
      });
    }
  }
}

/** The last steps of editions that wait since before a moment, and of which there is no such notice yet. */
const waitingSince = (db: Db, before: Date, event: NoticeEvent): Promise<Step[]> =>
  db
    .selectFrom('edition')
    .innerJoin('edition_step as step', 'step.edition_id', 'edition.edition_id')
    .select(['step.step_id', 'edition.edition_id', 'step.act', 'step.staff_id', sql<null>`null`.as('name')])
    .where((eb) =>
      eb.or([
        eb.and([eb('state', '=', 'in-review'), eb('act', '=', 'submitted')]),
        eb.and([eb('state', '=', 'approved'), eb('publish_at', 'is', null), eb('act', '=', 'approved')]),
        eb.and([eb('review_due', 'is not', null), eb('reviewed_at', 'is', null), eb('act', '=', 'emergency')]),
      ]),
    )
    .where('step.at', '<', before)
    .where(sql<boolean>`step.step_id = (select max(step_id) from edition_step as last
      where last.edition_id = edition.edition_id and last.act in ('submitted', 'approved', 'emergency'))`)
    .where(sql<boolean>`not exists (select from staff_notice as notice where notice.edition_id = edition.edition_id
      and notice.event = ${event} and notice.subject = 'step:' || step.step_id)`)
    .orderBy('step.step_id')
    .limit(MOST_AT_ONCE)
    .execute();
