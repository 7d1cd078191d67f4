import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import { connectTo, type Database } from '#server/db/connect.ts';
import type { Db } from '#server/db/tables.ts';
import { databaseTarget } from './database-setup.ts';

export interface TestDatabase extends Database {
  /** 'swtest_…' */
  name: string;
  /** an address for programs that a test starts, as a server's role; and as the owner of the tables */
  url: string;
  ownerUrl: string;
  /**
   * Connections as the owner of the tables whom no trigger stops: to tamper with what a server cannot change, to lock tables
   * and to take them away.
   */
  owner: pg.Pool;
  /** the same for queries by Kysely */
  ownerDb: Db;
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
 * vitest project starts that PostgreSQL once a run (database-setup.ts). The product works as a role
 * with the rights of a server alone (DR1).
 * @param empty true: without any table, as the owner @param like a database that nobody is connected to, whose content it has
 */
export async function createTestDatabase({
  empty = false,
  like,
}: { empty?: boolean; like?: Pick<TestDatabase, 'name'> } = {}): Promise<TestDatabase> {
  const server = inject('testServer');
  if (server === undefined)
    throw new Error('Tests that need a database live in tests/server: only that vitest project starts a PostgreSQL.');
  const name = `${server.template.replace(/_template$/, '')}_${process.pid}_${++made}`;
  const target = databaseTarget(server.serverTarget, name);
  const ownerTarget = databaseTarget(server.target, name);
  await asAdmin(
    server.target,
    `create database ${name} encoding 'UTF8' template ${empty ? 'template0' : (like?.name ?? server.template)}`,
  );
  // no test crashes the named PostgreSQL itself; each commit would wait for its disk
  if (server.engine === 'external') await asAdmin(server.target, `alter database ${name} set synchronous_commit = off`);
  // other programs on the machine may keep a database from answering; away-database.test.ts tries the usual time
  const database = await connectTo(empty ? ownerTarget : target, server.engine, ownerTarget, { silentAfter: 30_000 });
  const owner = new pg.Pool({
    ...ownerTarget,
    types: database.pool.options.types,
    max: 3,
    options: '-c session_replication_role=replica',
  });
  owner.on('error', () => {});
  let closing: Promise<unknown> | undefined;
  const close = async (): Promise<void> => void (await (closing ??= Promise.all([owner.end(), database.close()])));
  return {
    ...database,
    name,
    url: addressOf(target),
    ownerUrl: addressOf(ownerTarget),
    owner,
    ownerDb: new Kysely({ dialect: new PostgresDialect({ pool: owner }) }),
    close,
    drop: async () => {
      await close();
      await asAdmin(server.target, `drop database if exists ${name} with (force)`);
    },
  };
}

const addressOf = ({ connectionString, user, host, database }: pg.ClientConfig): string =>
  connectionString ?? `postgres://${user!}@/${database!}?host=${encodeURIComponent(host!)}`;

/** PostgreSQL's code for two who wait for one another. */
const DEADLOCK = '40P01';

/**
 * Empties tables, and those that name them. Triggers that refuse it are passed over, as nobody but a test may do. It locks
 * more than any act of the product, in an order of its own, so it gives way to what a server does by itself meanwhile.
 * @param tables SQL
 */
export async function emptyTables({ owner }: Pick<TestDatabase, 'owner'>, tables: string): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      await owner.query(`truncate ${tables} cascade`);
      return;
    } catch (failure) {
      if ((failure as { code?: string }).code !== DEADLOCK || tried === 5) throw failure;
    }
  }
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
