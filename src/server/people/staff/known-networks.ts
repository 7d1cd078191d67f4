import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import { surroundingsOf } from '../../http/network.ts';

/** days in which somebody signed in from there, and addresses of them, newest first */
const DAYS = 180;
const MOST = 2_000;
/** milliseconds until sign-ins at other servers of the store are known here */
const EVERY = 5 * 60_000;

/** Surroundings of addresses from which somebody signed in before, as the operation record has them (ST7). */
export interface KnownNetworks {
  /** false while the record cannot be read */
  has: (address: string) => Promise<boolean>;
  add: (address: string) => void;
}

export function openKnownNetworks(db: Db, now: () => number = Date.now): KnownNetworks {
  let known = new Set<string>();
  let readAt = -Infinity;
  let reading: Promise<void> | null = null;

  async function read(): Promise<void> {
    const { rows } = await sql<{ address: string }>`
      select address from audit where act = 'sign-in' and outcome = 'done' and at > now() - ${DAYS} * interval '1 day'
      group by address order by max(at) desc limit ${MOST}`.execute(db);
    known = new Set(rows.map(({ address }) => surroundingsOf(address)));
    readAt = now();
  }
  return {
    has: async (address) => {
      if (now() - readAt > EVERY) reading ??= read().finally(() => (reading = null));
      // the former answer holds meanwhile
      if (readAt === -Infinity) await reading?.catch(() => {});
      else reading?.catch(() => {});
      return known.has(surroundingsOf(address));
    },
    add: (address) => void known.add(surroundingsOf(address)),
  };
}
