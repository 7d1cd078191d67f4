import type { FileMends } from '#wire/register-answers.ts';
import { describe, expect, it } from 'vitest';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { reportText } from '#server/registers/import/report-text.ts';
import { buildSheet, type GivenCell } from '#tests/world/sheet-files.ts';
import { importHere as readImport } from '../world/sheets.ts';

const register = (
  name: string,
  title: string,
  fields: RegisterDefinition['fields'],
  key: string,
): RegisterDefinition => ({
  schemaVersion: 1,
  register: name,
  title,
  endpoints: [],
  key: [key],
  fields,
  columns: [key],
  filters: [],
  order: [key],
});
const staff = register(
  'staff',
  '人员公示',
  {
    certNo: { title: '证书编号', type: 'text', required: true, pattern: '^F\\d{3}$' },
    staffName: { title: '姓名', type: 'text', required: true },
    principal: { title: '负责人（法定代表人）', type: 'text' },
    regCapital: { title: '注册资本', type: 'money', unit: '万元' },
    certDate: { title: '取得日期', type: 'date' },
  },
  'certNo',
);
const funds = register(
  'funds',
  '代销基金',
  {
    fundCode: { title: '基金代码', type: 'text', required: true },
    fundName: { title: '基金名称', type: 'text', required: true },
  },
  'fundCode',
);

async function read(
  rows: readonly (readonly GivenCell[])[],
  { mends = {}, ...more }: Parameters<typeof buildSheet>[1] & { mends?: FileMends } = {},
) {
  return readImport({
    mends,
    definition: staff,
    bytes: await buildSheet(rows, more),
    filename: '人员.xlsx',
    known: [staff, funds],
  });
}
const columnsOf = async (...titles: string[]) =>
  (await read([titles, ['F001']])).report.columns.map(({ column, field }) => `${column} ${field}`);
const problemsOf = async (rows: readonly (readonly GivenCell[])[]) =>
  (await read(rows)).report.problems.map(({ cell, reason, remedy }) => `${cell} ${reason}。${remedy}`.trim());

describe('titles', () => {
  it('[RG6] match by Chinese title or field name in any order, whatever width, spaces, case, unit and mark', async () => {
    expect(await columnsOf('姓 名', '证书编号 *', 'PRINCIPAL', '注册资本(万元)', '取得日期：')).toEqual([
      'A staffName',
      'B certNo',
      'C principal',
      'D regCapital',
      'E certDate',
    ]);
    expect(await columnsOf('staffname', 'ｃｅｒｔＮｏ', '负责人(法定代表人)')).toEqual([
      'A staffName',
      'B certNo',
      'C principal',
    ]);
    expect(await columnsOf('负责人', '姓名', '证书编号')).toEqual(['A principal', 'B staffName', 'C certNo']);
    // a template's form of a required column with a unit
    expect(await columnsOf('证书编号 *', '姓名 *', '注册资本（万元） *')).toContain('C regCapital');
  });

  it('[RG6] a mistyped, a doubled and a missing one are told with what was probably meant', async () => {
    expect(
      await problemsOf([
        ['证书编码', '姓名', '姓名', '员工姓名'],
        ['F001', '王谷雨'],
      ]),
    ).toEqual([
      'C1 与 B1 都是“姓名”。请只保留一列',
      'A1 登记表没有这一列。您是不是要找“证书编号”？请改正标题，或删除这一列',
      '缺少必填列“证书编号”。“证书编码”是不是“证书编号”？',
    ]);
  });

  it('[RG6] a column that belongs to nothing, and optional ones that the file lacks, are told and hold nothing up', async () => {
    const { report } = await read([
      ['证书编号', '姓名', '身份证号'],
      ['F001', '王谷雨', 'x'],
    ]);
    expect(report.publishable).toBe(true);
    expect(report.remarks).toEqual([
      'C 列“身份证号”不属于这个登记表，没有读取',
      '文件中没有这些列，已公示的行保留原值，新增的行为空：负责人（法定代表人）、注册资本、取得日期',
    ]);
  });

  it('[RG6] may stand below a title line and notes; two rows of titles are refused', async () => {
    const { report, lines, rows } = await read(
      [['人员公示名单'], ['数据截至 2026-01-31', null], ['证书编号', '姓名'], ['F001', '王谷雨']],
      { mergedTitle: true },
    );
    expect([report.headerRow, lines, rows[0]!.staffName]).toEqual([3, [4], '王谷雨']);
    expect(report.remarks).toContain('标题在第 3 行，它上面的内容没有读取');
    expect(
      await problemsOf([
        ['证书编号', '姓名'],
        ['证书编号', '姓名'],
        ['F001', '王谷雨'],
      ]),
    ).toEqual(['第1、2行都像标题行。请只保留一行标题']);
    expect(
      await problemsOf([
        ['甲', '乙'],
        ['F001', '王谷雨'],
      ]),
    ).toEqual(['前 10 行中没有找到标题行。请在第一行写上列标题，如：证书编号、姓名、负责人（法定代表人）、注册资本']);
  });

  it('[RG6] below a title line are refused where they are merged, with the range', async () => {
    const rows = [
      ['人员公示名单', null],
      ['证书编号', '姓名'],
      [null, null],
      ['F001', '王谷雨'],
    ];
    expect((await read(rows, { merges: ['A1:B1', 'A2:A3'] })).report.problems).toEqual([
      {
        cell: 'A2',
        value: '',
        reason: '标题行有合并单元格 A2:A3',
        remedy: '每列应各有一个标题，都在同一行，请取消合并',
      },
    ]);
  });

  it('[RG6] cells without a title are errors: a comma too many moves a whole row', async () => {
    const { report } = await readImport({
      definition: staff,
      bytes: Buffer.from('证书编号,姓名\nF001,王谷雨\nF002,滨江路,12号'),
      filename: 'a.csv',
    });
    expect(report.errors).toEqual([
      {
        column: 'C',
        field: '',
        title: '（无标题）',
        count: 1,
        cells: [
          { cell: 'C3', value: '12号', reason: '这一列没有标题', remedy: '请给这一列加上标题，或删除这里的内容' },
        ],
      },
    ]);
  });
});

