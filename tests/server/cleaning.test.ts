import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWorker } from '#server/editions/worker/open-worker.ts';
import { removeLeavingFiles } from '#server/editions/cleaning/remove-leaving-files.ts';
import { removeUnnamed } from '#server/editions/cleaning/remove-unnamed.ts';
import { LOCKS } from '#server/db/locks.ts';
import { discardEdition } from '#server/editions/draft/discard-edition.ts';
import { storePublicRows } from '#kinds/rows/server/public-rows.ts';
import { getRows, storePart, storeRows, storeSet } from '#kinds/rows/server/row-sets.ts';
import { storeFile } from '#server/files/store.ts';
import { storePreview } from '#server/pages/preview/stored-previews.ts';
import { draftBy, hand, publishContextOf, saveBy, type Hand } from '../world/editions.ts';
import { article, PAGES_DIR, SECTION, staffRegister, startSite, type TestSite } from '../world/site.ts';

const LOSS = `${SECTION}0003`;
const DAY = 24 * 3_600_000;

let site: TestSite;
let writer: Hand;
beforeAll(async () => {
  site = await startSite();
  writer = await hand(site, '编辑甲');
});
afterAll(() => site.end());
// files that another test left unnamed go
beforeEach(async () => {
  await ageAll(100);
  await db()
    .updateTable('file')
    .set({ brought_at: ago(100) })
    .execute();
  await clean();
  await db().deleteFrom('kept').where('name', '=', 'cleaned').execute();
});

const db = () => site.database.db;
const ago = (days: number) => new Date(Date.now() - days * DAY);
let made = 0;
const bring = async (content = `说明 ${++made}`) =>
  (await storeFile({ db: db(), dir: site.filesDir }, { bytes: Buffer.from(content), extension: 'txt' })).filepath;
const age = (filepath: string, days: number) =>
  db()
    .updateTable('file')
    .set({ brought_at: ago(days) })
    .where('filepath', '=', filepath)
    .execute();
const brought = async (days: number) => {
  const filepath = await bring();
  await age(filepath, days);
  return filepath;
};
const isThere = async (filepath: string) => [
  (await db().selectFrom('file').select('filepath').where('filepath', '=', filepath).execute()).length === 1,
  existsSync(join(site.filesDir, filepath)),
];
/** bytes go a day after their row */
const removeBytes = () => removeLeavingFiles(db(), site.filesDir, new Date(Date.now() + 1.1 * DAY));
/** a run of the timer, without its pauses */
const clean = async () => {
  await db().deleteFrom('kept').where('name', '=', 'cleaned').execute();
  const removed = await removeUnnamed(db(), new Date());
  await removeBytes();
  return removed;
};
const ageAll = async (days: number) => {
  await db()
    .updateTable('row_set')
    .set({ made_at: ago(days) })
    .execute();
  await db()
    .updateTable('row_part')
    .set({ made_at: ago(days) })
    .execute();
};
const STAYS = [true, true];
const GONE = [false, false];

