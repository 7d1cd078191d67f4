import { describe, expect, it } from 'vitest';
import type { FieldDefinition, RegisterDefinition } from '#page/register-schema.ts';
import { readImport } from '#server/registers/import/read-import.ts';
import { headerUnit, statedUnits } from '#server/registers/import/unit-words.ts';
import { proposeTable } from '#server/registers/proposal/propose-table.ts';
import { readTable } from '#server/registers/proposal/read-table.ts';
import { tableProblems } from '#server/registers/proposal/table-problems.ts';
import type { FileMends } from '#wire/register-answers.ts';
import { buildSheet, type GivenCell } from '#tests/world/sheet-files.ts';
import { readHere } from '#tests/world/sheets.ts';
import { columnsOf, withColumns } from '../world/wizard-tables.ts';

const TODAY = '2026-11-20';

describe('the words of units', () => {
  it('[EY5] are found behind a title, in brackets or behind a sign, and nowhere else', () => {
    const units = [
      ['规模（万元）', '规模', '万元'],
      ['规模/亿元', '规模', '亿元'],
      ['规模 单位：万元', '规模', '万元'],
      ['规模（单位：人民币万元）', '规模', '万元'],
      ['规模(亿)', '规模', '亿元'],
      ['费率（％）', '费率', '%'],
      ['业绩 %', '业绩', '%'],
      ['规模（截至6月末）', '规模', '截至6月末'],
      ['规模（人民币）', '规模', ''],
      ['姓名/工号', '姓名/工号', ''],
      ['融资 余额', '融资 余额', ''],
      ['规模万元', '规模万元', ''],
    ];
    expect(units.map(([header]) => headerUnit(header!))).toEqual(units.map(([, title, unit]) => ({ title, unit })));
  });

  it('[EY5] are found in lines beside a table, in the words people use', () => {
    const stated: [line: string, money: string, percent: string][] = [
      ['单位：亿元', '亿元', ''],
      ['单位：万元/%', '万元', '%'],
      ['（单位：人民币千元）', '千元', ''],
      ['人民币千元', '千元', ''],
      ['币种：人民币 单位：万元', '万元', ''],
      ['除特别注明外，金额单位为人民币百万元。', '百万元', ''],
      ['以人民币万元列示', '万元', ''],
      ['代销产品（单位：万元）', '万元', ''],
      ['单位：万美元', '万美元', ''],
      ['单位：万元；比例：%', '万元', '%'],
      ['币种：人民币', '', ''],
      ['填报单位：固定收益部', '', ''],
      ['单位：某某证券股份有限公司', '', ''],
    ];
    expect(
      stated.map(([line]) => {
        const { money, percent } = statedUnits([line]);
        return [line, money, percent];
      }),
    ).toEqual(stated);
  });
});

it.each([
  ['单位：万元（人民币）', '万元', ''],
  ['（除特别注明外，金额单位均为人民币万元）', '万元', ''],
  ['單位：萬元', '万元', ''],
  ['計量單位︰千元', '千元', ''],
  ['人民币：万元', '万元', ''],
  ['单位；亿元', '亿元', ''],
  ['Unit: RMB million', '百万元', ''],
  ['(RMB in thousands)', '千元', ''],
  ["RMB'000", '千元', ''],
  ['单位：港币万元', '万港币', ''],
  ['单位：万元/万股', '万元', ''],
  ['单位：家，亿元，%', '亿元', '%'],
  ['报送单位：某公司', '', ''],
  ['单位负责人：张三', '', ''],
  ['填报单位:合规部', '', ''],
  ['共 100 家', '', ''],
  ['单位：（万元）', '万元', ''],
  ['单位：人民币（万元）', '万元', ''],
  ['单位：万元（不含税）', '万元', ''],
  ['单位：10万元', '十万元', ''],
  ['单位/万元', '万元', ''],
  ['单位∶万元', '万元', ''],
  ['单位：萬圓', '万元', ''],
  ['单位:w元', '万元', ''],
  ['本表数据单位为：千元', '千元', ''],
  ['货币：人民币 亿元', '亿元', ''],
  ['金额均为万元', '万元', ''],
  ['In RMB millions', '百万元', ''],
  ['单位：“万元”', '万元', ''],
  ['(Expressed in thousands of RMB)', '千元', ''],
  ['百万人民币', '百万元', ''],
  ['金额（万元）', '万元', ''],
  ['Unit: 10,000 yuan', '万元', ''],
  ['产品规模表（亿元）', '亿元', ''],
  ['规模超过100亿元的产品', '', ''],
])('[EY5] the line “%s” states %s and %s', (line, money, percent) => {
  expect(statedUnits([line])).toMatchObject({ money, percent });
});

