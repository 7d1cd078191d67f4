import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { kindOfForm } from '#kinds/edition-parts.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { beginSession } from '#server/people/staff/sessions.ts';
import { emptyTables } from '../world/database.ts';
import { approvalOf, consoleOf, hand, type Hand } from '../world/editions.ts';
import { writtenSheet } from '../world/sheet-files.ts';
import { readWhole } from '../world/sheets.ts';
import { channel, SECTION, smallWorld, startSite, type TestSite } from '../world/site.ts';

const ORIGIN = 'http://localhost';
const TITLES = ['部门', '业务条线', '姓名', '岗位', '员工编号', '证书编号', '状态'];
const REGISTER = '/registers/bond-investment';

let site: TestSite;
let writer: Hand;
let ask: Awaited<ReturnType<typeof consoleOf>>;
let cookie: string;
beforeAll(async () => {
  site = await startSite({
    siteUrl: ORIGIN,
    changes: [...smallWorld(), channel(`${SECTION}0005`, 'publicChannel/bond', '债券投资交易人员', { classOrder: 5 })],
  });
  writer = await hand(site, '编辑甲', [{ role: 'editor', channelId: SECTION }]);
  ask = await consoleOf(site, writer, ORIGIN);
  cookie = `console=${await beginSession(site.database.db, writer.staffId, '10.0.0.1')}`;
});
afterAll(() => site.end());

const number = (at: number): string => String(800_000 + at);
const row = (at: number, more: object = {}) => ({
  department: '固定收益总部',
  bizLine: '自营',
  staffName: `示例${at}`,
  post: '交易员',
  employeeNo: number(at),
  certNo: `S${String(at).padStart(13, '0')}`,
  status: '在岗',
  ...more,
});
const cells = (at: number, more: Record<string, string> = {}) => Object.values(row(at, more));
const definition = () => site.deps.siteAt('now').then((now) => now.registers.get('bond-investment')!);

const publishRows = async (rows: object[], dataDate = '2026-11-01') =>
  site.publish('公示', [
    {
      kind: 'rows',
      document: { definition: await definition(), rows: rows as never, dataDate, department: '固定收益总部' },
    },
  ]);

async function upload(name: string, payload: Buffer): Promise<string> {
  const answer = await site.app.inject({
    method: 'POST',
    url: `/console/api/files?filename=${encodeURIComponent(name)}`,
    headers: { host: 'localhost', origin: ORIGIN, cookie, 'content-type': 'application/octet-stream' },
    payload,
  });
  return (answer.json() as { data: { filepath: string } }).data.filepath;
}

async function checked(rows: string[][], name = '名单.xlsx', titles = TITLES, more: object = {}) {
  const begun = await ask('POST', `${REGISTER}/imports`, {
    filepath: await upload(name, await writtenSheet(titles, rows)),
    filename: name,
    ...more,
  });
  expect(begun.status).toBe(200);
  return finished(begun.data.importId);
}

/** However long it waits for its turn: one of which nothing is heard for half a minute is told as failed. */
async function finished(importId: number) {
  await expect
    .poll(async () => (await ask('GET', `/imports/${importId}`)).data.state, { timeout: 55_000 })
    .not.toBe('running');
  return (await ask('GET', `/imports/${importId}`)).data;
}

const FACTS = { dataDate: '2026-11-20', department: '固定收益总部' };

async function publishEdition(editionId: number) {
  const [reviewer, publisher] = [
    await hand(site, '审核乙', [{ role: 'reviewer', channelId: '' }]),
    await hand(site, '发布丙', [{ role: 'publisher', channelId: '' }]),
  ];
  const version = (await ask('GET', `/editions/${editionId}`)).data.version;
  const review = await consoleOf(site, reviewer, ORIGIN);
  const done = [
    await ask('POST', `/editions/${editionId}/submit`, { version }),
    await review('POST', `/editions/${editionId}/approve`, await approvalOf(review, { editionId, version })),
    await (await consoleOf(site, publisher, ORIGIN))('POST', `/editions/${editionId}/publish`, { version }),
  ];
  expect(done.map(({ msg }) => msg)).toEqual(['', '', '']);
}

const publicRows = async () =>
  (
    await site.database.db
      .selectFrom('register_row')
      .select(['key', 'data'])
      .where('register', '=', 'bond-investment')
      .where('public_to', 'is', null)
      .orderBy('key')
      .execute()
  ).map(({ key, data }) => `${key} ${data.staffName}`);

beforeEach(async () => {
  await emptyTables(site.database, 'register_row, register_state, register_import');
});

