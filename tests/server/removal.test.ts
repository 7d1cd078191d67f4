import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePdf } from '#demo/files/pdf.ts';
import { makePng } from '#demo/files/png.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import type { Change } from '#kinds/index.ts';
import { approveEdition } from '#server/editions/review/review-edition.ts';
import { emergencyPublish, publishEdition } from '#server/editions/publish/publish-edition.ts';
import { noteBackup } from '#server/db/backup/last-backup.ts';
import { errors } from '#server/errors.ts';
import { makeRemark } from '#features/remarks/server/remarks.ts';
import { createTextReader } from '#server/files/text-reader.ts';
import { storeFile } from '#server/files/store.ts';
import { record } from '#server/people/staff/audit.ts';
import { checkRecord } from '#server/record/check-record.ts';
import { sealRecord } from '#server/record/seal.ts';
import { approvedBy, codeOf, consoleOf, draftBy, hand, publishContextOf, type Hand } from '#tests/world/editions.ts';
import { article, SECTION, startSite, type TestSite } from '#tests/world/site.ts';
import { runCommand } from '#tests/world/command.ts';
import { temporaryFolder, until } from '#tests/world/stores.ts';

const ORIGIN = 'http://localhost';
const LIST = `${SECTION}0003`;
const PAGE = '/swhysc/publicChannel/lossStatement';
/** texts that must not have been public, in an article, in a cell and in a file */
const LEAK = '李某某住在和平路甲壹号楼';
const MARKED = '<b>李某某</b>住在和平路甲壹号楼';
const CELL = '备注里误写的家庭住址丙巷';
const BYTES = '附件中误附的客户名单丁页';

const definition: RegisterDefinition = {
  schemaVersion: 1,
  register: 'leaky',
  title: '人员公示',
  endpoints: [],
  key: ['no'],
  fields: {
    no: { title: '编号', type: 'integer' },
    name: { title: '姓名', type: 'text' },
    age: { title: '年限', type: 'integer' },
    note: { title: '备注', type: 'text' },
  },
  columns: ['no', 'name', 'note'],
  filters: [{ name: 'name', title: '姓名', fuzzy: ['name', 'note'] }],
  order: ['no'],
};
const rowsOf = (list: Record<string, string | number>[]): Change =>
  ({ kind: 'rows', document: { definition, rows: list, dataDate: '2026-10-31', department: '合规部' } }) as Change;

let site: TestSite;
/** a second node on the same store */
let other: TestSite;
let [writer, reviewer, publisher]: Hand[] = [];
const textReader = createTextReader();
const noSchemas = temporaryFolder();
const db = () => site.database.db;
const owner = () => site.database.ownerDb;

beforeAll(async () => {
  site = await startSite({ pagesDir: noSchemas.path });
  other = await startSite({ pagesDir: noSchemas.path, database: site.database, changes: [] });
  const grants = (role: 'editor' | 'reviewer' | 'publisher' | 'auditor') => [{ role, channelId: '' }];
  writer = await hand(site, '撰写甲', [...grants('editor'), ...grants('auditor')]);
  reviewer = await hand(site, '审核乙', grants('reviewer'));
  publisher = await hand(site, '发布丙', grants('publisher'));
});
afterAll(async () => {
  textReader.close();
  await other.close();
  await site.end();
  noSchemas.remove();
});

const context = () => ({ ...publishContextOf(site), pagesDir: noSchemas.path });
const headsFile = () => join(dirname(site.filesDir), 'heads.jsonl');
const check = () =>
  checkRecord(
    { database: site.database, pagesDir: noSchemas.path, filesDir: site.filesDir, headsFile: headsFile() },
    { ...textReader, close: () => {} },
  );
const problemsNow = async () =>
  (await check()).problems
    .map(({ code, message }) => `${code}: ${message}`)
    // sessions of a test are begun without their act
    .filter((line) => !/^heads-|^standing-differs: session:/.test(line));

