import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { verifyLog } from '#server/store/verify-log.ts';
import { holdRegister, ImportBusy } from '#server/registers/import/import-lock.ts';
import { createTestDatabase, type TestDatabase } from '#tests/world/database.ts';
import { inherited, until } from '#tests/world/stores.ts';
import { startChild } from '#tests/world/children.ts';

vi.setConfig({ testTimeout: 60_000 });

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const start = (register: string) =>
  startChild(process.execPath, [join(import.meta.dirname, 'import-in-child.ts'), database.url, register], {
    env: inherited(),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
const count = async (question: string): Promise<number> =>
  (await database.pool.query<{ count: number }>(question)).rows[0]!.count;

it('[RG6] an import that is killed while it publishes has changed nothing, and its hold on the register is gone', async () => {
  // keeps the child in the middle of its transaction: the entry of the log is written, the rows are not
  const blocker = await database.connectAsOwner('blocks writing of rows');
  await blocker.query('begin; lock table register_row in exclusive mode');
  const child = start('staff');
  const ended = once(child, 'exit');
  await until(
    'the import waits in its transaction',
    async () =>
      (await count(
        `select count(*)::int as count from pg_locks where not granted and relation = 'register_row'::regclass`,
      )) > 0,
    30_000,
  );
  const staff = { register: 'staff', title: '人员公示' };
  await expect(holdRegister(database, staff, '李清和')).rejects.toBeInstanceOf(ImportBusy);
  child.kill('SIGKILL');
  await ended;
  let release = async () => {};
  await until(
    'the register is free',
    async () => (release = await holdRegister(database, staff, '李清和').catch(() => null as never)) !== null,
    10_000,
  );
  await release();
  await blocker.query('rollback');
  await blocker.end();
  await until(
    'its transaction is rolled back',
    async () =>
      (await count(
        `select count(*)::int as count from pg_stat_activity where datname = current_database() and state like '%in transaction%'`,
      )) === 0,
    10_000,
  );
  expect([
    await count('select count(*)::int as count from publication'),
    await count('select count(*)::int as count from register_row'),
  ]).toEqual([0, 0]);
});

it('[RG6] the same import publishes everything when nobody kills it, and the log is whole', async () => {
  const child = start('staff');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect([
    await count('select count(*)::int as count from publication'),
    await count('select count(*)::int as count from register_row'),
  ]).toEqual([1, 3_000]);
  expect(await verifyLog(database.db)).toEqual([]);
});
