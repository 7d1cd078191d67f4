import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { connectTo } from '#server/db/connect.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { grantServerRights } from '#server/db/server-rights.ts';

/** Connection of test files to the PostgreSQL of this run. */
export interface TestServer {
  engine: 'embedded' | 'external';
  /** connection of the owner of the databases */
  target: { connectionString: string } | { host: string; user: string };
  /** connection of the product: with the rights of a server alone (DR1) */
  serverTarget: TestServer['target'];
  /** migrated, never connected to: test databases are copies of it */
  template: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer;
  }
}

const ABANDONED_AFTER_HOURS = 6;

/** One PostgreSQL for the whole run: the one TEST_DATABASE_URL names, else an embedded one in a temporary folder. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.TEST_DATABASE_URL;
  const run = `swtest_${Math.floor(Date.now() / 1000).toString(36)}_${process.pid}`;
  const server = url
    ? { engine: 'external' as const, target: { connectionString: url }, end: async () => {} }
    : await startTemporary();
  const template = `${run}_template`;
  const admin = await connectTo({ ...server.target, database: 'postgres' }, server.engine);
  console.log(`server tests run on: ${server.engine} PostgreSQL ${admin.version}`);
  await dropDatabases(admin.pool, isAbandoned);
  await dropRoles(admin.pool, isAbandoned);
  await admin.pool.query(`create database ${template} encoding 'UTF8' template template0`);
  const database = await connectTo(databaseTarget(server.target, template), server.engine);
  await migrate(database);
  const role = `${run}_server`;
  const password = randomBytes(12).toString('hex');
  await admin.pool.query(`create role ${role} login password '${password}'`);
  const owner = await database.connectAsOwner();
  await grantServerRights(owner, role);
  await owner.end();
  await database.close();
  const serverTarget = asRole(server.target, role, password);
  project.provide('testServer', { engine: server.engine, target: server.target, serverTarget, template });
  return async () => {
    await dropDatabases(admin.pool, (name) => name.startsWith(run));
    await dropRoles(admin.pool, (name) => name.startsWith(run));
    await admin.close();
    await server.end();
  };
}

/** The same server, another database of it. */
export function databaseTarget(target: TestServer['target'], database: string): pg.ClientConfig {
  if ('host' in target) return { ...target, database };
  const url = new URL(target.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

function asRole(target: TestServer['target'], user: string, password: string): TestServer['target'] {
  if ('host' in target) return { ...target, user };
  const url = new URL(target.connectionString);
  url.username = user;
  url.password = password;
  return { connectionString: url.href };
}

async function startTemporary() {
  const dataDir = await mkdtemp(join(tmpdir(), 'swtest-'));
  const embedded = await startEmbedded({ dataDir, durable: false });
  const end = async () => {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { engine: 'embedded' as const, target: { host: embedded.socketFolder, user: embedded.user }, end };
}

/** Left behind by a run that was killed; its name tells when it began. */
function isAbandoned(name: string): boolean {
  const began = Number.parseInt(/^swtest_([a-z\d]+)_\d+_/.exec(name)?.[1] ?? '', 36) * 1000;
  return Date.now() - began > ABANDONED_AFTER_HOURS * 3_600_000;
}

async function dropDatabases(pool: pg.Pool, which: (name: string) => boolean): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select datname as name from pg_database where starts_with(datname, 'swtest_')`,
  );
  for (const { name } of rows)
    if (which(name)) await pool.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
}

async function dropRoles(pool: pg.Pool, which: (name: string) => boolean): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select rolname as name from pg_roles where starts_with(rolname, 'swtest_')`,
  );
  // databases of a run that goes on may still give it rights
  for (const { name } of rows)
    if (which(name)) await pool.query(`drop role if exists ${pg.escapeIdentifier(name)}`).catch(() => {});
}
