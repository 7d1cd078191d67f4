import { createWriteStream, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { openDatabase, type Database, type StoreAddress } from '../connect.ts';
import { databaseFolder } from '../data-folder.ts';
import { writeMark } from '../instance.ts';
import { limitServer } from '../server-rights.ts';
import { assertKnownMigrations, migrate } from '../migrate.ts';
import { isRestoring, RESTORING } from './restoring.ts';
import { BackupProblem, FILE_FOLDERS, progressOf, tableEntry, type Manifest } from './format.ts';
import { openBackup, verifyBackup, type Backup } from './read-backup.ts';
import { phrase, type Phrased } from '../../phrase.mjs';

interface Given {
  path: string;
  address: StoreAddress;
  say: (line: Phrased) => void;
  /** asks the restored store whether it is what the log says, before it may be started */
  verify: (database: Database) => Promise<void>;
}

/**
 * BK2: writes the store of a backup into an empty DATA_DIR, and into the embedded PostgreSQL there or an empty database that
 * DATABASE_URL names. Every byte of the file is verified before anything is written. One that was broken off is begun anew
 * by the next restore, and no server starts on it.
 * @throws BackupProblem, StoreProblem
 */
export async function restoreBackup({ path, address, say, verify }: Given): Promise<Manifest> {
  const { dataDir, databaseUrl } = address;
  say(phrase({ zh: `正在核对备份 ${path}`, en: `verifying ${path}` }));
  const manifest = await verifyBackup(path, say);
  await assertKnownMigrations(manifest.migrations);
  const again = isRestoring(dataDir);
  if (!again) assertNoData(dataDir, databaseUrl);
  if (again && databaseUrl === null) rmSync(databaseFolder(dataDir), { recursive: true, force: true });
  writeFileSync(join(dataDir, RESTORING), `${path}\n`, { flush: true });
  // copies of pages belong to what was there
  rmSync(join(dataDir, 'pages'), { recursive: true, force: true });
  if (again) for (const folder of folders(dataDir)) rmSync(folder, { recursive: true, force: true });
  const backup = await openBackup(path);
  // the embedded PostgreSQL is made where there is none
  const database = await openDatabase(address, { say }).catch((error: unknown) => {
    if (!again) rmSync(join(dataDir, RESTORING), { force: true });
    throw error;
  });
  try {
    if (!again) await assertNoTables(database, dataDir);
    await migrate(database, { upTo: manifest.migrations.length, say });
    await restoreFiles(backup, dataDir, say);
    await restoreTables(database, backup, say);
    await limitServer(database, say);
    writeMark(join(dataDir, FILE_FOLDERS.file), manifest.instance);
    say(phrase({ zh: '正在核对恢复的内容', en: 'verifying what was restored' }));
    await verify(database);
    rmSync(join(dataDir, RESTORING));
    return manifest;
  } finally {
    backup.close();
    await database.close();
  }
}

const folders = (dataDir: string): string[] => Object.values(FILE_FOLDERS).map((folder) => join(dataDir, folder));

const isFilled = (folder: string): boolean => existsSync(folder) && readdirSync(folder).length > 0;

/** @throws BackupProblem: nothing is ever restored over something */
function assertNoData(dataDir: string, databaseUrl: string | null): void {
  const there = [...folders(dataDir), ...(databaseUrl === null ? [databaseFolder(dataDir)] : [])].find(isFilled);
  if (there !== undefined)
    throw new BackupProblem({
      zh: `文件夹 ${there} 中已有内容，不会覆盖它。请移走它，或指明一个空的 DATA_DIR。`,
      en: `The folder ${there} is there already, and nothing is restored over it. Move it away, or name an empty DATA_DIR.`,
    });
}

async function assertNoTables({ pool }: Database, dataDir: string): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') limit 1`,
  );
  if (rows.length === 0) return;
  rmSync(join(dataDir, RESTORING), { force: true });
  throw new BackupProblem({
    zh: `DATABASE_URL 所指的数据库中已有表（${rows[0]!.name}），不会覆盖它们。请指明一个空的数据库。`,
    en: `The database that DATABASE_URL names holds tables already (${rows[0]!.name}), and nothing is restored over them. Name an empty one.`,
  });
}

async function restoreFiles({ manifest, read }: Backup, dataDir: string, say: (line: Phrased) => void): Promise<void> {
  const names = Object.keys(manifest.entries).filter((name) => !name.startsWith('tables/'));
  const done = progressOf(say, names.length, { zh: '文件', en: 'files' });
  for (const [at, name] of names.entries()) {
    const path = join(dataDir, name);
    // the names are those that this program gave; another never leads out of the folder
    if (!/^(files|materials)\/[\w-]+(\/[\w-]+)*\.\w+$/.test(name))
      throw new BackupProblem({ zh: `备份中的 ${name} 不是网站的文件。`, en: `${name} is no stored file.` });
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    await read(name, createWriteStream(path, { mode: 0o600, flush: true }));
    done(at + 1);
  }
}

/** All rows in one transaction, without the triggers and foreign keys that are about changes. */
async function restoreTables(
  database: Database,
  { manifest, read }: Backup,
  say: (line: Phrased) => void,
): Promise<void> {
  const client = await database.connectAsOwner('site restoring');
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await client.query(`set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'`);
    await client.query('begin');
    const putBack = await holdBack(client);
    const names = manifest.tables.map(({ name }) => client.escapeIdentifier(name));
    // content filled in by migrations is in the backup
    await client.query(`truncate ${names.join(', ')}`);
    const done = progressOf(say, manifest.tables.length, { zh: '表', en: 'tables' });
    for (const [at, { name, columns, rows }] of manifest.tables.entries()) {
      const into = `${client.escapeIdentifier(name)} (${columns.map((column) => client.escapeIdentifier(column)).join(', ')})`;
      const stream = client.query(copyFrom(`copy ${into} from stdin`));
      await read(tableEntry(name), stream);
      if (stream.rowCount !== rows)
        throw new BackupProblem({
          zh: `表 ${name} 应有 ${rows} 行，只恢复了 ${stream.rowCount} 行。`,
          en: `${name} should have ${rows} rows, but ${stream.rowCount} were restored.`,
        });
      done(at + 1);
    }
    for (const [name, last] of Object.entries(manifest.sequences))
      await client.query('select setval($1::regclass, $2::bigint, $3)', [
        client.escapeIdentifier(name),
        last ?? 1,
        last !== null,
      ]);
    for (const statement of putBack) await client.query(statement);
    await client.query('commit');
    await client.query('analyze');
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Takes foreign keys away and switches triggers off, as the owner of the tables may do.
 * @returns what puts them back; keys are checked then
 */
async function holdBack(client: pg.Client): Promise<string[]> {
  const { rows: keys } = await client.query<{ away: string; back: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as away,
            format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as back
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  const { rows: triggers } = await client.query<{ away: string; back: string }>(
    `select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as away,
            format('alter table %s enable %s trigger %I', tgrelid::regclass,
              case tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, tgname) as back
       from pg_trigger join pg_class on pg_class.oid = tgrelid
      where relnamespace = 'public'::regnamespace and not tgisinternal and tgenabled <> 'D'`,
  );
  for (const { away } of [...keys, ...triggers]) await client.query(away);
  return [...triggers, ...keys].map(({ back }) => back);
}