describe('files', () => {
  test('one that nothing names goes after seven days, with its bytes, and that is written down', async () => {
    const [old, young] = [await brought(7.1), await brought(6.9)];
    expect(await clean()).toEqual({
      previews: 0,
      formDrafts: 0,
      imports: 0,
      rowSets: 0,
      rowParts: 0,
      articleSets: 0,
      setArticles: 0,
      files: 1,
    });
    expect([await isThere(old), await isThere(young)]).toEqual([GONE, STAYS]);
    const line = await db()
      .selectFrom('audit')
      .select(['act', 'facts', 'staff_id'])
      .orderBy('no', 'desc')
      .executeTakeFirstOrThrow();
    expect(line).toEqual({
      act: 'store.clean',
      facts: {
        previews: 0,
        formDrafts: 0,
        imports: 0,
        rowSets: 0,
        rowParts: 0,
        articleSets: 0,
        setArticles: 0,
        files: 1,
      },
      staff_id: null,
    });
  });

  test('what was ever public stays: attached, pictured, linked, in former texts, withdrawn, in settings and pages', async () => {
    const [attached, pictured, linked, withdrawn, set, paged] = await Promise.all(
      Array.from({ length: 6 }, () => brought(400)),
    );
    const more = {
      attachments: [{ filename: '表.txt', filepath: attached! }],
      image: pictured!,
      content: `<p><a href="/static-file/${linked}">文</a></p>`,
    };
    const { articleIds } = await site.publish('发布', [
      article(LOSS, '有文件的', more),
      article(LOSS, '要撤下的', { attachments: [{ filename: '表.txt', filepath: withdrawn! }] }),
      { kind: 'setting', id: 'webparam.picture', document: set! },
    ]);
    await site.publish('改', [
      article(LOSS, '没有文件了', { articleId: articleIds[0]! }),
      { kind: 'article', id: String(articleIds[1]!), withdraw: { reason: '内容有误。' } },
      { kind: 'setting', id: 'webparam.picture', document: '' },
    ]);
    const page = {
      schemaVersion: 1,
      page: 'with-file',
      for: { url: 'publicChannel/lossStatement' },
      layout: 'channel',
      title: `/static-file/${paged}`,
      blocks: [],
    };
    await site.publish('页面', [{ kind: 'page', id: 'with-file', document: page }]);
    expect((await clean())!.files).toBe(0);
    for (const filepath of [attached, pictured, linked, withdrawn, set, paged])
      expect(await isThere(filepath!)).toEqual(STAYS);
  });

  test('what a version of an edition names stays: an older one, a discarded one, in the text, in rows that stand apart', async () => {
    const [older, newest, discarded, linked, inRows] = await Promise.all(Array.from({ length: 5 }, () => brought(400)));
    const withFile = (filepath: string) => [article(LOSS, '草稿', { attachments: [{ filename: '表.txt', filepath }] })];
    await saveBy(site, writer, await draftBy(site, writer, withFile(older!)), withFile(newest!));
    await discardEdition(db(), writer, await draftBy(site, writer, withFile(discarded!)));
    await draftBy(site, writer, [
      article(LOSS, '草稿', { content: `<p><img src="/static-file/${linked}" alt="图"></p>` }),
    ]);
    await storeRows(db(), 'bond-investment', [[{ employeeNo: '1', photo: inRows! }]]);
    expect((await clean())!.files).toBe(0);
    for (const filepath of [older, newest, discarded, linked, inRows]) expect(await isThere(filepath!)).toEqual(STAYS);
  });

  test('a file that is brought again is kept for seven days more', async () => {
    const content = '再次上传';
    const filepath = await bring(content);
    await age(filepath, 30);
    expect(await bring(content)).toBe(filepath);
    await clean();
    expect(await isThere(filepath)).toEqual(STAYS);
  });

  test('its bytes stay where it is brought again between the removal of the row and that of the bytes', async () => {
    const content = '夹在中间';
    const filepath = await bring(content);
    await age(filepath, 8);
    await removeUnnamed(db(), new Date());
    expect(await isThere(filepath)).toEqual([false, true]);
    await bring(content);
    await removeBytes();
    expect(await isThere(filepath)).toEqual(STAYS);
  });

  test('its bytes stay for a day, for whoever copies the files after the database, and then go, whichever server removed the row', async () => {
    const filepath = await brought(8);
    await removeUnnamed(db(), new Date());
    await removeLeavingFiles(db(), site.filesDir, new Date(Date.now() + 0.9 * DAY));
    expect(await isThere(filepath)).toEqual([false, true]);
    await removeBytes();
    expect(await isThere(filepath)).toEqual(GONE);
    expect(await db().selectFrom('file_leaving').selectAll().execute()).toEqual([]);
  });

  test('brought again at the very moment of the cleaning, it is there afterwards, row and bytes, whoever was first', async () => {
    for (let round = 0; round < 10; round += 1) {
      // some at once, because a disk that is slow allows few cleanings a minute
      const contents = Array.from({ length: 6 }, (_, at) => `同时 ${round} ${at}`);
      const filepaths = await Promise.all(contents.map(bring));
      for (const filepath of filepaths) await age(filepath, 8);
      await Promise.all([clean(), ...Array.from({ length: 3 }, () => contents.map(bring)).flat(), removeBytes()]);
      for (const [at, filepath] of filepaths.entries()) {
        expect([round, at, await isThere(filepath)]).toEqual([round, at, STAYS]);
        expect(await readFile(join(site.filesDir, filepath), 'utf8')).toBe(contents[at]);
      }
    }
  });

  test.each(['an edition', 'a publication', 'rows'])('named by %s that is not through yet, it stays', async (by) => {
    const filepath = await brought(30);
    const sha256 = /[0-9a-f]{64}/.exec(filepath)![0];
    const { edition_id } = await db()
      .insertInto('edition')
      .values({
        title: '一',
        content_hash: '',
        channel_ids: [],
        base: {},
        created_at: new Date(),
        changed_at: new Date(),
      })
      .returning('edition_id')
      .executeTakeFirstOrThrow();
    const trx = await db().startTransaction().execute();
    if (by === 'an edition')
      await trx
        .insertInto('edition_version')
        .values({
          edition_id,
          version: 1,
          title: '一',
          changes: JSON.stringify([{ filepath }]),
          content_hash: '',
          staff_id: writer.staffId,
          at: new Date(),
        })
        .execute();
    else if (by === 'rows') await storePart(trx, [{ photo: filepath }]);
    else
      await trx
        .insertInto('file_use')
        .values({
          filepath,
          used_by: 'article:1',
          filename: '表.txt',
          risk_level: null,
          opened_in: 1,
          public_from: new Date(),
        })
        .execute();
    expect((await clean())!.files).toBe(0);
    await trx.commit().execute();
    expect((await clean())!.files).toBe(0);
    expect(await isThere(filepath)).toEqual(STAYS);
    await expect(sql`delete from file where sha256 = ${sha256}`.execute(db())).rejects.toThrow(
      'that something names stay',
    );
  });
});

