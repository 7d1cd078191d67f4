import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, afterEach, describe, expect, it } from 'vitest';
import { FORMER_CHECKSUMS } from '#server/db/landed-migrations.ts';
import { migrate, newerMigration } from '#server/db/migrate.ts';
import { createTestDatabase, type TestDatabase } from '#tests/world/database.ts';
import { startProgram, temporaryFolder, until } from '#tests/world/stores.ts';

const program = join(import.meta.dirname, '../world/migrate-process.ts');
const temporary = temporaryFolder();
afterAll(temporary.remove);

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
  folder = temporaryFolderInside();
});
afterEach(() => database.drop());

let made = 0;
function temporaryFolderInside(): string {
  const path = join(temporary.path, String(++made));
  writeMigrations(path, {});
  return path;
}

function writeMigrations(path: string, files: Record<string, string>): void {
  mkdirSync(path, { recursive: true });
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(path, name), sql);
}

async function tables(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  return rows.map(({ name }) => name);
}

async function recorded(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>('select name from migration order by no');
  return rows.map(({ name }) => name);
}

const refusal = () =>
  migrate(database, { folder }).then(
    () => 'migrated',
    (error: Error) => error.message,
  );

describe('migrations', () => {
  it('run from an empty database, every one, and a second time none', async () => {
    const names = readdirSync(join(import.meta.dirname, '../../src/server/db/migrations'))
      .map((name) => name.replace('.sql', ''))
      .sort();
    expect(await migrate(database)).toEqual(names);
    expect(await tables()).toEqual(
      expect.arrayContaining(['article', 'channel', 'file', 'kept', 'publication', 'register_row']),
    );
    expect(await migrate(database)).toEqual([]);
    expect(await recorded()).toEqual(names);
  });

  it('killed in the middle of one leave the earlier done, this one not begun, and go on at the next start', async () => {
    writeMigrations(folder, {
      '0001-first.sql': 'create table first (a int);',
      '0002-slow.sql':
        'create table slow (a int); insert into slow values (1); select pg_advisory_xact_lock(7); create table slow_end (a int);',
    });
    const holder = await database.connect('holder');
    await holder.query('select pg_advisory_lock(7)');
    const child = startProgram(program, { DATABASE_URL: database.ownerUrl, MIGRATIONS: folder });
    await until('the slow migration runs', async () => {
      const { rows } = await database.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
      );
      return rows.length > 0;
    });
    child.kill('SIGKILL');
    expect(await tables()).toEqual(['first', 'migration']);
    expect(await recorded()).toEqual(['0001-first']);
    await holder.end();
    // waits for the lock that the killed one's connection holds until PostgreSQL notices
    expect(await migrate(database, { folder })).toEqual(['0002-slow']);
    expect(await tables()).toEqual(['first', 'migration', 'slow', 'slow_end']);
    expect((await database.pool.query('select a from slow')).rows).toEqual([{ a: 1 }]);
  });

  it('run once when two servers start together', async () => {
    writeMigrations(folder, {
      '0001-once.sql': 'create table once (a int); select pg_sleep(0.3);',
      '0002-more.sql': 'insert into once values (1);',
    });
    const children = [1, 2].map(() => startProgram(program, { DATABASE_URL: database.ownerUrl, MIGRATIONS: folder }));
    const answers = await Promise.all(children.map(({ stdout }) => text(stdout!)));
    expect(answers.map((answer) => answer.trim()).sort()).toEqual(['["0001-once","0002-more"]', '[]']);
    expect((await database.pool.query('select a from once')).rows).toEqual([{ a: 1 }]);
  });

  it('whose SQL fails are rolled back whole and told with name and line', async () => {
    writeMigrations(folder, { '0001-bad.sql': 'create table fine (a int);\n\ninsert into absent values (1);\n' });
    expect(await refusal()).toBe(
      'Migration 0001-bad, line 3 failed and was rolled back: relation "absent" does not exist. The database is as it was before.',
    );
    expect(await tables()).toEqual(['migration']);
  });

  it('that were edited after they ran are refused, other line ends are not', async () => {
    writeMigrations(folder, { '0001-one.sql': 'create table one (a int);\n' });
    await migrate(database, { folder });
    writeMigrations(folder, { '0001-one.sql': 'create table one (a int);\r\n' });
    expect(await migrate(database, { folder })).toEqual([]);
    writeMigrations(folder, { '0001-one.sql': 'create table one (a bigint);\n' });
    expect(await refusal()).toMatch(/^Migration 0001-one was edited after it ran on this database\./);
  });

  it('whose comments or blank lines were edited after they ran are as they were', async () => {
    writeMigrations(folder, { '0001-one.sql': '-- a table\ncreate table one (a int); -- one\n' });
    await migrate(database, { folder });
    writeMigrations(folder, { '0001-one.sql': '/* The first. */\n\ncreate table one (a int);\n' });
    expect(await migrate(database, { folder })).toEqual([]);
  });

  it('that were recorded by whole files, comments included, are known by every text that landed with the same statements', async () => {
    const names = await migrate(database);
    for (const [checksum, name] of Object.entries(FORMER_CHECKSUMS)) {
      await database.owner.query('update migration set checksum = $1 where name = $2', [checksum, name]);
      expect(await migrate(database), checksum).toEqual([]);
    }
    // migrations since then are recorded by their statements alone
    const former = names.filter((name) => name < '0022');
    expect(new Set(Object.values(FORMER_CHECKSUMS))).toEqual(new Set(former));
    // this one has other statements: its staff_failure has no failure_id
    await database.owner.query(
      `update migration set checksum = 'e443a5871ceb1bbeb90970b4221b3e81980dd4c7e9e210617380eaa38300b018' where name = '0013-staff'`,
    );
    await expect(migrate(database)).rejects.toThrow(/^Migration 0013-staff was edited after it ran on this database\./);
  });

  it('[UP2] of a newer program are refused by an older one, with what to do', async () => {
    const newer = temporaryFolderInside();
    writeMigrations(newer, { '0001-one.sql': 'select 1', '0002-two.sql': 'select 2' });
    await migrate(database, { folder: newer });
    writeMigrations(folder, { '0001-one.sql': 'select 1' });
    expect(await refusal()).toMatch(
      /^The database was written by a newer version of this program: it has migration 0002-two, this program knows them up to 0001-one\./,
    );
  });

  it('[UP10] of a newer program are no matter to an older one while the format of the store is the same', async () => {
    const column = 'alter table migration add column format integer not null default 1';
    const files = { '0001-one.sql': 'select 1', '0002-format.sql': column };
    writeMigrations(folder, files);
    await migrate(database, { folder });
    expect(await newerMigration(database, folder)).toBeNull();
    const newer = temporaryFolderInside();
    writeMigrations(newer, { ...files, '0003-more.sql': 'create table more (a int)' });
    await migrate(database, { folder: newer });
    expect(await migrate(database, { folder })).toEqual([]);
    expect(await newerMigration(database, folder)).toBe('0003-more');
    writeMigrations(newer, { '0004-other.sql': '-- store format 2: rows need a mark\nselect 1' });
    await migrate(database, { folder: newer });
    expect(await refusal()).toMatch(
      /^The database was written by a newer version of this program: it has migration 0004/,
    );
    writeMigrations(newer, { '0005-jump.sql': '-- store format 5: wrong\nselect 1' });
    await expect(migrate(database, { folder: newer })).rejects.toThrow(
      /0005-jump should raise the store format to 3, not 5/,
    );
  });

  it('that end their own transaction are refused', async () => {
    writeMigrations(folder, { '0001-commits.sql': 'create table a (a int); commit; begin;' });
    expect(await refusal()).toMatch(/it ends its transaction itself/);
  });

  it('with a gap or a strange name are refused', async () => {
    writeMigrations(folder, { '0002-two.sql': 'select 1' });
    expect(await refusal()).toMatch(/0002-two\.sql should be called 0001-words\.sql/);
  });
});
