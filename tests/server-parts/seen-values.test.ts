import { describe, expect, it } from 'vitest';
import type { FieldDefinition, RegisterDefinition } from '#page/register-schema.ts';
import { formatCode, formatFacts, shownText } from '#server/files/number-formats.ts';
import { readImport } from '#server/registers/import/read-import.ts';
import { proposeTable } from '#server/registers/proposal/propose-table.ts';
import { readTable } from '#server/registers/proposal/read-table.ts';
import { buildXlsx } from '#tests/world/office-files.ts';
import { buildSheet, type GivenCell } from '#tests/world/sheet-files.ts';
import { readHere } from '#tests/world/sheets.ts';
import { columnsOf } from '../world/wizard-tables.ts';

const TODAY = '2026-11-20';
const coded = (code: string): string => formatCode(164, new Map([[164, code]]));
const shown = (number: number, format: string): GivenCell => ({ number, format });

/** Value, reason or repair of each cell in a column of this type. */
async function readAs(field: Omit<FieldDefinition, 'title'>, cells: readonly GivenCell[], header = '值') {
  const definition: RegisterDefinition = {
    schemaVersion: 1,
    register: 'values',
    title: '数值',
    endpoints: [],
    key: ['no'],
    fields: { no: { title: '序号', type: 'integer' }, value: { ...field, title: '值' } },
    columns: ['no', 'value'],
    filters: [],
    order: ['no'],
  };
  const bytes = await buildSheet([['序号', header], ...cells.map((cell, at) => [at + 1, cell])]);
  const { report, rows } = await readImport({ definition, bytes, filename: 'a.xlsx', read: readHere });
  const expected = [
    ...report.errors.flatMap((one) => one.cells.map(({ cell, reason }) => [cell, reason] as const)),
    ...report.repairs.flatMap(({ what, examples }) => examples.map(({ cell }) => [cell, what] as const)),
  ];
  const words = new Map(expected);
  return rows.map(({ value = null }, at) => [value, words.get(`B${at + 2}`) ?? '']);
}

/** Proposal of the wizard for a file, and what of it is wrong. */
async function proposalOf(rows: readonly (readonly GivenCell[])[]) {
  const bytes = await buildSheet(rows);
  const open = () => readHere(bytes);
  const proposal = await proposeTable(bytes, '产品.xlsx', { today: TODAY, open });
  const read = await readTable({ bytes, filename: '产品.xlsx', sheet: '', open }, proposal.table, 'register');
  const column = (title: string) => columnsOf(proposal.table).find(({ header }) => header === title)!;
  return { proposal, read, column };
}