it.each([
  ['规模单位：亿元，费用单位：元', ['规模 亿元', '费用 元']],
  ['规模：亿元', ['规模 亿元']],
  ['单位：万元（规模为亿元）', ['规模 亿元']],
])('[EY5] the line “%s” states the units of single columns: %j', (line, named) => {
  expect(statedUnits([line]).named.map(({ name, unit }) => `${name} ${unit}`)).toEqual(named);
});

it.each([
  [['单位：人民币'], true],
  [['单位：x元'], true],
  [['Amounts in millions of US dollars'], true],
  [['单位：亿元', '单位：万元'], true],
  [['单位：亿元', '（单位：亿元）'], false],
  [['币种：人民币'], false],
  [['填报单位：某某公司'], false],
  [['单位：某某证券股份有限公司'], false],
  [['规模超过100亿元的产品'], false],
])('[EY5] of the lines %j it is not clear what they state: %s', (lines, isUnclear) => {
  expect(statedUnits(lines).unclear !== '').toBe(isUnclear);
});

it.each([
  ['规模（萬元）', '规模', '万元'],
  ['规模（万元）*', '规模', '万元'],
  ['规模（万元）①', '规模', '万元'],
  ['规模（亿元）注1', '规模', '亿元'],
  ['规模（万元，含税）', '规模', '万元'],
  ['规模（截至6月末，亿元）', '规模', '亿元'],
  ['占比%', '占比', '%'],
  ['收益率(%)(年化)', '收益率(%)(年化)', '%'],
  ['规模（元，万元）', '规模', '元,万元'],
  ['每万元收益', '每万元收益', ''],
  ['规模（美元）', '规模', '美元'],
  ['金额美元', '金额美元', ''],
])('[EY5] the title “%s” is %s in %s', (header, title, unit) => {
  expect(headerUnit(header)).toEqual({ title, unit });
});

/** Result of an import into a register with these fields besides a key. */
async function imported(
  fields: Record<string, FieldDefinition>,
  rows: readonly (readonly GivenCell[])[],
  mends: FileMends = {},
) {
  const definition: RegisterDefinition = {
    schemaVersion: 1,
    register: 'values',
    title: '数值',
    endpoints: [],
    key: ['no'],
    fields: { no: { title: '序号', type: 'integer' }, ...fields },
    columns: ['no', ...Object.keys(fields)],
    filters: [],
    order: ['no'],
  };
  const bytes = await buildSheet(rows);
  const { report, rows: read } = await readImport({ definition, bytes, filename: 'a.xlsx', mends, read: readHere });
  return { ...report, rows: read };
}

const size: FieldDefinition = { title: '规模', type: 'money', unit: '万元', scale: 2 };
const rate: FieldDefinition = { title: '折算率', type: 'percent', scale: 2 };

