import { describe, expect, test } from 'vitest';
import { checkRegister } from '#page/check-register.ts';
import type { FieldDefinition, RegisterDefinition } from '#page/register-schema.ts';
import { filterViews } from '#page/register-view.ts';
import { readConditions } from '#rules/registers/read-condition.ts';
import { dataDateIn, otherDate } from '#server/registers/import/data-date.ts';
import { tableProblems } from '#server/registers/proposal/table-problems.ts';
import { fileFields } from '#server/registers/sheets/data-package.ts';
import { NO_FACTS } from '#page/register-view.ts';
import { checkRows } from '#server/store/rows/check-rows.ts';
import { readQuestion } from '#server/api/register-question-params.ts';
import { buildSheet, type GivenCell } from '../world/sheet-files.ts';
import { importHere as readImport, proposeHere as proposeTable, readTableHere as readTable } from '../world/sheets.ts';
import { columnsOf, withTable } from '../world/wizard-tables.ts';

const TODAY = '2026-11-28';
const definitionWith = (field: FieldDefinition): RegisterDefinition => ({
  schemaVersion: 1,
  register: 'terms',
  title: '期限',
  endpoints: [],
  key: ['no'],
  fields: { no: { title: '序号', type: 'integer' }, value: field },
  columns: ['no', 'value'],
  filters: [{ field: 'value' }],
  order: ['no'],
});
const ENDS = definitionWith({ title: '到期日期', type: 'date', words: ['无固定期限', '长期'], sortable: true });

const sheetOf = (title: string, cells: readonly GivenCell[]) =>
  buildSheet([['序号', title], ...cells.map((cell, at): GivenCell[] => [at + 1, cell])]);
async function read(definition: RegisterDefinition, bytes: Buffer, filename = '名单.xlsx') {
  const { report, rows } = await readImport({ definition, bytes, filename });
  return {
    report,
    values: rows.map(({ value }) => value),
    reasons: report.errors.flatMap(({ cells }) => cells.map(({ cell, reason }) => `${cell} ${reason}`)),
    repairs: report.repairs.map(({ what, count }) => `${what} ${count}`),
  };
}
const values = async (field: FieldDefinition, cells: readonly GivenCell[]) =>
  read(definitionWith(field), await sheetOf(field.title, cells));

describe('days in columns of another type', () => {
  test('[VA4] a date cell among words is that day as text, and told; one among codes is refused', async () => {
    const words = await values({ title: '期限', type: 'text' }, [{ date: 46_053 }, '长期']);
    expect(words).toMatchObject({ values: ['2026-01-31', '长期'], reasons: [], repairs: ['日期按年-月-日存为文字 1'] });
    const codes = await values({ title: '代码', type: 'text', pattern: '^\\d{6}$' }, [{ date: 46_053 }]);
    expect(codes.reasons).toEqual(['B2 被 Excel 变成了日期']);
  });

  test.each([
    ['text', '到期日期', true],
    ['text', '到期日', true],
    ['integer', '成交时间', true],
    ['text', '有效期至', true],
    ['text', '到期', true],
    ['text', '任职起始', true],
    ['text', 'Date', true],
    ['text', '期限', false],
    ['integer', '号段起始', false],
    ['money', '日均余额', false],
    ['integer', '持有份额', false],
  ] as const)(
    '[VA4] the number of a day in a column of type %s that is titled %s is an error: %s',
    async (type, title, isWrong) => {
      const { reasons } = await values({ title, type }, [46_785]);
      expect(reasons).toEqual(isWrong ? ['B2 像是日期的序号，Excel 显示为 2028-02-02'] : []);
    },
  );

  test('[VA4] numbers that are no days are none, nor are those below 20000 or above 60000', async () => {
    const { reasons } = await values({ title: '登记日期', type: 'text' }, [19_999, 60_001, 46_785.5, '46785元']);
    expect(reasons).toEqual([]);
  });

  test('[VA4] the time 23:59:17 is told as the fault of a program, which may have moved the day', async () => {
    const serial = 46_053 + (86_400 - 43) / 86_400;
    const { reasons } = await values({ title: '登记日期', type: 'date' }, [
      { date: serial },
      '2026/1/31 23:59:17',
      '2026-01-31 10:00:00',
    ]);
    expect(reasons).toEqual(
      ['B2', 'B3'].map(
        (cell) => `${cell} 时间是 23:59:17，是导出程序少算 43 秒的常见毛病，看不出是 2026-01-31 还是 2026-02-01`,
      ),
    );
  });
});