describe('the text that a spreadsheet shows', () => {
  it('[EY3] of days of which only a part is shown are words, and no numbers', async () => {
    for (const [code, words] of [
      ['yyyy', '2026'],
      ['d"日"', '3日'],
      ['dddd', '星期六'],
    ] as const) {
      const rows = Array.from({ length: 8 }, (_, at): GivenCell[] => [`P00${at}`, shown(46_025 + at * 7, code)]);
      const { column, read } = await proposalOf([['产品代码', '成立日期'], ...rows]);
      expect([column('成立日期').type, read.report.errors, read.rows[0]!.foundedDate]).toEqual(['text', [], words]);
    }
    expect((await readAs({ type: 'integer' }, [{ date: 46_025 }]))[0]![1]).toBe('单元格是日期 2026-01-03，本列是数字');
  });

  it('[EY1] of a column that shows nothing is said to be there', async () => {
    const rows = [0, 1].map((at): GivenCell[] => [`P00${at}`, { text: '内部', format: ';;;' }]);
    const { proposal } = await proposalOf([['产品代码', '备注'], ...rows]);
    expect(proposal.columnReasons['1']).toContain('有 2 格有内容，格式却使它不显示，看不见');
  });

  it('[VA1] that a program writes for no value is none, told', async () => {
    const empty = ['NaN', 'null', 'NULL', '(null)', 'None', 'NaT', '<NA>', '\\N'];
    for (const field of [{ type: 'text' }, { type: 'decimal' }] as const)
      expect(await readAs(field, empty)).toEqual(empty.map((word) => [null, `“${word}”视为空`]));
    expect(await readAs({ type: 'text' }, ['Nan', '无', 'NULLO'])).toEqual([
      ['Nan', ''],
      ['无', ''],
      ['NULLO', ''],
    ]);
    const rows = ['1.5', 'NaN', '2.5', '3.5'].map((value, at): GivenCell[] => [`P00${at}`, value]);
    const { column } = await proposalOf([['产品代码', '净值'], ...rows]);
    expect(column('净值').type).toBe('decimal');
  });

  it('[EY1] of a number with the apostrophe that makes it a text are that number, told', async () => {
    expect(await readAs({ type: 'text' }, ["'000001", '’600000', "'甲'", "'70年代"])).toEqual([
      ['000001', '去掉开头的撇号'],
      ['600000', '去掉开头的撇号'],
      ["'甲'", ''],
      ["'70年代", ''],
    ]);
    expect(await readAs({ type: 'date' }, ['46785', "'2026-01-05"])).toEqual([
      ['2028-02-02', '日期序号换成日期'],
      ['2026-01-05', '去掉开头的撇号'],
    ]);
  });

  it('[RG6] of telephones whose zeros are lost are errors, and no integers', async () => {
    const rows = [0, 1, 2].map((at): GivenCell[] => [`${at}号营业部`, 2_155_501_000 + at]);
    const { column, read } = await proposalOf([['网点', '电话'], ...rows]);
    expect([column('电话').type, read.report.errors[0]!.cells[0]!.reason]).toEqual([
      'phone',
      '被 Excel 变成了数字，区号前的零和分隔符已丢失',
    ]);
  });

  it('[EY1] of what is calculated in binary has 15 digits, in a column of texts told', async () => {
    const sums = [0.1 + 0.2, 12.299999999999999, shown(4.35e-2 + 1e-17, '0.00'), 123456789.123456];
    const values = ['0.3', '12.3', '0.0435', '123456789.123456'];
    const expected = values.map((value) => [value, '数字存为文字']);
    expect(await readAs({ type: 'text' }, sums)).toEqual(expected);
    const patterned = await readAs({ type: 'text', pattern: '^[\\d.]+$' }, sums);
    expect(patterned).toEqual([...expected.slice(0, 3), ['123456789.123456', '']]);
  });

  it('[EY1] of numbers that a program wrote as texts is that of the numbers, told', async () => {
    const expected = '去掉计算留下的尾数，按表格显示的 15 位有效数字读取';
    const texts = ['0.30000000000000004', '约12.299999999999999元', '4.3499999999999996E-2', '-1.1100000000000001%'];
    expect(await readAs({ type: 'text' }, texts)).toEqual(
      ['0.3', '约12.3元', '0.0435', '-1.11%'].map((value) => [value, expected]),
    );
    expect(await readAs({ type: 'decimal', scale: 2 }, ['12.299999999999999'])).toEqual([['12.30', expected]]);
    const meant = ['3.1415926535897932', '123456789.12345678', 'A0.30000000000000004', '1.2.30000000000000004'];
    expect(await readAs({ type: 'text' }, meant)).toEqual(meant.map((value) => [value, '']));
    const address = 'https://a.b/0.30000000000000004';
    expect(await readAs({ type: 'url' }, [address])).toEqual([[address, '']]);
  });

  it('[EY1] is what the wizard shows and counts digits by where a program left what it calculates in binary', async () => {
    const sums = ['0.30000000000000004', '12.299999999999999', '1.1100000000000001', '2.2'];
    const rows = sums.map((sum, at): GivenCell[] => [`P000${at}`, sum, Number(sum)]);
    const { proposal, column } = await proposalOf([['产品代码', '净值', '累计净值'], ...rows]);
    expect(proposal.samples[0]!.cells).toEqual(['P0000', '0.3', '0.3']);
    expect([column('净值'), column('累计净值')]).toMatchObject([
      { type: 'decimal', scale: 2 },
      { type: 'decimal', scale: 2 },
    ]);
  });

  it('[EY1] is drawn in the spellings of WPS and of Chinese editions, too', () => {
    const texts: [code: string, value: number | string, text: string][] = [
      ['G/通用格式"元"', 30_000, '30000元'],
      ['0!.0,"万元"', 123_456, '12.3万元'],
      ['0.00;[红色]-0.00', -1.5, '-1.50'],
      ['[颜色3]0', 5, '5'],
      ['[$-F800]dddd, mmmm dd, yyyy', 46_023, '2026年1月1日'],
      ['上午/下午h"时"mm"分"', 0.6, '下午2时24分'],
      ['[$-804]aaaa', 46_023, '星期四'],
      ['_ ¥* #,##0.00_ ;_ ¥* -#,##0.00_ ;_ ¥* "-"??_ ;_ @_ ', 1234.5, '¥1,234.50'],
      ['@"先生"', '王安', '王安先生'],
      [';;;', '王安', ''],
    ];
    expect(texts.map(([code, value]) => shownText(coded(code), value))).toEqual(texts.map(([, , text]) => text));
    expect(shownText(coded('"'), 1)).toBeNull();
    expect(shownText(formatCode(14, new Map()), 44_561, true)).toBe('2026/1/1');
  });

  it('[EY3] of a date may lack its day or its year, also by the formats that a workbook does not spell', () => {
    const facts = (id: number) => formatFacts(formatCode(id, new Map()));
    expect([27, 36, 50, 57, 17].map((id) => facts(id).unshown)).toEqual(Array(5).fill('day'));
    expect([28, 51, 58, 16].map((id) => facts(id).unshown)).toEqual(Array(4).fill('year'));
    expect([14, 15, 22, 30, 31].map((id) => facts(id).unshown)).toEqual(Array(5).fill(null));
    expect([18, 21, 32, 45, 46].map((id) => facts(id).kind)).toEqual(Array(5).fill('time'));
    expect(['yyyy', 'dd', 'mm:ss', '[h]:mm', 'yyyy-mm-dd hh:mm'].map((code) => formatFacts(coded(code)))).toEqual([
      { kind: 'date', unshown: 'day' },
      { kind: 'date', unshown: 'year' },
      { kind: 'time', unshown: null },
      { kind: 'time', unshown: null },
      { kind: 'datetime', unshown: null },
    ]);
  });
});