test('registers are listed with what is public of them, to whoever works on their channels', async () => {
  await publishRows([row(1), row(2)]);
  const { data } = await ask('GET', '/registers');
  expect(data).toHaveLength(1);
  expect(data[0]).toMatchObject({
    register: 'bond-investment',
    title: '债券投资交易人员',
    dataDate: '2026-11-01',
    age: expect.any(Number),
    rows: 2,
    department: '固定收益总部',
    channelIds: [`${SECTION}0005`],
    edition: null,
  });
  const all = await consoleOf(site, await hand(site, '全站编辑', [{ role: 'editor', channelId: '' }]), ORIGIN);
  expect((await all('GET', '/registers')).data.length).toBeGreaterThan(20);
  const elsewhere = await consoleOf(
    site,
    await hand(site, '别处', [{ role: 'editor', channelId: '0001000200010002' }]),
    ORIGIN,
  );
  const paths = ['', '/rows', `/row-history?key=${encodeURIComponent('["800001"]')}`, '/template.xlsx', '/rows.xlsx'];
  for (const path of paths) expect((await elsewhere('GET', REGISTER + path)).status, path).toBe(403);
  expect((await elsewhere('POST', `${REGISTER}/imports`, { filepath: 'x', filename: 'x' })).status).toBe(403);
});

test('rows come page by page, by the register’s own filters, and one row with all fields', async () => {
  await publishRows(
    Array.from({ length: 230 }, (_, at) => row(at, { bizLine: at < 5 ? '资管' : '自营', certType: '研究' })),
  );
  const { data } = await ask('GET', `${REGISTER}/rows?pageSize=20&pageNum=3`);
  expect([data.total, data.list.length, data.list[0].key]).toEqual([230, 20, [number(40)]]);
  expect(
    (await ask('GET', `${REGISTER}/rows?filters=${encodeURIComponent(JSON.stringify({ bizLine: '资管' }))}`)).data
      .total,
  ).toBe(5);
  expect(
    (
      await ask('GET', `${REGISTER}/rows?filters=${encodeURIComponent(JSON.stringify({ fuzzyItem: '示例17' }))}`)
    ).data.list.map(({ key }: { key: string[] }) => key[0]),
  ).toContain(number(17));
  expect((await ask('GET', `${REGISTER}/rows?filters=${encodeURIComponent('[1')}`)).code).toBe('1001');
  expect(
    (await ask('GET', `${REGISTER}/row-history?key=${encodeURIComponent(JSON.stringify([number(7)]))}`)).data.row,
  ).toMatchObject({ staffName: '示例7', certType: '研究' });
  expect((await ask('GET', `${REGISTER}/row-history?key=${encodeURIComponent('["1"]')}`)).code).toBe('1004');
});

