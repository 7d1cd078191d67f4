import { personName } from '#demo/names.ts';
import { dice, type Dice } from '#demo/random.ts';
import type { ColumnType } from '#wire/wizard.ts';
import { gb18030 } from './gb18030.ts';
import { buildSheet, type GivenCell } from './sheet-files.ts';

/**
 * Lists as ordinary firms publish them, all clean, each with the truth about it: what an import has to read without a
 * question. The same number gives the same file on every machine.
 */

/** Facts of a file about one of its columns. */
export interface TrueColumn {
  /** in the file */
  header: string;
  type: ColumnType;
  /** unit of money in which the values count */
  unit: string;
  /** values by row: days as yyyy-mm-dd, percents as 5.25 for 5.25 %, numbers without marks, '' for an empty cell */
  values: string[];
}

export interface CleanFile {
  filename: string;
  bytes: Buffer;
  /** title of the table */
  title: string;
  /** yyyy-mm-dd; '' where the file says none */
  dataDate: string;
  columns: TrueColumn[];
}

type Given = Omit<TrueColumn, 'values' | 'unit'> & {
  unit?: string;
  make: (random: Dice, row: number) => string;
};

const text = (header: string, make: Given['make']): Given => ({ header, type: 'text', make });
const choice = (header: string, from: readonly string[]): Given => ({
  header,
  type: 'choice',
  make: (random, row) => (row < from.length * 3 ? from[row % from.length]! : random.pick(from)),
});
const day = (header: string, first = 2015, last = 2025, words: readonly string[] = []): Given => ({
  header,
  type: 'date',
  make: (random, row) =>
    words.length > 0 && row % 4 === 1
      ? words[row % words.length]!
      : `${random.int(first, last)}-${two(random.int(1, 12))}-${two(random.int(1, 28))}`,
});
const percent = (header: string, low: number, high: number, digits = 2): Given => ({
  header,
  type: 'percent',
  make: (random) => numberOf(random, low, high, digits),
});
const money = (header: string, unit: string, low: number, high: number): Given => ({
  header,
  type: 'money',
  unit,
  make: (random) => numberOf(random, low, high, 2),
});
const integer = (header: string, low: number, high: number): Given => ({
  header,
  type: 'integer',
  make: (random) => String(random.int(low, high)),
});
const decimal = (header: string, low: number, high: number): Given => ({
  header,
  type: 'decimal',
  make: (random) => numberOf(random, low, high, 4),
});
const phone = (header: string): Given => ({
  header,
  type: 'phone',
  make: (random) => `0${random.pick(['21', '571', '755', '10'])}-${random.int(5550, 5559)}${random.int(1000, 9999)}`,
});

/** A column that most rows leave empty, or mark as such. */
const remark = (header: string, words: readonly string[]): Given =>
  text(header, (random, row) => (row % 5 === 2 ? `${random.pick(words)}（${row + 1}）` : ''));
/** Its cells are empty where nothing has happened. */
const seldom = ({ make, ...column }: Given): Given => ({
  ...column,
  make: (random, row) => (row % 3 === 0 ? make(random, row) : ''),
});
/** ticked or left empty */
const ticked = (header: string): Given => ({
  header,
  type: 'choice',
  make: (random, row) => (row % 3 === 0 || random.chance(0.4) ? '√' : ''),
});

const two = (number: number): string => String(number).padStart(2, '0');
/** Its last digit is none that a spreadsheet would drop. */
const numberOf = (random: Dice, low: number, high: number, digits: number): string => {
  const unit = 10 ** digits;
  const whole = random.int(low * unit, high * unit);
  return String((whole % 10 === 0 ? whole + 1 : whole) / unit);
};

const CITIES = ['上海', '杭州', '深圳', '北京', '成都', '武汉', '南京', '广州', '西安', '青岛'];
const ROADS = ['中山路', '解放路', '人民路', '滨江大道', '世纪大道', '建设路', '文三路', '天府大道'];
const branch = (random: Dice): string => `${random.pick(CITIES)}${random.pick(ROADS)}证券营业部`;
const FIRMS = ['示例资产管理有限公司', '示例基金管理有限公司', '示范信托有限责任公司', '样本证券股份有限公司'];
const series = (random: Dice, row: number): string =>
  `${random.pick(['稳健', '增利', '双季', '成长', '红利', '安享'])}${two(row + 1)}号${random.pick(['集合资产管理计划', '收益凭证', '私募证券投资基金'])}`;
const name = text('姓名', (random) => personName(random));
const certificate = (header: string): Given =>
  text(header, (_, row) => `S9901${118 + (row % 9)}${two(1 + (row % 12))}${String(1000 + row).padStart(4, '0')}`);