describe('a cell that shows something else than it holds', () => {
  it('[EY2] is refused where it hides a sign, and read as negative where it is red', async () => {
    const percent = { type: 'percent', scale: 2 } as const;
    expect(
      await readAs(percent, [
        shown(-0.05, '0.00%;0.00%'),
        shown(0.05, '0.00%;0.00%'),
        shown(-0.05, '0.00%;[红色]0.00%'),
        shown(-0.05, '0.00%;[Red](0.00%)'),
        shown(-0.05, '[>=1]0%;0.00%'),
      ]),
    ).toEqual([
      [null, '单元格存的是 -0.05，显示为“5.00%”，看不出是正数还是负数'],
      ['5.00', ''],
      ['-5.00', '格式用红色表示负数，不显示负号，按负数读取'],
      ['-5.00', ''],
      ['-5.00', ''],
    ]);
    expect(await readAs({ type: 'decimal', scale: 4 }, [shown(-1.2345, '0.0000;0.0000')])).toEqual([
      [null, '单元格存的是 -1.2345，显示为“1.2345”，看不出是正数还是负数'],
    ]);
    expect(await readAs({ type: 'text' }, [shown(-5, '0;0'), shown(-5, '0;-0')])).toEqual([
      [null, '单元格存的是 -5，显示为“5”，看不出是正数还是负数'],
      ['-5', '数字存为文字'],
    ]);
  });

  it('[EY3] is no day where it shows none, and the text that it shows in a column of texts', async () => {
    const cells = [shown(46_023, 'yyyy"年"m"月"'), shown(46_023, 'm"月"d"日"'), shown(46_023, 'mmm-yy')];
    expect(await readAs({ type: 'date' }, [...cells, shown(46_023, 'yyyy"年"m"月"d"日"')])).toEqual([
      [null, '单元格显示为“2026年1月”：没有写是哪一日'],
      [null, '单元格显示为“1月1日”：没有写年份'],
      [null, '单元格显示为“1月-26”：没有写是哪一日'],
      ['2026-01-01', ''],
    ]);
    expect(await readAs({ type: 'text' }, cells.slice(0, 2))).toEqual([
      ['2026年1月', '按单元格显示的内容读取'],
      ['1月1日', '按单元格显示的内容读取'],
    ]);
  });

  it.each([
    'b"年"m"月"d"日"', 'bbbb-mm-dd', '[$-130000]yyyy"年"m"月"d"日"', '[$-D070000]yyyy/m/d', '[$-404]e/m/d', '[$-411]ggge"年"m"月"d"日"',
  ])('[EY3] is no day, and no text, where another calendar shows it: %s', async (format) => {
    const refused = [[null, '单元格按农历、民国或其他历法显示日期']];
    expect(await readAs({ type: 'date' }, [shown(46_023, format)])).toEqual(refused);
    expect(await readAs({ type: 'text' }, [shown(46_023, format)])).toEqual(refused);
  }); // prettier-ignore

  it('[EY3] is a day in the spellings of this calendar', async () => {
    for (const format of [
      '[$-804]yyyy"年"m"月"d"日";@',
      '[$-2010000]yyyy-mm-dd',
      'e"年"m"月"d"日"',
      '[DBNum1][$-804]yyyy"年"m"月"d"日"',
    ])
      expect(await readAs({ type: 'date' }, [shown(46_023, format)])).toEqual([['2026-01-01', '']]);
  });

  it('[EY3] is no day where words beside it say less or more, and the text that it shows in a column of texts', async () => {
    const formats = ['yyyy-mm-dd"前"', '"不早于"yyyy-mm-dd', '"约"yyyy"年"m"月"d"日"', 'yyyy-mm-dd"（暂定）"'];
    const texts = ['2026-01-01前', '不早于2026-01-01', '约2026年1月1日', '2026-01-01（暂定）'];
    const cells = formats.map((format) => shown(46_023, format));
    expect(await readAs({ type: 'date' }, cells)).toEqual(
      texts.map((text) => [null, `单元格显示为“${text}”：日期之外还有别的字`]),
    );
    expect(await readAs({ type: 'text' }, cells)).toEqual(texts.map((text) => [text, '按单元格显示的内容读取']));
    for (const format of ['yyyy-mm-dd aaaa', 'yyyy"年"m"月"d"日" (aaa)', 'yyyy/m/d AM/PM h:mm', 'yyyy-mm-ddThh:mm:ss'])
      expect(await readAs({ type: 'date' }, [shown(46_023, format)])).toEqual([['2026-01-01', '']]);
  });

  it('[EY1] is in a column of texts the time, the word and the zeros at the end that are shown', async () => {
    const cells = [
      shown(0.375, 'h:mm'),
      shown(0.375, 'h"时"mm"分"'),
      shown(1, '"有";"无";"—"'),
      shown(0, '[=1]"是";[=0]"否"'),
      shown(1.1, '0.00'),
      shown(12, '0.0_ '),
      shown(0.05, '0.00%'),
      shown(1.2345, '0.00'),
      shown(5, '"***"'),
      shown(46_023.5, ';;;'),
    ];
    expect(await readAs({ type: 'text' }, cells)).toEqual([
      ['9:00', '按单元格显示的内容读取'],
      ['9时00分', '按单元格显示的内容读取'],
      ['有', '按单元格显示的内容读取'],
      ['否', '按单元格显示的内容读取'],
      ['1.10', '数字存为文字'],
      ['12.0', '数字存为文字'],
      ['5.00%', '数字按显示的百分数存为文字'],
      ['1.2345', '数字存为文字'],
      [null, '单元格存的是数字 5，数字格式却显示为别的内容（"***"）'],
      [null, '单元格有内容，格式却使它不显示'],
    ]);
    const signs = [
      shown(2, '"¥"0'),
      shown(2, '"$"0'),
      shown(-2.5, '¥#,##0.00;¥-#,##0.00'),
      shown(5, '0"+"'),
      shown(1234.5, '$#,##0.00'),
    ];
    expect((await readAs({ type: 'text' }, signs)).map(([value]) => value)).toEqual([
      '¥2',
      '$2',
      '¥-2.50',
      '5+',
      '$1,234.50',
    ]);
    expect(await readAs({ type: 'decimal', scale: 1 }, [shown(2.5, '¥#,##0.00')])).toEqual([['2.5', '']]);
    expect(await readAs({ type: 'integer' }, [shown(5, '0.00')])).toEqual([[5, '']]);
    const choices = { 1.1: '1.1', '2.0': '2.0' };
    expect(await readAs({ type: 'choice', choices }, [shown(1.1, '0.00'), shown(2, '0.0')])).toEqual([
      ['1.1', ''],
      ['2.0', ''],
    ]);
  });

  it('[EY1] is its text with the words that the format adds, and nothing where the format hides it', async () => {
    expect(
      await readAs({ type: 'text' }, [
        { text: '王安', format: '@"先生"' },
        { text: '王安', format: '@_ ' },
        { text: '内部', format: ';;;' },
      ]),
    ).toEqual([
      ['王安先生', '按单元格显示的内容读取'],
      ['王安', ''],
      [null, '单元格有内容，格式却使它不显示'],
    ]);
  });
});