it('[RG6] a file for another register is told as that, with the register that it fits', async () => {
  const [first] = await problemsOf([
    ['基金代码', '基金名称'],
    ['990356', '示例成长'],
  ]);
  expect(first).toBe('这像是另一个登记表的文件：“代销基金”（funds）。现在导入的是“人员公示”（staff），请核对');
});

it('[RG6] sums, notes and signatures below a table are told once, as what they are', async () => {
  const rows = [
    ['证书编号', '姓名', '取得日期'],
    ['F001', '王谷雨', null],
    ['合计', '1 人', null],
    [null, '注：数据截至上月末', null],
    ['F002', '小计', '2026-01-31'],
    ['备注：见附件', '王谷雨', null],
  ];
  const { report, lines } = await read(rows);
  expect(
    report.errors.flatMap(({ cells }) => cells.map(({ cell, reason, remedy }) => `${cell} ${reason}。${remedy}`)),
  ).toEqual([
    'A3 这一行像是合计或附注，不是一条数据。请删除这一行',
    'A6 格式不正确。应为：规定的写法',
    'B4 这一行像是合计或附注，不是一条数据。请删除这一行',
  ]);
  expect([report.rowsRead, report.badRows, lines]).toEqual([5, 3, [2, 5, 6]]);
});

describe('merged cells among the rows', () => {
  const titles = ['证书编号', '姓名', '备注', '取得日期'];

  it('[RG6] are told once a range, because nobody can tell what the empty ones mean; nothing else is said of those', async () => {
    const rows = [
      titles,
      ['F001', ' 王谷雨', 'x', '2026-01-31'],
      ['F002', null, null, null],
      ['F003', null, 'y', null],
      ['F004', '李清和', null, null],
    ];
    const { report } = await read(rows, { merges: ['B2:B4', 'D2:D4', 'C4:C5', 'A5:A9'] });
    expect(
      report.errors.flatMap(({ title, cells }) =>
        cells.map(({ cell, value, reason, remedy }) => `${title} ${cell} ${value}：${reason}。${remedy}`),
      ),
    ).toEqual([
      '证书编号 A5 F004：A5:A9 是合并单元格，只有左上角一格有内容。请取消合并，在每一格分别填写',
      '姓名 B2  王谷雨：B2:B4 是合并单元格，只有左上角一格有内容。请取消合并，在每一格分别填写',
      '取得日期 D2 2026-01-31：D2:D4 是合并单元格，只有左上角一格有内容。请取消合并，在每一格分别填写',
    ]);
    expect([report.rowsRead, report.badRows, report.publishable, report.repairs]).toEqual([4, 4, false, []]);
  });

  it('[RG43] are filled down where a person asks for it, and each filled cell is told; a sum is left out by name', async () => {
    const rows = [
      titles,
      ['F001', '王谷雨', 'x', '2026-01-31'],
      ['F002', null, null, null],
      ['F003', null, 'y', null],
      ['F004', '李清和', null, '2026-02-01'],
      ['合计', '4 人', null, null],
    ];
    const merges = ['B2:B4', 'D2:D4'];
    const before = await read(rows, { merges });
    expect(before.report.mendable).toEqual({ merged: 2, notes: 1 });
    const { report, rows: values } = await read(rows, { merges, mends: { fillMerged: true, leaveNotes: true } });
    expect(report.errors).toEqual([]);
    expect([report.rowsRead, report.badRows, report.publishable, report.mendable]).toEqual([
      5,
      0,
      true,
      { merged: 0, notes: 0 },
    ]);
    expect(values.map(({ certNo, staffName, certDate }) => [certNo, staffName, certDate])).toEqual([
      ['F001', '王谷雨', '2026-01-31'],
      ['F002', '王谷雨', '2026-01-31'],
      ['F003', '王谷雨', '2026-01-31'],
      ['F004', '李清和', '2026-02-01'],
    ]);
    expect(report.repairs.map(({ title, what, count, examples }) => [title, what, count, examples[0]])).toEqual([
      ['姓名', '按合并单元格填入上面一格的内容', 2, { cell: 'B3', from: '空', to: '王谷雨' }],
      ['取得日期', '按合并单元格填入上面一格的内容', 2, { cell: 'D3', from: '空', to: '2026-01-31' }],
    ]);
    expect(report.remarks).toContain('按您的要求不导入 1 行合计或附注：第 6 行“合计”');
  });

  it('[RG43] over several columns stay errors, also where others are filled', async () => {
    const rows = [titles, ['F001', '王谷雨', 'x', null], ['F002', null, null, null]];
    const { report } = await read(rows, { merges: ['A2:B3'], mends: { fillMerged: true } });
    expect([report.errors[0]!.cells[0]!.cell, report.mendable]).toEqual(['A2', { merged: 0, notes: 0 }]);
  });

  it('[RG6] hold nothing up where they are empty or in columns that are not read', async () => {
    const { report } = await read([titles, ['F001', '王谷雨', 'x', null], ['F002', '李清和', null, null]], {
      merges: ['C2:C3', 'D2:D3'],
    });
    expect([report.publishable, report.errors]).toEqual([true, []]);
  });

  it('[RG6] as large as the sheet and ten thousand times over are told in a moment', async () => {
    const rows = [
      titles,
      ...Array.from({ length: 2_000 }, (_, at) => [`F${String(at).padStart(3, '0')}`, '王谷雨', null, null]),
    ];
    const { report } = await read(rows, { merges: Array.from({ length: 9_999 }, () => 'A2:XFD1048576') });
    expect(report.errors[0]!.count).toBeGreaterThanOrEqual(9_999);
  });
});