describe('an import', () => {
  it('[EY5] reads the unit above the titles, below them and below the rows, converts and tells', async () => {
    const note = { what: '按表格旁写明的单位由亿元换算成万元', count: 1 };
    const above = await imported({ size }, [['清单'], ['单位：亿元'], ['序号', '规模'], [1, 1.5]]);
    expect([above.rows[0]!.size, above.repairs, above.publishable]).toMatchObject(['15000.00', [note], true]);
    expect(above.remarks).toContain('按“单位：亿元”读取没有写单位的列');
    const against = await imported({ size }, [['单位：亿元'], ['序号', '规模（万元）'], [1, 1.5]]);
    expect([against.rows[0]!.size, against.remarks]).toEqual([
      '1.50',
      expect.arrayContaining(['文件写着“单位：亿元”，而标题“规模（万元）”写着万元，按标题读取，请核对']),
    ]);
    const below = await imported({ size }, [
      ['序号', '规模'],
      [null, '亿元'],
      [1, 1.5],
    ]);
    expect([below.rows.length, below.rows[0]!.size, below.repairs]).toMatchObject([1, '15000.00', [note]]);
    const alone = await imported({ size }, [['序号', '规模'], ['单位：亿元'], [1, 1.5]]);
    expect(alone.rows.map((row) => row.size)).toEqual(['15000.00']);
    const foot = await imported({ size }, [['序号', '规模'], [1, 1.5], ['单位：亿元']]);
    expect(foot.publishable).toBe(false);
    expect(foot.problems).toMatchObject([{ reason: '表格下方写着单位亿元，而“规模”在登记表中以万元计' }]);
    const same = await imported({ size }, [['序号', '规模'], [1, 1.5], ['单位：万元']]);
    expect([same.publishable, same.badRows, same.rows.length, same.mendable.notes]).toEqual([true, 0, 1, 0]);
    expect(same.remarks).toContain('第 3 行“单位：万元”写的是单位，不作为数据');
    const rows = (line: string): GivenCell[][] => [['序号', '规模', '折算率'], [1, 1.5, 0.5], [line]];
    const both = await imported({ size, rate }, rows('金额单位：万元，费率单位：%'));
    expect([both.questions, both.publishable, both.rows[0]!.rate]).toEqual([[], true, '0.50']);
    const perMille = await imported({ size, rate }, rows('金额单位：万元，费率单位：‰'));
    expect(perMille.problems.map(({ reason }) => reason)).toContain(
      '表格下方写着单位‰，而“折算率”在登记表中以百分数计',
    );
    const dollars = await imported({ size }, [['单位：万美元'], ['序号', '规模'], [1, 1.5]]);
    expect(dollars.errors[0]!.cells[0]!.reason).toBe('表格旁写明的单位“万美元”不是本列的单位');
  });

  it('[EY5] tells where the file says no unit of money, and takes that of a title before that of a line', async () => {
    const none = await imported({ size }, [
      ['序号', '规模'],
      [1, 1.5],
    ]);
    expect(none.remarks).toContain('文件没有写明“规模”的单位，按登记表的单位万元读取，请核对');
    const own = await imported({ size }, [['单位：亿元'], ['序号', '规模/元'], [1, 15_000]]);
    expect([own.rows[0]!.size, own.remarks.join()]).toEqual(['1.50', expect.not.stringContaining('没有写明')]);
  });

  it('[EY5] gives each column the unit that its line says, and asks by which unit it counts where nobody can tell', async () => {
    const cost: FieldDefinition = { title: '费用', type: 'money', unit: '元', scale: 2 };
    const rows = (line: string): GivenCell[][] => [[line], ['序号', '规模', '费用'], [1, 1.5, 200]];
    const named = await imported({ size, cost }, rows('规模单位：亿元，费用单位：元'));
    expect([named.rows[0], named.publishable]).toMatchObject([{ size: '15000.00', cost: '200.00' }, true]);
    const open = await imported({ size, cost }, rows('单位：某元'));
    expect([open.publishable, open.problems.length]).toEqual([false, 2]);
    expect(open.problems[0]!.reason).toBe('文件写着“单位：某元”，看不出“规模”的单位');
    expect(open.questions).toMatchObject([{ key: 'unit:size' }, { key: 'unit:cost' }]);
    expect(open.remarks.join()).not.toContain('没有写明');
    const answers = { 'unit:size': '亿元', 'unit:cost': '元' };
    const closed = await imported({ size, cost }, rows('单位：某元'), { answers });
    expect([closed.rows[0], closed.publishable, closed.questions]).toMatchObject([{ size: '15000.00' }, true, []]);
    const part = await imported({ size, cost }, rows('费用单位：千元'));
    expect([part.rows[0]!.cost, part.questions]).toMatchObject(['200000.00', [{ key: 'unit:size' }]]);
  });

  it('[EY6] asks whether 0.61 is 61% or 0.61%, and reads by the answer', async () => {
    const rows = [
      ['序号', '折算率'],
      [1, 0],
      [2, 0.61],
      [3, 1],
    ];
    const open = await imported({ rate }, rows);
    expect(open.publishable).toBe(false);
    expect(open.problems[0]!.reason).toBe('2 格没有百分号，标题也没有写单位：0.61 是 61% 还是 0.61%？');
    expect(open.questions).toMatchObject([{ key: 'percent:rate', choices: [{ words: '61%' }, { words: '0.61%' }] }]);
    const values = async (answer: string) => {
      const {
        rows: read,
        publishable,
        questions,
      } = await imported({ rate }, rows, { answers: { 'percent:rate': answer } });
      expect([publishable, questions]).toEqual([true, []]);
      return read.map((row) => row.rate);
    };
    expect(await values('fraction')).toEqual(['0.00', '61.00', '100.00']);
    expect(await values('percent')).toEqual(['0.00', '0.61', '1.00']);
  });

  it('[EY6] asks nothing where signs of like numbers, the title, a line, a larger number or the register says it', async () => {
    const good = async (header: string, cells: GivenCell[], field = rate, line: string[] = []) =>
      (
        await imported({ rate: field }, [
          ...(line.length > 0 ? [line] : []),
          ['序号', header],
          ...cells.map((cell, at) => [at + 1, cell]),
        ])
      ).publishable;
    expect(await good('折算率（%）', [0.61])).toBe(true);
    expect(await good('折算率', ['0.61%', 0.5])).toBe(true);
    expect(await good('折算率', [{ percent: 0.61 }])).toBe(true);
    expect(await good('折算率', [0.61, 65])).toBe(true);
    expect(await good('折算率', [0, 0])).toBe(true);
    expect(await good('折算率', [0.61], { ...rate, fraction: true })).toBe(true);
    expect(await good('折算率', [0.61], rate, ['单位：%'])).toBe(true);
    expect(await good('折算率', ['0.61'])).toBe(false);
    expect(await good('折算率', [0.5, 0.8, 1, 1.2])).toBe(false);
    expect(await good('折算率', [0.5, 3.5])).toBe(true);
    expect(await good('折算率', [{ percent: 0.61 }, 0.5, { percent: 0.3 }])).toBe(false);
    expect(await good('折算率', ['61%', 0.5, '30%'])).toBe(false);
    expect(await good('折算率', ['6.1‰', 0.5])).toBe(true);
    expect(await good('折算率', ['61%', 50])).toBe(true);
  });
});

