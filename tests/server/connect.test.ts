import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/world/database.ts';
import { connectTo, openDatabase } from '#server/db/connect.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('the connection to PostgreSQL', () => {
  it('reads whole numbers as numbers, days as text without a time zone, moments as Date', async () => {
    const { rows } = await database.pool.query(`select 9007199254740991::bigint as count, '2025-03-13'::date as day,
      '2025-03-13 08:00+08'::timestamptz as moment, '{"a":[1]}'::jsonb as data, null::bigint as nothing, 1::smallint as small`);
    expect(rows[0]).toEqual({
      count: 9007199254740991,
      day: '2025-03-13',
      moment: new Date('2025-03-13T00:00:00Z'),
      data: { a: [1] },
      nothing: null,
      small: 1,
    });
  });

  it('gives a listener a connection of its own', async () => {
    const client = await database.connect();
    const heard = new Promise((resolve) => client.once('notification', ({ payload }) => resolve(payload)));
    await client.query('listen publication');
    await database.pool.query(`select pg_notify('publication', '7')`);
    expect(await heard).toBe('7');
    await client.end();
  });

  it('compiles no statement: on PostgreSQL 15 each cleaning took a second for it', async () => {
    const { rows } = await database.pool.query('show jit');
    expect(rows[0]).toEqual({ jit: 'off' });
  });

  it('ends a statement that runs too long', async () => {
    const { rows } = await database.pool.query('show statement_timeout');
    expect(rows[0]).toEqual({ statement_timeout: '30s' });
  });
});

describe('a wrong DATABASE_URL', () => {
  const dataDir = '/nonexistent';
  const opened = async (databaseUrl: string) =>
    openDatabase({ dataDir, databaseUrl }).then(
      () => 'opened',
      (error: Error) => `${error.name}: ${error.message}`,
    );

  it('that nothing listens on is told in one sentence with the host and without the password', async () => {
    const message = await opened('postgres://site:hunter2@127.0.0.1:1/store?sslpassword=hunter3');
    expect(message).toBe(
      'StoreProblem: DATABASE_URL names site@127.0.0.1:1/store, but nothing listens there; start PostgreSQL or correct host and port. Without DATABASE_URL the embedded PostgreSQL is used.',
    );
  });

  it('that names no known database is told as such', async () => {
    const url = database.url.replace(database.name, 'swtest_absent');
    expect(await opened(url)).toMatch(
      /swtest_absent, but it has no database of this name; create it or correct the name\./,
    );
  });

  it('that names an unknown host is told as such', async () => {
    expect(await opened('postgres://site@store.invalid/store')).toMatch(
      /site@store\.invalid:5432\/store, but (no such host is known|the name of the host could not be looked up)/,
    );
  });

  it('whose encoding is not UTF8 is refused', async () => {
    const latin = `${database.name}_latin`;
    await database.owner.query(`create database ${latin} encoding 'LATIN1' locale 'C' template template0`);
    try {
      expect(await opened(database.url.replace(database.name, latin))).toMatch(
        /encoded in LATIN1, but the store needs UTF8/,
      );
    } finally {
      await database.owner.query(`drop database ${latin}`);
    }
  });
});

it('a PostgreSQL below 15 is refused with words', async () => {
  const old = await fakeVersion(140_009, '14.9');
  await expect(old).toMatch(/runs PostgreSQL 14\.9, but the store needs 15 or newer/);
});

/** No PostgreSQL 14 is at hand: a schema searched first answers for one. */
async function fakeVersion(number: number, version: string): Promise<string> {
  await database.owner.query(`create schema if not exists old`);
  await database.owner.query(`create or replace function old.current_setting(name text) returns text language sql as
    $$ select case name when 'server_version' then '${version}' when 'server_version_num' then '${number}' else pg_catalog.current_setting(name) end $$`);
  const url = new URL(database.ownerUrl.replace('@/', '@localhost/'));
  url.searchParams.set('options', '-c search_path=old,pg_catalog');
  return connectTo({ connectionString: url.href }, 'external').then(
    () => 'opened',
    (error: Error) => error.message,
  );
}