describe('what the wizard proposes', () => {
  const rowsOf = (cells: (at: number) => GivenCell[]): GivenCell[][] =>
    Array.from({ length: 6 }, (_, at) => [`名称${at}`, ...cells(at)]);

  it('[EY1] comes from what is shown: codes, digits, samples', async () => {
    const { proposal, read, column } = await proposalOf([
      ['产品名称', '产品代码', '比例', '费率', '佣金（‰）', '批次'],
      ...rowsOf((at) => [
        shown(at + 1, '"A"0000'),
        shown(0.05 + at / 100, '0.0%'),
        '0.5‰',
        2.5,
        shown(at + 1, '000"号"'),
      ]),
    ]);
    expect(column('产品代码')).toMatchObject({ type: 'text', pattern: '^A\\d{4}$', example: 'A0001' });
    expect(column('比例')).toMatchObject({ type: 'percent', scale: 1 });
    expect(column('费率')).toMatchObject({ type: 'percent', scale: 2 });
    expect(column('佣金（‰）')).toMatchObject({ type: 'percent', scale: 2, title: '佣金' });
    expect(proposal.samples[0]!.cells).toEqual(['名称0', 'A0001', '5.0%', '0.5‰', '2.5', '001号']);
    expect(read.report.badRows).toBe(0);
    expect(read.rows[0]![column('批次').name]).toBe('001号');
    const [, second, third] = columnsOf(proposal.table).map(({ name }) => name);
    expect(read.rows[0]).toMatchObject({ [second!]: 'A0001', [third!]: '5.0' });
    expect(read.rows.map((row) => row[column('费率').name])).toEqual(Array(6).fill('0.05'));
    expect(read.rows.map((row) => row[column('佣金（‰）').name])).toEqual(Array(6).fill('0.25'));
  });

  it('[EY3] of months is texts, with the reason', async () => {
    const { proposal, read, column } = await proposalOf([
      ['产品名称', '成立日期'],
      ...rowsOf((at) => [shown(46_023 + 31 * at, 'yyyy"年"m"月"')]),
    ]);
    expect(column('成立日期').type).not.toBe('date');
    expect(proposal.columnReasons[1]!.join()).toContain('有 6 格是日期，格式却没有显示日或年份');
    expect(read.rows[0]).toMatchObject({ foundedDate: '2026年1月' });
    expect(read.report.repairs).toMatchObject([{ what: '按单元格显示的内容读取', count: 6 }]);
  });

  it('[EY4] keeps a column of formulas that were never calculated, and each of its cells is an error', async () => {
    const { proposal, read, column } = await proposalOf([
      ['工号', '姓名', '部门'],
      ...Array.from({ length: 6 }, (_, at): GivenCell[] => [`1000${at}`, { formula: `VLOOKUP(A${at})` }, '固收部']),
    ]);
    expect(column('姓名').visibility).toBe('shown');
    expect(proposal.columnReasons[1]!.join()).toContain('有 6 格是没有计算结果的公式');
    expect(proposal.samples[0]!.cells[1]).toBe('（公式没有计算结果）');
    expect(read.report.errors).toMatchObject([{ title: '姓名', count: 6 }]);
    const only = await proposeTable(
      await buildSheet([
        ['姓名', '证书编号'],
        ...Array.from({ length: 3 }, () => [{ formula: 'A1' }, { formula: 'B1' }]),
      ]),
      '名单.xlsx',
      { today: TODAY },
    );
    expect(only.rows).toBe(3);
  });
});

it('[EY1] a format that says nothing, or is none, stops no file', async () => {
  const sheet = (style: string) =>
    buildXlsx(
      {
        S: `<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>序号</t></is></c><c r="B1" t="inlineStr"><is><t>值</t></is></c></row><row r="2"><c r="A2"><v>1</v></c><c r="B2" s="1"><v>5</v></c></row></sheetData>`,
      },
      {
        styles: `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${style}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
      },
    );
  const reasons = async (style: string) => {
    const bytes = await sheet(style);
    const { samples } = await proposeTable(bytes, 'a.xlsx', { today: TODAY, open: () => readHere(bytes) });
    return samples[0]!.cells[1];
  };
  expect(await reasons('0.00')).toBe('5.00');
  expect(await reasons('0'.repeat(5_000))).toMatch(/^0{80}$/);
  expect(await reasons('[[[')).toBe('5');
});