describe('a column of days with words', () => {
  const cells: GivenCell[] = Array.from({ length: 12 }, (_, at) =>
    at % 4 === 3 ? (at === 3 ? '长期' : '无固定期限') : { date: 46_785 + at },
  );

  test('[VA5] is proposed as days with these words, in a definition that takes its rows', async () => {
    const bytes = await sheetOf('到期日期', cells);
    const { table, columnReasons } = await proposeTable(bytes, '名单.xlsx', { today: TODAY });
    const column = columnsOf(table)[1]!;
    expect(column).toMatchObject({ type: 'date', choices: ['无固定期限', '长期'] });
    expect(columnReasons[1]!.join()).toContain('除日期外还有“无固定期限”2 格、“长期”1 格，作为可填的词');
    const given = withTable(table, {
      key: ['sortNo'],
      columns: columnsOf(table).map((one) => ({ ...one, visibility: 'shown' as const })),
    });
    expect(tableProblems(given, TODAY)).toEqual([]);
    const definition = { ...given.definition, register: 'terms' };
    expect(definition.fields[column.name]).toMatchObject({ type: 'date', words: ['无固定期限', '长期'] });
    expect(checkRegister(definition).problems).toEqual([]);
    const found = await readTable({ bytes, filename: '名单.xlsx', sheet: '' }, given, 'terms');
    expect(found.report).toMatchObject({ badRows: 0, publishable: true });
    expect(found.rows.slice(2, 4).map((row) => row[column.name])).toEqual(['2028-02-04', '长期']);
  });

  test('[VA5] with one strange word is one of days, and the word an error: it may be a slip', async () => {
    const list = Array.from({ length: 12 }, (_, at): GivenCell => (at === 5 ? '明天' : { date: 46_785 + at }));
    const { table } = await proposeTable(await sheetOf('登记日期', list), '名单.xlsx', { today: TODAY });
    expect(columnsOf(table)[1]).toMatchObject({ type: 'date', choices: [] });
  });

  test('[VA4] whose days have lost their format is proposed so, too, and told', async () => {
    const numbers = cells.map((cell, at) => (typeof cell === 'object' ? 46_785 + at : cell));
    const { table, columnReasons } = await proposeTable(await sheetOf('到期日期', numbers), '名单.xlsx', {
      today: TODAY,
    });
    expect(columnsOf(table)[1]).toMatchObject({ type: 'date', choices: ['无固定期限', '长期'] });
    expect(columnReasons[1]!.join()).toContain('9 格是没有设为日期格式的日期序号');
  });

  test('[VA5] of which many are no days, or other than words, is proposed as words', async () => {
    for (const [title, list] of [
      ['到期日期', cells.map((cell, at) => (at % 2 === 0 ? `第${at}期` : cell))],
      ['备注', cells.map((cell, at) => (at < 9 ? `情况${'甲乙丙丁戊己庚辛壬'[at]}` : cell))],
    ] as const) {
      const { table } = await proposeTable(await sheetOf(title, list), '名单.xlsx', { today: TODAY });
      expect([title, columnsOf(table)[1]!.type]).toEqual([title, 'text']);
    }
  });

  test('[VA5] takes the words however they are spelt, and no others', async () => {
    const { values: found, reasons } = await read(
      ENDS,
      await sheetOf('到期日期', [' 无固定 期限', '2028/2/2', '待定']),
    );
    expect(found.slice(0, 2)).toEqual(['无固定期限', '2028-02-02']);
    expect(reasons).toEqual(['B4 格式不正确']);
    expect(checkRows(ENDS, [{ no: '1', value: '长期' }])).toEqual([]);
    expect(checkRows(ENDS, [{ no: '1', value: '待定' }])[0]!.expected).toBe(
      '日期，如 2026-01-31，或“无固定期限”，或“长期”',
    );
  });

  test('[VA5] is asked for by range and by word, and a word is no day', () => {
    expect(filterViews(ENDS).map(({ name, kind, choices }) => [name, kind, Object.keys(choices ?? {})])).toEqual([
      ['valueFrom', 'date', []],
      ['valueTo', 'date', []],
      ['value', 'choice', ['无固定期限', '长期']],
    ]);
    expect(readQuestion(ENDS, { value: '长期' }, NO_FACTS).filters).toEqual({ value: '长期' });
    expect(readQuestion(ENDS, { value: '2028/2/2' }, NO_FACTS).filters).toEqual({ value: '2028-02-02' });
    expect(() => readQuestion(ENDS, { valueFrom: '长期' }, NO_FACTS)).toThrow('请输入日期');
    expect(readConditions([['value', { title: '到期', format: 'date' }]], { value: '长期' }).problems).toHaveLength(1);
  });

  test('[VA5] says so in the data package; only dates have words', () => {
    expect(fileFields(ENDS, NO_FACTS).value).toEqual({
      title: '到期日期',
      type: ['string', 'null'],
      description: '日期，或：无固定期限、长期',
    });
    const wrong = definitionWith({ title: '名称', type: 'text', words: ['长期'] });
    expect(checkRegister(wrong).problems.map(({ message }) => message)).toEqual([
      'Only a field of type date has "words".',
    ]);
  });
});

