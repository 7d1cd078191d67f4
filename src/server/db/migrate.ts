import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { Database } from './connect.ts';
import { FORMER_CHECKSUMS, LANDED } from './landed-migrations.ts';
import { LOCKS } from './locks.ts';
import { statementsOf } from './sql-statements.ts';
import { StoreProblem } from './store-problem.ts';
import { sha256 } from './sha256.ts';
import { phrase, type Phrased } from '../phrase.mjs';

interface Migration {
  no: number;
  /** file name without .sql */
  name: string;
  sql: string;
  /** checksum of its statements: other words in a comment are no edit */
  checksum: string;
  /** format of the store after it (UP10) */
  format: number;
}

/** A migration as a store records it; without a format in a backup, and before migration 0035. */
interface RanMigration {
  no: number;
  name: string;
  checksum: string;
  format?: number | null;
}

/** UP10: comment of a migration with which programs without it cannot work, with the reason: `-- store format 2: …` */
const RAISES_FORMAT = /^-- store format (\d+): ./m;

/** The checksum that is recorded of a migration that ran, and compared at each later start. */
export const checksumOf = (sql: string): string => sha256(statementsOf(sql));

export interface MigrateOptions {
  folder?: string;
  /** number of migrations in all; a backup was made after them */
  upTo?: number;
  say?: (line: Phrased) => void;
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
    const ran = await readRan(client);
    assertSameHistory(ran, migrations);
    const due = migrations.slice(ran.length, upTo);
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
  return new StoreProblem({
    zh: `要建立或修改表，而用来做这件事的角色没有权限（${(error as Error).message}）。请在 OWNER_DATABASE_URL 中写明拥有这些表的角色（docs/how-to/run-on-postgresql.md）。`,
    en: `The tables have to be made or changed, and the role that would do so may not (${(error as Error).message}). Name the role that owns them in OWNER_DATABASE_URL (docs/how-to/run-on-postgresql.md).`,
  });
}

/**
 * Whether this program can make the tables of a backup. @param ran migrations of the backup
 * @throws StoreProblem: written by a newer program, whatever its format, or another
 */
export async function assertKnownMigrations(ran: Omit<RanMigration, 'format'>[]): Promise<void> {
  assertSameHistory(ran, await readMigrations(MIGRATIONS));
}

/**
 * UP10: the last migration of a store that this program does not have; null for a store that is not newer. `migrate`
 * refuses one of another format.
 */
export async function newerMigration(
  { connectAsOwner }: Pick<Database, 'connectAsOwner'>,
  folder = MIGRATIONS,
): Promise<string | null> {
  // the server's role may not read the list before it has been given its rights
  const client = await connectAsOwner();
  const ran = await readRan(client).finally(() => client.end());
  return ran.length > (await readMigrations(folder)).length ? ran.at(-1)!.name : null;
}

/** The column of the format is there from migration 0035 on. */
const readRan = async (client: Pick<pg.Client, 'query'>): Promise<RanMigration[]> =>
  (
    await client.query<RanMigration>(
      `select no, name, checksum, (to_jsonb(migration) ->> 'format')::integer as format from migration order by no`,
    )
  ).rows;

/** @throws StoreProblem for a store that a start has to bring forward first, or that a newer version wrote */
export async function assertMigrated({ connectAsOwner }: Pick<Database, 'connectAsOwner'>): Promise<void> {
  const client = await connectAsOwner();
  const ran = await readRan(client).finally(() => client.end());
  const migrations = await readMigrations(MIGRATIONS);
  assertSameHistory(ran, migrations);
  if (ran.length < migrations.length)
    throw new StoreProblem({
      zh: `数据库由更早的版本写成：最后的迁移是 ${ran.at(-1)?.name ?? '（没有）'}，本版本需要 ${migrations.at(-1)!.name}。请用本版本启动一次网站，它会自行升级。`,
      en: `The store was written by an earlier version: it ends with migration ${ran.at(-1)?.name ?? 'none'}, and this version needs ${migrations.at(-1)!.name}. Start the site once with this version, which brings it forward.`,
    });
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.')).sort();
  const migrations = await Promise.all(
    names.map(async (file, index) => {
      const no = Number(/^(\d{4})-[a-z\d-]+\.sql$/.exec(file)?.[1]);
      if (no !== index + 1) {
        const number = String(index + 1).padStart(4, '0');
        throw new StoreProblem({
          zh: `迁移 ${join(folder, file)} 应名为 ${number}-words.sql：从 0001 起连续编号。`,
          en: `The migration ${join(folder, file)} should be called ${number}-words.sql: they are numbered from 0001 without gaps.`,
        });
      }
      // a checkout may turn line ends into CRLF; that is no edit
      const sql = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n');
      return { no, name: file.replace(/\.sql$/, ''), sql, checksum: checksumOf(sql) };
    }),
  );
  let format = 1;
  return migrations.map((migration) => {
    const raised = RAISES_FORMAT.exec(migration.sql)?.[1];
    if (raised !== undefined && Number(raised) !== format + 1)
      throw new StoreProblem({
        zh: `迁移 ${migration.name} 应把库的格式提高到 ${format + 1}，而不是 ${raised}。`,
        en: `The migration ${migration.name} should raise the store format to ${format + 1}, not ${raised}.`,
      });
    format += raised === undefined ? 0 : 1;
    return { ...migration, format };
  });
}