it.each<[FieldDefinition, string, (number | null | string)[]]>([
  [{ title: '期限（月）', type: 'integer' }, '0"年"', [null, '单元格显示为“5年”：单位“年”不是本列的单位']],
  [{ title: '期限（月）', type: 'integer' }, '0"个月"', [5]],
  [{ title: '办理时限（天）', type: 'integer' }, '0"个工作日"', [null, '单元格显示为“5个工作日”：单位“个工作日”不是本列的单位']],
  [{ title: '份额', type: 'decimal', scale: 0 }, '0"份"', ['5']],
  [{ title: '份额', type: 'decimal', scale: 0 }, '0"手"', [null, '单元格显示为“5手”：单位“手”不是本列的单位']],
  [{ title: '份额（份）', type: 'decimal', scale: 0 }, '0"万份"', ['50000', '由万份换算成份']],
  ...['人以上', '+', '余人', '倍', '元', '分'].map((word): [FieldDefinition, string, (null | string)[]] => [
    { title: '人数', type: 'integer' },
    `0"${word}"`,
    [null, `单元格显示为“5${word}”：单位“${word}”不是本列的单位`],
  ]),
  [{ title: '人数', type: 'integer' }, '0"名"', [5]],
  [{ title: '涨跌', type: 'integer' }, '+0;-0', [5]],
])('[EY5] 5 in the column %j, shown by the format %s, is %j', async (field, format, [value, ...note]) => {
  const { rows, errors, repairs } = await imported({ value: field }, [
    ['序号', field.title],
    [1, { number: 5, format }],
  ]);
  const words = [...errors.map(({ cells }) => cells[0]!.reason), ...repairs.map(({ what }) => what)];
  expect([rows[0]!.value, ...words]).toEqual([value, ...note]);
}); // prettier-ignore