describe('the day of the data', () => {
  const plain = definitionWith({ title: '公布日期', type: 'date' });

  test('[VA6] is read from the line above the titles, else the name of the file, in every import', async () => {
    const bytes = await buildSheet([
      ['名单（截至2026年9月30日）'],
      ['序号', '公布日期'],
      [1, '2026-09-30'],
      [2, '2026-09-29'],
    ]);
    expect((await read(plain, bytes)).report.dataDate).toEqual({
      value: '2026-09-30',
      reason: '标题行上方写着“名单（截至2026年9月30日）”',
    });
    const bare = await buildSheet([
      ['序号', '公布日期'],
      [1, '2026-09-30'],
      [2, '2026-09-29'],
    ]);
    expect((await read(plain, bare, '名单_20260928.xlsx')).report.dataDate).toEqual({
      value: '2026-09-28',
      reason: '取自文件名',
    });
    expect((await read(plain, bare)).report.dataDate.value).toBe('');
  });

  test.each([
    [['产品清单（2026年1月1日至2026年9月30日）'], '', '2026-09-30'],
    [['产品清单（2026年1月1日至9月30日）'], '', '2026-09-30'],
    [['20260101-20260930'], '', '2026-09-30'],
    [['2026年1月1日至今'], '', ''],
    [['打印日期：2026-11-28', '数据日期：2026-11-20'], '', '2026-11-20'],
    [['打印日期：2026-11-28'], '名单2026_11_20.xlsx', '2026-11-20'],
    [['导出时间：2026-11-28 10:00 数据日期：2026-11-20'], '', '2026-11-20'],
    [['根据证监许可〔2020〕20201120号，截至2026-11-20'], '', '2026-11-20'],
    [['证监许可〔2020〕20201120号'], '', ''],
    [['截至二〇二六年十一月二十日'], '', '2026-11-20'],
    [['截至二零二六年九月三十号'], '', '2026-09-30'],
    [['名单'], '名单2026_11_20.xlsx', '2026-11-20'],
    [['名单'], '名单120261120.xlsx', ''],
    [['截至2026-11-20，编制日期2026-11-28'], '', '2026-11-20'],
    [['名单（26年9月30日）'], '', '2026-09-30'],
    // the last day of a period without a day
    [['名单（2026年9月末）'], '', '2026-09-30'],
    [['截至2026年6月'], '名单.xlsx', '2026-06-30'],
    [['2026年第三季度名单'], '', '2026-09-30'],
    [['2026年1-6月名单'], '', '2026-06-30'],
    [['名单（2026年半年度）'], '', '2026-06-30'],
    [['2025年度名单'], '', '2025-12-31'],
    [['名单'], '名单_2026Q3.xlsx', '2026-09-30'],
    [['名单'], '名单202609.xlsx', '2026-09-30'],
    [['名单'], '名单2026.9.xlsx', '2026-09-30'],
    [['2026年9月31日'], '', ''],
    [['2018年发行的债券'], '债券2018.xlsx', ''],
    [['证监许可〔2020〕202011号'], '', ''],
  ])('[VA6] in the lines %j and the name %s is “%s”', (lines, name, value) => {
    expect(dataDateIn(lines, name).value).toBe(value);
  });

  test.each(['有效期至', '到期', '任职起始', 'Date'])(
    '[VA4] of a column %s that lost their format are proposed as days',
    async (title) => {
      const numbers = Array.from({ length: 12 }, (_, at) => 46_023 + 31 * at);
      const { table } = await proposeTable(await sheetOf(title, numbers), '名单.xlsx', { today: TODAY });
      expect(columnsOf(table)[1]).toMatchObject({ type: 'date' });
    },
  );

  test('[VA6] of a period is said to be its last day, and gives way to a day within it', async () => {
    const rows: GivenCell[][] = [['2026年三季度名单'], ['序号', '公布日期'], [1, '2026-09-28'], [2, '2026-09-28']];
    const found = await read(plain, await buildSheet(rows));
    expect([found.report.dataDate.value, found.report.remarks.filter((one) => one.includes('数据日期'))]).toEqual([
      '2026-09-28',
      [],
    ]);
    const { report } = await read(plain, await buildSheet([...rows.slice(0, 3), [2, '2026-09-29']]));
    expect(report.dataDate).toEqual({
      value: '2026-09-30',
      from: '2026-07-01',
      reason: '标题行上方写着“2026年三季度名单”，没有写到日，先填这一期的最后一天，请核对',
    });
    expect(otherDate(report.dataDate, '2026-08-31')).toEqual([]);
    expect(otherDate(report.dataDate, '2026-10-08')).toHaveLength(1);
  });

  test('[VA6] is that of a column in which all rows have it, and a difference is told', async () => {
    const rows: GivenCell[][] = [
      ['序号', '公布日期'],
      [1, '2026-09-30'],
      [2, '2026/9/30'],
    ];
    const found = await read(plain, await buildSheet(rows));
    expect(found.report.dataDate).toEqual({ value: '2026-09-30', reason: '“公布日期”列各行都是 2026-09-30' });
    const other = await buildSheet([['截至日期：2026-10-31'], ...rows]);
    expect((await read(plain, other)).report).toMatchObject({
      dataDate: { value: '2026-10-31' },
      remarks: expect.arrayContaining([
        '数据日期请核对：标题行上方写着“截至日期：2026-10-31”，即 2026-10-31；“公布日期”列各行都是 2026-09-30',
      ]),
    });
    const { table, reasons } = await proposeTable(other, '名单.xlsx', { today: TODAY });
    expect(table.dataDate).toBe('2026-10-31');
    expect(reasons.dataDate).toContain('“公布日期”列各行都是 2026-09-30');
  });
});