describe('rows that stand apart', () => {
  const rows = (name: string) => [
    [{ employeeNo: '1', staffName: name }],
    [{ employeeNo: '2', staffName: `${name}乙` }],
  ];
  const register = (hash: string) =>
    ({
      kind: 'rows',
      document: {
        definition: {
          ...staffRegister,
          fields: { employeeNo: { title: '员工编号', type: 'text' }, staffName: { title: '姓名', type: 'text' } },
          columns: ['employeeNo'],
        },
        rowSet: { hash, count: 2 },
        dataDate: '2026-11-01',
        department: '办公室',
      },
    }) as never;

  test('go after seven days where no edition names them; those of any version of any edition stay', async () => {
    const [free, older, newer, discarded] = await Promise.all(
      ['无人', '旧版', '新版', '放弃'].map((name) => storeRows(db(), 'bond-investment', rows(name))),
    );
    await saveBy(site, writer, await draftBy(site, writer, [register(older!.hash)]), [register(newer!.hash)]);
    await discardEdition(db(), writer, await draftBy(site, writer, [register(discarded!.hash)]));
    await ageAll(6);
    expect(await clean()).toMatchObject({ rowSets: 0, rowParts: 0 });
    await ageAll(8);
    expect(await clean()).toMatchObject({ rowSets: 1, rowParts: 2 });
    for (const { hash } of [older!, newer!, discarded!])
      expect(await getRows(db(), hash, 'bond-investment')).toHaveLength(2);
    await expect(getRows(db(), free!.hash, 'bond-investment')).rejects.toThrow('请重新导入');
    const parts = await db().selectFrom('row_part').select('part_hash').execute();
    const named = await db().selectFrom('row_set').select('parts').execute();
    expect(parts.map(({ part_hash }) => part_hash).sort()).toEqual(
      [...new Set(named.flatMap((one) => one.parts))].sort(),
    );
    await expect(sql`delete from row_part`.execute(db())).rejects.toThrow('that something names stay');
    await expect(sql`delete from row_set`.execute(db())).rejects.toThrow('that something names stay');
  });

  test('a part that two sets share stays with the one that is named; kept anew it counts as new', async () => {
    const [shared, own] = rows('共用');
    const free = await storeRows(db(), 'bond-investment', [shared!, own!]);
    const named = await storeRows(db(), 'bond-investment', [shared!]);
    await draftBy(site, writer, [register(named.hash)]);
    await ageAll(8);
    expect(await clean()).toMatchObject({ rowSets: 1, rowParts: 1 });
    expect(await getRows(db(), named.hash, 'bond-investment')).toEqual(shared);
    // between its parts and itself a set is made: the cleaning that comes there leaves them alone
    const part = await storePart(db(), own!);
    await ageAll(8);
    expect((await storePart(db(), own!)).hash).toBe(part.hash);
    expect(await clean()).toMatchObject({ rowParts: 0 });
    expect(await getRows(db(), (await storeSet(db(), 'bond-investment', [part])).hash, 'bond-investment')).toEqual(own);
    expect(free.hash).not.toBe(named.hash);
  });

  test('the public rows of a large register are kept anew where they were cleaned away, also by a server that remembers them', async () => {
    const worker = openWorker({
      reach: site.database.reach,
      pagesDir: PAGES_DIR,
      filesDir: site.filesDir,
      onCrash: () => {},
    });
    const definition = {
      ...staffRegister,
      fields: { employeeNo: { title: '员工编号', type: 'text' as const } },
      columns: ['employeeNo'],
    };
    await site.publish('公示', [
      {
        kind: 'rows',
        document: {
          definition,
          rows: Array.from({ length: 2_001 }, (_, at) => ({ employeeNo: String(at) })),
          dataDate: '2026-11-01',
          department: '办公室',
        },
      },
    ]);
    const reader = { ...publishContextOf(site), runInWorker: worker.by('test') };
    const first = await storePublicRows(reader, definition);
    await ageAll(8);
    expect((await clean())!.rowSets).toBe(1);
    const again = await storePublicRows(reader, definition);
    expect([again, (await getRows(db(), again.hash, definition.register)).length]).toEqual([first, 2_001]);
    await worker.end();
  });

  test('what is not kept is named by nothing', async () => {
    await expect(storeSet(db(), 'bond-investment', [{ hash: 'f'.repeat(64), count: 1 }])).rejects.toThrow('not kept');
    const { editionId } = await draftBy(site, writer, [article(LOSS, '稿')]);
    const version = {
      edition_id: editionId,
      version: 9,
      title: '一',
      changes: JSON.stringify([register('f'.repeat(64))]),
      content_hash: '',
      staff_id: writer.staffId,
      at: new Date(),
    };
    await expect(db().insertInto('edition_version').values(version).execute()).rejects.toThrow('not kept');
  });
});

