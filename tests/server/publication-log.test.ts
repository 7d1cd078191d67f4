import type { Change } from '#kinds/index.ts';
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RegisterDefinition } from '#page/register-schema.ts';
import type { NewPublication } from '#server/store/publication/new-publication.ts';
import { storeFile } from '#server/files/store.ts';
import { publish } from '#server/store/publication/publish.ts';
import { verifyLog } from '#server/store/publication/verify-log.ts';
import { createTestDatabase, type TestDatabase } from '#tests/world/database.ts';
import { inherited, temporaryFolder } from '#tests/world/stores.ts';

const folder = temporaryFolder();
let database: TestDatabase;
const definition: RegisterDefinition = {
  schemaVersion: 1,
  register: 'staff',
  title: '人员公示',
  endpoints: [],
  key: ['no'],
  fields: {
    no: { title: '编号', type: 'integer' },
    name: { title: '姓名', type: 'text' },
    rate: { title: '比例', type: 'decimal' },
  },
  columns: ['no'],
  filters: [],
  order: ['no'],
};
const ANNUAL_REPORT = '%PDF-1.4 年报';
let pdf: string;

/** A small history with every kind of change, every table in it open and closed. */
async function buildHistory(): Promise<void> {
  const run = (changes: Change[], more: Partial<NewPublication> = {}) =>
    publish(database, { title: '发布', writtenBy: '编辑甲', approvedBy: '审核乙', changes, ...more });
  const channel = { channelId: 'a', parentId: '', classOrder: 1, url: 'a', name: '栏目', type: 1 as const };
  const article = {
    channelId: 'a',
    title: '公告',
    content: '<p>正文</p>',
    contentTime: new Date('2026-01-02T03:04:05.678Z').toISOString(),
    attachments: [{ filename: '年报.pdf', filepath: pdf }],
  };
  const register = (names: string[]): Change => ({
    kind: 'rows',
    document: {
      definition,
      rows: names.map((name, no) => ({ no, name, rate: no / 7 })),
      dataDate: '2026-01-31',
      department: '合规部',
    },
  });
  const first = await run(
    [
      { kind: 'channel', document: channel },
      { kind: 'article', document: article },
      { kind: 'article', document: article },
    ],
    { at: new Date('2026-01-01T00:00:00Z') },
  );
  await run([register(['王', '李', '张'])], { at: new Date('2026-01-02T00:00:00Z') });
  await run([
    { kind: 'page', id: 'home', document: { z: 1, a: [1e21, 0.1, -0, null, '𠮷'] } },
    { kind: 'setting', id: 'mark', document: { name: '示例' } },
  ]);
  await run([{ kind: 'article', document: { ...article, articleId: first.articleIds[1]!, riskLevel: '0002' } }]);
  await run([{ kind: 'article', id: String(first.articleIds[2]!), withdraw: { reason: '更正', successor: '/a' } }]);
  await run([register(['王', '李二', '张', '赵'])]);
  await run([
    { kind: 'page', id: 'home', document: { z: 2 } },
    { kind: 'setting', id: 'mark', document: { name: '示例二' } },
  ]);
  await run([], { title: '没有变化' });
}

const TABLES = [
  'publication',
  'channel',
  'article',
  'file_use',
  'register_row',
  'register_state',
  'page',
  'setting',
  'kept',
];

/** The history as it was built, whatever was done to it since. */
const restore = () =>
  database.owner.query(
    `truncate ${TABLES.join(', ')}; ${TABLES.map((table) => `insert into ${table} overriding system value table kept_history.${table}`).join('; ')}`,
  );

beforeAll(async () => {
  database = await createTestDatabase();
  ({ filepath: pdf } = await storeFile(
    { db: database.db, dir: join(folder.path, 'files') },
    { bytes: Buffer.from(ANNUAL_REPORT) },
  ));
  await buildHistory();
  await database.owner.query(
    `create schema kept_history; ${TABLES.map((table) => `create table kept_history.${table} as table ${table}`).join('; ')}`,
  );
});
afterAll(async () => {
  await database.drop();
  folder.remove();
});

const codes = async () => [...new Set((await verifyLog(database.db)).map(({ code }) => code))];

