import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Cell } from '#page/data-shapes.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { quoted } from '../../src/cli/import-help.ts';
import { dryRun } from '#server/registers/import/dry-run.ts';
import { publish } from '#server/store/publication/publish.ts';
import { createTestDatabase, emptyTables, type TestDatabase } from '#tests/world/database.ts';
import { buildSheet, type GivenCell } from '#tests/world/sheet-files.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => emptyTables(database, 'publication, register_row, register_state, kept'));

const definition: RegisterDefinition = {
  schemaVersion: 1,
  register: 'firms',
  title: '机构',
  endpoints: [],
  key: ['name'],
  fields: {
    name: { title: '名称', type: 'text' },
    place: { title: '地点', type: 'text' },
    rank: { title: '次序', type: 'integer', required: true, export: false },
  },
  columns: ['name', 'place'],
  filters: [],
  order: ['rank'],
};

const withPublic = (...names: string[]) =>
  publish(database, {
    title: '机构',
    writtenBy: '甲',
    approvedBy: '乙',
    changes: [
      {
        kind: 'rows',
        document: {
          definition,
          rows: names.map((name, at): Record<string, Cell> => ({ name, place: '上海', rank: at + 1 })),
          dataDate: '2026-01-31',
          department: '办公室',
        },
      },
    ],
  });

const checked = async (bytes: Buffer, filename = 'a.xlsx') => dryRun({ db: database.db, definition, bytes, filename });
const check = async (rows: GivenCell[][], titles = ['名称', '地点', '次序']) =>
  (await checked(await buildSheet([titles, ...rows]))).report;
const errorsOf = ({ errors }: Awaited<ReturnType<typeof check>>) =>
  errors.flatMap(({ cells }) => cells.map(({ cell, reason }) => `${cell} ${reason}`));

it('[RG14] two rows of a file whose keys look alike are asked about, however they are written', async () => {
  const report = await check([
    ['AB公司', '上海', 1],
    ['ＡＢ公司', '上海', 2],
    ['Cafe\u0301', '上海', 3],
    ['Café', '上海', 4],
    ['AB公司二', '上海', 5],
  ]);
  expect(errorsOf(report)).toEqual([
    'A3 与第 2 行的“AB公司”只差全角、半角等写法，是同一条吗',
    'A5 与第 4 行的“Cafe\u0301”只差全角、半角等写法，是同一条吗',
  ]);
  expect(report.badRows).toBe(2);
});

it('[RG14] such keys that are both public stay valid; one that takes the place of another is a question', async () => {
  await withPublic('AB公司', 'ＡＢ公司', 'ＣＤ公司');
  const same = await check([
    ['AB公司', '上海', 1],
    ['ＡＢ公司', '上海', 2],
    ['ＣＤ公司', '上海', 3],
  ]);
  expect([same.errors, same.publishable, same.difference?.equal]).toEqual([[], true, 3]);
  expect(same.remarks).toEqual([]);
  const respelt = await check([
    ['AB公司', '上海', 1],
    ['ＡＢ公司', '上海', 2],
    ['CD公司', '上海', 3],
  ]);
  expect(respelt.remarks).toEqual([
    '第 4 行“CD公司”与现在公示的“ＣＤ公司”只差全角、半角等写法，是同一条吗？照文件发布，后者会被删除，前者算作新增；是同一条，请照现在公示的写法填写',
  ]);
});

it('[RG14] notes below the rows are told as notes where a name is all that a row needs', async () => {
  const free: RegisterDefinition = {
    ...definition,
    fields: { name: { title: '名称', type: 'text' }, place: { title: '地点', type: 'text' } },
  };
  const bytes = await buildSheet([
    ['名称', '地点'],
    ['上海分公司', '上海'],
    ['备注有限公司', null],
    ['北京。分部', '北京'],
    ['注：以上数据由机构部提供', null],
    ['以上机构均已取得许可', null],
    ['本公司分支机构的设立已经监管部门核准，投资者可以查询。', null],
    ['制表：甲', '复核：乙'],
  ]);
  const { report } = await dryRun({ db: database.db, definition: free, bytes, filename: 'a.xlsx' });
  expect(errorsOf(report)).toEqual(
    ['A5', 'A6', 'A7', 'A8'].map((cell) => `${cell} 这一行像是合计或附注，不是一条数据`),
  );
  expect([report.rowsRead, report.badRows]).toEqual([7, 4]);
});

it('[RG14] the title line of a CSV file may end otherwise than its rows', async () => {
  const rows = ['甲公司,上海,1', '乙公司,"北京\n二环",2'];
  for (const [first, other] of [
    ['\r\n', '\n'],
    ['\n', '\r\n'],
    ['\r', '\n'],
    ['\n', '\r'],
    ['\r\n', '\r'],
  ] as const) {
    const text = `名称,地点,次序${first}${rows.join(other)}${other}`;
    const { report, rows: read } = await checked(Buffer.from(text), 'a.csv');
    expect(report.errors).toEqual([]);
    expect(read).toEqual([
      { name: '甲公司', place: '上海', rank: 1 },
      { name: '乙公司', place: '北京\n二环', rank: 2 },
    ]);
  }
});

it('[RG13] rows keep what is public of a required column that no download has; new rows without it are named', async () => {
  await withPublic('甲公司', '乙公司');
  const titles = ['名称', '地点'];
  const same = await check([['甲公司', '上海'], ['乙公司', '北京']], titles); // prettier-ignore
  expect([same.publishable, same.problems, same.difference]).toMatchObject([true, [], { equal: 1, changed: 1 }]);
  expect(same.difference!.changedFields.map(({ title }) => title)).toEqual(['地点']);
  const more = await check([['甲公司', '上海'], ['乙公司', '上海'], ['丙公司', '上海']], titles); // prettier-ignore
  expect(more.publishable).toBe(false);
  expect(more.problems.map(({ reason }) => reason)).toEqual(['新增的 1 行（第 4 行）必须填写“次序”，而文件没有这一列']);
});

it('[RG13] a file is quoted in a command so that a shell passes it on as it is called', () => {
  const names = [
    '名单.xlsx',
    '名单 (1).xlsx',
    'it\'s $HOME `x` "y".xlsx',
    '一;二&三*.xlsx',
    '!!.xlsx',
    'a\\b.xlsx',
    '~$a.xlsx',
  ];
  const wordsFor = names.map((name) =>
    execFileSync('sh', ['-c', `printf %s ${quoted(name, 'linux')}`], { encoding: 'utf8' }),
  );
  expect(wordsFor).toEqual(names);
  expect(quoted('名单.xlsx')).toBe('名单.xlsx');
  expect(quoted('-x.xlsx', 'linux')).toBe('./-x.xlsx');
  expect(quoted('名单 1.xlsx', 'win32')).toBe('"名单 1.xlsx"');
});
