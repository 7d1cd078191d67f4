import type pg from 'pg';
import { isStoreAway } from '../errors.ts';
import type { Database } from './connect.ts';
import { StoreProblem } from './store-problem.ts';

/**
 * Refuses a pooler that gives each transaction another connection, and one that drops the settings of a connection
 * (GW3). LISTEN, session locks and prepared reads belong to one connection; its limits end a statement that hangs.
 * @param connect opens a connection to the address of the database
 * @param settings names and values that a connection asks for, as PostgreSQL shows them
 * @throws StoreProblem naming what to do
 */
export async function assertOwnSessions(
  connect: Database['connect'],
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const first = await connect();
  try {
    const dropped = await droppedSettings(first, settings);
    if (dropped.length > 0)
      throw new StoreProblem({
        zh: `与数据库的连接没有采用这里要求的设置（${dropped.join('、')}）：中间的连接池丢掉了它们。请让 DATABASE_URL 直接指向 PostgreSQL。`,
        en: `The connection to the database does not have the settings that it asks for (${dropped.join(', ')}): a pooler in between drops them. Let DATABASE_URL name PostgreSQL itself.`,
      });
    const own = await processOf(first);
    // a pooler gives out process numbers of its own
    if (own === numberOf(first)) return;
    const second = await connect();
    try {
      // a pooler that shares by statement refuses transactions
      const begun = await second.query('begin').catch((error: unknown) => {
        if (isStoreAway(error) && !/pooling mode/i.test((error as Error).message)) throw error;
        return null;
      });
      if (begun && (await processOf(second)) !== own && (await processOf(first)) === own) return;
      throw new StoreProblem({
        zh: 'DATABASE_URL 指的是一个按事务分配连接的连接池（例如 PgBouncer 的 pool_mode = transaction），而这里的通知、锁和预备语句需要自己的会话。请让它直接指向 PostgreSQL。',
        en: 'DATABASE_URL names a pooler that gives each transaction another connection (PgBouncer with pool_mode = transaction, for one), but notifications, locks and prepared reads need sessions of their own. Let it name PostgreSQL itself.',
      });
    } finally {
      await second.end();
    }
  } finally {
    await first.end();
  }
}

/** Number of the server's process as the start of the connection told it; pg keeps it outside of its types. */
const numberOf = (client: pg.Client): number => (client as unknown as { processID: number }).processID;

async function processOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]!.pid;
}

async function droppedSettings(client: pg.Client, settings: Readonly<Record<string, string>>): Promise<string[]> {
  const { rows } = await client.query<{ name: string; value: string }>(
    'select name, current_setting(name) as value from unnest($1::text[]) as name',
    [Object.keys(settings)],
  );
  return rows.flatMap(({ name, value }) => (value === settings[name] ? [] : [name]));
}
