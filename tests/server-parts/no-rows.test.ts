import { describe, expect, test } from 'vitest';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { ColumnSums } from '#server/registers/import/no-rows.ts';
import { answersOfDataRows, dataRowsOf } from '#wire/data-rows.ts';
import { pageOf } from '#server/registers/proposal/plan-changes.ts';
import { buildSheet, type GivenCell } from '../world/sheet-files.ts';
import { reportView } from '#server/registers/proposal/read-table.ts';
import { importHere as readImport, proposeHere as proposeTable, readTableHere } from '../world/sheets.ts';
import { columnsOf } from '../world/wizard-tables.ts';

const definition: RegisterDefinition = {
  schemaVersion: 1,
  register: 'branches',
  title: '营业部',
  endpoints: [],
  key: ['code'],
  fields: {
    code: { title: '机构代码', type: 'text' },
    name: { title: '名称', type: 'text', required: true },
    count: { title: '人数', type: 'integer' },
    sum: { title: '规模', type: 'money', unit: '万元' },
  },
  columns: ['code', 'name', 'count', 'sum'],
  filters: [],
  order: ['code'],
};
const TITLES = ['机构代码', '名称', '人数', '规模'];
const ROWS: GivenCell[][] = [
  ['B001', '上海营业部', 12, 100.5],
  ['B002', '北京营业部', 7, 20],
  ['B003', '广州营业部', 9, 3.25],
  ['B004', '深圳营业部', 4, 800],
];
/** Lines that are told as no rows, when these stand below four rows. */
async function notesOf(...more: GivenCell[][]): Promise<string[]> {
  const bytes = await buildSheet([TITLES, ...ROWS, ...more]);
  const { report, rows } = await readImport({ definition, bytes, filename: 'a.xlsx' });
  const proposed = await proposeTable(bytes, 'a.xlsx', { today: '2026-11-28' });
  const found = report.errors.flatMap(({ cells }) => cells.map(({ cell, reason }) => `${cell} ${reason}`));
  // wizard and import agree
  expect([proposed.rows, proposed.rowsRead]).toEqual([rows.length, ROWS.length + more.length]);
  return found;
}

