import type pg from 'pg';
import type { Database } from './connect.ts';
import { StoreProblem } from './store-problem.ts';

/**
 * Refuses a pooler that gives each transaction another connection, and one that drops the settings of a connection
 * (GW3). LISTEN, session locks and prepared reads belong to one connection.
 * @param connect opens a connection to the address of the database
 * @throws StoreProblem naming what to do
 */
export async function assertOwnSessions(connect: Database['connect']): Promise<void> {
  const first = await connect();
  try {
    if (!(await isUtc(first)))
      throw new StoreProblem({
        zh: '与数据库的连接没有采用这里要求的时区 UTC：中间的连接池丢掉了 options。请让 DATABASE_URL 直接指向 PostgreSQL。',
        en: 'The connection to the database does not have the time zone UTC that it asks for: a pooler in between drops its options. Let DATABASE_URL name PostgreSQL itself.',
      });
    const own = await processOf(first);
    // a pooler gives out process numbers of its own
    if (own === numberOf(first)) return;
    const second = await connect();
    try {
      // a pooler that shares by statement refuses transactions
      const begun = await second.query('begin').catch(() => null);
      if (begun && (await processOf(second)) !== own && (await processOf(first)) === own) return;
      throw new StoreProblem({
        zh: 'DATABASE_URL 指的是一个按事务分配连接的连接池（例如 PgBouncer 的 pool_mode = transaction），而这里的通知、锁和预备语句需要自己的会话。请让它直接指向 PostgreSQL，或把连接池改为 session 模式。',
        en: 'DATABASE_URL names a pooler that gives each transaction another connection (PgBouncer with pool_mode = transaction, for one), but notifications, locks and prepared reads need sessions of their own. Name PostgreSQL itself, or set the pooler to session mode.',
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

async function isUtc(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ zone: string }>(`select current_setting('TimeZone') as zone`);
  return rows[0]!.zone === 'UTC';
}