describe('imports', () => {
  test('every error is told by its cell, and stands in the workbook; the mended file becomes an edition and is published', async () => {
    await publishRows([row(1), row(2), row(3)]);
    const bad = await checked([cells(1), cells(2, { certNo: 'S12' }), cells(4, { status: '休假' }), cells(4)]);
    expect(bad).toMatchObject({
      state: 'done',
      editionId: null,
      isOutdated: false,
      rowsRead: 4,
      report: { rowsRead: 4, badRows: 3, publishable: false, difference: null },
    });
    const wrongCells = bad.report.errors.flatMap(({ cells: list }: { cells: { cell: string; value: string }[] }) =>
      list.map(({ cell, value }) => `${cell} ${value}`),
    );
    expect(wrongCells).toEqual(expect.arrayContaining(['F3 S12', 'G4 休假']));
    const refused = await ask('POST', `/imports/${bad.importId}/edition`, FACTS);
    expect([refused.status, refused.msg]).toEqual([422, '文件还没有检查完，或者还有错误，不能生成稿件']);
    const workbook = await site.app.inject({
      url: `/console/api/imports/${bad.importId}/errors.xlsx`,
      headers: { host: 'localhost', cookie },
    });
    expect(workbook.headers['content-disposition']).toContain(encodeURIComponent('名单-错误标注.xlsx'));
    const marked = await readWhole(workbook.rawPayload, 'a.xlsx');
    expect(marked.rows[1]!.cells.at(-1)!.text).toContain('F 列“证书编号”');
    const good = await checked([cells(1), cells(2, { staffName: '改名' }), cells(3), cells(4)]);
    expect(good.report).toMatchObject({
      publishable: true,
      difference: { added: 1, changed: 1, removed: 0, equal: 2 },
    });
    const made = await ask('POST', `/imports/${good.importId}/edition`, FACTS);
    expect(made.data).toEqual({ editionId: expect.any(Number), version: 1, hash: expect.any(String) });
    expect((await ask('GET', `/imports/${good.importId}`)).data.editionId).toBe(made.data.editionId);
    expect((await ask('GET', REGISTER)).data.edition).toMatchObject({ editionId: made.data.editionId, state: 'draft' });
    expect(
      (await ask('GET', `/editions/${made.data.editionId}/compare?from=public&to=1`)).data.subjects[0].rows,
    ).toMatchObject({ added: 1, changed: 1, removed: 0 });
    expect((await ask('GET', `/editions/${made.data.editionId}/rows?change=0`)).data).toMatchObject({
      total: 4,
      list: [{ employeeNo: number(1) }, {}, {}, {}],
    });
    expect(await publicRows()).toHaveLength(3);
    await publishEdition(made.data.editionId);
    expect(await publicRows()).toEqual([
      `${number(1)} 示例1`,
      `${number(2)} 改名`,
      `${number(3)} 示例3`,
      `${number(4)} 示例4`,
    ]);
  });

  test('a file that would take a fifth of the rows away waits for the number', async () => {
    await publishRows(Array.from({ length: 10 }, (_, at) => row(at)));
    const found = await checked(Array.from({ length: 7 }, (_, at) => cells(at)));
    expect(found.report).toMatchObject({ publishable: false, vanishing: { removed: 3, publicRows: 10 } });
    for (const confirmRemoved of [undefined, 2, 10]) {
      const refused = await ask('POST', `/imports/${found.importId}/edition`, { ...FACTS, confirmRemoved });
      expect([refused.status, refused.data]).toEqual([422, { field: 'confirmRemoved' }]);
    }
    // one of two clicks at once makes the edition
    const twice = await Promise.all(
      [1, 2].map(() => ask('POST', `/imports/${found.importId}/edition`, { ...FACTS, confirmRemoved: 3 })),
    );
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await ask('POST', `/imports/${found.importId}/edition`, { ...FACTS, confirmRemoved: 3 })).msg).toBe(
      '这个文件已经生成稿件，请在稿件中继续',
    );
  });

  test('files that are no table, of another register, or not there are told in words', async () => {
    const text = await ask('POST', `${REGISTER}/imports`, {
      filepath: await upload('说明.txt', Buffer.from('说明文字\n没有列')),
      filename: '说明.txt',
    });
    expect(await finished(text.data.importId)).toMatchObject({ state: expect.stringMatching(/done|failed/) });
    const pdf = await finished(
      (
        await ask('POST', `${REGISTER}/imports`, {
          filepath: await upload('a.pdf', Buffer.from('%PDF-1.4\n%%EOF')),
          filename: 'a.pdf',
        })
      ).data.importId,
    );
    expect([pdf.state, pdf.problem]).toEqual(['failed', expect.stringMatching(/^文件不是表格：.*。$/)]);
    const other = await checked([['甲', '营业部', 'F3012345', '业务人员', '2026-01-05']], 'ib.xlsx', [
      '姓名',
      '所属营业部',
      '期货从业资格号',
      '类别',
      '登记日期',
    ]);
    expect(other.report.problems.map(({ reason }: { reason: string }) => reason).join()).toContain('期货IB业务人员');
    expect(
      (await ask('POST', `${REGISTER}/imports`, { filepath: `2026/01/${'0'.repeat(64)}.xlsx`, filename: 'x.xlsx' }))
        .code,
    ).toBe('2044');
    expect((await ask('GET', '/imports/999')).code).toBe('2045');
  });

  test('one person has one file checked while two wait, the fourth is refused in words; somebody else’s comes in between', async () => {
    const other = await hand(site, '编辑丁', [{ role: 'editor', channelId: SECTION }]);
    const askAs = await consoleOf(site, other, ORIGIN);
    const filepath = await upload(
      '大.xlsx',
      await writtenSheet(
        TITLES,
        Array.from({ length: 1_500 }, (_, at) => cells(at)),
      ),
    );
    const begin = (by: typeof ask) => by('POST', `${REGISTER}/imports`, { filepath, filename: '大.xlsx' });
    const own = [await begin(ask), await begin(ask), await begin(ask)];
    expect(await begin(ask)).toMatchObject({
      status: 429,
      code: '2046',
      msg: expect.stringContaining('请等其中一项完成后再试'),
    });
    const theirs = await begin(askAs);
    expect([...own, theirs].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const ids = [...own, theirs].map(({ data }) => data.importId as number);
    for (const importId of ids) expect((await finished(importId)).state).toBe('done');
    const ended = await site.database.db
      .selectFrom('register_import')
      .select('import_id')
      .where('import_id', 'in', ids)
      .orderBy('changed_at')
      .execute();
    expect(ended.map(({ import_id }) => import_id)).toEqual([ids[0], ids[3], ids[1], ids[2]]);
    expect((await begin(ask)).status).toBe(200);
  });

  test('data date and department are asked for; what was published meanwhile is noticed', async () => {
    await publishRows([row(1)]);
    const found = await checked([cells(1), cells(2)]);
    const fieldOf = async (facts: object) =>
      (await ask('POST', `/imports/${found.importId}/edition`, { ...FACTS, ...facts })).data?.field;
    expect([
      await fieldOf({ dataDate: '2026-02-30' }),
      await fieldOf({ dataDate: '2099-01-01' }),
      await fieldOf({ department: ' ' }),
    ]).toEqual(['dataDate', 'dataDate', 'department']);
    await publishRows([row(1), row(9)], '2026-11-02');
    expect((await ask('GET', `/imports/${found.importId}`)).data.isOutdated).toBe(true);
    const { data } = await ask('POST', `/imports/${found.importId}/edition`, FACTS);
    expect((await ask('GET', `/editions/${data.editionId}`)).data.outdated).toEqual(['rows:bond-investment']);
  });

  test('an import whose server ended is told as interrupted, not as running for ever', async () => {
    const found = await checked([cells(1)]);
    await site.database.db
      .updateTable('register_import')
      .set({ state: 'running', changed_at: new Date(Date.now() - 60_000) })
      .where('import_id', '=', found.importId)
      .execute();
    expect((await ask('GET', `/imports/${found.importId}`)).data).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('中断'),
    });
  });
});

