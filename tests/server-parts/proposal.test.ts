import { describe, expect, test } from 'vitest';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { checkRegister } from '#page/check-register.ts';
import { readFileSync } from 'node:fs';
import { doubledRegisters } from '#server/registers/proposal/doubled-registers.ts';
import { misfitsOf } from '#server/registers/proposal/read-table.ts';
import { tableProblems } from '#server/registers/proposal/table-problems.ts';
import type { FormerColumn, FormerTable } from '#kinds/register/upgrade-wizard.ts';
import type { TableProposal, WizardTable } from '#wire/wizard.ts';
import { buildSheet, writtenSheet, type GivenCell } from '../world/sheet-files.ts';
import { buildXlsx } from '../world/office-files.ts';
import { proposeHere as proposeTable, readTableHere as readTable } from '../world/sheets.ts';
import { columnsOf, flat, withColumns, withTable } from '../world/wizard-tables.ts';

const TODAY = '2026-11-20';

const NAMES = ['沈若川', '顾知远', '陆怀瑾', '江安澜', '叶清和'];
const TITLES = [
  '序号',
  '姓名',
  '员工编号',
  '证书编号',
  '岗位',
  '取得日期',
  '办公电话',
  '手机号',
  '身份证号',
  '管理规模（万元）',
];
const person = (at: number): GivenCell[] => [
  at + 1,
  NAMES[at % 5]!,
  `80${1000 + at}`,
  `S990112403${1000 + at}`,
  ['投资经理', '交易员', '研究'][at % 3]!,
  `2024-0${1 + (at % 9)}-1${at % 9}`,
  `021-5550${1000 + at}`,
  `1390000${1000 + at}`,
  `31010119900101${1000 + at}`,
  1000 + at * 1.5,
];
const staff = (count = 40): Promise<Buffer> =>
  buildSheet([TITLES, ...Array.from({ length: count }, (_, at) => person(at))]);

const proposed = (bytes: Uint8Array, filename = '名单.xlsx', sheet = ''): Promise<TableProposal> =>
  proposeTable(bytes, filename, { today: TODAY, sheet });
const refusal = (bytes: Uint8Array, filename = '名单.xlsx'): Promise<string> =>
  proposed(bytes, filename).then(
    () => '',
    (error: Error) => error.message,
  );
const columnOf = ({ table }: Pick<TableProposal, 'table'>, title: string): FormerColumn =>
  columnsOf(table).find((column) => column.title === title)!;
const withColumn = (table: WizardTable, title: string, changed: Partial<FormerColumn>): WizardTable =>
  withColumns(table, (column) => column.title === title, changed);

describe('what a file of people is proposed to be', async () => {
  const bytes = await staff();
  const found = await proposed(bytes, '债券交易人员_20261101.xlsx');

  test('fields have known names, types, patterns in words, and choices', () => {
    expect(columnsOf(found.table).map(({ name, type }) => `${name}:${type}`)).toEqual([
      'sortNo:integer',
      'staffName:text',
      'employeeNo:text',
      'certNo:text',
      'post:choice',
      'certDate:date',
      'officePhone:phone',
      'mobile:phone',
      'idNo:text',
      'field10:money',
    ]);
    expect(columnOf(found, '证书编号')).toMatchObject({
      pattern: '^S\\d{13}$',
      patternHint: 'S 加 13 位数字',
      convert: false,
    });
    expect(columnOf(found, '岗位').choices).toEqual(['投资经理', '交易员', '研究']);
    expect(columnOf(found, '管理规模')).toMatchObject({ unit: '万元', scale: 1 });
  });

  test('what names a person best is the key, what looks personal stays inside, what is secret is not even read', () => {
    expect(flat(found.table).key).toEqual(['employeeNo']);
    expect(columnOf(found, '手机号').visibility).toBe('hidden');
    expect(columnOf(found, '身份证号').visibility).toBe('left-out');
    expect(columnOf(found, '办公电话').visibility).toBe('shown');
    expect(found.columnReasons[8]!.join()).toContain('敏感个人信息');
    for (const { place } of columnsOf(found.table)) expect(found.columnReasons[place]!.length).toBeGreaterThan(0);
  });

  test('filters, words, order, counting word, title and day follow from the file', () => {
    expect(flat(found.table)).toMatchObject({
      title: '债券交易人员',
      filters: ['post'],
      search: ['staffName', 'employeeNo', 'certNo'],
      order: ['sortNo'],
      countWord: '人',
      dataDate: '2026-11-01',
    });
    expect(found.reasons.dataDate).toBe('取自文件名');
  });

  test('a name and a number make it one of persons to be checked, by its public columns alone', () => {
    expect(flat(found.table).verify).toEqual({
      kind: 'staff',
      show: ['staffName', 'employeeNo', 'certNo', 'post', 'certDate', 'officePhone', 'field10'],
    });
    expect(found.reasons.verify).toBe('有“姓名”和“员工编号”，建议纳入“人员核验”');
    const later = withColumn(withTable(found.table, { search: ['staffName'] }), '办公电话', { visibility: 'hidden' });
    expect(later.definition.verify).toEqual({
      kind: 'staff',
      show: ['staffName', 'employeeNo', 'certNo', 'post', 'certDate', 'field10'],
    });
    expect(tableProblems(withTable(found.table, { search: [] }), TODAY)).toMatchObject([
      { step: 'display', field: 'verify' },
    ]);
    expect(
      tableProblems(
        { ...found.table, definition: { ...found.table.definition, verify: { kind: 'staff', show: ['mobile'] } } },
        TODAY,
      ),
    ).toMatchObject([{ step: 'display', field: 'verify' }]);
  });

  test('[VA1] notes that hold damage are told at their field', () => {
    for (const field of ['notes', 'notesBelow'])
      for (const text of ['王\uFFFD安', '\uE863照峰', '锟斤拷', '甲\u202E乙', '鐜嬪畨'])
        expect(tableProblems({ ...found.table, [field]: `注：以下为示例。\n${text}` }, TODAY)).toMatchObject([
          { step: 'display', field },
        ]);
  });

  test('it is a good definition, by which every row is read, and the columns left out are not', async () => {
    expect(tableProblems(found.table, TODAY)).toEqual([]);
    const { register, problems } = checkRegister(found.table.definition);
    expect(problems).toEqual([]);
    expect((register as RegisterDefinition).columns).toEqual([
      'staffName',
      'employeeNo',
      'certNo',
      'post',
      'certDate',
      'officePhone',
      'field10',
    ]);
    const { rows, report } = await readTable({ bytes, filename: 'a.xlsx', sheet: '' }, found.table, 'bond-traders');
    expect([report.problems, report.errors, rows.length]).toEqual([[], [], 40]);
    expect(Object.keys(rows[0]!)).not.toContain('idNo');
  });

  test('a corrected title still finds its column, and a type that does not fit names the cells', async () => {
    const renamed = withColumn(found.table, '姓名', { title: '员工姓名', type: 'date' });
    const { report } = await readTable({ bytes, filename: 'a.xlsx', sheet: '' }, renamed, 'x');
    const { misfits, misfitCount } = misfitsOf(report);
    expect(misfitCount).toBe(40);
    expect(misfits[0]).toMatchObject({ line: 2, place: 1, cell: 'B2', value: '沈若川' });
  });
});