async function lock(client: pg.Client, say: (line: Phrased) => void): Promise<void> {
  const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [LOCKS.migration]);
  if (rows[0]?.got) return;
  say(
    phrase({
      zh: '另一个服务正在升级这个数据库，等它完成',
      en: 'another server is migrating this database; waiting for it',
    }),
  );
  await client.query('select pg_advisory_lock($1)', [LOCKS.migration]);
}

function assertSameHistory(ran: readonly RanMigration[], migrations: Migration[]): void {
  const last = ran.at(-1);
  // UP10: a newer store of the same format is one that this program can work with
  if (last !== undefined && last.no > migrations.length && last.format !== (migrations.at(-1)?.format ?? 1)) {
    throw new StoreProblem({
      zh:
        `数据库由更新的版本写成：它有迁移 ${last.name}，本程序只到 ${migrations.at(-1)?.name ?? '（没有）'}。` +
        '请启动更新的版本，或恢复升级之前的备份（npm run restore -- 文件）。',
      en:
        `The database was written by a newer version of this program: it has migration ${last.name}, this program knows them up to ${migrations.at(-1)?.name ?? 'none'}. ` +
        'Start the newer version, or restore the backup made before its upgrade (npm run restore -- FILE).',
    });
  }
  ran.slice(0, migrations.length).forEach(({ name, checksum }, index) => {
    const file = migrations[index];
    if (file?.name !== name) {
      throw new StoreProblem({
        zh: `数据库执行过迁移 ${name}，而本程序在它的位置上是 ${file?.name ?? '（没有）'}。请恢复这个文件：执行过的不能改名或删除。`,
        en: `The database ran migration ${name}, but this program has ${file?.name ?? 'none'} in its place. Restore the file: what ran is never renamed or removed.`,
      });
    }
    if (file.checksum !== checksum && !isFormerChecksum(file, checksum)) {
      throw new StoreProblem({
        zh: `迁移 ${name} 在这个数据库上执行之后被改过。请恢复原来的文件，把改动写成新的迁移。`,
        en: `Migration ${name} was edited after it ran on this database. Restore the file as it was and put the change into a new migration.`,
      });
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
  { no, name, sql, checksum, format }: Migration,
  say: (line: Phrased) => void,
): Promise<void> {
  const began = performance.now();
  await client.query('begin');
  try {
    const before = await transactionId(client);
    await client.query(sql);
    if ((await transactionId(client)) !== before)
      throw new Error('it ends its transaction itself; begin, commit and rollback do not belong into a migration');
    await client.query('insert into migration (no, name, checksum) values ($1, $2, $3)', [no, name, checksum]);
    if (format > 1) await client.query('update migration set format = $2 where no = $1', [no, format]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    const refused = notTheOwner(error);
    if (refused) throw refused;
    const { message, position } = error as { message: string; position?: string };
    const line = position === undefined ? '' : `, line ${sql.slice(0, Number(position)).split('\n').length}`;
    throw new StoreProblem(
      {
        zh: `迁移 ${name}${line.replace(', line ', ' 第 ')}${line && ' 行'}失败，已经撤回：${message}。数据库和以前一样。`,
        en: `Migration ${name}${line} failed and was rolled back: ${message}. The database is as it was before.`,
      },
      { cause: error },
    );
  }
  const seconds = (performance.now() - began) / 1000;
  if (seconds > 2)
    say(
      phrase({
        zh: `迁移 ${name} 已执行，用了 ${seconds.toFixed(1)} 秒`,
        en: `migration ${name} ran in ${seconds.toFixed(1)} s`,
      }),
    );
}

async function transactionId(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>('select pg_current_xact_id()::text as id');
  return rows[0]?.id;
}
