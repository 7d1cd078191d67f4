import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { unpackDump, type StoredDump } from '#tools/stored-data/dump.ts';
import type { StoredFacts } from '#tools/stored-data/facts.ts';
import { migrate } from '#server/db/migrate.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

const FOLDER = fileURLToPath(new URL('../stored-data', import.meta.url));
const MIGRATIONS = fileURLToPath(new URL('../../src/server/db/migrations', import.meta.url));

/** Stored data of earlier commits (src/tools/stored-data/main.ts), the oldest first. */
export const storedData = (): StoredFacts[] =>
  readdirSync(FOLDER)
    .map((name) => JSON.parse(readFileSync(join(FOLDER, name, 'facts.json'), 'utf8')) as StoredFacts)
    .sort((one, other) => one.migration.localeCompare(other.migration));

/**
 * Puts the data of a commit into a fresh database, at the migration where that commit left it, and its files into a
 * DATA_DIR.
 */
export async function restoreStored({ commit }: StoredFacts, dataDir: string): Promise<TestDatabase> {
  const dump = unpackDump(readFileSync(join(FOLDER, commit.slice(0, 7), 'store.json.gz')));
  for (const [path, bytes] of Object.entries(dump.files)) {
    const file = join(dataDir, 'files', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, Buffer.from(bytes, 'base64'));
  }
  const database = await createTestDatabase({ empty: true });
  await migrateAsThen(database, dump);
  const client = await database.connectAsOwner('restoring stored data');
  try {
    await fillTables(client, dump);
  } finally {
    await client.end();
  }
  return database;
}

/** The migrations that ran there and no others. Those that landed never change. */
async function migrateAsThen(database: TestDatabase, { tables }: StoredDump): Promise<void> {
  const { columns, rows } = tables.migration!;
  const folder = mkdtempSync(join(tmpdir(), 'swtest-migrations-'));
  try {
    for (const row of rows) {
      const file = `${row[columns.indexOf('name')]}.sql`;
      cpSync(join(MIGRATIONS, file), join(folder, file));
    }
    await migrate(database, { folder });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Every row as it was, the records of the migrations too, whose checksums are those of that commit. */
async function fillTables(client: pg.Client, { tables, sequences }: StoredDump): Promise<void> {
  const named = (name: string) => client.escapeIdentifier(name);
  await client.query(`begin; set local session_replication_role = replica; set local time zone 'UTC'`);
  await client.query(`truncate ${Object.keys(tables).map(named).join(', ')}`);
  for (const [table, { columns, rows }] of Object.entries(tables)) {
    const places = columns.map((_, at) => `$${at + 1}`).join(', ');
    const into = `${named(table)} (${columns.map(named).join(', ')}) overriding system value`;
    for (const row of rows) await client.query(`insert into ${into} values (${places})`, row);
  }
  for (const [name, last] of Object.entries(sequences))
    if (last !== null) await client.query('select setval($1::regclass, $2)', [named(name), last]);
  await client.query('commit');
}
