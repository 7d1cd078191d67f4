import type { Database } from '#server/db/connect.ts';
import { LOCKS } from '#server/db/locks.ts';
import { phrase } from '#server/phrase.mjs';

/**
 * Lets one server fill a store while others wait for it. The lock is held by a connection of its own, so it ends with
 * its server, however the server ends; the next server then continues the fill.
 * @param fill gets a signal that aborts when the connection, and with it the lock, is lost: another server may be
 * filling by then
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
      say(
        phrase({
          zh: '演示数据：另一个服务正在写入这个数据库，等它完成',
          en: 'Demonstration data: another server fills this store; waiting for it',
        }),
      );
      // waiting for a fill may take longer than the statement timeout of page requests
      await client.query('set statement_timeout = 0');
      await client.query('select pg_advisory_lock($1)', [LOCKS.filling]);
    }
    await fill(held.signal);
  } finally {
    await client.end().catch(() => {});
  }
}
