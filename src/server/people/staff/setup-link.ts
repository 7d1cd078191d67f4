import { randomBytes } from 'node:crypto';
import type { Db } from '../../db/tables.ts';
import { CLOCKS_DIFFER, steadyDate } from '../steady-clock.ts';
import { hasAdmin } from './accounts.ts';
import { sha256 } from '../../db/sha256.ts';

/** Name in the table `kept`: hashes of the links that starts have printed, and when each ends. */
const NAME = 'setup.links';

/** milliseconds in which a printed link can be used */
const LASTS = 3_600_000;

type Ends = Record<string, string>;

/** PD17: one that ends later than any link can was made by a clock that has been put back since. */
const isOpen = (endsAt: string | undefined): boolean =>
  endsAt !== undefined && new Date(endsAt) > steadyDate() && new Date(endsAt) <= steadyDate(LASTS + CLOCKS_DIFFER);

const read = (value: string | undefined): Ends => (value === undefined ? {} : (JSON.parse(value) as Ends));

/**
 * SU2: a link by which whoever reads it within an hour becomes the first system administrator. Several servers of one
 * store may each print one.
 */
export async function makeSetupLink(db: Db): Promise<string> {
  const link = randomBytes(32).toString('base64url');
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('kept')
      .values({ name: NAME, value: '{}' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const before = Object.entries(await lockedEnds(trx)).filter(([, endsAt]) => isOpen(endsAt));
    const ends: Ends = { ...Object.fromEntries(before), [sha256(link)]: steadyDate(LASTS).toISOString() };
    await trx
      .updateTable('kept')
      .set({ value: JSON.stringify(ends) })
      .where('name', '=', NAME)
      .execute();
  });
  return link;
}

/** Whether somebody may still become the first administrator by this link. */
export async function isSetupLink(db: Db, link: string): Promise<boolean> {
  const found = await db.selectFrom('kept').select('value').where('name', '=', NAME).executeTakeFirst();
  return isOpen(read(found?.value)[sha256(link)]) && !(await hasAdmin(db));
}

/** Uses a link: no printed link opens anything any more. @returns false where it opened nothing by now */
export async function endSetupLinks(trx: Db, link: string): Promise<boolean> {
  const ends = await lockedEnds(trx);
  if (!isOpen(ends[sha256(link)]) || (await hasAdmin(trx))) return false;
  await trx.deleteFrom('kept').where('name', '=', NAME).execute();
  return true;
}

/** One at a time: whoever comes second finds what the first left. */
const lockedEnds = async (trx: Db): Promise<Ends> =>
  read((await trx.selectFrom('kept').select('value').where('name', '=', NAME).forUpdate().executeTakeFirst())?.value);