/** Statements of one tampering, by name; $seed picks the row that it hits. */
const any = (table: string, condition = 'true') =>
  `row_id = (select row_id from ${table} where ${condition} order by md5(row_id::text || $seed) limit 1)`;
const entry = (condition = 'true') =>
  `no = (select no from publication where ${condition} order by md5(no::text || $seed) limit 1)`;
const tamperings: Record<string, string> = {
  'an entry written by another': `update publication set written_by = written_by || '丙' where ${entry()}`,
  'an entry approved by another': `update publication set approved_by = '丙' where ${entry()}`,
  'an entry with another title': `update publication set title = title || ' ' where ${entry()}`,
  'an entry of another moment': `update publication set at = at - interval '1 ms' where ${entry()}`,
  'an entry with another content hash': `update publication set content_hash = md5(content_hash) where ${entry()}`,
  'an entry with another hash': `update publication set hash = md5(hash) where ${entry()}`,
  'an entry with another previous hash': `update publication set previous_hash = md5(previous_hash) where ${entry()}`,
  'a removed entry': `delete from publication where ${entry()}`,
  'the last entry removed': `delete from publication where no = (select max(no) from publication)`,
  'an added entry': `insert into publication select max(no) + 1, max(at), 'x', 'y', 'z', '', '', '' from publication`,
  'two entries in exchanged places': `with pair as (select array_agg(no order by md5(no::text || $seed)) as n from publication)
     update publication set no = case when no = n[1] then n[2] + 1000 else n[1] + 1000 end from pair where no in (n[1], n[2]);
     update publication set no = no - 1000 where no > 1000`,
  'an edited article': `update article set title = title || '。' where ${any('article')}`,
  'an edited body': `update article set content = content || ' ' where ${any('article')}`,
  'another time of an article': `update article set content_time = content_time + interval '1 ms' where ${any('article')}`,
  'a lifted restriction': `update article set risk_level = null where ${any('article', 'risk_level is not null')}`,
  'another attachment': `update article set attachments = jsonb_set(attachments, '{0,filepath}', '"2026/01/${'f'.repeat(64)}.pdf"') where ${any('article')}`,
  'an edited reason': `update article set closed_reason = '其他' where ${any('article', 'closed_reason is not null')}`,
  'an edited cell': `update register_row set data = jsonb_set(data, '{name}', '"赵"') where ${any('register_row', "data->>'name' <> '赵'")}`,
  'a slightly edited number': `update register_row set data = jsonb_set(data, '{rate}', to_jsonb((data->>'rate')::float8 + 1e-12)) where ${any('register_row')}`,
  'another data date': `update register_state set data_date = data_date + 1 where ${any('register_state')}`,
  'a renamed channel': `update channel set name = '别名' where ${any('channel')}`,
  'another kind of content': `update channel set content_kind = 'downList' where ${any('channel')}`,
  'an edited page': `update page set document = document || '{"x": 1}' where ${any('page')}`,
  'an edited setting': `update setting set value = '1' where ${any('setting')}`,
  'a file under another name': `update file_use set filename = 'x.pdf' where ${any('file_use')}`,
  'a row opened earlier': `update article set public_from = public_from - interval '1 day' where ${any('article')}`,
  'a row closed earlier': `update article set public_to = public_to - interval '1 ms' where ${any('article', 'public_to is not null')}`,
  'a row closed by nobody': `update setting set public_to = public_from where ${any('setting', 'public_to is null')}`,
  'a closed row opened again': `update file_use set public_to = null, closed_in = null where ${any('file_use', 'public_to is not null')}`,
  'a removed row': `delete from register_row where ${any('register_row')}`,
  'a removed closed row': `delete from article where ${any('article', 'public_to is not null')}`,
  'a row moved to another publication': `update page set opened_in = opened_in + 1, public_from = (select at from publication where no = opened_in + 1) where ${any('page', 'opened_in < 8')}`,
  'an added row': `insert into setting (name, value, opened_in, public_from) select 'x', '1', no, at from publication where ${entry()}`,
  'a row of a publication that never was': `insert into setting (name, value, opened_in, public_from) values ('x', '1', 99, now())`,
};

