import { sql } from 'kysely';
import { shanghaiSecond } from '#rules/time/shanghai-date.ts';
import type { Db } from '../../db/tables.ts';
import { Refused } from '../../errors.ts';
import type { Actor } from '../../people/staff/audit.ts';
import { assertOpened } from '../../people/staff/opening.ts';
import { addStep, assertMay, getEdition, step, type StepInput } from '../edition-row.ts';
import { assertApproverActive } from '../review/review-edition.ts';

/** days; a later one is most often another year by mistake */
export const LATEST = 366;

/**
 * Lets an approved edition become public by itself at a moment to come. @throws Refused invalidInput, notOpened,
 * editionConflict, editionState, approvalEnded
 */
export async function scheduleEdition(db: Db, actor: Actor, input: StepInput & { publishAt: Date }): Promise<void> {
  const { publishAt } = input;
  const wrong = (message: string) =>
    new Refused('invalidInput', message, { problems: [{ pointer: '/publishAt', message }] });
  if (Number.isNaN(publishAt.getTime())) throw wrong('发布时间不正确，应带时区，如 2026-11-20T09:00:00+08:00');
  await assertOpened(db);
  const row = await getEdition(db, input.editionId);
  await assertMay(db, row, 'schedule', input.version, actor);
  await assertApproverActive(db, actor, row);
  await step(db, actor, 'schedule', input, async (trx, row) => {
    const now = await databaseNow(trx);
    if (publishAt <= now) throw wrong('发布时间已过，请选择以后的时间，或者直接发布');
    if (publishAt.getTime() > now.getTime() + LATEST * 86_400_000) throw wrong('发布时间在一年以后，请核对年份');
    await trx
      .updateTable('edition')
      .set({ publish_at: publishAt, changed_at: new Date() })
      .where('edition_id', '=', row.edition_id)
      .execute();
    await addStep(trx, actor, row, 'scheduled', `定于 ${shanghaiSecond(publishAt.toISOString())} 发布`);
  });
}

/**
 * The edition stays approved, and waits for somebody to publish it. @param why for its history @throws Refused
 * editionConflict, editionState
 */
export async function unscheduleEdition(db: Db, actor: Actor, input: StepInput, why = ''): Promise<void> {
  await step(db, actor, 'unschedule', input, async (trx, row) => {
    await trx
      .updateTable('edition')
      .set({ publish_at: null, changed_at: new Date() })
      .where('edition_id', '=', row.edition_id)
      .execute();
    await addStep(trx, actor, row, 'unscheduled', why);
  });
}

/** One clock for all servers of a store. */
export async function databaseNow(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0]!.now;
}