async function refresh(): Promise<void> {
  for (const node of [site, other]) {
    await node.publications.refresh();
    await node.run('removed files');
  }
}

async function publish(changes: readonly Change[], title: string): Promise<number> {
  const edition = await approvedBy(site, writer!, reviewer!, changes, title);
  const { no } = await publishEdition(context(), publisher!, edition);
  await refresh();
  return no;
}

/** Proposes by the console as an editor does, and has it approved. */
async function approvedRemoval(question: object): Promise<{ editionId: number; version: number }> {
  const ask = await consoleOf(site, writer!, ORIGIN);
  const answer = await ask('POST', '/removals', { reason: '误公开了个人信息', ...question });
  expect(answer.code, answer.msg).toBe('0');
  const { editionId } = answer.data as { editionId: number };
  const edition = { editionId, version: 1 };
  await approveEdition(db(), reviewer!, edition);
  return edition;
}

async function remove(question: object): Promise<number> {
  const { no } = await publishEdition(context(), publisher!, await approvedRemoval(question));
  await refresh();
  return no;
}

/** Tables in which a text stands in whatever column, as PostgreSQL writes rows. */
async function tablesHolding(text: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'm') order by 1`.execute(owner());
  const found: string[] = [];
  for (const { name } of rows) {
    const held = await sql<{ held: boolean }>`select exists (
      select from ${sql.table(name)} as one where position(${text} in one::text) > 0) as held`.execute(owner());
    if (held.rows[0]!.held) found.push(name);
  }
  return found;
}

/** Files below DATA_DIR of either node that hold the bytes of a text. */
const filesHolding = (text: string): string[] =>
  [site, other].flatMap(({ filesDir }) =>
    readdirSync(dirname(filesDir), { recursive: true, withFileTypes: true }).flatMap((entry) =>
      entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(text) ? [entry.name] : [],
    ),
  );

/** Addresses whose answer holds a text, on either node. */
async function answersHolding(text: string, paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const node of [site, other])
    for (const path of paths) if ((await node.get(path)).html.includes(text)) found.push(path);
  return found;
}

const refused = (editionId: number) => codeOf(sql`select remove_published(${editionId})`.execute(db()));

test('[RE1] [RE2] [RE6] a text is taken out of every table, page and file, now and in the past, on each node', async () => {
  const first = await publish(
    [article(LIST, '付息公告', { content: `<p>前文。${LEAK}。后文。</p>` })],
    `公告：${LEAK}`,
  );
  const { article_id: articleId } = await db()
    .selectFrom('article')
    .select('article_id')
    .where('opened_in', '=', first)
    .executeTakeFirstOrThrow();
  await publish([article(LIST, '付息公告', { articleId, content: `<p>改过。${MARKED}。</p>` })], '更正');
  // nodes seal, too, and one waits for the other a moment at most
  await until('it is sealed', () =>
    sealRecord(db()).then(
      () => true,
      () => false,
    ),
  );
  const past = new Date();
  const open = await draftBy(site, writer!, [article(LIST, '又一稿', { content: `<p>${LEAK}</p>` })]);
  await makeRemark(db(), reviewer!, {
    ...open,
    subject: 'article:new-1',
    row: '',
    pointer: '/document/content',
    line: LEAK,
    text: `${LEAK}应删去`,
  });
  await draftBy(site, writer!, [article(LIST, '另一稿', { content: `<p>和平路甲壹号楼开业</p>` })]);
  await db()
    .insertInto('preview')
    .values({
      preview_id: sql`gen_random_uuid()` as never,
      staff_id: writer!.staffId,
      changes: JSON.stringify([article(LIST, '预览', { content: LEAK })]),
      at: new Date(),
    })
    .execute();
  const paths = [
    `${PAGE}/detail/${articleId}`,
    PAGE,
    `/swhysc/search?q=${encodeURIComponent('和平路甲')}`,
    '/swhysc/sitemap.xml',
  ];
  expect(await answersHolding('和平路甲壹号楼', paths)).not.toEqual([]);
  expect(await tablesHolding(LEAK)).toEqual(
    expect.arrayContaining(['article', 'edition', 'edition_remark', 'edition_version', 'preview', 'publication']),
  );
  const ask = await consoleOf(site, writer!, ORIGIN);
  const pastPage = async (at: Date): Promise<string> =>
    (
      await ask(
        'GET',
        `/past/page?path=${encodeURIComponent(`${PAGE.slice('/swhysc'.length)}/detail/${articleId}`)}&at=${encodeURIComponent(at.toISOString())}`,
      )
    ).body;
  expect(await pastPage(past)).toContain('和平路甲壹号楼');

  const { data: look } = await ask('POST', '/removals/look', { texts: [LEAK] });
  const subjects = look.things.map(({ subject }: { subject: string }) => subject);
  expect(subjects).toEqual(expect.arrayContaining([`article:${articleId}`, `edition:${open.editionId}`]));
  expect(JSON.stringify(look)).not.toContain(LEAK);

  const edition = await approvedRemoval({ texts: [LEAK], except: [] });
  // the server's role: an approved edition that is not being published, one of something else, none at all
  for (const id of [edition.editionId, open.editionId, 999_999]) expect(await refused(id)).toBe('42501');
  expect(await codeOf(db().updateTable('article').set({ title: 'x' }).execute())).toBe('42501');
  for (const table of ['removal_done', 'removed_file'])
    expect(await codeOf(sql`insert into ${sql.table(table)} default values`.execute(db()))).toBe('42501');
  const { no } = await publishEdition(context(), publisher!, edition);
  await refresh();
  expect(await refused(edition.editionId)).toBe('42501');

  for (const text of [LEAK, '李某某', MARKED]) {
    expect(await tablesHolding(text)).toEqual([]);
    expect(filesHolding(text)).toEqual([]);
    expect(await answersHolding(text, paths)).toEqual([]);
    expect(await pastPage(past)).not.toContain(text);
  }
  expect(await pastPage(past)).toContain('改过。<b>［已按规定移除］');
  // the same words that were not named stay
  expect((await tablesHolding('和平路甲壹号楼开业')).toSorted()).toContain('edition_version');
  // [RE4] the record holds, and says what was removed
  expect(await problemsNow()).toEqual([]);
  expect((await check()).check.removals).toMatchObject([{ no, files: 0 }]);
  // [RE6] an open draft goes on without it
  const drafted = await db()
    .selectFrom('edition')
    .select(['version', 'state'])
    .where('edition_id', '=', open.editionId)
    .executeTakeFirstOrThrow();
  expect(drafted).toEqual({ version: 2, state: 'draft' });
});

test('[RE3] a cell is taken out of its row and every copy of it, and the same value elsewhere stays', async () => {
  await publish(
    [
      { kind: 'register', document: definition } as Change,
      rowsOf([
        { no: 1, name: '张三', age: 38, note: CELL },
        { no: 2, name: '李四', age: 38, note: '无' },
      ]),
    ],
    '登记',
  );
  await publish(
    [
      rowsOf([
        { no: 1, name: '张三', age: 38, note: `再写：${CELL}` },
        { no: 2, name: '李四', age: 38, note: '无' },
      ]),
    ],
    '再登记',
  );
  const drafted = await draftBy(site, writer!, [rowsOf([{ no: 1, name: '张三', age: 38, note: CELL }])]);
  await makeRemark(db(), reviewer!, {
    ...drafted,
    subject: 'rows:leaky',
    row: '1',
    pointer: '/note',
    line: '',
    text: '这一格应清空',
  });
  const ask = await consoleOf(site, writer!, ORIGIN);
  const read = async (): Promise<string> =>
    (await ask('GET', '/registers/leaky/rows')).body +
    (await ask('GET', '/registers/leaky/row-history?key=%5B%221%22%5D')).body;
  expect((await read()).split(CELL).length).toBeGreaterThan(2);
  await remove({ cell: { register: 'leaky', key: ['1'], field: 'note' } });
  await remove({ cell: { register: 'leaky', key: ['1'], field: 'age' } });
  expect(await tablesHolding(CELL)).toEqual([]);
  expect(filesHolding(CELL)).toEqual([]);
  expect(await read()).not.toContain(CELL);
  const { rows } = await sql<{
    data: unknown;
  }>`select data from register_row where register = 'leaky' order by row_id`.execute(db());
  expect(rows.map(({ data }) => data)).toEqual([
    { no: 1, name: '张三', age: null, note: '［已按规定移除］' },
    { no: 2, name: '李四', age: 38, note: '无' },
    { no: 1, name: '张三', age: null, note: '［已按规定移除］' },
  ]);
  expect(await problemsNow()).toEqual([]);
});

test('[RE7] a file goes with its text and cannot come back', async () => {
  const stored = await storeFile({ db: db(), dir: site.filesDir }, { bytes: Buffer.from(BYTES), extension: 'txt' });
  const attachments = [{ filename: '名单.txt', filepath: stored.filepath }];
  await publish([article(LIST, '带附件的公告', { attachments })], '附件');
  await site.run('attachment texts');
  const path = `/static-file/${stored.filepath}`;
  expect((await site.get(path)).html).toContain(BYTES);
  await remove({ files: [stored.filepath] });
  expect((await site.get(path)).status).toBe(410);
  expect(await tablesHolding(BYTES)).toEqual([]);
  expect(filesHolding(BYTES)).toEqual([]);
  await expect(
    storeFile({ db: db(), dir: site.filesDir }, { bytes: Buffer.from(BYTES), extension: 'txt' }),
  ).rejects.toMatchObject({ code: errors.invalidInput.code });
  expect(await problemsNow()).toEqual([]);
});

test('[RE2] a file whose text holds it is named, goes or stays by name, and takes its text along', async () => {
  const leak = '误写的己巷贰号门牌';
  const store = async (text: string, extension: string, bytes: Buffer = Buffer.from(text)) =>
    (await storeFile({ db: db(), dir: site.filesDir }, { bytes, extension })).filepath;
  const inPdf = await store(
    '',
    'pdf',
    makePdf({ title: '公告', paragraphs: [`前文，${leak}，后文。`], signature: [] }),
  );
  const broken = await store(`前文 误写的己巷\n贰号门牌`, 'txt');
  const clean = await store('没有门牌', 'txt');
  const attachments = [
    { filename: '公告.pdf', filepath: inPdf },
    { filename: `${leak}.txt`, filepath: broken },
    { filename: '其他.txt', filepath: clean },
  ];
  await publish([article(LIST, '附件里也有', { content: `<p>${leak}</p>`, attachments })], '附件里也有');
  await site.run('attachment texts');
  expect(await tablesHolding(leak)).toEqual(expect.arrayContaining(['article', 'article_search', 'file_text']));
  const ask = await consoleOf(site, writer!, ORIGIN);
  const look = async (texts: string[]) => (await ask('POST', '/removals/look', { texts })).data;
  const found = await look([leak]);
  expect(
    found.files.toSorted((a: { filepath: string }, b: { filepath: string }) => (a.filepath < b.filepath ? -1 : 1)),
  ).toEqual(
    [
      { filepath: inPdf, filename: '公告.pdf', why: 'text' },
      { filepath: broken, filename: '●●.txt', why: 'text' },
    ].toSorted((a, b) => (a.filepath < b.filepath ? -1 : 1)),
  );
  // a text that stands in a file alone is found, too
  expect(await look(['前文，误写的己巷'])).toMatchObject({ missing: [], things: [], files: [{ filepath: inPdf }] });
  const forgotten = await ask('POST', '/removals', { reason: '误公开', texts: [leak], files: [inPdf] });
  expect(forgotten.body).toContain(`file:${broken}`);
  await remove({ texts: [leak], files: [inPdf], except: [`file:${broken}`] });
  expect(await tablesHolding(leak)).toEqual([]);
  const { rows } = await sql<{ filepath: string; text: string; problem: string }>`
    select filepath, text, problem from file_text where filepath in (${inPdf}, ${broken})`.execute(db());
  expect(rows).toEqual(
    expect.arrayContaining([
      { filepath: inPdf, text: '', problem: 'removed' },
      { filepath: broken, text: expect.stringContaining('贰号门牌'), problem: '' },
    ]),
  );
  expect((await site.get(`/static-file/${inPdf}`)).status).toBe(410);
  expect((await site.get(`/swhysc/search?q=${encodeURIComponent('后文')}`)).html).not.toContain(inPdf);
  await remove({ files: [broken] });
  expect(await problemsNow()).toEqual([]);
});

test('[RE7] a removed file that a backup brings back is served by nobody, read by nobody, and deleted again', async () => {
  const words = '备份带回来的客户名单庚页';
  const { filepath } = await storeFile(
    { db: db(), dir: site.filesDir },
    { bytes: Buffer.from(words), extension: 'txt' },
  );
  await publish([article(LIST, '又有附件', { attachments: [{ filename: '名单.txt', filepath }] })], '又有附件');
  await remove({ files: [filepath] });
  // stands for a file whose text no server had read before
  await db().deleteFrom('file_text').where('filepath', '=', filepath).execute();
  expect(filesHolding(words)).toEqual([]);
  for (const { filesDir } of [site, other]) {
    mkdirSync(dirname(join(filesDir, filepath)), { recursive: true });
    writeFileSync(join(filesDir, filepath), words);
  }
  expect(filesHolding(words)).toHaveLength(2);
  expect((await check()).problems).toContainEqual(
    expect.objectContaining({ code: 'removal-differs', message: `file ${filepath} was removed, and is there` }),
  );
  for (const node of [site, other]) {
    expect((await node.get(`/static-file/${filepath}`)).status).toBe(410);
    await node.run('attachment texts');
  }
  expect(await tablesHolding(words)).toEqual([]);
  for (const node of [site, other]) await node.run('removed files');
  expect(filesHolding(words)).toEqual([]);
  expect(await problemsNow()).toEqual([]);
});

test('[RE5] verify-log says 已按规定移除 with its number, the exports and the backups made before', async () => {
  const dataDir = dirname(site.filesDir);
  const [early, late] = ['2026-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z'];
  await record(db(), writer!, 'site.export', { subject: 'site' });
  const words = '误写的辛巷叁号';
  await publish([article(LIST, '再一则', { content: `<p>${words}</p>` })], '再一则');
  const no = await remove({ texts: [words] });
  await noteBackup(dataDir, { at: early, path: '/backup/before.zip' });
  await noteBackup(dataDir, { at: late, path: '/backup/after.zip' });
  const { out } = await runCommand(join(import.meta.dirname, '../../src/cli/verify-log.ts'), ['--lang', 'zh'], {
    DATA_DIR: dataDir,
    DATABASE_URL: site.database.url,
    OWNER_DATABASE_URL: site.database.ownerUrl,
  });
  const lines = out.split('\n');
  const at = lines.findIndex((line) => line.startsWith(`已按规定移除：第 ${no} 号发布移除了不应公开的内容`));
  expect(lines.slice(at, at + 3)).toEqual([
    expect.stringMatching(/，\d+ 处按移除前的哈希核对，0 个文件不再保存。$/),
    expect.stringMatching(
      new RegExp(`^  \\d{4}-.*Z 以前的备份仍含有这些内容；此前的导出：\\d{4}-.*Z ${writer!.account} site\\.export。$`),
    ),
    `  备份 ${early} /backup/before.zip`,
  ]);
  expect(out).not.toContain('after.zip');
});

test('[ML3] what was made of a removed picture goes with it', async () => {
  const bytes = makePng(600, 300, (x, y) => [(x * 7) & 255, (y * 5) & 255, (x * y) & 255]);
  const { filepath, sha256 } = await storeFile({ db: db(), dir: site.filesDir }, { bytes });
  await publish(
    [article(LIST, '带图的公告', { content: `<p><img src="/static-file/${filepath}" alt="图"></p>` })],
    '图',
  );
  const small = () => site.app.inject({ url: `/static-file/${filepath}?width=480`, headers: { accept: 'image/webp' } });
  const made = () =>
    readdirSync(dirname(site.filesDir), { recursive: true }).filter((name) => String(name).includes(`${sha256}-480`));
  // the original stands in until the small one is made
  await until('it is made', async () => (await small()).headers['content-type'] === 'image/webp');
  expect(made()).toHaveLength(1);
  await remove({ files: [filepath] });
  expect(made()).toEqual([]);
  expect((await small()).statusCode).toBe(410);
  expect(made()).toEqual([]);
});

test('[RE4] [RE5] what was overwritten without such an edition is found', async () => {
  const tampered = async (statement: string): Promise<string[]> => {
    const found: string[] = [];
    await owner()
      .transaction()
      .execute(async (trx) => {
        await sql`set local session_replication_role = replica`.execute(trx);
        await sql.raw(statement).execute(trx);
      });
    found.push(...(await check()).problems.map(({ code }) => code));
    return [...new Set(found)];
  };
  const row = `(select min(row_id) from article where content like '%移除%')`;
  expect(await tampered(`update article set content = content || 'x' where row_id = ${row}`)).toContain('rows-differ');
  await tampered(`update article set content = left(content, -1) where row_id = ${row}`);
  expect(await problemsNow()).toEqual([]);
  expect(
    await tampered(
      `insert into removal_hash (edition_id, item, was, now) select edition_id, 'x', 'y', 'z' from removal_done limit 1`,
    ),
  ).toEqual(expect.arrayContaining(['removal-differs', 'rows-differ']));
  await tampered(`delete from removal_hash where item = 'x'`);
  expect(await tampered(`update removal_done set overwritten = '{}'`)).toContain('removal-differs');
});

test('[RE1] a removal needs a second person, says nothing of what it takes, and is not told past a right', async () => {
  const ask = await consoleOf(site, writer!, ORIGIN);
  const asReviewer = await consoleOf(site, reviewer!, ORIGIN);
  await publish([article(LIST, '又一则', { content: '<p>又一则误写的戊巷地址。</p>' })], '又一则');
  const text = '误写的戊巷地址';
  expect((await asReviewer('POST', '/removals/look', { texts: [text] })).status).toBe(403);
  const wrongs: [object, string][] = [
    [{ texts: ['从来没有公开过的文字'] }, '没有在公开过的内容中找到'],
    [{ texts: [text], reason: `因为写了${text}` }, '原因中写有要移除的内容'],
    [{}, '请写出要移除的文字'],
    [{ cell: { register: 'leaky', key: ['1'], field: 'no' } }, '用来区分各行'],
    [{ cell: { register: 'leaky', key: ['77'], field: 'note' } }, '没有，也从未有过这一行'],
    [{ files: ['2026/11/x.txt'] }, '没有文件'],
  ];
  for (const [question, words] of wrongs) {
    const answer = await ask('POST', '/removals', { reason: '误公开', ...question });
    expect([answer.status >= 400, JSON.stringify(answer)]).toEqual([true, expect.stringContaining(words)]);
  }
  const { data } = await ask('POST', '/removals', { reason: '误公开', texts: [text] });
  const edition = { editionId: data.editionId as number, version: 1 };
  expect(await codeOf(approveEdition(db(), writer!, edition))).toBe(errors.ownEdition.code);
  expect(await codeOf(emergencyPublish(context(), publisher!, { ...edition, note: '须立即移除的个人信息' }))).toBe(
    errors.editionState.code,
  );
  const { changes } = await db()
    .selectFrom('edition_version')
    .select('changes')
    .where('edition_id', '=', edition.editionId)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(changes)).not.toContain(text);
});