test('titles stand below a title line, which names the table and its day; a sum below it spoils nothing and is told by the check', async () => {
  const bytes = await buildSheet(
    [
      ['证券经纪人名单'],
      ['截至2026年10月31日'],
      ['姓名', '证书编号', '费率（%）'],
      ['甲一', 'S9901124031000', { percent: 0.005 }],
      ['乙二', 'S9901124031001', { percent: 0.0065 }],
      ['丙三', 'S9901124031002', { percent: 0.02 }],
      ['合计', null, null],
    ],
    { merges: ['A1:C1'] },
  );
  const found = await proposed(bytes);
  expect(found).toMatchObject({
    headerRow: 3,
    rows: 3,
    rowsRead: 4,
    table: { definition: { title: '证券经纪人名单', key: ['certNo'] }, dataDate: '2026-10-31' },
  });
  expect(columnOf(found, '费率')).toMatchObject({ type: 'percent', scale: 2 });
  expect(found.samples[0]!.cells).toEqual(['甲一', 'S9901124031000', '0.50%']);
  const { report } = await readTable({ bytes, filename: 'a.xlsx', sheet: '' }, found.table, 'x');
  expect(report.errors[0]!.cells[0]).toMatchObject({ cell: 'A7', reason: '这一行像是合计或附注，不是一条数据' });
  expect([report.rowsRead, report.badRows]).toEqual([4, 1]);
});

test('[RG43] rows that are wrong twice are counted once, also where a cell of a merged range was called wrong', async () => {
  const rows = [
    ['姓名', '证书编号', '部门'],
    ['甲一', 'S9901124031000', '零售部'],
    ['乙二', 'S9901124031001', null],
    ['丙三', 'S9901124031002', null],
  ];
  const bytes = await buildSheet(rows, { merges: ['C2:C4'] });
  const { table } = await proposed(bytes);
  const wrong = { wrong: [{ text: '乙二', meant: '' }] };
  const file = { bytes, filename: 'a.xlsx', sheet: '' };
  const { report } = await readTable(
    file,
    withColumns(table, ({ place }) => place === 0, wrong),
    'x',
  );
  expect([report.rowsRead, report.badRows, report.mendable.merged]).toEqual([3, 3, 1]);
  const filled = await proposeTable(bytes, 'a.xlsx', { today: '2026-11-20', fillMerged: true });
  expect(filled.samples.map(({ cells }) => cells[2])).toEqual(['零售部', '零售部', '零售部']);
  expect((await readTable({ ...file, fillMerged: true }, filled.table, 'x')).report.badRows).toBe(0);
});

test.each([
  ['证券经纪人名单（截至2026年10月31日）', '证券经纪人名单'],
  ['截至２０２６年１０月３１日证券经纪人名单', '证券经纪人名单'],
  ['证券经纪人名单（2026-10）', '证券经纪人名单'],
  ['附件1：证券经纪人名单（数据截至：2026.10.31）', '证券经纪人名单'],
  ['证券经纪人名单 20261031', '证券经纪人名单'],
  ['2025版证券经纪人名单（不含离岗）', '2025版证券经纪人名单（不含离岗）'],
  ['单位：万元', '名单一览'],
  ['截至2026年10月31日', '名单一览'],
])('[RG18] above the titles stands %s: the table is called %s', async (line, title) => {
  const bytes = await buildSheet([
    [line],
    ['姓名', '证书编号'],
    ['甲一', 'S9901124031000'],
    ['乙二', 'S9901124031001'],
  ]);
  expect((await proposed(bytes, '名单一览_20261031.xlsx')).table.definition.title).toBe(title);
});

