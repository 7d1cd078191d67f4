import type { Cell } from '#page/data-shapes.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';

/** A register of persons with every kind of filter and sort, as large as none of the site's. */
export const millionStaff: RegisterDefinition = {
  schemaVersion: 1,
  register: 'million-staff',
  title: '百万行人员表',
  endpoints: [],
  key: ['certNo'],
  fields: {
    staffName: { title: '姓名', type: 'text', required: true, convert: false, sortable: true },
    certNo: { title: '证书编号', type: 'text', required: true, convert: false },
    category: {
      title: '类别',
      type: 'choice',
      required: true,
      choices: { '1': '营销人员', '2': '证券经纪人', '3': '投资顾问' },
    },
    branchName: { title: '营业部', type: 'text', required: true },
    regDate: { title: '登记日期', type: 'date', sortable: true },
    amount: { title: '金额', type: 'money', scale: 2, sortable: true },
  },
  columns: ['staffName', 'certNo', 'category', 'branchName', 'regDate', 'amount'],
  filters: [
    { field: 'category' },
    { field: 'regDate' },
    { field: 'amount' },
    { field: 'branchName' },
    { fuzzy: ['staffName', 'certNo'], name: 'fuzzyItem', title: '姓名或证书编号' },
  ],
  order: ['branchName', 'certNo'],
  countWord: '人',
};

const SURNAMES = [
  ...'王王王王李李李李张张张刘刘陈陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤',
];
const GIVEN =
  '谷雨 清和 云舒 知秋 星河 松涛 若溪 望舒 嘉禾 明澈 安澜 予宁 景行 怀瑾 牧川 思齐 白露 霜降 立夏 小满 南山 北辰 东篱 西江 远帆 晨曦 暮云 听雨 观海 问渠 澄 朗 序 舟 禾 珩 砚 澈 岚 屿'.split(
    ' ',
  );
const CITIES =
  '上海 北京 杭州 南京 苏州 广州 深圳 成都 武汉 长沙 西安 重庆 天津 青岛 大连 厦门 福州 合肥 郑州 济南'.split(' ');
const ROADS = '人民路 解放路 中山路 建设大道 长江路 新华街 滨江大道 金融街 文昌路 迎宾大道'.split(' ');

/** The same row for the same number, whatever was made before. */
export function millionStaffRow(number: number): Record<string, Cell> {
  const draw = drawer(number);
  const pick = (list: readonly string[]) => list[draw(list.length)]!;
  const share = draw(100);
  return {
    staffName: pick(SURNAMES) + pick(GIVEN),
    certNo: `S9901${String(number).padStart(9, '0')}`,
    category: share < 70 ? '1' : share < 99 ? '2' : '3',
    branchName: `示例证券${pick(CITIES)}${pick(ROADS)}证券营业部`,
    regDate: `${2010 + draw(16)}-${String(1 + draw(12)).padStart(2, '0')}-${String(1 + draw(28)).padStart(2, '0')}`,
    amount: draw(30) === 0 ? null : (draw(100_000_000) / 100).toFixed(2),
  };
}

/** xorshift: enough for rows that look drawn */
function drawer(seed: number): (below: number) => number {
  let state = (Math.imul(seed + 1, 2_654_435_761) ^ 0x9e3779b9) >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state = (state ^ (state << 5)) >>> 0;
    return state % below;
  };
}

/** Questions to its call by kind, as queries. */
export const QUESTIONS: Readonly<Record<string, readonly string[]>> = {
  'one character': ['fuzzyItem=王', 'fuzzyItem=屿', 'fuzzyItem=郝', 'fuzzyItem=嬴', 'branchName=海'],
  'two characters': [
    'fuzzyItem=谷雨',
    'fuzzyItem=李澄',
    'fuzzyItem=欧阳',
    'branchName=上海',
    'fuzzyItem=清和&pageNum=3',
  ],
  'full name': ['fuzzyItem=王谷雨', 'fuzzyItem=張雲舒', 'fuzzyItem=沈若溪', 'fuzzyItem=汤观海'],
  'code and digits': [
    'fuzzyItem=S9901000123456',
    'fuzzyItem=S990100012',
    'fuzzyItem=123456',
    'fuzzyItem=7071',
    'fuzzyItem=123',
    'fuzzyItem=12',
  ],
  'what most rows hold': ['fuzzyItem=S9901', 'branchName=营业部', 'category=1'],
  choice: ['category=2', 'category=3', 'category=3&fuzzyItem=王'],
  range: [
    'regDateFrom=2015-01-01&regDateTo=2015-01-03',
    'regDateFrom=2015-01-01&regDateTo=2015-01-31',
    'amountFrom=1000&amountTo=2000',
    'regDateFrom=2015-01-01&regDateTo=2020-12-31',
    'amountFrom=1000',
  ],
  together: [
    'fuzzyItem=王&branchName=上海',
    'fuzzyItem=王谷雨&category=1',
    'fuzzyItem=王&category=1',
    'branchName=上海人民路',
    'category=3&regDateFrom=2015-01-01&regDateTo=2020-12-31',
  ],
  sort: ['sort=amount', 'sort=-regDate', 'sort=-amount&fuzzyItem=王谷雨', 'sort=staffName&category=1'],
  'far page': ['pageNum=100', 'pageNum=40000', 'pageNum=99000'],
  permalink: ['row=S9901000012345'],
};
