import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { Database } from './connect.ts';
import { FORMER_CHECKSUMS, LANDED } from './landed-migrations.ts';
import { LOCKS } from './locks.ts';
import { statementsOf } from './sql-statements.ts';
import { StoreProblem } from './store-problem.ts';
import { sha256 } from './sha256.ts';

interface Migration {
  no: number;
  /** file name without .sql */
  name: string;
  sql: string;
  /** of its statements: other words in a comment are no edit */
  checksum: string;
}

/** What is recorded of a migration that ran, and compared at each later start. */
export const checksumOf = (sql: string): string => sha256(statementsOf(sql));

export interface MigrateOptions {
  folder?: string;
  /** so many migrations in all; what a backup was made after */
  upTo?: number;
  say?: (line: string) => void;
}

const MIGRATIONS = join(import.meta.dirname, 'migrations');

/**
 * Brings the database forward to the newest of the folder's migrations and answers the names of those it ran.
 * Each runs in a transaction together with its record, so that a kill at any moment leaves it done or not begun. A lock
 * of the database lets the second of two servers wait and then find nothing to do.
 * @throws StoreProblem for an edited or missing migration that already ran, a database newer than this program, failing
 * SQL
 */
export async function migrate(
  database: Pick<Database, 'connectAsOwner'>,
  { folder = MIGRATIONS, upTo = Infinity, say = () => {} }: MigrateOptions = {},
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = await database.connectAsOwner(`site ${process.pid} migrating`);
  try {
    // waiting for the lock and building an index may both take longer than a page may wait
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await lock(client, say);
    await makeMigrationTable(client);
    const { rows } = await client.query<{ no: number; name: string; checksum: string }>(
      'select no, name, checksum from migration order by no',
    );
    assertSameHistory(rows, migrations);
    const due = migrations.slice(rows.length, upTo);
    for (const migration of due) await run(client, migration, say);
    return due.map(({ name }) => name);
  } finally {
    await client.end().catch(() => {});
  }
}

const MIGRATION_TABLE =
  'create table if not exists migration (no integer primary key, name text not null, checksum text not null, ran_at timestamptz not null default now())';

/** @throws StoreProblem where the role may not make tables */
async function makeMigrationTable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('migration') is not null as there`);
  if (rows[0]?.there) return;
  await client.query(MIGRATION_TABLE).catch((error: unknown) => {
    throw notTheOwner(error) ?? error;
  });
}

/** Makes all tables of this version in the first schema of search_path. @param client in a transaction of the caller's */
export async function makeTables(client: Pick<pg.Client, 'query'>): Promise<void> {
  await client.query(MIGRATION_TABLE);
  for (const { sql } of await readMigrations(MIGRATIONS)) await client.query(sql);
}

/** PostgreSQL's refusal of what only an owner may do, as what to do. */
function notTheOwner(error: unknown): StoreProblem | null {
  if ((error as { code?: unknown } | null)?.code !== '42501') return null;
  return new StoreProblem(
    `The tables have to be made or changed, and the role that would do so may not (${(error as Error).message}). Name the role that owns them in OWNER_DATABASE_URL (docs/how-to/run-on-postgresql.md).`,
  );
}

/** Whether this program can go on from where a store was. @throws StoreProblem: written by a newer one, or another */
export async function assertKnownMigrations(ran: { no: number; name: string; checksum: string }[]): Promise<void> {
  assertSameHistory(ran, await readMigrations(MIGRATIONS));
}

/** @throws StoreProblem for a store that a start has to bring forward first, or that a newer version wrote */
export async function assertMigrated({ connectAsOwner }: Pick<Database, 'connectAsOwner'>): Promise<void> {
  const client = await connectAsOwner();
  const { rows } = await client
    .query<{ no: number; name: string; checksum: string }>('select no, name, checksum from migration order by no')
    .finally(() => client.end());
  const migrations = await readMigrations(MIGRATIONS);
  assertSameHistory(rows, migrations);
  if (rows.length < migrations.length)
    throw new StoreProblem(
      `The store was written by an earlier version: it ends with migration ${rows.at(-1)?.name ?? 'none'}, and this version needs ${migrations.at(-1)!.name}. Start the site once with this version, which brings it forward.`,
    );
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.')).sort();
  return Promise.all(
    names.map(async (file, index) => {
      const no = Number(/^(\d{4})-[a-z\d-]+\.sql$/.exec(file)?.[1]);
      if (no !== index + 1) {
        throw new StoreProblem(
          `The migration ${join(folder, file)} should be called ${String(index + 1).padStart(4, '0')}-words.sql: they are numbered from 0001 without gaps.`,
        );
      }
      // a checkout may turn line ends into CRLF; that is no edit
      const sql = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n');
      return { no, name: file.replace(/\.sql$/, ''), sql, checksum: checksumOf(sql) };
    }),
  );
}

async function lock(client: pg.Client, say: (line: string) => void): Promise<void> {
  const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [LOCKS.migration]);
  if (rows[0]?.got) return;
  say('another server is migrating this database; waiting for it');
  await client.query('select pg_advisory_lock($1)', [LOCKS.migration]);
}

function assertSameHistory(ran: { no: number; name: string; checksum: string }[], migrations: Migration[]): void {
  const last = ran.at(-1);
  if (last !== undefined && last.no > migrations.length) {
    throw new StoreProblem(
      `The database was written by a newer version of this program: it has migration ${last.name}, this program knows them up to ${migrations.at(-1)?.name ?? 'none'}. ` +
        'Start the newer version, or restore the backup made before its upgrade (npm run restore -- FILE).',
    );
  }
  ran.forEach(({ name, checksum }, index) => {
    const file = migrations[index];
    if (file?.name !== name) {
      throw new StoreProblem(
        `The database ran migration ${name}, but this program has ${file?.name ?? 'none'} in its place. Restore the file: what ran is never renamed or removed.`,
      );
    }
    if (file.checksum !== checksum && !isFormerChecksum(file, checksum)) {
      throw new StoreProblem(
        `Migration ${name} was edited after it ran on this database. Restore the file as it was and put the change into a new migration.`,
      );
    }
  });
}

/**
 * Whether this was recorded for a file with the same statements, by a version whose checksums covered comments, too.
 */
const isFormerChecksum = ({ name, checksum }: Migration, recorded: string): boolean =>
  FORMER_CHECKSUMS[recorded] === name && LANDED[name] === checksum;

async function run(
  client: pg.Client,
  { no, name, sql, checksum }: Migration,
  say: (line: string) => void,
): Promise<void> {
  const began = performance.now();
  await client.query('begin');
  try {
    const before = await transactionId(client);
    await client.query(sql);
    if ((await transactionId(client)) !== before)
      throw new Error('it ends its transaction itself; begin, commit and rollback do not belong into a migration');
    await client.query('insert into migration (no, name, checksum) values ($1, $2, $3)', [no, name, checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    const refused = notTheOwner(error);
    if (refused) throw refused;
    const { message, position } = error as { message: string; position?: string };
    const line = position === undefined ? '' : `, line ${sql.slice(0, Number(position)).split('\n').length}`;
    throw new StoreProblem(
      `Migration ${name}${line} failed and was rolled back: ${message}. The database is as it was before.`,
      { cause: error },
    );
  }
  const seconds = (performance.now() - began) / 1000;
  if (seconds > 2) say(`migration ${name} ran in ${seconds.toFixed(1)} s`);
}

async function transactionId(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>('select pg_current_xact_id()::text as id');
  return rows[0]?.id;
}
