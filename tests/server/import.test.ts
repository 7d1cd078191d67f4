import { cellAddress } from '#server/files/cell-address.ts';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Cell } from '#page/data-shapes.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { NO_FACTS } from '#page/register-view.ts';
import { publish } from '#server/store/publication/publish.ts';
import { verifyLog } from '#server/store/publication/verify-log.ts';
import { dryRun, type DryRun } from '#server/registers/import/dry-run.ts';
import { errorsWorkbook } from '#server/registers/import/errors-workbook.ts';
import { registerChange } from '#server/registers/import/register-change.ts';
import { reportText } from '#server/registers/import/report-text.ts';
import { importTemplate } from '#server/registers/import/template.ts';
import { publicReferences } from '#server/registers/import/references.ts';
import { openArchive } from '#server/registers/sheets/archive.ts';
import { SHEET_LIMITS } from '#server/registers/sheets/sheet.ts';
import { readSheet } from '#server/registers/sheets/read-sheet.ts';
import { registerSheet } from '#server/registers/sheets/register-sheet.ts';
import { writeCsv } from '#server/registers/sheets/write-csv.ts';
import { writeXlsx } from '#server/registers/sheets/write-xlsx.ts';
import { createTestDatabase, emptyTables, type TestDatabase } from '#tests/world/database.ts';
import { buildZip } from '#tests/world/office-files.ts';
import { buildSheet, writtenSheet, type GivenCell } from '#tests/world/sheet-files.ts';
import { readWhole } from '#tests/world/sheets.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await emptyTables(database, 'publication, register_row, register_state, kept');
});

const places: RegisterDefinition = {
  schemaVersion: 1,
  register: 'places',
  title: '地区',
  endpoints: [],
  key: ['id'],
  fields: {
    id: { title: '代码', type: 'text' },
    name: { title: '名称', type: 'text' },
    parentid: { title: '上级', type: 'text' },
  },
  columns: ['id', 'name'],
  filters: [],
  order: ['id'],
};
const branches: RegisterDefinition = {
  schemaVersion: 1,
  register: 'branches',
  title: '营业部',
  endpoints: [],
  key: ['code'],
  fields: {
    code: { title: '机构代码', type: 'text', required: true, pattern: '^\\d{4}$' },
    name: { title: '名称', type: 'text', required: true },
    cityId: {
      title: '城市',
      type: 'reference',
      reference: { register: 'places', label: 'name', within: { parentid: 'provinceId' } },
    },
    provinceId: {
      title: '省份',
      type: 'reference',
      reference: { register: 'places', label: 'name', where: { parentid: '0' } },
    },
    opened: { title: '开业日期', type: 'date', note: '以许可证为准' },
    level: { title: '类别', type: 'choice', choices: { '1': '分公司', '2': '营业部' } },
  },
  columns: ['code', 'name'],
  filters: [{ fuzzy: ['name'], name: 'fuzzyItem', title: '名称' }],
  order: ['code'],
};
/** Publishes the rows of a file, as an edition of it does. */
async function publishFile(given: Omit<DryRun, 'db'>) {
  const read = await dryRun({ ...given, db: database.db });
  const { definition } = given;
  const document = { definition, rows: read.rows, dataDate: '2026-01-31', department: '运营部' };
  const changes = [{ kind: 'rows' as const, document }];
  await publish(database, { title: '导入', writtenBy: '编辑甲', approvedBy: '审核乙', changes });
  return read;
}
const TITLES = ['机构代码', '名称', '省份', '城市', '开业日期'];
const branch = (number: number, name = `营业部${number}`): GivenCell[] => [
  String(number).padStart(4, '0'),
  name,
  null,
  null,
  '2020-01-02',
];
const sheetOf = (rows: GivenCell[][]) => buildSheet([TITLES, ...rows]);
const source = async (rows: GivenCell[][], more: { confirmRemoved?: number } = {}) => ({
  definition: branches,
  bytes: await sheetOf(rows),
  filename: '营业部.xlsx',
  ...more,
});
const check = async (rows: GivenCell[][], more: { confirmRemoved?: number } = {}) =>
  (await dryRun({ ...(await source(rows, more)), db: database.db })).report;
