import { describe, expect, it } from 'vitest';
import type { FieldDefinition, RegisterDefinition } from '#page/register-schema.ts';
import { rowChecker } from '#server/store/rows/check-rows.ts';
import { cellReader } from '#server/registers/import/read-cell.ts';
import { suggester, type Read } from '#server/registers/import/reading.ts';
import { buildSheet, type GivenCell } from '#tests/world/sheet-files.ts';
import { importHere as readImport } from '../world/sheets.ts';
import { growth } from '#tests/world/growth.ts';

const definitionWith = (field: FieldDefinition): RegisterDefinition => ({
  schemaVersion: 1,
  register: 'cells',
  title: '单元格',
  endpoints: [],
  key: ['no'],
  fields: { no: { title: '序号', type: 'integer' }, value: field },
  columns: ['no', 'value'],
  filters: [],
  order: ['no'],
});

/** Value of each cell, or 'reason' in brackets. */
async function outcomes(
  field: Omit<FieldDefinition, 'title'>,
  bytes: Buffer,
  filename: string,
  title = '值',
): Promise<unknown[]> {
  const { report, rows, lines } = await readImport({
    definition: definitionWith({ ...field, title: title.replace(/（.*$/, '') }),
    bytes,
    filename,
  });
  expect(report.problems).toEqual([]);
  const reasons = new Map(report.errors.flatMap(({ cells }) => cells.map(({ cell, reason }) => [cell, `[${reason}]`])));
  return rows.map(({ value }, index) => reasons.get(`B${lines[index]}`) ?? value);
}
const inXlsx = async (field: Omit<FieldDefinition, 'title'>, cells: readonly GivenCell[], title = '值') =>
  outcomes(
    field,
    await buildSheet([['序号', title], ...cells.map((cell, index) => [index + 1, cell])]),
    'cells.xlsx',
    title,
  );
const inCsv = (field: Omit<FieldDefinition, 'title'>, cells: readonly string[]) =>
  outcomes(
    field,
    Buffer.from(['序号,值', ...cells.map((cell, index) => `${index + 1},"${cell}"`)].join('\n')),
    'cells.csv',
  );

describe('dates', () => {
  it('[RG6] come as date cells, as serial numbers and as text in every usual spelling', async () => {
    const cells: GivenCell[] = [
      { date: 46053 },
      46053,
      '2026-01-31',
      '2026/1/31',
      '2026.1.31',
      '20260131',
      20260131,
      '2026年1月31日',
      '２０２６－０１－３１',
      '2026-01-31 00:00:00',
      ' 2026-01-31 ',
    ];
    expect(await inXlsx({ type: 'date' }, cells)).toEqual(cells.map(() => '2026-01-31'));
    expect(await inCsv({ type: 'date' }, ['2026/1/31', '46053', '20260131'])).toEqual([
      '2026-01-31',
      '2026-01-31',
      '2026-01-31',
    ]);
  });

  it('[RG6] are refused where day, month and year cannot be told, or the day is none', async () => {
    expect(
      await inXlsx({ type: 'date' }, [
        '31/01/2026',
        '01-02-26',
        2026,
        '2026-02-30',
        '2026-11',
        '2026年11月',
        '11月19日',
        '2026/2/30',
        '20261301',
        '00240229',
        '2024-02-29 25:61:61',
        '明年',
        { truth: true },
      ]),
    ).toEqual([
      '[看不出年、月、日的顺序]',
      '[看不出年、月、日的顺序]',
      '[只有年份，或是没有设为日期格式的数字]',
      '[没有这一天]',
      '[没有写是哪一日]',
      '[没有写是哪一日]',
      '[没有写年份]',
      '[没有这一天]',
      '[没有这一天]',
      '[年份早于 1900 年]',
      '[格式不正确]',
      '[格式不正确]',
      '[单元格是逻辑值 TRUE]',
    ]);
  });
});