const withRows = (
  { kind, document: { rowSet: _set, ...facts } }: { kind: string; document: { rowSet?: unknown } },
  rows: unknown[],
) => ({
  kind,
  document: { ...facts, rows },
});

describe('rows beyond 200', () => {
  test('do not travel: an edition tells how many, keeps them when it is saved, and its hash stands for each of them', async () => {
    const rows = Array.from({ length: 600 }, (_, at) => row(at));
    await publishRows(rows);
    const { data: begun } = await ask('GET', '/public-content?subject=rows:bond-investment');
    expect(begun.change).toMatchObject({ kind: 'rows', document: { rowSet: { hash: 'public', count: 600 } } });
    expect(begun.change.document.rows).toBeUndefined();
    const { data: made } = await ask('POST', '/editions', {
      title: '改部门',
      changes: [{ ...begun.change, document: { ...begun.change.document, department: '新部门' } }],
      base: { 'rows:bond-investment': begun.mark },
    });
    const edition = await ask('GET', `/editions/${made.editionId}`);
    expect(edition.body.length).toBeLessThan(20_000);
    expect(edition.data.shown.changes[0].document.rowSet).toEqual({
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      count: 600,
    });
    expect((await ask('GET', `/editions/${made.editionId}/rows?change=0&pageNum=25&pageSize=20`)).data).toMatchObject({
      total: 600,
      list: expect.arrayContaining([expect.objectContaining({ employeeNo: number(485) })]),
    });
    expect(
      (await ask('GET', `/editions/${made.editionId}/compare?from=public&to=1`)).data.subjects[0].rows,
    ).toMatchObject({ added: 0, changed: 0, removed: 0 });
    const saved = await ask('POST', `/editions/${made.editionId}`, {
      version: 1,
      title: '改部门再改',
      changes: edition.data.shown.changes,
    });
    expect((await ask('GET', `/editions/${made.editionId}`)).data.shown.changes[0].document.rowSet).toEqual(
      edition.data.shown.changes[0].document.rowSet,
    );
    expect(saved.data.version).toBe(2);
    const inline = await ask('POST', '/editions', {
      title: '直接带行',
      changes: [withRows(begun.change, rows.slice(0, 300))],
    });
    expect((await ask('GET', `/editions/${inline.data.editionId}`)).data.shown.changes[0].document.rowSet.count).toBe(
      300,
    );
    for (const rowSet of [
      { hash: 'f'.repeat(64), count: 1 },
      { hash: 'x', count: 1 },
    ])
      expect(
        (
          await ask('POST', '/editions', {
            title: '没有的行',
            changes: [{ ...begun.change, document: { ...begun.change.document, rowSet } }],
          })
        ).code,
      ).toBe('2015');
    await publishEdition(made.editionId);
    expect((await ask('GET', REGISTER)).data).toMatchObject({ department: '新部门', rows: 600 });
  });

  test('rows that were changed behind the edition’s back are not published', async () => {
    await publishRows(Array.from({ length: 300 }, (_, at) => row(at)));
    const { data: begun } = await ask('GET', '/public-content?subject=rows:bond-investment');
    const { data: made } = await ask('POST', '/editions', { title: '改', changes: [begun.change] });
    await site.database.owner.query('alter table row_part disable trigger row_part_only_added');
    await site.database.owner.query(`update row_part set rows = replace(rows::text, '示例7"', '冒名"')::json`);
    expect((await ask('GET', `/editions/${made.editionId}/check`)).code).toBe('2022');
    await site.database.owner.query(`update row_part set rows = replace(rows::text, '冒名"', '示例7"')::json`);
    await site.database.owner.query('alter table row_part enable trigger row_part_only_added');
    await expect(site.database.pool.query('delete from row_part')).rejects.toThrow();
  });
});