const run = async (rows: GivenCell[][]) => publishFile(await source(rows));
const publicRows = async () =>
  (
    await database.db
      .selectFrom('register_row')
      .select(['data'])
      .where('register', '=', 'branches')
      .where('public_to', 'is', null)
      .orderBy('key')
      .execute()
  ).map(({ data }) => data);
const publications = async () => (await database.db.selectFrom('publication').select('no').execute()).length;
const ten = Array.from({ length: 10 }, (_, index) => branch(index + 1));

async function withPlaces(): Promise<void> {
  const row = (id: string, name: string, parentid: string): Record<string, Cell> => ({ id, name, parentid });
  const rows = [
    row('320000', '江苏省', '0'),
    row('330000', '浙江省', '0'),
    row('320100', '南京市', '320000'),
    row('320106', '鼓楼区', '320000'),
    row('330106', '鼓楼区', '330000'),
  ];
  await publish(database, {
    title: '地区',
    writtenBy: '编辑甲',
    approvedBy: '审核乙',
    changes: [{ kind: 'rows', document: { definition: places, rows, dataDate: '2026-01-01', department: '办公室' } }],
  });
}

describe('a dry run', () => {
  it('[RG6] tells what is added, removed and changed field by field, and changes nothing', async () => {
    await run(ten);
    const rows = [...ten.slice(0, 8), branch(9, '滨江路营业部'), branch(11)];
    const { difference, vanishing, publishable } = await check(rows);
    expect(difference).toEqual({
      publicRows: 10,
      added: 1,
      removed: 1,
      changed: 1,
      equal: 8,
      addedRows: [{ line: 11, name: '机构代码 0011 营业部11' }],
      removedRows: [{ line: null, name: '机构代码 0010 营业部10' }],
      changedRows: [
        {
          line: 10,
          name: '机构代码 0009 滨江路营业部',
          fields: [{ field: 'name', title: '名称', from: '营业部9', to: '滨江路营业部' }],
        },
      ],
      changedFields: [{ field: 'name', title: '名称', count: 1 }],
    });
    expect([vanishing, publishable, await publications()]).toEqual([null, true, 1]);
    expect(reportText(await check(rows))).toContain('与现在公示的 10 行相比：新增 1，删除 1，修改 1，不变 8');
  });

  it('[RG6] finds nothing to do in the file that was published, whatever its format and the order of its rows', async () => {
    await run(ten);
    const bytes = await writtenSheet(TITLES, ten.toReversed() as string[][]);
    const { report } = await dryRun({ definition: branches, bytes, filename: 'same.xlsx', db: database.db });
    expect(report.difference).toMatchObject({ added: 0, removed: 0, changed: 0, equal: 10 });
  });

  it('[RG6] keeps of public rows what a file has no column for, and tells so', async () => {
    await run(ten);
    const bytes = await buildSheet([
      ['机构代码', '名称'],
      ['0001', '改名'],
      ...ten.slice(1).map(([code, name]) => [code!, name!]),
      ['0011', '新'],
    ]);
    const { report, rows } = await dryRun({ definition: branches, bytes, filename: 'part.xlsx', db: database.db });
    expect(report.difference).toMatchObject({
      added: 1,
      changed: 1,
      equal: 9,
      changedFields: [{ field: 'name', count: 1 }],
    });
    expect(rows.map(({ opened }) => opened)).toEqual([...Array.from({ length: 10 }, () => '2020-01-02'), null]);
    expect(report.remarks.join()).toContain('已公示的行保留原值，新增的行为空：');
  });

  it('[RG6] tells a difference as people call it: rows with their names, choices by their labels', async () => {
    const named: RegisterDefinition = {
      ...branches,
      fields: { ...branches.fields, name: { title: '名称', type: 'text', convert: false } },
    };
    const given = (level: string) =>
      buildSheet([
        ['机构代码', '名称', '类别'],
        ['0001', '滨江路营业部', level],
      ]);
    await publishFile({ definition: named, bytes: await given('1'), filename: 'a.xlsx' });
    const { report } = await dryRun({
      definition: named,
      bytes: await given('营业部'),
      filename: 'b.xlsx',
      db: database.db,
    });
    expect(reportText(report)).toContain('机构代码 0001 滨江路营业部：类别 分公司 → 营业部');
    expect(report.difference!.changedRows).toEqual([
      {
        line: 2,
        name: '机构代码 0001 滨江路营业部',
        fields: [{ field: 'level', title: '类别', from: '分公司', to: '营业部' }],
      },
    ]);
  });

  it('[RG6] stops where more than a fifth would vanish, until exactly that number is confirmed', async () => {
    await run(ten);
    expect((await check(ten.slice(0, 8))).publishable).toBe(true);
    const seven = ten.slice(0, 7);
    expect(await check(seven)).toMatchObject({
      publishable: false,
      vanishing: { removed: 3, publicRows: 10, confirmed: false },
    });
    expect(reportText(await check(seven))).toMatch(
      /停止：现在公示的 10 行中有 3 行将消失，超过五分之一。文件可能只是登记表的一部分。$/,
    );
    expect((await check(seven, { confirmRemoved: 4 })).publishable).toBe(false);
    expect((await check(seven, { confirmRemoved: 3 })).publishable).toBe(true);
  });
});

