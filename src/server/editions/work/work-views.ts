import { sql } from 'kysely';
import type { WorkView } from '#wire/work-answers.ts';
import type { Db } from '../../db/tables.ts';
import { Refused } from '../../errors.ts';
import { record, type Actor } from '../../people/staff/audit.ts';
import { documentProblem, textProblem } from '../../store/publication/storable.ts';

/** Views of one person; more are no list any more. */
const MOST_VIEWS = 30;

/** LW3: what a person has named, by name. */
export async function listWorkViews(db: Db, staffId: number): Promise<WorkView[]> {
  const rows = await db
    .selectFrom('work_view')
    .select(['view_id', 'name', 'filters'])
    .where('staff_id', '=', staffId)
    .orderBy('name')
    .execute();
  return rows.map(({ view_id, name, filters }) => ({ viewId: view_id, name, filters }));
}

/** Names conditions, in the place of those of that name. @throws Refused invalidInput with the field `name` */
export async function saveWorkView(
  db: Db,
  actor: Actor,
  staffId: number,
  given: string,
  filters: Readonly<Record<string, string>>,
): Promise<WorkView> {
  const name = given.trim();
  const problem = name === '' ? '请填写名称' : (textProblem(name) ?? documentProblem(filters));
  if (problem) throw new Refused('invalidInput', problem, { field: 'name' });
  return db.transaction().execute(async (trx) => {
    // two windows of one person wait for each other, so that the limit holds
    await sql`select pg_advisory_xact_lock(hashtextextended(${`views of ${staffId}`}, 0))`.execute(trx);
    const others = await trx
      .selectFrom('work_view')
      .select('view_id')
      .where('staff_id', '=', staffId)
      .where('name', '<>', name)
      .execute();
    if (others.length >= MOST_VIEWS)
      throw new Refused('invalidInput', `已有 ${MOST_VIEWS} 个视图，请先删除不用的`, { field: 'name' });
    const { view_id } = await trx
      .insertInto('work_view')
      .values({ staff_id: staffId, name, filters: JSON.stringify(filters) })
      .onConflict((conflict) =>
        conflict.columns(['staff_id', 'name']).doUpdateSet({ filters: JSON.stringify(filters) }),
      )
      .returning('view_id')
      .executeTakeFirstOrThrow();
    await record(trx, actor, 'work-view.save', { facts: { name } });
    return { viewId: view_id, name, filters };
  });
}

/** Forgets one of a person's own. @throws Refused notFound */
export async function removeWorkView(db: Db, actor: Actor, staffId: number, viewId: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const gone = await trx
      .deleteFrom('work_view')
      .where('staff_id', '=', staffId)
      .where('view_id', '=', viewId)
      .returning('name')
      .executeTakeFirst();
    if (!gone) throw new Refused('notFound', '没有这个视图，可能已经删除');
    await record(trx, actor, 'work-view.remove', { facts: { name: gone.name } });
  });
}
