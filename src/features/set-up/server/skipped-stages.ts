import { isSetUpStage, SET_UP_STAGES, type SetUpStageName } from '../set-up-stages.ts';
import { findKept, keep } from '#server/db/kept.ts';
import type { Db } from '#server/db/tables.ts';
import { record, type Actor } from '#server/people/staff/audit.ts';

/** Name in the table `kept`: stages of setting up that are left out for now, by whichever administrator. */
const NAME = 'site.set-up-skipped';

/** SU9 */
export async function skippedStages(db: Db): Promise<SetUpStageName[]> {
  const stored = await findKept(db, NAME);
  return stored === undefined ? [] : (JSON.parse(stored) as string[]).filter(isSetUpStage);
}

/** SU9: what one administrator leaves out for now, all know. @param trx in which it is written down, too */
export async function setSkipped(trx: Db, actor: Actor, stage: SetUpStageName, isSkipped: boolean): Promise<void> {
  const before = await skippedStages(trx);
  if (before.includes(stage) === isSkipped) return;
  const after = SET_UP_STAGES.filter((one) => (one === stage ? isSkipped : before.includes(one)));
  await keep(trx, NAME, JSON.stringify(after));
  await record(trx, actor, isSkipped ? 'set-up.skip' : 'set-up.take-up', { facts: { stage } });
}