test('a day to come is not taken for the day of the data', async () => {
  const found = await proposed(await staff(5), '名单_20270101.xlsx');
  expect(found.table.dataDate).toBe(TODAY);
  expect(found.reasons.dataDate).toContain('还没有到');
});

test('two columns together are the key where none alone tells the rows apart, and where none do, that is a problem', async () => {
  const pairs = await proposed(
    await buildSheet([
      ['证券代码', '市场'],
      ['600001', '上交所'],
      ['600001', '深交所'],
      ['600002', '上交所'],
      ['600002', '深交所'],
    ]),
  );
  expect(flat(pairs.table).key).toEqual(['secuCode', 'market']);
  const equal = await proposed(
    await buildSheet([
      ['姓名', '岗位'],
      ['甲一', '研究'],
      ['甲一', '研究'],
    ]),
  );
  expect(flat(equal.table).key).toEqual([]);
  expect(tableProblems(equal.table, TODAY)).toContainEqual(expect.objectContaining({ step: 'fields', field: 'key' }));
});

test.each(['邮政编码', '行业代码', '统一社会信用代码', '地区代码'])(
  '[VA8] a code that rows may share is no key while a name is unique: %s',
  async (shared) => {
    const rows = (named: (at: number) => string) =>
      buildSheet([
        ['营业部名称', shared, '地址'],
        ...Array.from({ length: 8 }, (_, at): GivenCell[] => [named(at), String(200_001 + at), `中山路${at + 1}号`]),
      ]);
    const { table } = await proposed(await rows((at) => `第${at + 1}营业部`));
    expect(flat(table).key.map((name) => columnsOf(table).find((one) => one.name === name)!.title)).toEqual([
      '营业部名称',
    ]);
  },
);

describe('[RG15] a number that few rows share is the key, and what repeats is an error', () => {
  const certified = (count: number, certOf: (at: number) => GivenCell) =>
    buildSheet([
      ['姓名', '证书编号', '岗位', '取得日期'],
      ...Array.from({ length: count }, (_, at): GivenCell[] => [
        NAMES[at % 5]!,
        certOf(at),
        ['投资经理', '交易员', '研究'][at % 3]!,
        `2024-0${1 + (at % 9)}-1${at % 9}`,
      ]),
    ]);
  const numbered = (at: number): string => `S990112403${1000 + at}`;
  const readOf = (bytes: Uint8Array, { table }: TableProposal) =>
    readTable({ bytes, filename: 'a.xlsx', sheet: '' }, table, 'x');

  test('of 300 rows two repeat a number: it is proposed alone, the places are said, and both cells are in the report', async () => {
    const bytes = await certified(300, (at) => numbered(at === 17 ? 4 : at === 208 ? 100 : at));
    const found = await proposed(bytes);
    expect(flat(found.table).key).toEqual(['certNo']);
    expect(found.reasons.key).toContain(
      '2 行与前面的行重复：第 19 行与第 6 行都是“S9901124031004”；第 210 行与第 102 行都是“S9901124031100”',
    );
    const { report } = await readOf(bytes, found);
    expect(
      report.errors.map(({ title, cells }) => [title, cells.map(({ cell, reason }) => `${cell} ${reason}`)]),
    ).toEqual([['证书编号', ['B19 与第 6 行重复', 'B210 与第 102 行重复']]]);
  });

  test('a number that is missing once is the key all the same, and the empty cell is in the report', async () => {
    const bytes = await certified(60, (at) => (at === 9 ? null : numbered(at)));
    const found = await proposed(bytes);
    expect(flat(found.table).key).toEqual(['certNo']);
    expect(found.reasons.key).toContain('1 行没有填写：第 11 行');
    expect((await readOf(bytes, found)).report.errors[0]!.cells).toMatchObject([{ cell: 'B11', reason: '不能为空' }]);
  });

  test('a number all of whose cells differ goes before one that few share, and a name that differs does not', async () => {
    const rowsOf = (headers: string[], row: (at: number) => GivenCell[]) =>
      buildSheet([headers, ...Array.from({ length: 40 }, (_, at) => row(at))]);
    const keyOf = async (bytes: Uint8Array) => (await proposed(bytes)).table.definition.key;
    expect(
      await keyOf(await rowsOf(['员工编号', '证书编号'], (at) => [`80${1000 + (at === 7 ? 3 : at)}`, numbered(at)])),
    ).toEqual(['certNo']);
    expect(
      await keyOf(
        await rowsOf(['分支机构名称', '机构代码'], (at) => [`第${at}营业部`, `0${101 + (at === 7 ? 3 : at)}`]),
      ),
    ).toEqual(['branchCode']);
  });

  test('a number that many rows share, or that rows share by its nature, is no key alone', async () => {
    const found = await proposed(await certified(40, (at) => numbered(at % 20)));
    expect(flat(found.table).key).not.toEqual(['certNo']);
    const branches = await proposed(
      await buildSheet([
        ['营业部名称', '邮政编码'],
        ...Array.from({ length: 40 }, (_, at): GivenCell[] => [
          `第${at}营业部`,
          `31000${at === 7 ? 3 : at}`.slice(0, 6),
        ]),
      ]),
    );
    expect(flat(branches.table).key).toEqual(['branchName']);
  });
});