describe('a row that is none', () => {
  test.each([
    '合 计', '總計', '小计', '本页合计', '累计', '共计：', 'Total', 'Grand Total', 'Sub-total', '汇总', 'Gesamtergebnis',
    '华东区 小计', '上海 汇总', 'B001 Total', '总计：32人', '共 4 家', '共计4家', '合计（人）',
  ])('[VA7] is told by the word of a total: %s', async (word) => {
    for (const row of [[word, null, 32, 900], [null, word, 32, 900]])
      expect(await notesOf(row)).toEqual([expect.stringContaining('这一行像是合计或附注，不是一条数据')]);
  }); // prettier-ignore

  test.each(['平均', '平均值', '占比', '最大值', '中位数', 'Average', 'Max', '占总数比例'])(
    '[VA7] is told by the word of another measure: %s',
    async (word) => {
      expect(await notesOf([word, null, 8, 230])).toEqual(['A6 这一行像是平均、占比等统计，不是一条数据']);
    },
  );

  test.each([
    '注：人数含外派', '註1：人數含外派', '备注：见附件', '数据来源：人力资源部', 'Note: as of today', '※ 试点', '以上机构均已取得许可',
    '制表：甲', '复核人：乙', '打印时间：2026-11-20', '（盖章）', '第 1 页 共 3 页', 'Page 1 of 3',
    '以下空白', '——以下无正文——', '（以下为空）', 'END', '……', '完',
  ])('[VA7] is told by the word of a note, of who made it, or of an end: %s', async (word) => {
    expect(await notesOf([word, null, null, null])).toEqual([expect.stringMatching(/^A6 这一行像是.*不是一条数据$/)]);
  }); // prettier-ignore

  test.each(['注', '完毕', '2026年11月1日', '单位负责人：', '分管领导', '如有疑问请联系综合部', '1/1'])(
    '[VA7] is told by its place, alone below the table: %s',
    async (word) => {
      const found = await notesOf([word, null, null, null]);
      expect(found).toEqual([expect.stringMatching(/^A6 .*不是一条数据$/)]);
      expect(await notesOf([word, null, null, null], ['合计', null, 32, 923.75])).toHaveLength(2);
    },
  );

  test('[VA7] is told by its place also below another, and before a sum', async () => {
    expect(await notesOf(['单位负责人：', null, null, null], ['2026年11月1日', null, null, null])).toHaveLength(2);
    expect(await notesOf(['ALL', '全公司', 32, 923.75], ['完毕', null, null, null])).toEqual([
      'A7 表格下方只有这一格，像是附注，不是一条数据',
      'C6 等于上面各行之和，这一行像是合计，不是一条数据',
    ]);
  });

  test('[VA7] is told where titles stand again', async () => {
    expect(await notesOf(TITLES, ['B005', '成都营业部', 1, 1])).toEqual(['A6 这一行重复了标题行，不是一条数据']);
  });

  test('[VA7] is told where titles with units stand again among the first rows of a new table', async () => {
    const titles = ['姓名', '岗位', '规模（万元）'];
    const rows = [['王安', '经理', 10.5], ['李明', '经理', 20.5], ['张华', '助理', 3], titles, ['钱多', '助理', 8]]; // prettier-ignore
    const bytes = await buildSheet([['名单', '单位：亿元'], titles, ...(rows as GivenCell[][])]);
    const { table } = await proposeTable(bytes, 'a.xlsx', { today: '2026-11-28' });
    const { report } = await readTableHere({ bytes, filename: 'a.xlsx', sheet: '' }, table, 'x');
    expect([report.problems, report.questions.map(({ words }) => words)]).toEqual([
      [],
      ['第 6 行“姓名”：这一行重复了标题行，不是一条数据。'],
    ]);
    expect(reportView(report, table.columns).remarks).toEqual([
      '文件写着“单位：亿元”，而标题“规模（万元）”写着万元，按标题读取，请核对',
    ]);
  });

  test('[VA7] is told where the last one adds up all others, whatever it is called', async () => {
    const reason = 'C6 等于上面各行之和，这一行像是合计，不是一条数据';
    expect(await notesOf(['ALL', '全公司', 32, 923.75])).toEqual([reason]);
    expect(await notesOf([null, null, 32, '923.75万元'])).toEqual([reason]);
    expect(await notesOf(['ALL', '全公司', 32, 924])).toEqual([]);
    expect(await notesOf(['ALL', '全公司', 32, 923.75], ['注：含外派', null, null, null])).toEqual([
      'A7 这一行像是合计或附注，不是一条数据',
      reason,
    ]);
  });
});

test('[VA7] rows of the table are none of these', async () => {
  expect(
    await notesOf(
      ['B006', '小计', 1, 1],
      ['B007', '汇总服务部', 2, 1],
      ['B008', '平均', 3, 2],
      ['备注公司', '备注', 5, 8],
      ['B010', '完', 8, 13],
    ),
  ).toEqual([]);
  // a row of one cell among others, a code alone, and a table that is thinly filled
  expect(await notesOf(['成都营业部', null, null, null], ['B006', '成都营业部', 1, 1])).toEqual(['B6 不能为空']);
  // small whole numbers add up by chance
  const bytes = await buildSheet([
    TITLES,
    ['B1', '甲', 1, null],
    ['B2', '乙', 1, null],
    ['B3', '丙', 2, null],
    ['B4', '丁', 4, null],
  ]);
  const { report } = await readImport({ definition, bytes, filename: 'a.xlsx' });
  expect([report.badRows, report.rowsRead]).toEqual([0, 4]);
});

test('[VA7][EY9] a last row adds up the rows above it with those that a person has left out, or without them', () => {
  const row = (number: number) => ({
    number: 2,
    hidden: false,
    cells: [{ kind: 'number' as const, text: `${number}` }],
  });
  const sums = new ColumnSums([0]);
  for (const number of [12_000, 300, 45]) sums.see(row(number));
  sums.see(row(50_000), true);
  expect([12_345, 62_345, 50_000].map((number) => sums.sumIn(row(number), true))).toEqual([0, 0, null]);
});

test('[VA7][EY4] a total of formulas that were never calculated is one, and a word beside a formula does not stand alone', async () => {
  expect(await notesOf(['合计', null, { formula: 'SUM(C2:C5)' }, { formula: 'SUM(D2:D5)' }])).toEqual([
    'A6 这一行像是合计或附注，不是一条数据',
  ]);
  const beside = await notesOf(['以上空间', null, { formula: 'C5' }, null]);
  expect(beside).toEqual(expect.arrayContaining(['C6 公式没有计算结果']));
});

