import { planOfToday } from '#kinds/register/upgrade-wizard.ts';
import type { WizardPlan } from '#wire/wizard.ts';
import type { Db } from '../../db/tables.ts';

/** Stores the wizard's input with the version of the edition that it made. */
export async function storePlan(db: Db, editionId: number, version: number, plan: WizardPlan): Promise<void> {
  const stored = { version, plan: JSON.stringify(plan) };
  await db
    .insertInto('wizard_plan')
    .values({ edition_id: editionId, ...stored })
    .onConflict((conflict) => conflict.column('edition_id').doUpdateSet(stored))
    .execute();
}

/** The wizard's input for a version of an edition; null when the version was made or changed in another way. */
export async function findPlan(db: Db, editionId: number, version: number): Promise<WizardPlan | null> {
  const row = await db
    .selectFrom('wizard_plan')
    .select('plan')
    .where('edition_id', '=', editionId)
    .where('version', '=', version)
    .executeTakeFirst();
  return row ? planOfToday(row.plan as WizardPlan) : null;
}