describe('references', () => {
  it('[RG2] are found by key or by label, a label within the province of its row', async () => {
    await withPlaces();
    const { report } = await run([
      ['0001', '甲', '江苏省', '鼓楼区', null],
      ['0002', '乙', 330000, 330106, null],
      ['0003', '丙', null, '南京市', null],
    ]);
    expect(report.badRows).toBe(0);
    expect((await publicRows()).map(({ provinceId, cityId }) => [provinceId, cityId])).toEqual([
      ['320000', '320106'],
      ['330000', '330106'],
      [null, '320100'],
    ]);
  });

  it('[RG2] that fit several rows, none, or another province are errors with a remedy', async () => {
    await withPlaces();
    const { errors } = await check([
      ['0001', '甲', null, '鼓楼区', null],
      ['0002', '乙', '浙江省', '南京市', null],
      ['0003', '丙', '浙江', null, null],
    ]);
    expect(
      errors.flatMap(({ cells }) => cells.map(({ cell, reason, remedy }) => `${cell} ${reason}。${remedy}`)),
    ).toEqual([
      'C4 没有这个选项。请填写已公示的名称或代码。您是不是要找“浙江省”？',
      'D2 有2个同名的选项。请先填写“省份”，或改填代码：320106、330106',
      'D3 与本行的“省份”不符。请核对“省份”与本列',
    ]);
  });
});