it.each<[FieldDefinition, string, number, string | number | null, string]>([
  [{ title: '规模', type: 'money', unit: '万元', scale: 2 }, '规模（以亿元计）', 1.5, '15000.00', '按标题的单位由亿元换算成万元'],
  [{ title: '规模', type: 'money', unit: '万元', scale: 2 }, '规模（亿元/份）', 1.5, null, '标题的单位“亿元/份”不是本列的单位'],
  [{ title: '份额（万份）', type: 'decimal', scale: 2 }, '份额（份）', 15_000, '1.50', '按标题的单位由份换算成万份'],
  [{ title: '份额（万份）', type: 'decimal', scale: 2 }, '份额(手)', 15_000, null, '标题的单位“手”不是本列的单位'],
  [{ title: '期限（月）', type: 'integer' }, '期限（年）', 12, null, '标题的单位“年”不是本列的单位'],
  [{ title: '期限（月）', type: 'integer' }, '期限（个月）', 12, 12, ''],
  [{ title: '期限（月）', type: 'integer' }, '期限（截至6月末）', 12, 12, ''],
  [{ title: '人数（人）', type: 'integer' }, '人数（户）', 12, null, '标题的单位“户”不是本列的单位'],
  [{ title: '收益率', type: 'percent', scale: 2 }, '收益率（倍）', 1.2, null, '标题的单位“倍”不是本列的单位'],
  [{ title: '收益率', type: 'percent', scale: 2 }, '收益率（小数）', 1.2, null, '标题的单位“小数”不是本列的单位'],
  [{ title: '收益率', type: 'percent', scale: 2 }, '收益率（年化）', 1.2, '1.20', ''],
])('[EY5] the column %j from the title %s and %d is %j', async (field, header, number, value, note) => {
  const { rows, errors, repairs } = await imported({ value: field }, [['序号', header], [1, number]]);
  const words = [...errors.map(({ cells }) => cells[0]!.reason), ...repairs.map(({ what }) => what)];
  expect([rows[0]!.value, words.join()]).toEqual([value, note]);
}); // prettier-ignore