const securityCode = (header: string): Given =>
  text(header, (_, row) => (row % 2 === 0 ? '000' : '600') + String(row + 1).padStart(3, '0'));

/** Kinds of lists: titles and columns. */
const LISTS: readonly (readonly [title: string, ...columns: Given[]])[] = [
  [
    '证券从业人员名单',
    name,
    choice('部门', ['固定收益总部', '资产管理总部', '信息技术部', '合规管理部']),
    choice('岗位', ['交易员', '投资经理', '研究员', '风控专员']),
    text('员工编号', (_, row) => String(800_100 + row * 7)),
    certificate('证书编号'),
    day('取得日期'),
    phone('办公电话'),
    choice('状态', ['在岗', '离岗']),
    remark('备注', ['兼任', '借调', '产假']),
  ],
  [
    '投资顾问信息公示',
    name,
    certificate('登记编号'),
    text('所属营业部', branch),
    day('登记日期'),
    choice('执业类型', ['证券投资咨询业务（投资顾问）', '一般证券业务']),
  ],
  [
    '证券经纪人名单',
    name,
    certificate('证书编号'),
    text('服务营业部', branch),
    day('委托起始日期', 2022, 2025),
    day('委托终止日期', 2027, 2029),
    text('代理权限', (random) => `客户招揽、${random.pick(['开户', '交易', '信息咨询'])}服务，不含资金划转`),
  ],
  [
    '代销金融产品信息公示',
    text('产品代码', (_, row) => `SA${String(100 + row)}`),
    text('产品名称', (random, row) => `示例${series(random, row)}`),
    choice('产品类型', ['固定收益类', '权益类', '混合类', '商品及金融衍生品类']),
    choice('风险等级', ['R1', 'R2', 'R3', 'R4', 'R5']),
    money('募集规模', '万元', 1000, 90_000),
    percent('业绩比较基准', 2, 6),
    day('成立日期', 2019, 2025),
    day('到期日期', 2026, 2031, ['无固定期限']),
    choice('管理人', FIRMS),
    choice('产品状态', ['存续', '募集中', '已到期']),
  ],
  [
    '融资融券标的证券及保证金比例',
    securityCode('证券代码'),
    text('证券简称', (random, row) => `${random.pick(CITIES)}${random.pick(['科技', '银行', '股份', '能源'])}${row}`),
    choice('交易市场', ['上海', '深圳']),
    choice('融资标的', ['是', '否']),
    percent('折算率', 20, 70, 0),
    percent('融资保证金比例', 80, 100, 0),
    day('生效日期', 2025, 2025),
  ],
  [
    '收费项目及标准',
    text('收费项目', (random, row) => `${random.pick(['股票', '基金', '债券', '期权'])}交易第${row + 1}档佣金`),
    choice('收费方式', ['按成交金额', '按笔', '按月']),
    percent('佣金费率', 0, 3, 3),
    money('最低收费', '元', 1, 20),
    text('收费说明', (random) => `包含交易所规费、${random.pick(['经手费', '证管费', '过户费'])}，不含印花税`),
    day('执行日期', 2020, 2025),
  ],
  [
    '分支机构信息一览表',
    text('机构名称', (random, row) => `${random.pick(CITIES)}第${row + 1}证券营业部`),
    choice('省份', ['上海', '浙江', '广东', '四川']),
    text(
      '地址',
      (random) => `${random.pick(CITIES)}市${random.pick(ROADS)}${random.int(1, 999)}号${random.int(1, 30)}层`,
    ),
    text('邮政编码', (random) => `0${random.int(10_000, 99_999)}`),
    text('负责人', (random) => personName(random)),
    phone('联系电话'),
    day('开业日期', 2000, 2022),
    ticked('可办融资融券'),
    remark('变更情况', ['迁址', '更名', '升级']),
  ],
  [
    '行政处罚及监管措施',
    text('文号', (_, row) => `沪证监决〔2025〕${row + 1}号`),
    text('当事人', (random) => personName(random)),
    choice('处罚机关', ['上海证监局', '浙江证监局', '中国证监会']),
    day('处罚日期', 2018, 2025),
    seldom(day('申诉日期', 2019, 2025)),
    money('罚款金额', '万元', 1, 500),
    text(
      '违法事实',
      (random) => `${random.pick(['未勤勉尽责', '违规买卖股票', '信息披露不及时'])}，违反有关规定，责令改正并处以罚款`,
    ),
  ],
  [
    '公募基金净值表',
    text('基金代码', (_, row) => String(10_000 + row * 13).padStart(6, '0')),
    text('基金名称', (random, row) => `样本${series(random, row)}`),
    day('净值日期', 2025, 2025),
    decimal('单位净值', 0, 3),
    decimal('累计净值', 1, 5),
    percent('日增长率', -3, 3),
  ],
  [
    '前十大股东持股情况',
    text('股东名称', (random, row) => `${random.pick(CITIES)}第${row + 1}控股有限公司`),
    choice('股份性质', ['国有法人股', '境内法人股', '外资股']),
    integer('持股数量（股）', 100_000, 90_000_000),
    percent('持股比例', 0, 30),
    choice('是否质押', ['否', '是']),
    seldom(percent('质押比例', 5, 90)),
    seldom(integer('冻结数量（股）', 1000, 90_000)),
  ],
  [
    '公司债券发行情况',
    text('债券代码', (_, row) => String(185_000 + row)),
    text('债券简称', (_, row) => `${20 + (row % 6)}示证${two((row % 30) + 1)}${row}`),
    money('发行规模', '亿元', 5, 60),
    percent('票面利率', 2, 5),
    day('起息日', 2019, 2025),
    day('到期日', 2026, 2032),
    choice('信用评级', ['AAA', 'AA+', 'AA']),
  ],
  [
    '第三方合作机构名单',
    text('机构名称', (random, row) => `${random.pick(CITIES)}第${row + 1}信息技术有限公司`),
    text('统一社会信用代码', (_, row) => `9131000${String(1_000_000 + row * 37)}${row % 10}${'ABCDEFGHJK'[row % 10]}X`),
    choice('合作内容', ['行情服务', '身份认证', '短信服务']),
    day('合作期限至', 2026, 2030, ['长期']),
    { header: '网址', type: 'url', make: (_, row) => `https://www.example.com/partner/${row}` },
  ],
  [
    '投资者教育活动记录',
    text('活动名称', (random, row) => `第${row + 1}期${random.pick(['防范非法证券', '反洗钱', '养老投资'])}讲座`),
    day('举办日期', 2024, 2025),
    text('举办地点', branch),
    integer('参与人数', 20, 900),
    choice('活动形式', ['线上', '线下']),
  ],
  [
    '交易软件版本信息',
    text('软件名称', (random, row) => `示例${random.pick(['赢家', '掌上通', '快车'])}客户端${row + 1}`),
    choice('操作系统', ['Windows', 'iOS', 'Android']),
    text('版本号', (random, row) => `V${random.int(1, 9)}.${random.int(0, 9)}.${row}`),
    day('发布日期', 2022, 2025),
    { header: '下载地址', type: 'url', make: (_, row) => `https://www.example.com/down/${row}.html` },
  ],
  [
    '自营业务主要指标',
    text('指标名称', (random, row) => `${random.pick(['权益类证券', '固定收益类证券', '衍生品'])}指标${row + 1}`),
    money('期末余额', '亿元', 1, 300),
    money('期初余额', '亿元', 1, 300),
    seldom(money('减值金额', '亿元', 1, 9)),
    text('监管标准', (random) => `不超过净资本的${random.int(1, 9)}0%，预警标准为其八成`),
  ],
  [
    '港股通标的证券名单',
    text('证券代码', (_, row) => String(row * 17 + 1).padStart(5, '0')),
    text('中文简称', (random, row) => `${random.pick(CITIES)}${random.pick(['控股', '集团', '国际'])}${row}`),
    text('英文简称', (_, row) => `SAMPLE HOLDINGS ${row}`),
    day('调入日期', 2016, 2025),
    integer('每手股数', 100, 2000),
  ],
  [
    '期权经纪业务保证金标准',
    text('合约品种', (random, row) => `${random.pick(['沪深300', '中证500', '上证50'])}ETF期权${row + 1}`),
    percent('开仓保证金比例', 10, 30),
    percent('维持保证金比例', 10, 30),
    integer('持仓限额（张）', 1000, 50_000),
    day('执行日期', 2023, 2025),
  ],
  [
    '受托管理资产规模',
    text('产品类别', (random, row) => `${random.pick(['集合', '单一', '专项'])}资产管理计划第${row + 1}类`),
    integer('产品数量（只）', 1, 400),
    money('受托资金', '亿元', 1, 2000),
    percent('较上年末增减', -40, 60),
  ],
  [
    '客户投诉渠道',
    text('受理机构', (random, row) => `${random.pick(CITIES)}第${row + 1}分公司`),
    phone('投诉电话'),
    text('电子邮箱', (_, row) => `service${row}@example.com`),
    text('受理时间', (random) => `交易日${random.int(8, 9)}:${two(random.int(0, 59))}至17:${two(random.int(0, 59))}`),
    text('通讯地址', (random) => `${random.pick(CITIES)}市${random.pick(ROADS)}${random.int(1, 999)}号`),
  ],
  [
    '科创板做市标的',
    securityCode('股票代码'),
    text(
      '股票简称',
      (random, row) => `${random.pick(['晶', '芯', '微', '光'])}${random.pick(['源', '科', '联', '创'])}${row}`,
    ),
    day('做市起始日', 2023, 2025),
    integer('做市库存（股）', 1000, 900_000),
    choice('状态', ['做市中', '已终止']),
  ],
];