describe('[RG16] what stands apart from all others is asked about, with its cell and what would be right', () => {
  const HEADERS = ['姓名', '证书编号', '类别', '部门', '取得日期', '管理规模（万元）', '学历'];
  const usual = (at: number): GivenCell[] => [
    NAMES[at % 5]!,
    `S990112403${1000 + at}`,
    at % 6 ? '营业部' : '分公司',
    ['第一营业部', '第二营业部', '总部'][at % 3]!,
    `20${15 + (at % 11)}-0${1 + (at % 9)}-1${at % 9}`,
    1000 + ((at * 37) % 4000),
    '本科',
  ];
  const withCells = (cells: Record<string, GivenCell>, count = 300) =>
    buildSheet([
      HEADERS,
      ...Array.from({ length: count }, (_, at) =>
        usual(at).map((cell, place) =>
          `${'ABCDEFG'[place]}${at + 2}` in cells ? cells[`${'ABCDEFG'[place]}${at + 2}`]! : cell,
        ),
      ),
    ]);
  const proposalOf = async (cells: Record<string, GivenCell>, count?: number) =>
    (await proposed(await withCells(cells, count))).questions.map(({ kind, cell, meant }) => [kind, cell, meant]);

  test.each<[string, string, GivenCell, string]>([
    ['choice', 'C17', '营业布', '营业部'],
    ['code', 'B29', 'S99011240310275', ''],
    ['number', 'F40', 12_340_000, '1234'],
    ['date', 'E50', '2204-03-01', '2024-03-01'],
    ['date', 'E50', '1924-03-01', '2024-03-01'],
    ['empty', 'G61', null, ''],
  ])('%s: %s', async (kind, cell, value, meant) => {
    expect(await proposalOf({ [cell]: value })).toEqual([[kind, cell, meant]]);
  });

  test('of an ordinary file nothing is asked, nor of values that differ by a word of sense', async () => {
    expect(await proposalOf({})).toEqual([]);
    expect(await proposalOf({ D17: '第三营业部' })).toEqual([['choice', 'D17', '']]);
    expect(await proposalOf({ D17: '第三营业部' }, 12)).toEqual([]);
    const states = await proposed(
      await buildSheet([
        ['姓名', '工号', '状态'],
        ...Array.from({ length: 60 }, (_, at): GivenCell[] => [
          NAMES[at % 5]!,
          `80${1000 + at}`,
          at === 7 ? '离职' : '在职',
        ]),
      ]),
    );
    expect(states.questions).toEqual([]);
  });

  const statesOf = async (counts: Record<string, number>, header = '在岗状态'): Promise<TableProposal> => {
    const states = Object.entries(counts).flatMap(([state, count]) => Array.from({ length: count }, () => state));
    return proposed(
      await buildSheet([
        ['姓名', '工号', header],
        ...states.map((state, at): GivenCell[] => [NAMES[at % 5]!, `80${1000 + at}`, state]),
      ]),
    );
  };

  test('a choice that occurs once is asked about in a column of states and in a small file, too, and named with the one it looks like', async () => {
    const of = async (counts: Record<string, number>, header?: string) =>
      (await statesOf(counts, header)).questions.map(({ kind, value, meant }) => [kind, value, meant]);
    const again = [['choice', '再岗', '在岗']];
    expect(await of({ 在岗: 35, 离岗: 4, 再岗: 1 })).toEqual(again);
    expect(await of({ 在岗: 4, 离岗: 1, 再岗: 1 })).toEqual(again);
    expect(await of({ 已离任: 5, 在任: 3, 己离任: 1 })).toEqual([['choice', '己离任', '已离任']]);
    expect(await of({ 有效: 9, 已过期: 1 }, '证书状态')).toEqual([['choice', '已过期', '']]);
    expect(await of({ 营业部: 12, 分公司: 3, 总部: 2, 其他: 1 }, '类别')).toEqual([['choice', '其他', '']]);
  });

  test('that one person has left is not asked about, nor what occurs once where most occur once or twice', async () => {
    const of = async (counts: Record<string, number>, header?: string) => (await statesOf(counts, header)).questions;
    expect(await of({ 在岗: 39, 离岗: 1 })).toEqual([]);
    expect(await of({ 投资经理: 2, 交易员: 2, 研究员: 2, 风控: 1, 合规: 1 }, '岗位')).toEqual([]);
    expect(await of({ 杭州: 4, 宁波: 3, 温州: 2, 绍兴: 1, 金华: 1, 台州: 1, 湖州: 1 }, '城市')).toEqual([]);
    expect(await of({ 高级: 5, 中级: 4, 初级: 1 }, '级别')).toMatchObject([{ value: '初级', meant: '' }]);
  });

  test('why a column is a list of choices says which of them occurs once', async () => {
    const { columnReasons } = await statesOf({ 在岗: 35, 离岗: 4, 再岗: 1 });
    expect(columnReasons[2]!.join()).toContain('只有 3 种值，其中“再岗”只出现一次');
    expect((await statesOf({ 在岗: 35, 离岗: 5 })).columnReasons[2]!.join()).toContain('只有 2 种值，重复出现');
  });

  test('names of branches that share most of their signs are no slips of one another, and what begins later is no mistake', async () => {
    const BRANCHES = ['上海长安路', '上海和平路', '杭州文昌路', '南通光明路', '广州云山路'];
    const bytes = await buildSheet([
      ['姓名', '证书编号', '所属营业部', '生效日期', '联系地址'],
      ...Array.from({ length: 60 }, (_, at): GivenCell[] => [
        NAMES[at % 5]!,
        `S990112403${1000 + at}`,
        at === 9
          ? '示例证券上海建国路证券营业部'
          : at === 11
            ? '示例证券上海长安路证劵营业部'
            : `示例证券${BRANCHES[at % 5]}证券营业部`,
        at === 20 ? '2026-12-24' : `2026-0${1 + (at % 9)}-1${at % 9}`,
        at % 30 ? '上海' : '',
      ]),
    ]);
    const { questions } = await proposed(bytes);
    expect(questions.map(({ cell, meant }) => [cell, meant])).toEqual([
      ['C13', '示例证券上海长安路证券营业部'],
      ['C11', ''],
    ]);
  });

  test('what is asked says where the cell stands, and how the others are', async () => {
    const { questions } = await proposed(
      await withCells({ C17: '营业布', E50: '2204-03-01', F40: 12_340_000, G61: null }),
    );
    expect(questions.map(({ words }) => words)).toEqual([
      '“类别”的“营业布”只出现一次（C17），而“营业部”出现 249 次',
      expect.stringMatching(/^“管理规模”的“12340000”（F40）是其余的约 \d,000 倍，是不是单位不同/),
      `“取得日期”的“2204-03-01”（E50）还没有到（今天是 ${TODAY}），其余都在今天以前`,
      '“学历”在 300 行中有 299 行填写，只有 G61 是空的',
    ]);
  });

  test('what the editor calls wrong is an error until the file is mended, whatever the type; what they pass over is none', async () => {
    const bytes = await withCells({ C17: '营业布', E50: '2204-03-01' });
    const { table } = await proposed(bytes);
    const errorsOf = async (given: WizardTable, file = bytes) =>
      (await readTable({ bytes: file, filename: 'a.xlsx', sheet: '' }, given, 'x')).report.errors.flatMap(
        ({ cells }) => cells,
      );
    expect(await errorsOf(table)).toEqual([]);
    const wrong = withColumn(
      withColumn(table, '取得日期', { wrong: [{ text: '2204-03-01', meant: '2024-03-01' }] }),
      '类别',
      {
        choices: ['营业部', '分公司'],
      },
    );
    expect(await errorsOf(wrong)).toMatchObject([
      { cell: 'C17', remedy: expect.stringContaining('您是不是要找“营业部”') },
      { cell: 'E50', value: '2204-03-01', reason: '您已说明这一格写错了', remedy: '应为：2024-03-01' },
    ]);
    expect(await errorsOf(wrong, await withCells({}))).toEqual([]);
  });
});

