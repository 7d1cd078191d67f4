import type { Database } from '#server/db/connect.ts';
import { LOCKS } from '#server/db/locks.ts';

/**
 * One server fills a store, others wait for it. The lock lives on a connection of its own, so that it ends with its
 * server, however that ends, and the next one takes the fill up.
 * @param fill is handed what aborts once the lock is lost with its connection: by then another may be filling
 */
export async function fillAlone(
  database: Pick<Database, 'connect'>,
  say: (line: string) => void,
  fill: (held: AbortSignal) => Promise<void>,
): Promise<void> {
  const client = await database.connect(`site ${process.pid} filling`);
  const held = new AbortController();
  client.once('end', () => held.abort(new Error('Connection terminated with the lock of the fill')));
  try {
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [LOCKS.filling]);
    if (!rows[0]?.got) {
      say('Demonstration data: another server fills this store; waiting for it');
      // it may take longer than a page may wait
      await client.query('set statement_timeout = 0');
      await client.query('select pg_advisory_lock($1)', [LOCKS.filling]);
    }
    await fill(held.signal);
  } finally {
    await client.end().catch(() => {});
  }
}