/** Form of a column's cells in a file, the same for all. */
type Writing = (value: string) => GivenCell;
interface Written {
  header: string;
  write: Writing;
}

const serialOf = (value: string): number => Date.parse(`${value}T00:00:00Z`) / 86_400_000 + 25_569;
const grouped = (value: string): string => value.replace(/\d(?=(?:\d{3})+(?:\.|$))/g, (digit) => `${digit},`);
const fixed = (value: string): string => grouped(Number(value).toFixed(2));
const whole = /^\d{4}-/;
const onDays =
  (write: Writing): Writing =>
  (value) =>
    whole.test(value) ? write(value) : value;

const DAY_TEXTS: readonly Writing[] = [
  (value) => value,
  (value) => value.replaceAll('-', '/'),
  (value) => value.replace(/^(\d+)-0?(\d+)-0?(\d+)$/, '$1年$2月$3日'),
  (value) => value.replaceAll('-', '.'),
];
const DAY_CELLS: readonly Writing[] = [
  (value) => ({ date: serialOf(value) }),
  (value) => ({ number: serialOf(value), format: 'yyyy"年"m"月"d"日"' }),
  (value) => ({ number: serialOf(value), format: '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy' }),
  (value) => ({ number: serialOf(value), format: 'yyyy\\-mm\\-dd;@' }),
];