test('mobile numbers stay inside however many rows there are and whatever the column is called; other phones are public with a word of warning', async () => {
  // too many to be kept apart, one of them twice
  const mobiles = Array.from({ length: 90 }, (_, at) => `1390000${1000 + (at === 89 ? 0 : at)}`);
  const found = await proposed(
    await buildSheet([
      ['证书编号', '联系电话', '联系号码', '办公电话', '值班电话', '客服电话'],
      ...mobiles.map((mobile, at) => [
        `S990112403${1000 + at}`,
        mobile,
        mobile,
        `021-5550${1000 + at}`,
        at === 5 ? mobile : `021-5551${1000 + at}`,
        '400-800-1234',
      ]),
    ]),
  );
  expect(columnsOf(found.table).map(({ visibility }) => visibility)).toEqual([
    'shown',
    'hidden',
    'hidden',
    'shown',
    'shown',
    'shown',
  ]);
  expect(found.columnReasons[3]).toContain('如为个人电话请改为不公开');
  expect(found.columnReasons[4]).toContain('有 1 个手机号码；如为个人电话请改为不公开');
  expect(found.columnReasons[5]!.join()).not.toContain('个人电话');
});

test('a table of one product a row is one of products to be checked; one of their values over days, and one of securities, is not', async () => {
  const kindOf = async (...rows: GivenCell[][]) => flat((await proposed(await buildSheet(rows))).table).verify?.kind;
  expect(await kindOf(['产品名称', '产品代码'], ['甲一号', 'P1001'], ['甲二号', 'P1002'])).toBe('product');
  expect(
    await kindOf(['基金名称', '基金代码', '净值日期'], ['甲', '000101', '2026-01-05'], ['甲', '000101', '2026-01-06']),
  ).toBe('');
  expect(await kindOf(['证券简称', '证券代码'], ['清和科技', '000001'], ['若溪股份', '000002'])).toBe('');
});

