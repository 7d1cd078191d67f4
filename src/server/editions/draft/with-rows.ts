import type { Change } from '#kinds/index.ts';
import { differingRows } from '#kinds/rows/server/differing-rows.ts';
import { InvalidPart } from '#kinds/rows/server/publish-part.ts';
import type { Db } from '../../db/tables.ts';
import { wholeChanges } from './draft-changes.ts';

/**
 * Does something with changes as `publish` takes them. A large register that is changed alone comes with the rows that
 * differ from the public ones, or with all rows where these would not say the same.
 */
export async function withRows<T>(
  db: Db,
  changes: readonly Change[],
  work: (changes: Change[]) => Promise<T>,
): Promise<T> {
  const differing = await differingRows(db, changes);
  if (differing) {
    try {
      return await work([differing]);
    } catch (error) {
      if (!(error instanceof InvalidPart)) throw error;
    }
  }
  return work(await wholeChanges(db, changes));
}