describe('single rows', () => {
  test('added, changed and removed rows are collected into one edition', async () => {
    await publishRows(Array.from({ length: 1_200 }, (_, at) => row(at)));
    const { data: facts } = await ask('GET', REGISTER);
    const changes = [
      { row: row(5_000) },
      { key: [number(3)], row: row(3, { staffName: '改名' }) },
      { key: [number(4)], row: row(4_004) },
      { key: [number(5)] },
    ];
    expect((await ask('POST', `${REGISTER}/row-check`, { changes })).data).toMatchObject({
      problems: [],
      rows: [{ employeeNo: number(5_000) }, { staffName: '改名' }, { employeeNo: number(4_004) }, null],
    });
    const { data: made } = await ask('POST', `${REGISTER}/row-changes`, { changes, ...FACTS, mark: facts.mark });
    expect((await ask('GET', `/editions/${made.editionId}`)).data).toMatchObject({
      title: '“债券投资交易人员”新增 1 行，修改 2 行，删除 1 行',
      outdated: [],
    });
    expect(
      (await ask('GET', `/editions/${made.editionId}/compare?from=public&to=1`)).data.subjects[0].rows,
    ).toMatchObject({ added: 2, changed: 1, removed: 2 });
    // a later change goes into the same edition
    const more = await ask('POST', `${REGISTER}/row-changes`, {
      changes: [{ key: [number(5_000)], row: row(5_000, { staffName: '再改' }) }],
      ...FACTS,
      target: { editionId: made.editionId, version: 1 },
    });
    expect(more.data).toMatchObject({ editionId: made.editionId, version: 2 });
    await publishEdition(made.editionId);
    const rows = await publicRows();
    expect(rows).toHaveLength(1_200);
    expect(rows).toEqual(
      expect.arrayContaining([`${number(3)} 改名`, `${number(4_004)} 示例4004`, `${number(5_000)} 再改`]),
    );
    expect(rows.some((one) => one.startsWith(number(5) + ' ') || one.startsWith(number(4) + ' '))).toBe(false);
  });

  test('changes that are counted from what is public take the place of what the edition changed', async () => {
    await publishRows([row(1), row(2), row(3)]);
    const { data: facts } = await ask('GET', REGISTER);
    const { data: made } = await ask('POST', `${REGISTER}/row-changes`, {
      changes: [{ key: [number(1)], row: row(1, { staffName: '改名' }) }, { key: [number(2)] }],
      ...FACTS,
      mark: facts.mark,
    });
    // published otherwise meanwhile: the edition would take row 4 away again
    await publishRows([row(1), row(2), row(3), row(4)]);
    expect((await ask('GET', `/editions/${made.editionId}`)).data.outdated).toHaveLength(1);
    const { data: now } = await ask('GET', REGISTER);
    const again = {
      changes: [{ key: [number(1)], row: row(1, { staffName: '改名' }) }],
      ...FACTS,
      mark: now.mark,
      target: { editionId: made.editionId, version: 1 },
      fromPublic: true,
    };
    expect((await ask('POST', `${REGISTER}/row-changes`, again)).data).toMatchObject({ version: 2 });
    expect((await ask('GET', `/editions/${made.editionId}`)).data.outdated).toEqual([]);
    const { data: compared } = await ask('GET', `/editions/${made.editionId}/compare?from=public&to=2`);
    expect(compared.subjects[0].rows).toMatchObject({ added: 0, changed: 1, removed: 0 });
    // somebody saved meanwhile: nothing is overwritten, and their version comes back
    expect(await ask('POST', `${REGISTER}/row-changes`, again)).toMatchObject({ code: '2021', data: { version: 2 } });
  });

  test('a checked row is answered as it would be stored, however it was written', async () => {
    await publishRows([row(1)]);
    const written = { key: [number(1)], row: row(1, { certDate: '2026/1/5', staffName: ' 示例1 ' }) };
    expect((await ask('POST', `${REGISTER}/row-check`, { changes: [written] })).data).toMatchObject({
      problems: [],
      rows: [{ certDate: '2026-01-05', staffName: '示例1' }],
    });
  });

  test('what is wrong is told at its field, with what would be right', async () => {
    await publishRows([row(1), row(2)]);
    const changes = [
      { row: { ...row(3), certNo: 'S1', status: '' } },
      { row: row(1) },
      { key: [number(2)], row: row(1) },
      { key: ['9'] },
      { row: row(7) },
      { row: row(7) },
      { row: { ...row(8), certDate: '2026-13-01', other: 'x' } },
    ];
    const { problems } = (await ask('POST', `${REGISTER}/row-check`, { changes })).data as {
      problems: { change: number; field: string; message: string }[];
    };
    expect(problems.map(({ change, field, message }) => `${change} ${field} ${message}`)).toEqual([
      '0 certNo 格式不正确，应为：S 加 13 位数字，例如 S9901124030017',
      '0 status 不能为空',
      '1 employeeNo 已有“员工编号”相同的一行，请改正，或修改原有的一行',
      '2 employeeNo 与第 2 项改动的“员工编号”相同',
      '3  没有“员工编号 9”这一行，它可能已被他人删除，请重新载入',
      '5 employeeNo 与第 5 项改动的“员工编号”相同',
      '6 certDate 没有这一天。请写成年-月-日，如 2026-01-31',
    ]);
    const refused = await ask('POST', `${REGISTER}/row-changes`, { changes, ...FACTS });
    expect([refused.code, refused.data.problems.length]).toEqual(['2015', 7]);
    expect(
      (
        await site.database.db
          .selectFrom('edition')
          .select('edition_id')
          .where('title', 'like', '%新增%')
          .where('state', '=', 'draft')
          .execute()
      ).length,
    ).toBe(0);
  });

  test('what PostgreSQL cannot hold, and what is no text, is refused in words', async () => {
    await publishRows([row(1)]);
    for (const key of ['["\\u0000"]', '[{"toString":1}]', '{}'])
      expect((await ask('GET', `${REGISTER}/row-history?key=${encodeURIComponent(key)}`)).code).toBe('1001');
    expect((await ask('GET', `${REGISTER}/rows?filters=${encodeURIComponent('{"a":{"toString":1}}')}`)).code).toBe(
      '1001',
    );
    expect((await ask('POST', `${REGISTER}/imports`, { filepath: 'x', filename: 'a\ud800.csv' })).code).toBe('1001');
    const { mark } = (await ask('GET', REGISTER)).data;
    const made = await ask('POST', `${REGISTER}/row-changes`, {
      changes: [{ key: [number(1)], row: row(1, { staffName: '新名' }) }],
      ...FACTS,
      mark,
    });
    const submit = (note: string) =>
      ask('POST', `/editions/${made.data.editionId}/submit`, { version: made.data.version, note });
    expect(await submit('\ud800')).toMatchObject({ code: '2015', msg: expect.stringContaining('不完整的字符') });
    expect((await submit(`a${'😀'.repeat(1_999)}`)).msg).toBe('');
  });

  test('however many ask at once, a file makes one edition, and its errors are marked for one after another', async () => {
    await publishRows([row(1), row(2)]);
    const good = await checked([cells(1), cells(2), cells(3)]);
    const made = await Promise.all(
      Array.from({ length: 30 }, () => ask('POST', `/imports/${good.importId}/edition`, FACTS)),
    );
    expect(made.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(made.filter(({ status }) => status !== 200 && status !== 422 && status !== 429)).toEqual([]);
    const bad = await checked([cells(1, { certNo: '没有这样的编号' })]);
    const marked = await Promise.all(
      Array.from({ length: 10 }, () => ask('GET', `/imports/${bad.importId}/errors.xlsx`)),
    );
    expect(marked.map(({ status }) => status).sort()).toEqual([200, 200, 200, ...Array.from({ length: 7 }, () => 429)]);
  });

  test('all texts of a draft together have a limit', async () => {
    const article = (at: number) => ({
      kind: 'article',
      document: {
        channelId: `${SECTION}0005`,
        title: `第 ${at} 篇`,
        content: '字'.repeat(420_000),
        contentTime: '2026-11-20T09:00:00+08:00',
      },
    });
    const { code, msg } = await ask('POST', '/editions', { title: '很长', changes: [1, 2, 3, 4, 5].map(article) });
    expect([code, msg]).toEqual(['2015', '各篇正文合计超过200万字符，请分成几份稿件']);
  });

  test('nobody learns of a draft by importing into an older version of it', async () => {
    await publishRows([row(1), row(2)]);
    const everywhere = await consoleOf(
      site,
      await hand(site, '全站的编辑', [{ role: 'editor', channelId: '' }]),
      ORIGIN,
    );
    const { data: made } = await everywhere('POST', `${REGISTER}/row-changes`, {
      changes: [{ key: [number(1)], row: row(1, { staffName: '甲' }) }],
      ...FACTS,
    });
    const { shown } = (await everywhere('GET', `/editions/${made.editionId}`)).data;
    const secret = {
      kind: 'article',
      document: {
        channelId: '00010002000100020001',
        title: '机密的标题',
        content: '<p>机密</p>',
        contentTime: '2026-11-20T09:00:00+08:00',
      },
    };
    expect(
      (
        await everywhere('POST', `/editions/${made.editionId}`, {
          version: made.version,
          title: shown.title,
          changes: [...shown.changes, secret],
        })
      ).msg,
    ).toBe('');
    const found = await checked([cells(1), cells(2, { post: '主管' })]);
    const taken = await ask('POST', `/imports/${found.importId}/edition`, {
      ...FACTS,
      target: { editionId: made.editionId, version: made.version },
    });
    expect([taken.status, JSON.stringify(taken.data ?? '').includes('机密')]).toEqual([403, false]);
  });

  test('rows under other rules than stand are a change of the rules, which an editor may not make', async () => {
    await publishRows([row(1)]);
    const current = await definition();
    const lax = {
      ...current,
      fields: {
        ...current.fields,
        employeeNo: { ...current.fields.employeeNo, pattern: undefined, patternHint: undefined, required: false },
      },
    };
    const draft = (rules: object) =>
      ask('POST', '/editions', {
        title: '改行',
        changes: [
          {
            kind: 'rows',
            document: { definition: rules, rows: [row(1), row(2)], dataDate: '2026-11-20', department: '固定收益总部' },
          },
        ],
      });
    expect((await draft(JSON.parse(JSON.stringify(lax)))).status).toBe(403);
    expect((await draft(JSON.parse(JSON.stringify(current)))).msg).toBe('');
  });

  test('[RG23] rows of a draft from before a change of the definition are told as old, not as a right that is missing', async () => {
    await publishRows([row(1), row(2)]);
    const before = await definition();
    const fields = { ...before.fields, remark: { title: '备注', type: 'text' as const } };
    const found = await checked([cells(1), cells(2)]);
    const made = (await ask('POST', `/imports/${found.importId}/edition`, FACTS)).data;
    await site.publish('定义', [{ kind: 'register', document: { ...before, fields } }]);
    const submitted = await ask('POST', `/editions/${made.editionId}/submit`, { version: made.version });
    expect([submitted.status, submitted.code, submitted.msg]).toEqual([
      409,
      '2021',
      expect.stringMatching(/的定义已另行公开，数据行是按以前的定义检查的，请重新导入或重新修改/),
    ]);
    await site.publish('定义', [{ kind: 'register', document: before }]);
  });

  test('an editor of other channels changes none', async () => {
    await publishRows([row(1)]);
    const elsewhere = await consoleOf(
      site,
      await hand(site, '别处二', [{ role: 'editor', channelId: '0001000200010002' }]),
      ORIGIN,
    );
    expect(
      (await elsewhere('POST', `${REGISTER}/row-changes`, { changes: [{ key: [number(1)] }], ...FACTS })).status,
    ).toBe(403);
  });
});

test('[RG26] what a file has besides is added to the definition, and both become one edition', async () => {
  await publishRows([row(1), row(2)]);
  const begun = await checked([[...cells(1, { bizLine: '固收', post: '交易员' }), '甲']], '名单.xlsx', [
    ...TITLES,
    '执业岗位',
  ]);
  expect(begun.report.publishable).toBe(false);
  const amend = async (importId: number, amendment: object) =>
    ask('POST', `/imports/${importId}/amendment`, { importId, amendment });
  const amendment = { choices: { bizLine: ['固收'] }, columns: [{ title: '执业岗位', isPublic: false }] };
  for (const wrong of [{ choices: { staffName: ['甲'] } }, { columns: [{ title: '姓名', isPublic: true }] }])
    expect((await amend(begun.importId, wrong)).status).toBe(422);
  const again = await finished((await amend(begun.importId, amendment)).data.importId);
  expect([again.report.errors, again.amendment]).toEqual([[], amendment]);

  // the editor may not change definitions: the draft waits for somebody who may
  const removed = again.report.vanishing?.removed;
  const made = await ask('POST', `/imports/${again.importId}/edition`, { ...FACTS, confirmRemoved: removed });
  expect(made.msg).toBe('');
  const { editionId, version } = made.data;
  expect((await ask('POST', `/editions/${editionId}/submit`, { version })).status).toBe(403);
  const admin = await consoleOf(site, await hand(site, '栏目管理', [{ role: 'channel-admin', channelId: '' }]), ORIGIN);
  const others = [
    await hand(site, '审核乙', [{ role: 'reviewer', channelId: '' }]),
    await hand(site, '发布丙', [{ role: 'publisher', channelId: '' }]),
  ];
  const review = await consoleOf(site, others[0]!, ORIGIN);
  const done = [
    await admin('POST', `/editions/${editionId}/submit`, { version }),
    await review('POST', `/editions/${editionId}/approve`, await approvalOf(review, { editionId, version })),
    await (await consoleOf(site, others[1]!, ORIGIN))('POST', `/editions/${editionId}/publish`, { version }),
  ];
  expect(done.map(({ msg }) => msg)).toEqual(['', '', '']);
  const now = await definition();
  expect(now.fields.bizLine!.choices).toHaveProperty('固收');
  const [field] = Object.entries(now.fields).find(([, { title }]) => title === '执业岗位')!;
  expect(now.columns).not.toContain(field);
  const stored = await site.database.db
    .selectFrom('register_row')
    .select('data')
    .where('public_to', 'is', null)
    .execute();
  expect(stored.map(({ data }) => [data.bizLine, data[field]])).toEqual([['固收', '甲']]);

  // a file checked under the former definition is checked again
  const { importId } = begun;
  await site.database.db
    .updateTable('register_import')
    .set({ state: 'done' })
    .where('import_id', '=', importId)
    .execute();
  expect((await ask('GET', `/imports/${importId}`)).data.isOutdated).toBe(true);
});

test('[RG43] a sum below the rows of an import is left out on request, which changes no definition, and is taken back', async () => {
  await publishRows([row(1), row(2)]);
  const begun = await checked([cells(1), cells(2), ['合计']]);
  expect([begun.report.rowsRead, begun.report.badRows, begun.report.mendable]).toEqual([3, 1, { merged: 0, notes: 1 }]);
  const amended = async (amendment: object) =>
    finished((await ask('POST', `/imports/${begun.importId}/amendment`, { amendment })).data.importId);
  const left = await amended({ leaveNotes: true });
  expect(left.report.errors).toEqual([]);
  expect(left.report.remarks).toContain('按您的要求不导入 1 行合计或附注：第 4 行“合计”');
  expect((await amended({ leaveNotes: false })).report.badRows).toBe(1);
  // VA7: said to be data, it is a row, which lacks what rows have
  const result = await amended({ answers: { 'noRow:4': 'keep' } });
  expect(result.report).toMatchObject({ mendable: { notes: 0 }, rowsRead: 3, badRows: 1 });
  expect(result.report.remarks).toContain('按您的回答，这 1 行是数据，照样导入：第 4 行“合计”');
  expect(result.amendment).toEqual({ answers: { 'noRow:4': 'keep' } });
  const made = await ask('POST', `/imports/${left.importId}/edition`, FACTS);
  expect(made.msg).toBe('');
  const { data } = await ask('GET', `/editions/${made.data.editionId}`);
  expect(data.shown.changes.map(({ kind }: { kind: string }) => kind)).toEqual(['rows']);
});

test('[ED4] [RG26] a returned edition of rows with a definition of their own is mended where it stands', async () => {
  await publishRows([row(1), row(2)]);
  const amended = async (importId: number, amendment: object) => {
    const begun = await ask('POST', `/imports/${importId}/amendment`, { importId, amendment });
    return finished(begun.data.importId);
  };
  const first = await checked([cells(1, { bizLine: '可转债' }), cells(2)]);
  const grown = await amended(first.importId, { choices: { bizLine: ['可转债'] } });
  const made = (await ask('POST', `/imports/${grown.importId}/edition`, FACTS)).data;
  const choices = async () => {
    const { shown } = (await ask('GET', `/editions/${made.editionId}`)).data;
    expect(kindOfForm(shown.changes)?.name).toBe('rows');
    return shown.changes.map(({ document }: { document: { definition?: RegisterDefinition } & RegisterDefinition }) =>
      Object.keys((document.definition ?? document).fields.bizLine!.choices!).filter((one) =>
        ['可转债', '国债期货'].includes(one),
      ),
    );
  };
  expect(await choices()).toEqual([['可转债'], ['可转债']]);

  // another file for it is checked by what the edition's definition has already
  const into = { editionId: made.editionId };
  const again = await checked(
    [cells(1, { bizLine: '可转债' }), cells(2, { bizLine: '国债期货' })],
    '改好.xlsx',
    TITLES,
    into,
  );
  expect([again.amendment, again.report.badRows]).toEqual([into, 1]);
  const both = await amended(again.importId, { ...into, choices: { bizLine: ['国债期货'] } });
  expect(both.report.badRows).toBe(0);
  const save = (importId: number, version: number) =>
    ask('POST', `/imports/${importId}/edition`, { ...FACTS, target: { ...into, version } });
  expect((await save(both.importId, made.version)).data).toMatchObject({ ...into, version: made.version + 1 });
  expect(await choices()).toEqual([
    ['可转债', '国债期货'],
    ['可转债', '国债期货'],
  ]);

  // the file is checked again where its definition has changed meanwhile
  const stale = await checked([cells(1), cells(2)], '旧.xlsx', TITLES, into);
  const plain = await amended(stale.importId, {});
  expect(plain.amendment).toEqual({});
  expect((await save(plain.importId, made.version + 1)).data.version).toBe(made.version + 2);
  expect(await choices()).toEqual([[]]);
  expect((await ask('GET', `/imports/${stale.importId}`)).data.isOutdated).toBe(true);
  expect((await save(stale.importId, made.version + 2)).status).toBe(422);

  // nobody checks against the draft of others' channels
  const admin = await consoleOf(site, await hand(site, '全站', [{ role: 'channel-admin', channelId: '' }]), ORIGIN);
  const foreign = await admin('POST', '/editions', {
    title: '别处',
    changes: [{ kind: 'setting', id: 'site', document: { greyscale: true } }],
  });
  expect(foreign.msg).toBe('');
  const theirs = { editionId: foreign.data.editionId };
  expect((await ask('POST', `/imports/${again.importId}/amendment`, { amendment: theirs })).status).toBe(403);
});