describe('[RG9] who has left or what has ended', () => {
  const LINES = ['自营', '清算', '做市'];
  const marked = async (headers: string[], row: (at: number) => GivenCell[], count = 12): Promise<WizardTable> =>
    (await proposed(await buildSheet([headers, ...Array.from({ length: count }, (_, at) => row(at))]))).table;
  const desk = (at: number): GivenCell[] => [NAMES[at % 5]!, `80${1000 + at}`, LINES[at % 3]!];

  test('a desk, a post or a line of business says nothing of persons, and a table without a state marks nobody', async () => {
    const table = await marked(['姓名', '员工编号', '业务类别'], desk);
    expect(flat(table).verify).toEqual({ kind: 'staff', show: ['staffName', 'employeeNo', 'field3'] });
    expect(table.definition.verify).not.toHaveProperty('ended');
  });

  test.each([
    ['在岗状态', '在岗', '不在岗'],
    ['状态', '在岗', '离职'],
    ['任职状态', '在任', '已离任'],
    ['人员状态', '在职', '离岗'],
    ['是否在岗', '是', '否'],
    ['人員狀態', '在職', '離職'],
    ['在 岗 状 态', '在岗', '离岗'],
  ])(
    'a column titled %s is the mark chosen beforehand, whatever stands before it, in a short file, too',
    async (header, stands, left) => {
      for (const count of [3, 12]) {
        const table = await marked(
          ['姓名', '员工编号', '业务类别', header],
          (at) => [...desk(at), at === 1 ? left : stands],
          count,
        );
        expect(flat(table).verify?.ended).toEqual({ field: columnsOf(table)[3]!.name, values: [left] });
        expect(table.definition.verify?.ended).toEqual({ field: columnsOf(table)[3]!.name, values: [left] });
      }
    },
  );

  test('words of products in a state of persons are no mark; in a state of products they are, and words of persons are not', async () => {
    expect(
      (
        await marked(['姓名', '员工编号', '状态'], (at) => [
          ...desk(at).slice(0, 2),
          ['存续', '清算', '到期', '已兑付'][at % 4]!,
        ])
      ).definition.verify,
    ).not.toHaveProperty('ended');
    const products = (at: number): GivenCell[] => [
      `稳盈${at}号`,
      `P${1000 + at}`,
      ['自有', '清算'][at % 2]!,
      ['存续', '已兑付', '离岗'][at % 3]!,
    ];
    const { verify } = (await marked(['产品名称', '产品代码', '业务类别', '运作状态'], products)).definition;
    expect(verify).toMatchObject({ kind: 'product', ended: { values: ['已兑付'] } });
  });

  test.each([
    '状态',
    '产品状态',
    '运作状态',
    '存续状态',
    '存续情况',
    '产品存续状态',
    '基金状态',
    '项目状态',
    '產品狀態',
  ])('a product has ended by its column %s', async (header) => {
    const table = await marked(['产品名称', '产品代码', header], (at) => [
      `稳盈${at}号`,
      `P${1000 + at}`,
      ['存续', '清算'][at % 2]!,
    ]);
    expect(flat(table).verify?.ended).toEqual({ field: columnsOf(table)[2]!.name, values: ['清算'] });
  });

  test.each([
    ['产品名称', '产品代码', '付息状态', '正常', '到期'],
    ['产品名称', '产品代码', '风险状态', '正常', '清算'],
    ['产品名称', '产品代码', '备案状态', '已备案', '清算'],
    ['产品名称', '产品代码', '披露情况', '已披露', '终止'],
    ['姓名', '员工编号', '证书状态', '有效', '离职'],
    ['姓名', '员工编号', '合同状态', '有效', '离职'],
  ])('of a table with %s and %s the column %s speaks of something else', async (name, code, header, stands, other) => {
    const table = await marked([name, code, header], (at) => [`沈若${at}`, `P${1000 + at}`, [stands, other][at % 2]!]);
    expect(columnsOf(table)[2]!.type).toBe('choice');
    expect(flat(table).verify!.kind).not.toBe('');
    expect(flat(table).verify).not.toHaveProperty('ended');
  });

  test('what was chosen counts and nothing else; a mark that means nothing any more is told at its field', async () => {
    const table = await marked(['姓名', '员工编号', '在岗状态'], (at) => [
      ...desk(at).slice(0, 2),
      ['在岗', '离岗'][at % 2]!,
    ]);
    const { name } = columnsOf(table)[2]!;
    const { ended: _chosen, ...none } = flat(table).verify!;
    expect(withTable(table, { verify: none }).definition.verify).not.toHaveProperty('ended');
    const problem = (changed: WizardTable) => tableProblems(changed, TODAY);
    const marking = ({ definition, ...rest }: WizardTable, values: string[], field = name): WizardTable => ({
      ...rest,
      definition: { ...definition, verify: { ...definition.verify!, ended: { field, values } } },
    });
    const mark = (values: string[], field = name): WizardTable => marking(table, values, field);
    expect(problem(table)).toEqual([]);
    for (const wrong of [
      mark([]),
      mark(['离职']),
      mark(['离岗'], 'status9'),
      marking(withTable(withColumn(table, '在岗状态', { type: 'text' }), { filters: [] }), ['离岗']),
      marking(withTable(withColumn(table, '在岗状态', { visibility: 'hidden' }), { filters: [] }), ['离岗']),
    ]) {
      expect(problem(wrong)).toMatchObject([{ step: 'display', field: 'ended' }]);
    }
  });
});

test('codes that a program has made numbers get their zeros back', async () => {
  const bytes = await buildSheet([
    ['证券代码', '证券简称'],
    [1, '清和科技'],
    [2, '若溪股份'],
    [600003, '望舒新材'],
  ]);
  const found = await proposed(bytes);
  expect(columnOf(found, '证券代码')).toMatchObject({ type: 'text', pattern: '^\\d{6}$' });
  const { rows } = await readTable({ bytes, filename: 'a.xlsx', sheet: '' }, found.table, 'x');
  expect(rows.map((row) => row.secuCode)).toEqual(['000001', '000002', '600003']);
});

test('of several sheets the first is proposed, and any other can be chosen', async () => {
  const sheet = (title: string) =>
    `<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${title}</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>甲一</t></is></c></row></sheetData>`;
  const bytes = await buildXlsx({ 在岗人员: sheet('姓名'), 离岗人员: sheet('员工姓名') });
  expect(await proposed(bytes)).toMatchObject({
    sheet: '在岗人员',
    sheets: ['在岗人员', '离岗人员'],
    table: { definition: { title: '在岗人员' } },
  });
  expect(columnOf(await proposed(bytes, 'a.xlsx', '离岗人员'), '员工姓名')).toBeDefined();
  await expect(proposed(bytes, 'a.xlsx', '没有')).rejects.toThrow('文件中没有名为“没有”的工作表');
});