describe('publishing', () => {
  it('[RG6] tells rows of other registers by their names, percents by their sign, and what is only shown equal as it is', async () => {
    await withPlaces();
    const rated: RegisterDefinition = {
      ...branches,
      fields: { ...branches.fields, rate: { title: '费率', type: 'percent', scale: 2, fraction: true } },
    };
    const given = (province: string, rate: string) =>
      buildSheet([
        ['机构代码', '名称', '省份', '费率'],
        ['0001', '甲', province, rate],
        ['0002', '乙', '江苏省', '2.5%'],
      ]);
    await publishFile({ definition: rated, bytes: await given('江苏省', '65%'), filename: 'a.xlsx' });
    const changes = async (province: string, rate: string) => {
      const { report } = await dryRun({
        definition: rated,
        bytes: await given(province, rate),
        filename: 'b.xlsx',
        db: database.db,
      });
      return report.difference!.changedRows.flatMap(({ fields }) =>
        fields.map(({ title, from, to }) => `${title} ${from} → ${to}`),
      );
    };
    expect(await changes('浙江省', '70%')).toEqual(['省份 江苏省 → 浙江省', '费率 65.00% → 70.00%']);
  });

  it('[RG6] is one publication of the log, with equal rows left as they are', async () => {
    await run(ten);
    await run([...ten.slice(0, 9), branch(10, '改名')]);
    expect(await publications()).toBe(2);
    expect((await publicRows()).at(-1)).toMatchObject({
      code: '0010',
      name: '改名',
      opened: '2020-01-02',
      level: null,
    });
    const { rows } = await database.pool.query<{ count: number }>(
      `select count(*)::int as count from register_row where opened_in = 2`,
    );
    expect(rows[0]!.count).toBe(1);
    expect(await verifyLog(database.db)).toEqual([]);
  });

  it('[RG6] of a file with one bad cell nothing can be published, and it says where it is', async () => {
    const report = await check([...ten, ['11', '新', null, null, '明天']]);
    expect(report.publishable).toBe(false);
    expect(reportText(report)).toContain('E12 “明天”：格式不正确。应为：日期，如 2026-01-31');
  });
});