describe('imports and previews', () => {
  const imported = async (days: number, more: object = {}) => {
    const filepath = await brought(60);
    const { import_id } = await db()
      .insertInto('register_import')
      .values({
        register: 'bond-investment',
        filepath,
        filename: '表.xlsx',
        staff_id: writer.staffId,
        report: null,
        row_set_hash: null,
        edition_id: null,
        state: 'done',
        began_at: ago(days),
        changed_at: ago(days),
        ...more,
      })
      .returning('import_id')
      .executeTakeFirstOrThrow();
    return { import_id, filepath };
  };

  test('an import goes after thirty days with its file and rows, unless it became an edition', async () => {
    const set = await storeRows(db(), 'bond-investment', [[{ employeeNo: '9' }]]);
    await ageAll(31);
    const { editionId } = await draftBy(site, writer, [article(LOSS, '稿')]);
    const [old, young, used, silent] = [
      await imported(31, { row_set_hash: set.hash }),
      await imported(29),
      await imported(400, { edition_id: editionId }),
      await imported(31, { state: 'running' }),
    ];
    expect(await clean()).toMatchObject({ imports: 2, files: 2, rowSets: 1, rowParts: 1 });
    expect([
      await isThere(old.filepath),
      await isThere(young.filepath),
      await isThere(used.filepath),
      await isThere(silent.filepath),
    ]).toEqual([GONE, STAYS, STAYS, GONE]);
  });

  test('a preview goes after seven days, and until then keeps its files', async () => {
    const filepath = await brought(30);
    const previewId = await storePreview(
      db(),
      writer.staffId,
      JSON.parse(JSON.stringify([article(LOSS, '预览', { image: filepath })])),
    );
    expect(await clean()).toMatchObject({ previews: 0, files: 0 });
    await db()
      .updateTable('preview')
      .set({ at: ago(8) })
      .where('preview_id', '=', previewId)
      .execute();
    expect(await clean()).toMatchObject({ previews: 1, files: 1 });
    expect(await isThere(filepath)).toEqual(GONE);
  });
});

describe('of several servers', () => {
  test('one cleans, once a day', async () => {
    await brought(8);
    const both = await Promise.all([removeUnnamed(db(), new Date()), removeUnnamed(db(), new Date())]);
    expect(both.filter((one) => one !== null)).toHaveLength(1);
    expect(await removeUnnamed(db(), new Date(Date.now() + 23 * 3_600_000))).toBeNull();
    expect(await removeUnnamed(db(), new Date(Date.now() + 25 * 3_600_000))).not.toBeNull();
  });

  test('while one is at it the others wait for the next time', async () => {
    const other = await site.database.connectAsOwner('other server');
    await other.query('select pg_advisory_lock($1)', [LOCKS.cleaning]);
    expect(await removeUnnamed(db(), new Date())).toBeNull();
    await other.end();
  });

  test('a server does it by itself, with the files that are left', async () => {
    await sql`update kept set value = ${new Date(Date.now() - 25 * 3_600_000).toISOString()} where name = 'cleaned'`.execute(
      db(),
    );
    const filepath = await brought(8);
    await site.run('cleaning');
    expect((await isThere(filepath))[0]).toBe(false);
    expect(createHash('sha256').update(`说明 ${made}`).digest('hex')).toBe(/[0-9a-f]{64}/.exec(filepath)![0]);
  });
});