test('[VA7][EY5] a unit below the rows is read and no note, a note that says one is both', async () => {
  const bytes = await buildSheet([
    TITLES,
    ...ROWS,
    ['单位：万元', null, null, null],
    ['注：人数含外派，规模的单位：万元', null, null, null],
  ]);
  const { report, rows } = await readImport({ definition, bytes, filename: 'a.xlsx' });
  expect([rows.length, report.badRows, report.mendable.notes]).toEqual([4, 0, 0]);
  expect(report.remarks).toContain('第 6 行“单位：万元”写的是单位，不作为数据');
  const { table } = await proposeTable(bytes, 'a.xlsx', { today: '2026-11-28' });
  expect([columnsOf(table)[3]!.unit, table.notesBelow]).toEqual(['万元', '注：人数含外派，规模的单位：万元']);
});

test('[VA7] all of them are left out in one act, and a note becomes the note below the table', async () => {
  const bytes = await buildSheet([
    TITLES,
    ...ROWS,
    ['合计', null, 32, 923.75],
    ['平均', null, 8, 230.94],
    ['注：人数含外派', null, null, null],
    ['制表：甲', null, null, null],
  ]);
  const { report, rows } = await readImport({ definition, bytes, filename: 'a.xlsx', mends: { leaveNotes: true } });
  expect(rows).toHaveLength(4);
  expect(report).toMatchObject({ badRows: 0, publishable: true });
  expect(report.remarks).toContain(
    '按您的要求不导入 4 行合计或附注：第 6 行“合计”、第 7 行“平均”、第 8 行“注：人数含外派”、第 9 行“制表：甲”',
  );
  const { table } = await proposeTable(bytes, 'a.xlsx', { today: '2026-11-28' });
  expect(table.notesBelow).toBe('注：人数含外派');
  expect(pageOf('branches-page', '0001', 'branches', table).blocks.at(-2)).toMatchObject({
    place: 'bottom',
    widget: 'rich-note',
    props: { paragraphs: ['注：人数含外派'] },
  });
});