test('a file that cannot be used is refused in words that say what to do', async () => {
  expect(await refusal(Buffer.alloc(0))).toBe('文件是空的，没有任何内容');
  expect(await refusal(Buffer.from('%PDF-1.4'))).toContain('PDF 文档');
  expect(await refusal(await buildSheet([['姓名', '证书编号']]))).toBe(
    '标题行（第 1 行）下面没有数据。请填写数据后再上传',
  );
  expect(
    await refusal(
      await buildSheet([
        ['沈若川', 'S9901124031000'],
        ['顾知远', 'S9901124031001'],
      ]),
    ),
  ).toContain('没有找到标题行');
  expect(
    await refusal(
      await buildSheet([
        ['姓名', '证书', null],
        [null, '编号', '类型'],
        ['甲一', 'S1001', '基金'],
      ]),
    ),
  ).toContain('标题占了第 1、2 两行');
  expect(
    await refusal(
      await buildSheet(
        [
          ['姓名', '证书', null],
          ['甲一', 'S1001', '基金'],
        ],
        { merges: ['B1:C1'] },
      ),
    ),
  ).toContain('合并单元格 B1:C1');
  expect(
    await refusal(
      await buildSheet([
        ['姓名', '姓名'],
        ['甲一', '乙二'],
      ]),
    ),
  ).toContain('“姓名”出现了两次');
});

test('a CSV file is as good as a workbook', async () => {
  const found = await proposed(
    Buffer.from('代码,简称,调入日期\n000001,清和科技,2024/1/1\n000002,若溪股份,2024/1/5\n'),
    '标的证券.csv',
  );
  expect(found).toMatchObject({ rows: 2, sheets: [], table: { definition: { title: '标的证券', key: ['code'] } } });
  expect(columnOf(found, '调入日期')).toMatchObject({ type: 'date', required: true });
});

test('what is filled in wrongly is told at its field, in Chinese', async () => {
  const { table } = await proposed(await staff(5));
  const problemsWith = (changed: Partial<FormerTable>): string[] =>
    tableProblems(withTable(table, changed), TODAY).map(({ step, field, message }) => `${step} ${field}: ${message}`);
  expect(tableProblems(withColumn(table, '姓名', { title: ' ' }), TODAY)).toEqual([
    { step: 'fields', place: 1, field: 'title', message: '请填写列标题' },
  ]);
  expect(tableProblems(withColumn(table, '姓名', { title: '岗位' }), TODAY)[0]).toMatchObject({
    place: 4,
    field: 'title',
    message: '标题“岗位”与另一列相同，导入时无法分辨，请改掉其中一个',
  });
  expect(tableProblems(withColumn(table, '姓名', { name: '姓名' }), TODAY)[0]).toMatchObject({
    place: 1,
    field: 'name',
  });
  expect(
    tableProblems(withColumn(table, '证书编号', { pattern: '^(a+)+$', patternHint: '字母', example: 'a' }), TODAY)[0],
  ).toMatchObject({ field: 'pattern', message: expect.stringContaining('请简化') });
  expect(tableProblems(withColumn(table, '证书编号', { example: 'X' }), TODAY)[0]).toMatchObject({ field: 'example' });
  expect(
    tableProblems(withColumn(table, '员工编号', { visibility: 'hidden' }), TODAY).map(({ field }) => field),
  ).toEqual(['key', 'filters']);
  expect(problemsWith({ dataDate: '2027-01-01' })).toEqual(['display dataDate: 数据日期 2027-01-01 还没有到']);
  expect(problemsWith({ key: [] })).toEqual([expect.stringContaining('fields key: 请选择主键')]);
});

test('titles that nobody knows get names that say only their place, and two alike get different ones', async () => {
  const found = await proposed(
    await writtenSheet(
      ['特别事项', 'Office Phone', '证书号', '证书编号'],
      [
        ['甲', '1', 'S1', 'S2'],
        ['乙', '2', 'S3', 'S4'],
      ],
    ),
  );
  expect(columnsOf(found.table).map(({ name }) => name)).toEqual(['field1', 'officePhone', 'certNo', 'certNo2']);
});

test('[SU26] a table that an empty register of the site was made for is told so, by its columns or by columns and name', async () => {
  const empty = ['fund-sale-staff', 'advisory-staff', 'branch', 'private-fund'].map((name): RegisterDefinition =>
    JSON.parse(readFileSync(new URL(`../../page-schemas/registers/${name}.json`, import.meta.url), 'utf8')),
  );
  const doubledBy = async (filename: string, ...titles: string[]) => {
    const { table } = await proposed(
      await buildSheet([titles, ...[1, 2].map((at) => titles.map((one) => one + at))]),
      filename,
    );
    return doubledRegisters(table, empty).map(({ definition: { register }, shared }) => `${register} ${shared}`);
  };
  expect(await doubledBy('名单.xlsx', '序号', '姓名', '证书编号', '资格类别', '所在机构', '入职日期')).toEqual([
    'fund-sale-staff 4',
  ]);
  expect(await doubledBy('营业网点一览表.xlsx', '名称', '地址', '片区', '经理')).toEqual(['branch 2']);
  expect(await doubledBy('分支机构.xlsx', '名称', '地址', '电话', '邮编', '负责人')).toEqual(['branch 5']);
  expect(await doubledBy('食堂.xlsx', '名称', '地址', '菜系', '人均')).toEqual([]);
});

