import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#server/db/connect.ts';
import { createTestDatabase, type TestDatabase } from '../world/database.ts';
import { hasPgbouncer, startPgbouncer } from '../world/pgbouncer.ts';
import { temporaryFolder } from '../world/stores.ts';

const folder = temporaryFolder();
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Message of a store opened through PgBouncer; 'opened' where it can be. */
async function opened(name: string, settings: string): Promise<string> {
  const pooler = await startPgbouncer(join(folder.path, name), database, settings);
  try {
    const store = await openDatabase({ dataDir: folder.path, databaseUrl: pooler.url });
    await store.close();
    return 'opened';
  } catch (error) {
    return (error as Error).message;
  } finally {
    await pooler.stop();
  }
}

const IGNORED =
  'ignore_startup_parameters = extra_float_digits, options, statement_timeout, idle_in_transaction_session_timeout';
/** settings of a connection that PgBouncer leaves out, of the database instead */
const OWN = [
  "timezone = 'UTC'",
  'jit = off',
  "statement_timeout = '30s'",
  "idle_in_transaction_session_timeout = '1min'",
];
const settle = (...settings: string[]) =>
  Promise.all(settings.map((one) => database.owner.query(`alter database ${database.name} set ${one}`)));

test.skipIf(!hasPgbouncer).each([
  ['transaction', /pool_mode = transaction, for one\), but notifications, locks and prepared reads need sessions/],
  ['statement', /pool_mode = transaction, for one\), but notifications/],
  ['session', /^opened$/],
])(
  '[GW3] PgBouncer in %s mode is refused in one sentence, or works (skipped without pgbouncer)',
  async (mode, message) => {
    for (const one of OWN) await settle(one);
    expect(await opened(mode, `pool_mode = ${mode}\n${IGNORED}`)).toMatch(message);
  },
);

test.skipIf(!hasPgbouncer)(
  '[GW3] a pooler that drops the settings of a connection, or refuses them, is told with what to do (skipped without pgbouncer)',
  async () => {
    for (const one of ["timezone = 'Asia/Shanghai'", "statement_timeout = '0'"]) await settle(one);
    expect(await opened('dropping', `pool_mode = session\n${IGNORED}`)).toMatch(/\(TimeZone, statement_timeout\)/);
    expect(await opened('refusing', 'pool_mode = session')).toMatch(/a pooler in between refuses the settings/);
  },
);
