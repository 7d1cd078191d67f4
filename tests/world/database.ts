import pg from 'pg';
import { inject } from 'vitest';
import { connectTo, type Database } from '#server/db/connect.ts';
import { databaseTarget } from './database-setup.ts';

export interface TestDatabase extends Database {
  /** 'swtest_…' */
  name: string;
  /** an address for programs that a test starts */
  url: string;
  /** closes all connections and removes the database */
  drop(): Promise<void>;
}

let made = 0;

/**
 * A database of its own for a test file, migrated and empty, made in some 20 ms from a template:
 *
 *     let database: TestDatabase;
 *     beforeAll(async () => { database = await createTestDatabase(); });
 *     afterAll(() => database.drop());
 *
 * It runs on the embedded PostgreSQL, or on the one that TEST_DATABASE_URL names. Works in tests/server only, whose
 * vitest project starts that PostgreSQL once a run (database-setup.ts). `empty: true`: without any table.
 */
export async function createTestDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const server = inject('testServer');
  if (server === undefined)
    throw new Error('Tests that need a database live in tests/server: only that vitest project starts a PostgreSQL.');
  const name = `${server.template.replace(/_template$/, '')}_${process.pid}_${++made}`;
  const target = databaseTarget(server.target, name);
  await asAdmin(
    server.target,
    `create database ${name} encoding 'UTF8' template ${empty ? 'template0' : server.template}`,
  );
  // no test crashes the named PostgreSQL itself; each commit would wait for its disk
  if (server.engine === 'external') await asAdmin(server.target, `alter database ${name} set synchronous_commit = off`);
  const database = await connectTo(target, server.engine);
  return {
    ...database,
    name,
    url:
      target.connectionString ??
      `postgres://${target.user as string}@/${name}?host=${encodeURIComponent(target.host as string)}`,
    drop: async () => {
      await database.close();
      await asAdmin(server.target, `drop database if exists ${name} with (force)`);
    },
  };
}

/**
 * Empties tables, and those that name them. Triggers that refuse it are passed over, as nobody but a test may do.
 * @param tables SQL
 */
export async function emptyTables({ pool }: Pick<Database, 'pool'>, tables: string): Promise<void> {
  await pool.query(
    `set session_replication_role = replica; truncate ${tables} cascade; set session_replication_role = origin`,
  );
}

async function asAdmin(target: pg.ClientConfig, sql: string): Promise<void> {
  const client = new pg.Client(databaseTarget(target as Parameters<typeof databaseTarget>[0], 'postgres'));
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

/** Files that publications may name; no test that names them reads their bytes. */
export async function nameStored({ db }: Pick<Database, 'db'>, ...filepaths: string[]): Promise<void> {
  await db
    .insertInto('file')
    .values(
      filepaths.map((filepath) => ({
        filepath,
        sha256: filepath.slice(8, 72),
        size: 1,
        media_type: 'application/octet-stream',
        stored_at: new Date(),
      })),
    )
    .execute();
}