describe('files that come back', () => {
  it('[RG11] the workbook of errors holds lines, titles and rows where they stood, and why a row is wrong', async () => {
    const bytes = await buildSheet([
      ['营业部名单'],
      TITLES,
      branch(1),
      [12, '乙', null, null, '明天'],
      ['0001', '丙', null, null, null],
    ]);
    const { report } = await dryRun({ definition: branches, bytes, filename: 'a.xlsx', db: database.db });
    const { header, rows } = await readWhole(await buffer(await errorsWorkbook(bytes, 'a.xlsx', report)), 'b.xlsx');
    expect([header, ...rows].map(({ number, cells }) => [number, ...cells.map(({ text }) => text)])).toEqual([
      [1, '营业部名单'],
      [2, ...TITLES, '导入问题'],
      [3, '0001', '营业部1', '', '', '2020-01-02'],
      [4, '12', '乙', '', '', '明天', 'E 列“开业日期”：格式不正确。应为：日期，如 2026-01-31'],
      [5, '0001', '丙', '', '', '', 'A 列“机构代码”：与第 3 行重复。机构代码不能重复，请改正，或删除多余的一行'],
    ]);
  });

  /** The template with one row, as a program saves it: all of its sheets are still there. */
  async function fillIn(template: Buffer, row: string[]): Promise<Buffer> {
    const archive = await openArchive(template, SHEET_LIMITS);
    const names = [
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/workbook.xml',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/worksheets/sheet1.xml',
      'xl/worksheets/sheet2.xml',
      'xl/worksheets/sheet3.xml',
    ];
    const entries = Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, String(await buffer(archive.unpack(name)))] as const)),
    );
    const cells = row
      .map((text, at) => `<c r="${cellAddress(2, at)}" t="inlineStr"><is><t>${text}</t></is></c>`)
      .join('');
    return buildZip({
      ...entries,
      'xl/worksheets/sheet1.xml': entries['xl/worksheets/sheet1.xml']!.replace(
        '</sheetData>',
        `<row r="2">${cells}</row></sheetData>`,
      ),
    });
  }

  it('[RG2] the template has the titles, and says of each column what it may hold; filled in, it imports', async () => {
    await withPlaces();
    const bytes = await buffer((await importTemplate(branches, publicReferences(database.db))).workbook);
    const sheet = await readSheet(bytes, 'template.xlsx');
    await sheet.close();
    expect(sheet.header.cells.map(({ text }) => text)).toEqual(
      Object.values(branches.fields).map(({ title, required }) => (required ? `${title} *` : title)),
    );
    const archive = await openArchive(bytes, SHEET_LIMITS);
    const notes = String(await buffer(archive.unpack('xl/worksheets/sheet2.xml')));
    expect(notes).toMatch(/城市<.*从下拉列表中选择，或填写代码；须属于本行的“省份”<.*省份<.*江苏省</);
    const { report } = await dryRun({ definition: branches, bytes, filename: 'template.xlsx', db: database.db });
    expect(report.problems.map(({ reason }) => reason)).toEqual(['标题行下面没有数据']);
    const filled = await dryRun({
      definition: branches,
      bytes: await fillIn(bytes, ['0001', '营业部1', '鼓楼区', '江苏省', '2020-01-02', '营业部']),
      filename: 'template.xlsx',
      db: database.db,
    });
    expect(filled.report).toMatchObject({ publishable: true, remarks: [], errors: [], difference: { added: 1 } });
  });

  it('[RG6] a download imports again without a difference, whatever its columns hold', async () => {
    const download: RegisterDefinition = {
      ...branches,
      register: 'download',
      fields: {
        code: branches.fields.code!,
        level: branches.fields.level!,
        opened: branches.fields.opened!,
        staff: { title: '人数', type: 'integer' },
        growth: { title: '增长率', type: 'percent', scale: 2 },
        rate: { title: '折算率', type: 'percent', scale: 2, fraction: true, blank: '受限' },
        nav: { title: '净值', type: 'decimal', scale: 4 },
        capital: { title: '资本', type: 'money', unit: '万元' },
        phone: { title: '电话', type: 'phone' },
        note: { title: '说明', type: 'text' },
      },
      columns: ['code', 'level', 'opened', 'staff', 'growth', 'rate', 'nav', 'capital', 'phone', 'note'],
      filters: [],
    };
    const rows: Record<string, Cell>[] = [
      {
        code: '0001',
        level: '1',
        opened: '2020-01-02',
        staff: 12,
        growth: '-0.85',
        rate: '0.65000000',
        nav: '1.4470',
        capital: '5000',
        phone: '021-55500871',
        note: '=1+1',
      },
      {
        code: '0002',
        level: null,
        opened: null,
        staff: null,
        growth: null,
        rate: null,
        nav: null,
        capital: null,
        phone: null,
        note: null,
      },
      {
        code: '0003',
        level: '2',
        opened: '1999-12-31',
        staff: 0,
        growth: '0.00',
        rate: '1.70000000',
        nav: '12.0000',
        capital: '0.5',
        phone: '95579',
        note: '第一行\n第二行',
      },
    ];
    await publish(database, {
      title: '下载',
      writtenBy: '编辑甲',
      approvedBy: '审核乙',
      changes: [
        { kind: 'rows', document: { definition: download, rows, dataDate: '2026-01-01', department: '办公室' } },
      ],
    });
    const { columns, cellsOf } = registerSheet(download, NO_FACTS);
    const files = [
      writeXlsx([{ name: '下载', columns, rows: rows.map(cellsOf) }]),
      writeCsv({ columns, rows: rows.map(cellsOf) }),
    ];
    for (const [at, file] of files.entries()) {
      const { report } = await dryRun({
        definition: download,
        bytes: await buffer(file),
        filename: at === 0 ? 'a.xlsx' : 'a.csv',
        db: database.db,
      });
      expect(report).toMatchObject({ errors: [], difference: { equal: 3, added: 0, removed: 0, changedRows: [] } });
    }
  });

  it('[RG6] as a change of an act a file is read by the same door, or refused with the report', async () => {
    const change = await registerChange(branches, await sheetOf(ten), 'a.xlsx', {
      dataDate: '2026-01-31',
      department: '运营部',
    });
    expect(change.document.rows).toHaveLength(10);
    await expect(
      registerChange(branches, await sheetOf([['1234', null, null, null, null]]), 'a.xlsx', {
        dataDate: '2026-01-31',
        department: '运营部',
      }),
    ).rejects.toThrow('B2：不能为空');
  });
});
