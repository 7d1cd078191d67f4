import { sql } from 'kysely';
import { Refused } from '../errors.ts';
import type { Db } from './tables.ts';

const CANCELLED = '57014';

/**
 * Reads in one transaction that ends as soon as nobody waits for its answer, or after some time.
 * @param gone aborted when the client has gone away
 * @param limit milliseconds of one query
 * @throws Refused askerGone, tooBusy
 */
export async function cancelledWhenGone<T>(
  db: Db,
  { gone, limit }: { gone: AbortSignal | undefined; limit: number },
  read: (trx: Db) => Promise<T>,
): Promise<T> {
  const reading = db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    await sql`set local statement_timeout = ${sql.lit(limit)}`.execute(trx);
    let cancelled: Promise<unknown> = Promise.resolve();
    const cancel = (): void => {
      cancelled = sql`select pg_cancel_backend(${rows[0]!.pid})`.execute(db).catch(() => {});
    };
    gone?.addEventListener('abort', cancel, { once: true });
    try {
      gone?.throwIfAborted();
      return await read(trx);
    } finally {
      gone?.removeEventListener('abort', cancel);
      // one that comes too late would end what this connection does next
      await cancelled;
    }
  });
  return reading.catch((error: unknown) => {
    if (gone?.aborted) throw new Refused('askerGone');
    if ((error as { code?: unknown }).code === CANCELLED)
      throw new Refused('tooBusy', '没有在规定的时间内查完，请多写几个字再查');
    throw error;
  });
}