/** @param isCsv all cells are texts @param unitLine of the table; '' for none */
function writingOf({ header, type, unit = '' }: Given, random: Dice, isCsv: boolean, unitLine: string): Written {
  const plain: Writing = (value) => (isCsv ? value : Number(value));
  switch (type) {
    case 'date':
      return { header, write: onDays(random.pick(isCsv || random.chance(0.3) ? DAY_TEXTS : DAY_CELLS)) };
    case 'percent':
      return random.pick<Written>([
        { header: `${header}（%）`, write: plain },
        { header: `${header}(%)`, write: plain },
        { header, write: (value) => `${value}%` },
        ...(isCsv
          ? []
          : [
              { header, write: (value: string) => ({ percent: Number((Number(value) / 100).toPrecision(12)) }) },
              { header, write: (value: string) => ({ number: Number(value), format: '0.00"%"' }) },
            ]),
      ]);
    case 'money': {
      const titled = [`${header}（${unit}）`, `${header}(${unit})`, `${header}（单位：${unit}）`];
      return random.pick<Written>([
        ...(unitLine === unit ? [{ header, write: plain }] : []),
        { header: random.pick(titled), write: plain },
        { header: random.pick(titled), write: fixed },
        ...(isCsv
          ? []
          : [
              { header: titled[0]!, write: (value: string) => ({ number: value, format: '#,##0.00_ ' }) },
              { header, write: (value: string) => ({ number: value, format: `#,##0.00"${unit}"` }) },
            ]),
      ]);
    }
    case 'integer':
      return {
        header,
        write: random.pick<Writing>([
          plain,
          grouped,
          ...(isCsv ? [] : [(value: string) => ({ number: value, format: '#,##0' })]),
        ]),
      };
    case 'decimal':
      return { header, write: isCsv ? plain : (value) => ({ number: value, format: '0.0000' }) };
    default: {
      const isSix = type === 'text' && header.endsWith('代码') && !isCsv && random.chance(0.3);
      // numbers only for codes of six digits
      return { header, write: (value) => (isSix && /^\d{6}$/.test(value) ? { sixDigits: Number(value) } : value) };
    }
  }
}

const SIGNS = [',', ',', ',', '\t', ';'] as const;