describe('numbers', () => {
  it('[RG6] lose thousands marks, full-width digits and what binary arithmetic added', async () => {
    expect(
      await inXlsx({ type: 'decimal', scale: 2 }, [
        '1,234,567.80',
        '１２３．５',
        '-0.5',
        '.5',
        0.1 + 0.2,
        1e-2,
        '−3',
        '1 000',
      ]),
    ).toEqual(['1234567.80', '123.50', '-0.50', '0.50', '0.30', '0.01', '-3.00', '1000.00']);
    expect(await inXlsx({ type: 'integer' }, ['500,000', 12, '12.0', { formula: 'A1*2', result: '24' }])).toEqual([
      500000, 12, 12, 24,
    ]);
  });

  it('[RG6] are refused where a comma could be a decimal point, digits are too many or an Excel error stands there', async () => {
    expect(
      await inXlsx({ type: 'decimal', scale: 2 }, [
        '1,23',
        '12.345',
        '约三百',
        { error: '#N/A' },
        { formula: 'B9+1' },
        { percent: 0.65 },
        { date: 46053 },
      ]),
    ).toEqual([
      '[逗号的位置不对，看不出是千分位还是小数点]',
      '[格式不正确]',
      '[格式不正确]',
      '[单元格是错误值 #N/A]',
      '[公式没有计算结果]',
      '[单元格显示为 65%，而本列不是百分比]',
      '[单元格是日期 2026-01-31，本列是数字]',
    ]);
    expect(await inXlsx({ type: 'integer' }, [1234567890123456])).toEqual([
      '[超过 15 位的数字，末尾几位已被 Excel 丢失]',
    ]);
  });

  it('[RG6] a dash stands for an empty cell', async () => {
    expect(await inXlsx({ type: 'percent', scale: 2, blank: '受限' }, ['–', '-', '受限', ''])).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});

describe('percents', () => {
  it('[RG6] a percent is 2.5 for 2.5 %, whether the sign stands in the text, in the format of the cell or nowhere', async () => {
    expect(
      await inXlsx({ type: 'percent', scale: 2 }, [
        '2.5%',
        '2.5',
        2.5,
        { percent: 0.025 },
        '２．５％',
        { percent: 0.07 },
      ]),
    ).toEqual(['2.50', '2.50', '2.50', '2.50', '2.50', '7.00']);
  });

  it('[RG6] a fraction is 0.65 for 65 %; a plain 65 is refused, unless the title says %', async () => {
    const fraction = { type: 'percent', fraction: true } as const;
    expect(await inXlsx(fraction, ['65%', 0.65, { percent: 0.65 }, '0.65', 1.7])).toEqual([
      '0.65000000',
      '0.65000000',
      '0.65000000',
      '0.65000000',
      '1.70000000',
    ]);
    expect(await inXlsx(fraction, [65, '5‰'])).toEqual(['[看不出是 65% 还是 6500%]', '0.00500000']);
    expect(await inXlsx(fraction, [65, 0.05], '值（%）')).toEqual(['0.65000000', '0.00050000']);
  });
});

describe('money', () => {
  it('[RG6] is brought to the unit of the field, from the unit in the cell or in the title', async () => {
    const money = { type: 'money', unit: '万元' } as const;
    expect(await inXlsx(money, ['5,000万元', '5000', 5000, '3亿元', '￥12', '50,000,000元'])).toEqual([
      '5000',
      '5000',
      '5000',
      '30000',
      '12',
      '5000',
    ]);
    expect(await inXlsx(money, [50_000_000, '5000万元'], '值（元）')).toEqual(['5000', '5000']);
    expect(await inXlsx(money, ['5000美元'])).toEqual(['[单位“美元”不是本列的单位]']);
  });
});

describe('codes that Excel turned into numbers', () => {
  it('[RG6] get their leading zeros back where the pattern allows one length alone', async () => {
    expect(
      await inXlsx({ type: 'text', pattern: '^\\d{6}$' }, [1, 990356, { sixDigits: 42 }, '000001', '９９０３５６']),
    ).toEqual(['000001', '990356', '000042', '000001', '990356']);
    expect(await inCsv({ type: 'text', pattern: '^\\d{6}$' }, ['1', '990356'])).toEqual(['000001', '990356']);
  });

  it('[RG6] are reported where the zeros cannot be told, or digits are lost', async () => {
    expect(await inXlsx({ type: 'text', pattern: '^\\d{4,6}$' }, [1234, '1234'])).toEqual([
      '[被 Excel 变成了数字，看不出前面原有几个零]',
      '1234',
    ]);
    expect(await inXlsx({ type: 'text', pattern: '^\\d{18}$' }, [1.23e17, '1.23E+17', '42'])).toEqual([
      '[被 Excel 变成了数字，末尾几位已丢失]',
      '[被 Excel 变成了数字，末尾几位已丢失]',
      '[格式不正确]',
    ]);
  });

  it('[RG6] a phone number without its area code’s zero is reported, one that is dialled so is taken', async () => {
    expect(await inXlsx({ type: 'phone' }, [4005550000, 2155500871, '０２１-５５５００８７１'])).toEqual([
      '4005550000',
      '[被 Excel 变成了数字，区号前的零和分隔符已丢失]',
      '021-55500871',
    ]);
  });
});

it('[RG6] what a failed formula leaves behind is refused, in a text file, too', async () => {
  expect(await inCsv({ type: 'text' }, ['#N/A', '#REF!', '#1'])).toEqual([
    '[单元格是错误值 #N/A]',
    '[单元格是错误值 #REF!]',
    '#1',
  ]);
  expect(await inXlsx({ type: 'decimal' }, [{ error: '#DIV/0!' }, '#DIV/0!'])).toEqual([
    '[单元格是错误值 #DIV/0!]',
    '[单元格是错误值 #DIV/0!]',
  ]);
});

describe('choices', () => {
  it('[RG6] are found by value or label, ignoring case, width and spaces; yes and no also by TRUE and FALSE', async () => {
    expect(
      await inXlsx({ type: 'choice', choices: { '1': '管理人员', '0': '业务人员' } }, [
        '管理人员',
        '0',
        1,
        ' 业务 人员',
      ]),
    ).toEqual(['1', '0', '1', '0']);
    expect(
      await inXlsx({ type: 'choice', choices: { R1: 'R1（低）', R2: 'R2（中低）' } }, [
        'r1',
        'Ｒ2(中低)',
        { truth: true },
      ]),
    ).toEqual(['R1', 'R2', '[单元格是逻辑值 TRUE]']);
    expect(
      await inXlsx({ type: 'choice', choices: { Y: '是', N: '否' } }, [{ truth: true }, { truth: false }]),
    ).toEqual(['Y', 'N']);
  });

  it('[RG6] a mistyped one is reported with what was probably meant', async () => {
    const definition = definitionWith({ title: '值', type: 'choice', choices: { a: '投资经理', b: '交易员' } });
    const { report } = await readImport({
      definition,
      bytes: await buildSheet([
        ['序号', '值'],
        [1, '投资经里'],
      ]),
      filename: 'a.xlsx',
    });
    expect(report.errors).toEqual([
      {
        column: 'B',
        field: 'value',
        title: '值',
        count: 1,
        cells: [
          {
            cell: 'B2',
            value: '投资经里',
            reason: '没有这个选项',
            remedy: '请填写：投资经理、交易员。您是不是要找“投资经理”？',
          },
        ],
      },
    ]);
  });
});

it('[RG6] what was repaired is told with place, old and new', async () => {
  const definition = definitionWith({ title: '代码', type: 'text', pattern: '^\\d{6}$' });
  const { report } = await readImport({
    definition,
    bytes: await buildSheet([
      ['序号', '代码'],
      [1, 42],
      [2, ' 000043'],
    ]),
    filename: 'a.xlsx',
  });
  expect(report.repairs).toEqual([
    {
      column: 'B',
      field: 'value',
      title: '代码',
      what: '补回前导零',
      count: 1,
      examples: [{ cell: 'B2', from: '42', to: '000042' }],
    },
    {
      column: 'B',
      field: 'value',
      title: '代码',
      what: '去掉首尾空格',
      count: 1,
      examples: [{ cell: 'B3', from: ' 000043', to: '000043' }],
    },
  ]);
});

describe('characters that are damage', () => {
  it('[VA1] are refused with what would be right, whatever column of words they stand in', async () => {
    const cells = ['王\uFFFD', '鍒樹功閲庡コ', '???'];
    const reasons = [
      '[有一个字已经丢失，只剩下“�”（第 2 个字符）]',
      '[含有用错编码读出的“鍒樹功閲庡コ”]',
      '[含有“???”，像是转换编码时丢失的文字（第 1 个字符）]',
    ];
    expect(await inXlsx({ type: 'text' }, cells)).toEqual(reasons);
    expect(await inCsv({ type: 'text' }, cells)).toEqual(reasons);
    const address = 'https://www.example.com/a?b=1&amp;c=??';
    expect(await inXlsx({ type: 'url' }, [address])).toEqual([address]);
  });

  it('[VA1] are told with what they were, in any column of choices or words, where they stand for ordinary ones', async () => {
    const bytes = await buildSheet([
      ['序号', '代码'],
      [1, '⽅修心'],
      [2, 'S&amp;P'],
    ]);
    const { report, rows } = await readImport({
      definition: definitionWith({ title: '代码', type: 'text' }),
      bytes,
      filename: 'a.xlsx',
    });
    expect(rows.map(({ value }) => value)).toEqual(['方修心', 'S&P']);
    expect(report.repairs.map(({ what, examples }) => [what, examples[0]!.to])).toEqual([
      ['部首、兼容汉字换成普通汉字', '方修心'],
      ['网页的写法换成字符', 'S&P'],
    ]);
    expect(await inXlsx({ type: 'choice', choices: { sh: '上方' } }, ['上⽅'])).toEqual(['sh']);
  });
});

describe('characters that nobody sees', () => {
  it('[RG6] are refused inside a cell, with the character and its place, and a key has no line break', async () => {
    const cells = ['张\u202E三', '张\u200B三', '张\u0007三', '一\n二', '𠮷\u2066'];
    const refused = [
      '[含有改变文字方向的控制符 U+202E（第 2 个字符）]',
      '[含有零宽空格 U+200B（第 2 个字符）]',
      '[含有控制字符 U+0007（第 2 个字符）]',
      '一\n二',
      '[含有改变文字方向的控制符 U+2066（第 2 个字符）]',
    ];
    expect(await inCsv({ type: 'text' }, cells)).toEqual(refused);
    expect(await inXlsx({ type: 'text' }, ['张_x001B_三', '一_x000D_\n二', '一\t二'])).toEqual([
      '[含有控制字符 U+001B（第 2 个字符）]',
      '一\n二',
      '一 二',
    ]);
    const keyed = { ...definitionWith({ title: '代码', type: 'text' }), key: ['value'] };
    const { report } = await readImport({
      definition: keyed,
      bytes: Buffer.from('序号,代码\n1,"甲\n乙"'),
      filename: 'a.csv',
    });
    expect(report.errors.flatMap(({ cells }) => cells)).toEqual([
      {
        cell: 'B2',
        value: '甲 乙',
        reason: '含有换行 U+000A（第 2 个字符）',
        remedy: '应为：没有看不见的字符的文字（请重新键入，不要粘贴）',
      },
    ]);
  });

  it('[RG6] are taken away at the ends and inside codes where only one meaning is possible, and told', async () => {
    const definition = definitionWith({ title: '代码', type: 'text', pattern: '^\\d{6}$' });
    const { report, rows } = await readImport({
      definition,
      bytes: await buildSheet([
        ['序号', '代码'],
        [1, '\uFEFF000042\u200B'],
        [2, '0000\u200B43'],
        [3, '\u200B'],
      ]),
      filename: 'a.xlsx',
    });
    expect(rows.map(({ value }) => value)).toEqual(['000042', '000043', null]);
    expect(report.repairs).toEqual([
      {
        column: 'B',
        field: 'value',
        title: '代码',
        what: '去掉首尾看不见的字符',
        count: 1,
        examples: [{ cell: 'B2', from: '<U+FEFF>000042<U+200B>', to: '000042' }],
      },
      {
        column: 'B',
        field: 'value',
        title: '代码',
        what: '去掉空格、全角等写法',
        count: 1,
        examples: [{ cell: 'B3', from: '0000<U+200B>43', to: '000043' }],
      },
    ]);
  });
});

it('[RG6] percents of which some have a sign and some have none are read as they stand, and told', async () => {
  const definition = definitionWith({ title: '比例', type: 'percent', scale: 2 });
  const remarksOf = async (cells: GivenCell[]) =>
    (
      await readImport({
        definition,
        bytes: await buildSheet([['序号', '比例'], ...cells.map((cell, index) => [index + 1, cell])]),
        filename: 'a.xlsx',
      })
    ).report.remarks;
  expect(await remarksOf(['65%', 0.65])).toEqual(['B 列“比例”有的带百分号，有的不带；不带的按 65 即 65% 读取，请核对']);
  expect(await remarksOf(['65%', { percent: 0.5 }, 0])).toEqual([]);
});

it('[RG6] a cell that is refused is not told as adjusted, too; what it was read as is told with the refusal', async () => {
  const definition = { ...definitionWith({ title: '代码', type: 'text', pattern: '^\\d{6}$' }), key: ['value'] };
  const { report } = await readImport({
    definition,
    bytes: await buildSheet([
      ['序号', '代码'],
      [1, '000042'],
      [2, 42],
      [3, ' 4a'],
      [4, ' 000044'],
    ]),
    filename: 'a.xlsx',
  });
  expect(
    report.errors.flatMap(({ cells }) => cells.map(({ cell, value, reason }) => `${cell} ${value}：${reason}`)),
  ).toEqual(['B3 42：读作“000042”，与第 2 行重复', 'B4  4a：读作“4a”，格式不正确']);
  expect(report.repairs.flatMap(({ examples }) => examples.map(({ cell }) => cell))).toEqual(['B5']);
});

it('[RG6] a row of blanks is no row', async () => {
  const { rows } = await readImport({
    definition: definitionWith({ title: '值', type: 'text' }),
    bytes: Buffer.from('序号,值\n1,甲\n , \n2,乙'),
    filename: 'a.csv',
  });
  expect(rows).toEqual([
    { no: 1, value: '甲' },
    { no: 2, value: '乙' },
  ]);
});

it('[RG6] cells made to be slow are answered in time', () => {
  const read = (field: Omit<FieldDefinition, 'title'>, text: string) => {
    const whole = { ...field, title: '值' };
    return cellReader(definitionWith(whole), whole, {
      format: 'xlsx',
      base1904: false,
      headerUnit: '',
      lookup: undefined,
    })({ kind: 'text', text }, {}) as Read;
  };
  const suggest = suggester(Array.from({ length: 1_000 }, (_, at) => `很长的选项名称之${at}`));
  const slow: Record<string, (times: number) => unknown> = {
    commas: (times) => read({ type: 'decimal' }, `1${','.repeat(times * 10_000)}x`),
    spaces: (times) => read({ type: 'text' }, `1${' '.repeat(times * 10_000)}x`),
    'days in a row': (times) => read({ type: 'date' }, `1${'1 '.repeat(times * 10_000)}x`),
    'a pattern': (times) => read({ type: 'text', pattern: '^\\d+[^a]+$' }, `1${'1a'.repeat(times * 10_000)}x`),
    suggestions: (times) => {
      for (let at = 0; at < times * 5_000; at++) suggest('请填写', `不长的选项名称之${at}`);
    },
  };
  expect(read({ type: 'decimal' }, `1${','.repeat(1_000_000)}x`).value as string).toHaveLength(1_000_002);
  for (const [name, work] of Object.entries(slow)) expect(growth(work, 16), name).toBeLessThan(64);
});

it('[RG6] what is no number is told with an example and that no unit is written', () => {
  const words = (field: Omit<FieldDefinition, 'title'>, value: string) =>
    rowChecker(definitionWith({ ...field, title: '值' }))({ no: 1, value }).map(({ expected }) => expected);
  expect(words({ type: 'integer' }, '约三百')).toEqual(['整数，例如 1200，不写单位']);
  expect(words({ type: 'decimal' }, '3万')).toEqual(['数字，例如 12.5，不写单位']);
  expect(words({ type: 'decimal', scale: 2 }, '3万')).toEqual(['数字，小数不超过2位，例如 12.50，不写单位']);
  expect(words({ type: 'money', scale: 0, example: '5000' }, '3万')).toEqual([
    '数字，小数不超过0位，例如 5000，不写单位',
  ]);
});