it.each<[line: string, titles: string[], cells: GivenCell[], values: (string | number)[] | string]>([
  ['单位：万份', ['份额（份）'], [1.5], ['15000']],
  ['单位：万份、户', ['份额（份）', '持有人户数'], [1.5, 12], ['15000', 12]],
  ['单位：亿元、亿股', ['总股本（万股）', '人数'], [2.5, 12], ['25000', 12]],
  ['份额单位：万份', ['份额（份）', '人数'], [1.5, 12], ['15000', 12]],
  ['单位：人次', ['参加人次', '场次'], [120, 2], [120, 2]],
  ['单位：户', ['份额（份）', '人数'], [2, 12], ['2', 12]],
  ['单位：万份', ['份额', '人数'], [1.5, 12], '表格旁写明的单位“万份”不是本列的单位'],
  ['单位：年', ['期限（月）', '人数'], [1, 12], '文件写着“单位：年”，看不出年是哪一列的单位'],
  ['单位：万吨', ['份额（份）', '人数'], [2, 12], '文件写着“单位：万吨”，看不出万吨是哪一列的单位'],
  ['共 100 家', ['份额（份）', '家数'], [1, 12], ['1', 12]],
])('[EY5] the line “%s” above %j is that of what they count', async (line, titles, cells, values) => {
  const fields = Object.fromEntries(
    titles.map((title, at): [string, FieldDefinition] => [
      `f${at}`,
      /数|次/.test(title) ? { title, type: 'integer' } : { title, type: 'decimal', scale: 0 },
    ]),
  );
  const bare = titles.map((title) => title.replace(/（.*/, ''));
  const { rows, errors, problems } = await imported(fields, [[line], ['序号', ...bare], [1, ...cells]]);
  const reasons = [
    ...errors.flatMap((one) => one.cells.map(({ reason }) => reason)),
    ...problems.map(({ reason }) => reason),
  ];
  if (typeof values === 'string') expect(reasons).toEqual([values]);
  else expect([reasons, Object.values(rows[0]!).slice(1)]).toEqual([[], values]);
});

it('[EY5] a line below a table that says another unit of what a column counts refuses the file', async () => {
  const shares: FieldDefinition = { title: '份额（份）', type: 'decimal', scale: 0 };
  const { problems } = await imported({ shares }, [['序号', '份额'], [1, 2], ['单位：万份']]);
  expect(problems).toMatchObject([{ reason: '表格下方写着单位万份，而“份额（份）”在登记表中以份计' }]);
  const same = await imported({ shares }, [['序号', '份额'], [1, 2], ['单位：份']]);
  expect([same.problems, same.rows.length]).toEqual([[], 1]);
});