/** A CSV file as programs save one. */
function csvOf(rows: readonly (readonly GivenCell[])[], random: Dice): Buffer {
  const sign = random.pick(SIGNS);
  const cellOf = (cell: GivenCell): string => {
    const words = cell === null ? '' : String(cell as string | number);
    return words.includes(sign) || words.includes('"') ? `"${words.replaceAll('"', '""')}"` : words;
  };
  const content = `${rows.map((cells) => cells.map(cellOf).join(sign)).join('\r\n')}\r\n`;
  const encoded = random.int(0, 3);
  if (encoded === 0) return gb18030(content);
  if (encoded === 1) return Buffer.from(`\uFEFF${content}`, 'utf16le');
  return Buffer.from(encoded === 2 ? `\uFEFF${content}` : content);
}

/** @param at from 0 */
export async function cleanFile(at: number): Promise<CleanFile> {
  const random = dice('clean-file', at);
  const [listed, ...given] = LISTS[at % LISTS.length]!;
  const isCsv = random.chance(0.3);
  const count = random.pick([5, 8, 12, 25, 40, 80, 160]);
  const hasTitle = random.chance(0.7);
  const units = [...new Set(given.flatMap(({ unit = '' }) => (unit === '' ? [] : [unit])))];
  const unitLine = hasTitle && units.length === 1 && random.chance(0.6) ? units[0]! : '';
  const dataDate = random.chance(0.6) ? `2026-${two(random.int(1, 10))}-${two(random.int(1, 28))}` : '';
  const columns: TrueColumn[] = [];
  const written: Written[] = [];
  if (random.chance(0.4)) {
    columns.push({ header: '序号', type: 'integer', unit: '', values: rowsOf(count, (row) => String(row + 1)) });
    written.push({ header: '序号', write: (value) => (isCsv ? value : Number(value)) });
  }
  for (const one of given) {
    const writing = writingOf(one, random, isCsv, unitLine);
    columns.push({
      header: writing.header,
      type: one.type,
      unit: one.unit ?? '',
      values: rowsOf(count, (row) => one.make(random, row)),
    });
    written.push(writing);
  }
  const where = dataDate === '' ? 'nowhere' : hasTitle ? random.pick(['title', 'line', 'file']) : 'file';
  const dateWords = dataDate.replace(/^(\d+)-0?(\d+)-0?(\d+)$/, '$1年$2月$3日');
  const lines = hasTitle
    ? [
        ...(random.chance(0.2) ? ['示例证券股份有限公司'] : []),
        where === 'title' ? `${listed}（截至${dateWords}）` : listed,
        ...(where === 'line' ? [random.pick([`截至日期：${dataDate}`, `数据日期：${dateWords}`])] : []),
        ...(unitLine === ''
          ? []
          : [random.pick([`单位：${unitLine}`, `（单位：${unitLine}）`, `金额单位：人民币${unitLine}`])]),
      ]
    : [];
  // the last line stands at the right end of the one above it, and a number before the title
  const isBeside = hasTitle && (where === 'line' || unitLine !== '') && !isCsv && at % 3 === 1;
  const above: GivenCell[][] = (isBeside ? lines.slice(0, -1) : lines).map((line) => [line]);
  if (isBeside) above.at(-1)!.push(...columns.slice(2).map(() => null), lines.at(-1)!);
  if (hasTitle && at % 7 === 2) above.unshift(['附件1']);
  // space between two signs, or a break in a long title, as people write them
  const spread = random.chance(0.2);
  const gap = random.pick(['', '', '—', '-', '/']);
  const headers = written.map(({ header }) =>
    spread && /^\p{Script=Han}{2}$/u.test(header)
      ? `${header[0]}  ${header[1]}`
      : spread && !isCsv
        ? header.replace('（', '\n（')
        : header,
  );
  for (const [place, column] of columns.entries()) column.header = headers[place]!.replaceAll(/\s+/g, ' ');
  const rows: GivenCell[][] = [
    ...above,
    ...(hasTitle && !isCsv && random.chance(0.2) ? [[]] : []),
    headers,
    ...rowsOf(count, (row) =>
      columns.map(({ values }, place) => {
        const value = values[row]!;
        return value === '' ? gap || null : written[place]!.write(value);
      }),
    ),
  ];
  const bare = `${listed}${where === 'file' ? dataDate.replaceAll('-', '') : ''}`;
  return {
    filename: `${bare}.${isCsv ? 'csv' : 'xlsx'}`,
    bytes: isCsv
      ? csvOf(rows, random)
      : await buildSheet(rows, { mergedTitle: hasTitle && random.chance(0.6) && above[0]!.length === 1 }),
    title: listed,
    dataDate,
    columns,
  };
}

const rowsOf = <T>(count: number, make: (row: number) => T): T[] =>
  Array.from({ length: count }, (_, row) => make(row));
