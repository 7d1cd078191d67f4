import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectEmbedded, connectTo, openDatabase, type Database } from '#server/db/connect.ts';
import { findSocketFolder } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { excessRights, limitServer, SERVER_ROLE } from '#server/db/server-rights.ts';
import { loadEnv } from '#server/env.ts';
import { DATED } from '#server/store/publication/publication-log.ts';
import { openStore } from '#server/store/open-store.ts';
import { setGrants } from '#server/people/staff/accounts.ts';
import { publishEdition } from '#server/editions/publish/publish-edition.ts';
import { createTestDatabase, type TestDatabase } from '#tests/world/database.ts';
import { approvedBy, hand, publishContextOf } from '#tests/world/editions.ts';
import { article, SECTION, startSite, type TestSite } from '#tests/world/site.ts';
import { temporaryFolder } from '#tests/world/stores.ts';

const RECORD = ['publication', 'audit', 'edition_step', 'edition_version', 'staff_grant', 'record_seal'];

const folder = temporaryFolder();
let site: TestSite;
beforeAll(async () => {
  site = await startSite();
  const writer = await hand(site, '撰写甲', [{ role: 'editor', channelId: '' }]);
  const reviewer = await hand(site, '审核乙', [{ role: 'reviewer', channelId: '' }]);
  const edition = await approvedBy(site, writer, reviewer, [article(`${SECTION}0003`, '公告')]);
  await publishEdition(publishContextOf(site), reviewer, edition);
  await setGrants(site.database.db, writer.staffId, []);
  await site.publish('撤下', [{ kind: 'article', id: '1', withdraw: { reason: '更正', successor: '' } }]);
  await site.run('record');
});
afterAll(async () => {
  await site.end();
  folder.remove();
});

