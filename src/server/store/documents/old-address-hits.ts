import { sql } from 'kysely';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import type { OldAddressHit } from '#wire/console-answers.ts';
import type { Db } from '../../db/tables.ts';

export interface OldAddressCounting {
  /** @param address as its key (rules/addresses/old-addresses.ts) */
  count: (address: string) => void;
  /** Writes what was counted; what cannot be written is counted no more. @throws the error of the database */
  write: () => Promise<void>;
}

/** OA1: counts in memory; nobody who is led on waits for its writing. */
export function countOldAddresses(db: Db): OldAddressCounting {
  let waiting = new Map<string, number>();
  return {
    count: (address) => void waiting.set(address, (waiting.get(address) ?? 0) + 1),
    write: async () => {
      const counts = [...waiting];
      waiting = new Map();
      if (counts.length === 0) return;
      await db
        .insertInto('old_address_hit')
        .values(counts.map(([address, count]) => ({ address, count, last_on: shanghaiDate(Date.now()) })))
        .onConflict((conflict) =>
          conflict.column('address').doUpdateSet({
            count: sql<number>`old_address_hit.count + excluded.count`,
            last_on: sql<string>`excluded.last_on`,
          }),
        )
        .execute();
    },
  };
}

export async function listOldAddressHits(db: Db): Promise<OldAddressHit[]> {
  const rows = await db
    .selectFrom('old_address_hit')
    .select(['address', 'count', sql<string>`last_on::text`.as('last_on')])
    .orderBy('count', 'desc')
    .execute();
  return rows.map(({ address, count, last_on }) => ({ address, count, lastOn: last_on }));
}
