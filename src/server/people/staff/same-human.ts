import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import { Refused } from '../../errors.ts';
import { record, type Actor } from './audit.ts';

/** OI4: the account that stands for the human of an account: itself, or the one that it was declared a double of. */
export async function humanOf(db: Db, staffId: number): Promise<number> {
  const found = await db
    .selectFrom('staff_double')
    .select('double_of')
    .where('staff_id', '=', staffId)
    .executeTakeFirst();
  return found?.double_of ?? staffId;
}

/** OI4: whether two accounts are of one human. */
export const isSameHuman = async (db: Db, one: number, other: number): Promise<boolean> =>
  one === other || (await humanOf(db, one)) === (await humanOf(db, other));

/** OI4: further accounts of the humans of these accounts. */
export async function doublesOf(db: Db, staffIds: readonly number[]): Promise<number[]> {
  if (staffIds.length === 0) return [];
  const { rows } = await sql<{ staff_id: number }>`
    with human as (select coalesce(double_of, one) as id from unnest(${[...staffIds]}::bigint[]) as one
      left join staff_double on staff_double.staff_id = one)
    select staff_id from staff_double where double_of in (select id from human)
    union select id from human`.execute(db);
  return rows.map(({ staff_id }) => staff_id).filter((id) => !staffIds.includes(id));
}

/**
 * OI4: declares two accounts to be of one human, for ever. @throws Refused invalidInput where it is so already, or both have further
 * accounts
 */
export async function declareDouble(trx: Db, actor: Actor, staffId: number, other: number): Promise<void> {
  const [own, known] = [await humanOf(trx, staffId), await humanOf(trx, other)];
  if (own === known) throw new Refused('invalidInput', '两个账号已经登记为同一个人');
  const root = async (human: number): Promise<boolean> => (await doublesOf(trx, [human])).length > 0;
  const [ownHas, knownHas] = [await root(own), await root(known)];
  if (ownHas && knownHas) throw new Refused('invalidInput', '两边都已登记了其他账号，不能再合并');
  const [double, of] = ownHas ? [known, own] : [own, known];
  await trx
    .insertInto('staff_double')
    .values({ staff_id: double, double_of: of, declared_at: new Date(), declared_by: actor.staffId! })
    .execute();
  await record(trx, actor, 'people.double', { subject: `staff:${double}`, facts: { sameAs: of } });
}