describe('lines above the titles', () => {
  const TABLE: GivenCell[][] = [
    ['产品名称', '规模', '费用'],
    ['甲', 10.5, 2.5],
    ['乙', 11.5, 3.5],
    ['丙', 5, 4.5],
  ];
  const found = async (lines: GivenCell[][], merges: string[] = []) => {
    const { table, headerRow } = await proposed(await buildSheet([...lines, ...TABLE], { merges }), '文件.xlsx');
    return [table.definition.title, headerRow];
  };

  test.each<[string, ...GivenCell[][]]>([
    ['产品清单', ['产品清单', null, '单位：万元']],
    ['产品清单', ['产品清单'], ['截至2026年11月20日', null, '单位：万元']],
    ['产品清单', ['产品清单', null, '共8人']],
    ['产品清单', ['产品清单', null, '截至2026年11月20日']],
    ['产品清单', ['产品清单', null, '内部资料']],
    ['产品规模表', ['产品规模表'], ['填报单位：示例证券', null, '单位：万元']],
    ['产品规模表', ['产品规模表'], ['填报机构：示例证券', '填报人：甲']],
  ])('[EY11] that say something of the table, several in a line, are no titles: %s', async (title, ...lines) => {
    expect(await found(lines)).toEqual([title, lines.length + 1]);
    expect(await found(lines, [`A${lines.length}:B${lines.length}`])).toEqual([title, lines.length + 1]);
  });

  test('[EY11] titles that look like such a line are titles', async () => {
    for (const titles of [
      ['产品', '截至2025年12月31日', '截至2026年11月20日'],
      ['名称', '附件'],
      ['名称', '规模：万元', '类别：甲乙'],
    ]) {
      const rows = ['甲', '乙', '丙'].map((name, at) => [name, at + 1, 2].slice(0, titles.length));
      const { table } = await proposed(await buildSheet([titles, ...rows]));
      expect(columnsOf(table).map(({ header }) => header)).toEqual(titles);
    }
  });

  test.each<[string, ...GivenCell[][]]>([
    ['产品清单', ['附件1'], ['产品清单']],
    ['产品清单', ['附件1 产品清单']],
    ['产品清单', ['附件2-1产品清单']],
    ['文件', ['数据日期', { date: 46_346 }]],
    ['文件', ['更新时间', '2026-11-20']],
    ['文件', ['共3只']],
    ['名单;固收', ['名单;截至2026-11-20;固收']],
    ['产品清单', ['产品清单，截至2026年11月20日，']],
  ])('[RG18] name the table where they do, without number and day: %s', async (title, ...lines) => {
    expect(await found(lines)).toEqual([title, lines.length + 1]);
  });
});

describe('numbers with their units behind them', () => {
  const typed = async (title: string, ...cells: GivenCell[]) => {
    const bytes = await buildSheet([['名称', title], ...cells.map((cell, at) => [`第${at}行名`, cell])]);
    const { table } = await proposed(bytes);
    const { report, rows } = await readTable({ bytes, filename: 'a.xlsx', sheet: '' }, table, 'x');
    return [columnsOf(table)[1]!.type, report.badRows, rows[0]![columnsOf(table)[1]!.name]];
  };

  test('[EY11] are texts where a column of numbers would lose or refuse them', async () => {
    expect(await typed('期限', '1天', '7天', '6个月', '1年')).toEqual(['text', 0, '1天']);
    expect(await typed('设立年', '2018年', '2019年', '2020年', '2021年')).toEqual(['text', 0, '2018年']);
    expect(await typed('人数', '12人', '1.2万人', '20人')).toEqual(['text', 0, '12人']);
    expect(await typed('倍数', '1.5倍', '150%', '2倍')).toEqual(['text', 0, '1.5倍']);
    // a slip among numbers is one
    expect(await typed('人数', ...Array.from({ length: 12 }, (_, at) => at * 7), '12天')).toEqual(['integer', 1, 0]);
    // people have a unit of their own
    expect(await typed('人数', ...Array.from({ length: 12 }, (_, at) => at * 7), '12人')).toEqual(['integer', 0, 0]);
    expect((await typed('规模', '3万元', '2亿元', '5万元'))[0]).toBe('money');
    // the digits hold what counts in another unit
    expect(await typed('规模', '2500万', '1.5亿', '3亿元', '2亿元')).toEqual(['money', 0, '0.25']);
    expect(await typed('规模（亿元）', '1.5', '125万元', '2')).toEqual(['money', 0, '1.5000']);
  });

  test('[RG15] a year or a day in front names a row where nothing else does', async () => {
    const keyOf = async (title: string, ...cells: GivenCell[]) => {
      const bytes = await buildSheet([
        [title, '人数', '规模（万元）'],
        ...cells.map((cell, at) => [cell, 5, at * 1.5]),
      ]);
      return (await proposed(bytes)).table.definition.key.length;
    };
    expect(await keyOf('年份', 2018, 2019, 2020, 2021)).toBe(1);
    expect(await keyOf('交易日', { date: 45_000 }, { date: 45_001 }, { date: 45_002 })).toBe(1);
    expect(await keyOf('年份', 2018, 2018, 2020, 2021)).toBe(0);
    expect(await keyOf('笔数', 2018, 2019, 2020, 2021)).toBe(0);
  });
});