it('[RG6] a file with titles and no rows is refused', async () => {
  expect(await problemsOf([['证书编号', '姓名']])).toEqual(['标题行下面没有数据。请填写数据后再导入']);
});

it.each([
  ['UTF-8', ',', (text: string) => Buffer.from(text)],
  ['UTF-8 with byte order mark', '\t', (text: string) => Buffer.from(`\uFEFF${text}`)],
  [
    'GB18030',
    ';',
    (text: string) =>
      Buffer.concat(text.split('').map((character) => Buffer.from(GB18030[character] ?? [character.charCodeAt(0)]))),
  ],
])('[RG6] reads CSV in %s, separated by %j', async (_encoding, mark, encode) => {
  const text = [
    ['证书编号', '姓名'],
    ['F001', '王谷雨'],
    ['F002', '王姓'],
  ]
    .map((row) => row.join(mark))
    .join('\r\n');
  const { rows, report } = await readImport({ definition: staff, bytes: encode(text), filename: 'a.csv' });
  expect(rows.map(({ certNo, staffName }) => `${certNo} ${staffName}`)).toEqual(['F001 王谷雨', 'F002 王姓']);
  expect(report.badRows).toBe(0);
});

it('[RG6] all errors are counted, grouped by column and listed, each with its cell', async () => {
  const rows = Array.from({ length: 300 }, (_, index) => [
    index === 1 ? 'F001' : `F${String(index).padStart(3, '0')}`,
    index % 2 === 0 ? '' : '王谷雨',
    '去年',
  ]);
  const { report } = await read([
    ['证书编号', '姓名', '取得日期'],
    ...rows.map((row) => row.map((cell) => cell || null)),
    ['F001', '李清和', null],
  ]);
  expect(report.errors.map(({ column, count, cells }) => [column, count, cells.length])).toEqual([
    ['A', 1, 1],
    ['B', 150, 150],
    ['C', 300, 300],
  ]);
  expect(report.errors[0]!.cells).toEqual([
    { cell: 'A302', value: 'F001', reason: '与第 3 行重复', remedy: '证书编号不能重复，请改正，或删除多余的一行' },
  ]);
  expect(report.errors[1]!.cells[0]).toEqual({ cell: 'B2', value: '', reason: '不能为空', remedy: '请填写' });
  expect([report.rowsRead, report.badRows, report.publishable]).toEqual([301, 301, false]);
  expect(reportText(report)).toContain(
    'C 列“取得日期”：300 处错误\n  格式不正确。应为：日期，如 2026-01-31\n    C2 “去年”、C3 “去年”、C4 “去年”、C5 “去年”、C6 “去年”、C7 “去年”、C8 “去年”、C9 “去年”、C10 “去年”、C11 “去年” …… 共 300 处',
  );
});

/** The characters above, as GB18030 writes them. */
const GB18030: Record<string, number[]> = {
  证: [0xd6, 0xa4],
  书: [0xca, 0xe9],
  编: [0xb1, 0xe0],
  号: [0xba, 0xc5],
  姓: [0xd0, 0xd5],
  名: [0xc3, 0xfb],
  王: [0xcd, 0xf5],
  谷: [0xb9, 0xc8],
  雨: [0xd3, 0xea],
};