// restored with its foreign keys, which the check of the catalogue reads (RC7)
it('[PB3] a command prints the head of a good log, and fails on a bad one and on one that lacks a head noted before', async () => {
  const verify = (...args: string[]) => {
    const command = fileURLToPath(new URL('../../src/cli/verify-log.ts', import.meta.url));
    const { status, stdout } = spawnSync(process.execPath, [command, ...args], {
      encoding: 'utf8',
      env: {
        ...inherited(),
        DATABASE_URL: database.url,
        OWNER_DATABASE_URL: database.ownerUrl,
        DATA_DIR: folder.path,
      },
    });
    return { status, stdout };
  };
  const good = verify();
  expect([good.status, good.stdout]).toEqual([0, expect.stringContaining('as they were published')]);
  const head = /head (\d+:[0-9a-f]{64})/.exec(good.stdout)![1]!;
  expect(verify('--expect', head).status).toBe(0);
  expect(verify('--expect', `9${head}`).status).toBe(1);
  expect(verify('--expect', 'x').status).toBe(2);
  rmSync(join(folder.path, 'files', pdf));
  const lost = verify();
  expect([lost.status, lost.stdout]).toEqual([1, expect.stringContaining(`file-missing: file ${pdf}`)]);
  await database.owner.query(`update article set title = 'x'`);
  const bad = verify();
  expect([bad.status, bad.stdout]).toEqual([1, expect.stringMatching(/rows-differ: .*publication 1/)]);
});

/** An attacker is not stopped by foreign keys either. */
async function dropForeignKeys(): Promise<void> {
  const { rows } = await database.pool.query<{ sql: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as sql from pg_constraint where contype = 'f'`,
  );
  for (const { sql } of rows) await database.owner.query(sql);
}

describe('the publication log', () => {
  beforeAll(dropForeignKeys);
  beforeEach(restore);

  it('[PB3] finds nothing wrong with an untouched history, whatever a document holds', async () => {
    expect(await verifyLog(database.db)).toEqual([]);
    const value = fc
      .jsonValue({ noUnicodeString: false })
      .filter(
        (json) =>
          json !== null &&
          !JSON.stringify(json).includes('\\u0000') &&
          JSON.stringify(json).isWellFormed() &&
          !/\\ud[89a-f]/.test(JSON.stringify(json)),
      );
    await fc.assert(
      fc.asyncProperty(value, async (json) => {
        await publish(database, {
          title: '任意',
          writtenBy: '编辑甲',
          approvedBy: '审核乙',
          changes: [{ kind: 'setting', id: 'any', document: json }],
        });
        expect(await verifyLog(database.db)).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  it('[PB3] tells an edited entry, a broken chain and edited rows apart, and names the publication', async () => {
    await database.owner.query(`update register_row set data = '{}' where closed_in is not null`);
    expect(await verifyLog(database.db)).toEqual([expect.objectContaining({ no: 2, code: 'rows-differ' })]);
    await database.owner.query(`update publication set title = 'x' where no = 4`);
    expect(await codes()).toEqual(['entry-edited', 'rows-differ']);
  });

  it('[PB3] whoever recomputes one entry breaks the chain after it', async () => {
    const { entryHash } = await import('#server/store/publication/publication-log.ts');
    const third = await database.db.selectFrom('publication').selectAll().where('no', '=', 3).executeTakeFirstOrThrow();
    const forged = { ...third, title: '伪造' };
    await database.ownerDb
      .updateTable('publication')
      .set({ ...forged, hash: entryHash(forged) })
      .where('no', '=', 3)
      .execute();
    expect(await verifyLog(database.db)).toEqual([expect.objectContaining({ no: 4, code: 'chain-broken' })]);
  });
});

describe('tampering', () => {
  it.each(Object.entries(tamperings))('[PB3] finds %s', async (_, sql) => {
    for (const seed of ['a', 'b', 'c']) {
      await restore();
      let changed = 0;
      for (const statement of sql.replaceAll('$seed', `'${seed}'`).split(';'))
        changed += (await database.owner.query(statement)).rowCount ?? 0;
      expect(changed, 'the tampering itself must hit something').toBeGreaterThan(0);
      expect(await verifyLog(database.db)).not.toEqual([]);
    }
  });
});