describe('a row that is data nevertheless', () => {
  const NOTE = '注：人数含外派';
  const bytes = () =>
    buildSheet([
      TITLES,
      ...ROWS,
      ['合计', '汇总服务部', 3, 8],
      ['附注', '附注咨询', 5, 13],
      [NOTE, '第二部', 1, 2],
      [NOTE],
    ]);

  test('[VA7] is read as data once somebody has said so, the others stay told, and each is named', async () => {
    const read = async (answers: Record<string, string>, leaveNotes = false) => {
      const mends = { answers, leaveNotes };
      const { report, rows, lines } = await readImport({ definition, bytes: await bytes(), filename: 'a.xlsx', mends });
      const { questions, mendable, remarks, rowsRead, badRows, publishable } = report;
      return { questions, notes: mendable.notes, remarks, rowsRead, badRows, publishable, lines, last: rows.at(-1) };
    };
    const first = await read({});
    expect([first.notes, first.lines]).toEqual([2, [2, 3, 4, 5, 7, 8]]);
    expect(first.questions).toEqual([
      { key: 'noRow:6', words: '第 6 行“合计”：这一行像是合计或附注，不是一条数据。', choices: [{ answer: 'keep', words: '这是数据' }] },
      { key: 'noRow:9', words: `第 9 行“${NOTE}”：这一行像是合计或附注，不是一条数据。`, choices: [{ answer: 'keep', words: '这是数据' }] },
      { key: 'noRow', words: '以上 2 行：', choices: [{ answer: 'keep', words: '都是数据' }] },
    ]); // prettier-ignore
    const answered = await read({ 'noRow:6': 'keep' }, true);
    expect(answered).toMatchObject({ questions: [], notes: 0, rowsRead: 8, badRows: 0, publishable: true });
    expect(answered.lines).toEqual([2, 3, 4, 5, 6, 7, 8]);
    expect(answered.remarks.slice(-2)).toEqual([
      `按您的要求不导入 1 行合计或附注：第 9 行“${NOTE}”`,
      '按您的回答，这 1 行是数据，照样导入：第 6 行“合计”',
    ]);
    const alone = await read({ 'noRow:9': 'keep' });
    expect(alone.remarks.at(-1)).toBe(`按您的回答，这 1 行是数据，照样导入：第 9 行“${NOTE}”`);
    // a row that is data has to be complete, as any other
    expect(await read({ noRow: 'keep' })).toMatchObject({ notes: 0, rowsRead: 8, badRows: 1, publishable: false });
  });

  test('[VA7] may add up all others', async () => {
    const sheet = await buildSheet([TITLES, ...ROWS, ['ALL', '全公司', 32, 923.75]]);
    const input = { definition, bytes: sheet, filename: 'a.xlsx' };
    const { report } = await readImport(input);
    expect(report.questions.map(({ key, words }) => [key, words])).toEqual([
      ['noRow:6', '第 6 行“32”：等于上面各行之和，这一行像是合计，不是一条数据。'],
    ]);
    const { rows } = await readImport({ ...input, mends: { answers: { 'noRow:6': 'keep' } } });
    expect(rows.at(-1)).toMatchObject({ code: 'ALL', count: 32 });
    const proposed = await proposeTable(sheet, 'a.xlsx', { today: '2026-11-28', answers: { 'noRow:6': 'keep' } });
    expect(proposed.rows).toBe(5);
  });

  test('[VA7] is among the rows of a new table, and in no note below it', async () => {
    const sheet = await bytes();
    const propose = (answers: Record<string, string>) =>
      proposeTable(sheet, 'a.xlsx', { today: '2026-11-28', answers: answersOfDataRows(dataRowsOf(answers)) });
    const before = await propose({ 'percent:rate': 'keep', 'noRow:2': 'other' });
    expect([before.rows, before.table.notesBelow]).toEqual([6, NOTE]);
    const after = await propose({ 'noRow:9': 'keep', 'noRow:6': 'keep' });
    expect([after.rows, after.table.notesBelow ?? '']).toEqual([8, '']);
    expect(await propose({ noRow: 'keep' })).toMatchObject({ rows: 8 });
    const input = { bytes: sheet, filename: 'a.xlsx', sheet: '', answers: { 'noRow:6': 'keep' }, leaveNotes: true };
    const { report, rows } = await readTableHere(input, before.table, 'x');
    expect([rows.length, report.badRows]).toEqual([7, 0]);
  });

  test('[VA7] of many rows twenty are asked about by name, and all together', async () => {
    const many = Array.from({ length: 25 }, (_, at): GivenCell[] => ['合计', null, at, at]);
    const { report } = await readImport({
      definition,
      bytes: await buildSheet([TITLES, ...ROWS, ...many]),
      filename: 'a.xlsx',
    });
    expect(report.questions).toHaveLength(21);
    expect(report.questions.at(-1)).toMatchObject({ key: 'noRow', words: '以上等 25 行：' });
  });
});