const columnsOf = async (table: string) =>
  (
    await site.database.pool.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1`,
      [table],
    )
  ).rows.map(({ name }) => name);

/** Answer to an update of each column, to its own value. */
async function writable({ query }: { query: (sql: string) => Promise<unknown> }, table: string): Promise<string[]> {
  const can: string[] = [];
  for (const column of await columnsOf(table)) {
    const refused = await query(`update ${table} set ${column} = ${column} where false`).then(
      () => null,
      (error: { code: string }) => error.code,
    );
    if (refused === null) can.push(column);
  }
  return can;
}

describe('[DR1] the role of the server', () => {
  const ask = { query: (sql: string) => site.database.pool.query(sql) };

  test('removes nothing of the record and of dated rows', async () => {
    for (const table of [...RECORD, ...Object.keys(DATED)])
      for (const sql of [
        `delete from ${table}`,
        `truncate ${table} cascade`,
        `alter table ${table} disable trigger all`,
      ])
        await expect(site.database.pool.query(sql), sql).rejects.toMatchObject({ code: '42501' });
  });

  test('updates of the record only what is written later', async () => {
    const can = await Promise.all(RECORD.map(async (table) => [table, await writable(ask, table)]));
    expect(Object.fromEntries(can)).toEqual({
      publication: ['content_hash', 'hash'],
      audit: [],
      edition_step: [],
      edition_version: [],
      staff_grant: ['ended_at'],
      record_seal: [],
    });
  });

  test('updates of dated rows only their end, and what is derived', async () => {
    for (const [table, { reasoned }] of Object.entries(DATED))
      expect((await writable(ask, table)).sort(), table).toEqual(
        [
          'closed_in',
          'public_to',
          ...(reasoned ? ['closed_reason', 'closed_successor'] : []),
          ...(table === 'register_row' ? ['pieces', 'search', 'sort_no'] : []),
        ].sort(),
      );
  });

  test('writes what is written later once, and nothing before its time', async () => {
    for (const sql of [
      `update publication set hash = 'x' where no = 1`,
      `update article set public_to = now() where public_to is not null`,
      `update article set public_to = null, closed_in = null where public_to is not null`,
      `update article set closed_reason = 'x' where public_to is not null`,
      `update article set closed_reason = 'x' where public_to is null`,
      `update staff_grant set ended_at = null where ended_at is not null`,
    ])
      await expect(site.database.pool.query(sql), sql).rejects.toThrow(/only ever/);
  });

  test('makes no tables, and has no more rights than that', async () => {
    await expect(site.database.pool.query('create table x (a int)')).rejects.toMatchObject({ code: '42501' });
    await expect(site.database.pool.query(`update migration set name = 'x'`)).rejects.toMatchObject({ code: '42501' });
    expect(await excessRights(site.database)).toEqual([]);
  });

  test('the owner is stopped by triggers, too', async () => {
    const owner = await site.database.connectAsOwner();
    try {
      for (const table of Object.keys(DATED)) {
        const protectedOnes = (await writable({ query: (sql) => owner.query(sql) }, table)).sort();
        expect(
          protectedOnes.filter((column) => !/^(closed_|public_to)|^(pieces|search|sort_no)$/.test(column)),
          table,
        ).toEqual([]);
        await expect(owner.query(`delete from ${table}`), table).rejects.toThrow(/only ever/);
      }
      await expect(owner.query('delete from publication')).rejects.toThrow(/only ever/);
      await expect(owner.query(`update publication set title = 'x'`)).rejects.toThrow(/only ever/);
    } finally {
      await owner.end();
    }
  });
});

describe('roles of an external PostgreSQL', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase({ empty: true });
  });
  afterAll(() => database.drop());
  const started = async (env: Record<string, string>) => {
    const statements: string[] = [];
    const dataDir = join(folder.path, crypto.randomUUID());
    mkdirSync(dataDir);
    const store = await openStore(loadEnv({ DATA_DIR: dataDir, ...env }), {
      say: (line) => statements.push(line),
    }).catch((error: Error) => error);
    if (!(store instanceof Error)) await store.close();
    return { said: statements, refused: store instanceof Error ? store.message : '' };
  };

  test('[DR2] a role that may not make the tables is told of OWNER_DATABASE_URL', async () => {
    const { refused } = await started({ DATABASE_URL: database.url });
    expect(refused).toMatch(/OWNER_DATABASE_URL/);
  });

  test('[DR1] the owner makes them, and the server has what it needs', async () => {
    const { refused, said: statements } = await started({
      DATABASE_URL: database.url,
      OWNER_DATABASE_URL: database.ownerUrl,
    });
    expect([refused, statements]).toEqual(['', []]);
    const server = await connectTo({ connectionString: database.url }, 'external');
    expect(await excessRights(server)).toEqual([]);
    await server.close();
  });

  test('[DR2] one role for both, and one with too many rights, are told at the start', async () => {
    const one = new pg.Client({ connectionString: database.ownerUrl });
    await one.connect();
    await one.query(`update kept set name = 'other' where name = 'instance'`);
    const single = await started({ DATABASE_URL: database.ownerUrl });
    expect(single.said.join()).toMatch(/works as the owner of its tables.*OWNER_DATABASE_URL/);
    await one.query(`delete from kept where name = 'instance'`);
    const both = await started({ DATABASE_URL: database.ownerUrl, OWNER_DATABASE_URL: database.ownerUrl });
    expect(both.said.join()).toMatch(/could change its own record \(.*audit: UPDATE, DELETE/);
    await one.end();
  });
});

test('[DR1] the embedded PostgreSQL makes the role by itself, also for a store of before', async () => {
  const dataDir = join(folder.path, 'embedded');
  mkdirSync(dataDir);
  const database: Database = await openDatabase({ dataDir, databaseUrl: null });
  try {
    await migrate(database);
    await limitServer(database, () => {});
    const owner = await database.connectAsOwner();
    // a store of an earlier version: tables, and no role
    await owner.query(`drop owned by ${SERVER_ROLE}`);
    await owner.end();
    await database.pool.query('select 1');
    const again = await connectEmbedded(findSocketFolder(join(dataDir, 'postgres')));
    const { rows } = await again.pool.query<{ role: string; seals: number }>(
      'select current_user as role, (select count(*)::int from record_seal) as seals',
    );
    expect(rows).toEqual([{ role: SERVER_ROLE, seals: 0 }]);
    expect(await excessRights(again)).toEqual([]);
    await again.close();
  } finally {
    await database.close();
  }
});
