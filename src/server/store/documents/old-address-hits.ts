import { sql } from 'kysely';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import type { OldAddressHit } from '#wire/console-answers.ts';
import type { Db } from '../../db/tables.ts';

/** milliseconds between the first count and its writing */
const WRITE_AFTER = 60_000;

export interface OldAddressCounting {
  /** @param address as its key (rules/addresses/old-addresses.ts) */
  count: (address: string) => void;
  /** writes what was counted */
  end: () => Promise<void>;
}

/** OA1: counts in memory, for one write a minute: nobody who is led on waits for it. */
export function countOldAddresses(db: Db, failed: (error: unknown) => void): OldAddressCounting {
  let waiting = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  const write = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const counts = [...waiting];
    waiting = new Map();
    if (counts.length === 0) return;
    try {
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
    } catch (error) {
      failed(error);
    }
  };
  return {
    count: (address) => {
      waiting.set(address, (waiting.get(address) ?? 0) + 1);
      timer ??= setTimeout(() => void write(), WRITE_AFTER).unref();
    },
    end: write,
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