describe('a row that is none, in a list keyed by its name', () => {
  const named: RegisterDefinition = {
    ...definition,
    key: ['name'],
    fields: {
      name: { title: '营业部名称', type: 'text', required: true },
      count: { title: '人数', type: 'integer' },
      sum: { title: '规模', type: 'money', unit: '万元' },
    },
    columns: ['name', 'count', 'sum'],
    order: ['name'],
  };
  const titles = ['营业部名称', '人数', '规模（万元）'];
  const branches = ROWS.map(([, ...rest]) => rest);
  /** Lines that the import tells; the wizard leaves out as many. */
  async function notesIn(rows: GivenCell[][], leaveNotes = false): Promise<string[]> {
    const bytes = await buildSheet([titles, ...rows]);
    const { report, rows: read } = await readImport({
      definition: named,
      bytes,
      filename: 'a.xlsx',
      mends: { leaveNotes },
    });
    const proposed = await proposeTable(bytes, 'a.xlsx', { today: '2026-11-28' });
    expect(proposed.rows).toBe(read.length);
    return report.errors.flatMap(({ cells }) => cells.map(({ cell, reason }) => `${cell} ${reason}`));
  }

  test.each([
    '合计：', '（合计）', '【合计】', '合计(人)', '公司合计', '总合计', '求和', '华东区小计', '上海 小计', '本月合计', '本年累计', '合计金额', '合计5家', '共5家',
    '共计：5家', 'Total 合计', '合计/Total', 'TOTAL:', '合计（华东）', '总 合 计', '小计（3家）', '— 合计 —', '上海 汇总', 'Somme', 'Totaal', 'Razem', '합계', '総計',
    '以上共计5家', 'Total (CNY)', '合计人次', '小 计(华东)', '总计、', '占全公司比例', '占比（%）', '平均（人）', '平均/Average', '标准偏差',
    'Всего', 'Összesen', 'Toplam', '承前页', '期末余额', '(空白)', '其中：A类', '其中A类', '全公司',
    '平均', '平均值', '平均：', '均值', '标准差', '人均', '占比', '占总数比例', '同比', '中位数', '最大值', 'Average', 'Overall',
  ])('[VA7] is told though it has all that a row needs: %s', async (word) => {
    for (const rows of [
      [...branches, [word, 40, 990.1]],
      [...branches.slice(0, 2), [word, 40, 990.1], ...branches.slice(2)],
    ])
      expect(await notesIn(rows)).toEqual([expect.stringMatching(/^A[46] 这一行像是.*不是一条数据$/)]);
  }); // prettier-ignore

  test.each([
    '平均收益优选1号', '汇总科技', '汇总（上海）科技有限公司', '合计路营业部', '总计路（中山）营业部', '其中堂营业部', '共和新路营业部', '计量基金', '全部落地1号', 'Total Return Fund',
    'Sumitomo', 'Maxwell', '中位数据科技', '上海会计', '统计', '其他', '人均宝1号', '均值回归1号', '最高', '平均-稳健', '占比1号', 'Average Joe Fund', '统计(上海)', '2025年度投诉情况汇总', '期末余额宝',
  ])('[VA7] is a row by its name: %s', async (word) => {
    expect(await notesIn([[word, 40, 990.1], ...branches])).toEqual([]);
    expect(await notesIn([...branches, [word, 40, 990.1]])).toEqual([]);
  }); // prettier-ignore

  test('[VA7] items of a statement are data, sums among them', async () => {
    const rows = [['货币资金', 10, 1], ['资产总计', 20, 2], ['人均', 3, 3], ['最大值', 4, 5]]; // prettier-ignore
    const bytes = await buildSheet([['项目', '人数', '规模（万元）'], ...rows]);
    expect((await proposeTable(bytes, 'a.xlsx', { today: '2026-11-28' })).rows).toBe(4);
  });

  test('[VA7] adds up all others as the first, or as the last above a part of it', async () => {
    const sum = ['大区', 32, 923.75];
    const first = 'B2 等于下面各行之和，这一行像是合计，不是一条数据';
    expect(await notesIn([sum, ...branches])).toEqual([first]);
    expect(await notesIn([sum, ...branches], true)).toEqual([]);
    expect(await notesIn([...branches, sum, ['其中：北方', 7, 20]])).toEqual([
      'A7 这一行像是合计或附注，不是一条数据',
      'B6 等于上面各行之和，这一行像是合计，不是一条数据',
    ]);
    expect(await notesIn([['大区', 32, 924], ...branches])).toEqual([]);
    // other faults of a row that is none are not reported
    expect(await notesIn([['大区', 32, '923.75万元'], ...branches])).toEqual([first]);
  });

  test.each([
    '更新日期2026-11-20', '续下页', '说明', '数据截止2026-11-20', '1、本表数据截至11月', '①含外派', '附：口径说明', '第一页', '2026-11-20', 'as of last month',
  ])('[VA7] is told alone below three columns, and is a note in the proposal: %s', async (word) => {
    expect(await notesIn([...branches, [word, null, null]])).toEqual([
      expect.stringMatching(/^A6 .*不是一条数据$/),
    ]);
  }); // prettier-ignore

  test('[VA7][EY5] a line of units below the titles is no row, its word in front neither', async () => {
    const bytes = await buildSheet([
      ['产品名称', '规模', '占比'],
      ['单位', '万元', '%'],
      ['甲', 10.5, 20.5],
      ['乙', 11.5, 79.5],
      ['丙', 1, 2],
    ]);
    const { rows, table } = await proposeTable(bytes, 'a.xlsx', { today: '2026-11-28' });
    expect([rows, ...columnsOf(table).map(({ type, unit }) => `${type} ${unit}`)]).toEqual([
      3,
      'text ',
      'money 万元',
      'percent ',
    ]);
  });
});