describe('the wizard', () => {
  const named = (cells: (at: number) => GivenCell[]): GivenCell[][] =>
    Array.from({ length: 8 }, (_, at) => [`产品${at}`, ...cells(at)]);
  const found = async (rows: GivenCell[][]) => {
    const bytes = await buildSheet(rows);
    const open = () => readHere(bytes);
    const { table, columnReasons } = await proposeTable(bytes, '清单.xlsx', { today: TODAY, open });
    const column = (header: string) => columnsOf(table).find((one) => one.header === header)!;
    const answered = (header: string, changed: object) => withColumns(table, (one) => one.header === header, changed);
    const check = (of = table) => readTable({ bytes, filename: '清单.xlsx', sheet: '', open }, of, 'register');
    return { table, columnReasons, column, answered, check };
  };

  it('[EY5] proposes the unit that the file says, wherever it stands', async () => {
    const units = async (rows: GivenCell[][], header = '规模') => (await found(rows)).column(header).unit;
    expect(await units([['单位：亿元'], ['产品名称', '规模'], ...named((at) => [at + 1.5])])).toBe('亿元');
    expect(await units([['产品名称', '规模'], ['', '千元'], ...named((at) => [at + 1.5])])).toBe('千元');
    expect(await units([['产品名称', '规模'], ...named((at) => [at + 1.5]), ['单位：万元']])).toBe('万元');
    expect(await units([['产品名称', '规模'], ...named((at) => [`${at + 1.5}亿元`])])).toBe('亿元');
    expect(await units([['产品名称', '规模'], ...named((at) => [{ number: at + 1, format: '0.00"万元"' }])])).toBe(
      '万元',
    );
    expect(await units([['产品名称', '规模/元'], ...named((at) => [at + 1.5])], '规模/元')).toBe('元');
    const { column, check } = await found([
      ['单位：亿元/%'],
      ['产品名称', '规模', '年化'],
      ...named((at) => [at + 1.5, 3.5]),
    ]);
    expect(column('年化')).toMatchObject({ type: 'percent' });
    expect((await check()).report).toMatchObject({ publishable: true, rowsRead: 8 });
  });

  it('[EY5] takes several units in one column for texts, and puts the one that all numbers show in the title', async () => {
    const shown = (format: string) => (at: number) => [{ number: at + 1, format }];
    const one = await found([['产品名称', '期限'], ...named(shown('0"年"'))]);
    expect(one.column('期限')).toMatchObject({ type: 'integer', title: '期限（年）' });
    expect((await one.check()).report.publishable).toBe(true);
    const people = await found([['产品名称', '人数'], ...named(shown('0"人"'))]);
    expect(people.column('人数')).toMatchObject({ type: 'integer', title: '人数' });
    const mixed = await found([
      ['产品名称', '期限'],
      ...named((at) => [{ number: at + 1, format: ['0"年"', '0"个月"'][at % 2]! }]),
    ]);
    expect(mixed.column('期限').type).toBe('text');
    expect((await mixed.check()).rows[1]![mixed.column('期限').name]).toBe('2个月');
  });

  it('[EY5] puts the unit of a line into the title of the column that counts by it', async () => {
    const titles = async (line: string, ...headers: string[]) => {
      const { table, check } = await found([
        [line],
        ['产品名称', ...headers],
        ...named((at) => headers.map(() => at + 2)),
      ]);
      const { report } = await check();
      return [
        ...columnsOf(table)
          .slice(1)
          .map(({ title }) => title),
        report.publishable,
      ];
    };
    expect(await titles('单位：万份、户', '份额', '持有人户数')).toEqual(['份额（万份）', '持有人户数', true]);
    const below = await found([['产品名称', '份额'], ['', '（万份）'], ...named((at) => [at + 2])]);
    expect([below.column('份额').title, (await below.check()).report.publishable]).toEqual(['份额（万份）', true]);
    expect(await titles('单位：天', '期限')).toEqual(['期限（天）', true]);
    expect(await titles('期限单位：月', '期限', '得分')).toEqual(['期限（月）', '得分', true]);
    expect(await titles('（亿股、亿元）', '总股本', '得分')).toEqual(['总股本（亿股）', '得分', true]);
    expect(await titles('单位：万吨', '楼层', '得分')).toEqual(['楼层', '得分', false]);
  });

  it('[EY11] keeps years and months without marks of thousands, and the zeros of securities that a CSV file lost', async () => {
    const years = await found([
      ['产品名称', '成立年份', '统计月份', '年限'],
      ...named((at) => [2018 + at, 202_601 + at, at + 1]),
    ]);
    expect(
      columnsOf(years.table)
        .slice(1)
        .map(({ type }) => type),
    ).toEqual(['text', 'text', 'integer']);
    expect(Object.values((await years.check()).rows[0]!).slice(1)).toEqual(['2018', '202601', 1]);
    const bytes = Buffer.from('证券代码,证券简称\n1,甲\n2,乙\n600000,丙\n');
    const open = () => readHere(bytes, 'a.csv');
    const { table } = await proposeTable(bytes, 'a.csv', { today: TODAY, open });
    const { rows, report } = await readTable({ bytes, filename: 'a.csv', sheet: '', open }, table, 'register');
    expect([rows[0]!.secuCode, report.repairs[0]!.what]).toEqual(['000001', '补回前导零']);
  });

  it('[EY5] takes no amount for 元 that the file says no unit of: that is a problem until somebody has chosen', async () => {
    const { table, column, answered, columnReasons } = await found([
      ['产品名称', '规模'],
      ...named((at) => [at + 1.5]),
    ]);
    expect(column('规模')).toMatchObject({ type: 'money', unit: '' });
    expect(columnReasons[1]!.join()).toContain('文件没有写明单位');
    expect(tableProblems(table, TODAY)).toMatchObject([{ place: 1, field: 'unit' }]);
    expect(tableProblems(answered('规模', { unit: '万元' }), TODAY)).toEqual([]);
  });

  it.each([0, 1])(
    '[EY5] asks for the unit of every amount, rate and share, whole numbers too (%i digits)',
    async (digits) => {
      const titles = {
        money: '手续费 管理费 最低保证金 罚款 面值 单价 注册资金 违约金 授信额度 年薪 收益 业绩报酬',
        percent: '最大回撤 波动率 换手率 仓位 同比 涨幅 完成率 不良率 权重 业绩比较基准 近一年收益率 持股比例',
        integer: '得分 楼层 份额 人数 成交量 期限 年限 名额 序数 市盈率 夏普比率 万份收益 单位净值 杠杆倍数',
      };
      const all = Object.values(titles).flatMap((list) => list.split(' '));
      const { table, columnReasons } = await found([
        ['产品名称', ...all],
        ...named((at) => all.map(() => ((at % 2) + 1) / 10 ** digits)),
      ]);
      const questionsOf = (list: string) =>
        columnsOf(table)
          .filter(({ header }) => list.split(' ').includes(header))
          .filter(({ type, unit, fraction }) =>
            type === 'money' ? unit === '' : type === 'percent' && fraction === null,
          );
      expect(
        questionsOf(titles.money)
          .map(({ header }) => header)
          .join(' '),
      ).toBe(titles.money);
      expect(
        questionsOf(titles.percent)
          .map(({ header }) => header)
          .join(' '),
      ).toBe(titles.percent);
      expect(questionsOf(titles.integer)).toEqual([]);
      expect(columnReasons[1]!.join()).toContain('标题没有说明是金额还是比例，文件没有写明单位');
    },
  );

  it('[EY5] reads a fee by the line that says one unit, and asks where it says both', async () => {
    const fee = async (line: string) => {
      const { column } = await found([[line], ['产品名称', '管理费'], ...named((at) => [at + 1.5])]);
      const { type, unit, fraction } = column('管理费');
      return [type, unit, fraction];
    };
    expect(await fee('单位：万元')).toEqual(['money', '万元', undefined]);
    expect(await fee('单位：%')).toEqual(['percent', '', undefined]);
    expect(await fee('单位：万元/%')).toEqual(['money', '', undefined]);
  });

  it('[EY6] asks how plain rates count beside rates with a sign that are like them as fractions', async () => {
    const mixed = await found([
      ['产品名称', '年化收益率'],
      ...named((at) => [at % 2 === 1 ? { percent: 0.03 + at / 100 } : 0.03 + at / 100]),
    ]);
    expect(mixed.column('年化收益率')).toMatchObject({ type: 'percent', fraction: null });
    const { rows: read } = await mixed.check(mixed.answered('年化收益率', { fraction: true }));
    expect(read.slice(0, 2).map((row) => row[mixed.column('年化收益率').name])).toEqual(['0.03000000', '0.04000000']);
  });

  it('[EY6] asks once how plain rates count; the answer is in the definition, for later files, too', async () => {
    const { table, column, answered, check } = await found([
      ['产品名称', '折算率'],
      ...named((at) => [(61 - at) / 100]),
    ]);
    expect(column('折算率')).toMatchObject({ type: 'percent', fraction: null });
    expect(tableProblems(table, TODAY)).toMatchObject([{ place: 1, field: 'plain' }]);
    const asFraction = answered('折算率', { fraction: true });
    expect(tableProblems(asFraction, TODAY)).toEqual([]);
    expect(asFraction.definition.fields.converRate).toMatchObject({ fraction: true, scale: 0 });
    const read = await check(asFraction);
    expect([read.report.publishable, read.rows[0]!.converRate]).toEqual([true, '0.61000000']);
    const asPercent = await check(answered('折算率', { fraction: false }));
    expect([asPercent.report.publishable, asPercent.rows[0]!.converRate]).toEqual([true, '0.61']);
  });
});
