import { PREFIX } from '../numbers.ts';
import { dice, hash } from '../random.ts';

/** A security of the margin lists: an invented share, fund or bond. */
export interface Security {
  market: '上海' | '深圳' | '北京';
  code: string;
  name: string;
  type: '股票' | '基金' | '债券';
  /** in [0, 1), low is bad; group and collateral rate follow from it */
  quality: number;
}

export interface Etf extends Security {
  index: string;
  kind: '单市场' | '跨市场' | '跨境' | '债券' | '商品' | '货币';
  manager: string;
}

/** Rare characters: no listed company that we know of has a name made of two of them. */
const FIRST = [...'澜泊霁砚棠岑沐衡鹭朔琅珩筱汀岱槿湛璟叙屿岫澹沅沚'];
const SECOND = [...'曦砥麓堇岚禾禹衍煦屏桓珏笙黛澄珣翎葭皋湄沣昶祎箬'];
const BUSINESS = ['股份', '科技', '生物', '新材', '装备', '智能', '能源', '传媒'];

/** The name for a number, all different: 576 pairs of characters, eight businesses. */
function companyName(number: number): { stem: string; business: string } {
  const pair = (number * 5) % (FIRST.length * SECOND.length);
  const business = BUSINESS[(number + Math.floor(number / (FIRST.length * SECOND.length))) % BUSINESS.length]!;
  return { stem: FIRST[Math.floor(pair / SECOND.length)]! + SECOND[pair % SECOND.length]!, business };
}

/** Boards with their share of all shares, cumulated, in hundredths. */
const BOARDS: { market: Security['market']; prefixes: readonly string[]; upTo: number }[] = [
  { market: '上海', prefixes: PREFIX.share.上海, upTo: 36 },
  { market: '上海', prefixes: PREFIX.share.上海科创, upTo: 46 },
  { market: '深圳', prefixes: PREFIX.share.深圳, upTo: 76 },
  { market: '深圳', prefixes: PREFIX.share.深圳创业, upTo: 94 },
  { market: '北京', prefixes: PREFIX.share.北京, upTo: 100 },
];

/** 2,400 shares; every hundred of them are spread over the boards in the same way. */
export const shares: Security[] = distinctNames(Array.from({ length: 2400 }, (_, number) => shareOf(number)));

function shareOf(number: number): Security {
  const place = (number * 37) % 100;
  const board = BOARDS.findIndex(({ upTo }) => place < upTo);
  const { market, prefixes, upTo } = BOARDS[board]!;
  const width = upTo - (BOARDS[board - 1]?.upTo ?? 0);
  // the index of the share within its board; the step of 7 below reaches every code of the board once
  const turn = Math.floor(number / 100) * width + (upTo - 1 - place);
  const slot = (turn * 7) % (prefixes.length * 1000);
  const code = prefixes[Math.floor(slot / 1000)]! + String(slot % 1000).padStart(3, '0');
  const random = dice('share', number);
  const quality = random.next();
  return { market, code, name: shareName(number, quality), type: '股票', quality };
}

/**
 * Name of a share. Two of a hundred carry a risk warning (ST, *ST); some end in A, in full or half width, mixed as in
 * real lists.
 */
function shareName(number: number, quality: number): string {
  const { stem, business } = companyName(number);
  if (quality < 0.012) return `ST${stem}`;
  if (quality < 0.02) return `*ST${stem}`;
  const ending = hash(`ending:${number}`) % 100;
  if (number === 4 || ending === 0) return `${stem}Ａ`;
  if (number === 5 || ending === 1) return `${stem}A`;
  return stem + business;
}

const MANAGERS = ['示例', '澜曦', '霁堇', '岑麓', '衡砥', '鹭岚', '朔禾', '琅衍'];
const KINDS: { kind: Etf['kind']; indexes: string[] }[] = [
  {
    kind: '跨市场',
    indexes: ['300', '500', '1000', '红利', '医药', '消费', '军工', '芯片', '新能源', '银行', '质量成长', '低波'],
  },
  { kind: '单市场', indexes: ['综合', '科创', '创业', '主板红利', '治理', '中小成长'] },
  { kind: '跨境', indexes: ['亚洲科技', '环球消费', '海外互联', '东南亚'] },
  { kind: '债券', indexes: ['国债', '政金债', '信用债', '短融'] },
  { kind: '商品', indexes: ['黄金', '豆粕', '有色'] },
  { kind: '货币', indexes: ['现金添益', '日日盈'] },
];
const STRATEGIES = ['', '增强', '优选', '指数', '龙头'];
/** number of funds of each kind in a hundred */
const KIND_SHARES = [48, 22, 12, 9, 6, 3];

export const fundManager = (name: string): string => `${name}基金管理有限公司`;

/** 450 exchange-traded funds. */
export const etfs: Etf[] = distinctNames(Array.from({ length: 450 }, (_, number) => etfOf(number)));

function etfOf(number: number): Etf {
  const random = dice('etf', number);
  const market = number % 5 < 3 ? '上海' : '深圳';
  const turn =
    market === '上海' ? Math.floor(number / 5) * 3 + (number % 5) : Math.floor(number / 5) * 2 + (number % 5) - 3;
  const { kind, indexes } = KINDS[kindAt((number * 31) % 100)]!;
  const index = indexes[Math.floor(number / 8) % indexes.length]!;
  const manager = MANAGERS[number % MANAGERS.length]!;
  return {
    market,
    code: PREFIX.etf[market] + String((turn * 3 + 18) % 1000).padStart(3, '0'),
    name: `${manager}${index}${STRATEGIES[Math.floor(number / 90) % STRATEGIES.length]!}ETF`,
    type: '基金',
    quality: 0.5 + random.next() / 2,
    index: `${manager === '示例' ? '示例' : ''}${index}指数`,
    kind,
    manager: fundManager(manager),
  };
}

function kindAt(place: number): number {
  let upTo = 0;
  return KIND_SHARES.findIndex((share) => place < (upTo += share));
}

/** 330 bonds: company bonds of both markets; every third is a convertible bond. */
export const bonds: Security[] = Array.from({ length: 330 }, (_, number) => bondOf(number));

function bondOf(number: number): Security {
  const random = dice('bond', number);
  const market = number % 2 === 0 ? '上海' : '深圳';
  const { stem } = companyName(number * 11 + 3);
  const convertible = number % 3 === 2;
  const serial = String((number * 7) % 1000).padStart(3, '0');
  const year = String(21 + (number % 6));
  return {
    market,
    code: (convertible ? PREFIX.convertible : PREFIX.bond[market]) + serial,
    name: convertible ? `${stem}转债` : `${year}${stem}0${1 + (number % 4)}`,
    type: '债券',
    quality: 0.6 + random.next() * 0.4,
  };
}

/** Makes names different: all but the first of equal names get a character appended. */
function distinctNames<Named extends { name: string }>(list: Named[]): Named[] {
  const seen = new Map<string, number>();
  return list.map((one) => {
    const times = seen.get(one.name) ?? 0;
    seen.set(one.name, times + 1);
    return times === 0 ? one : { ...one, name: one.name + '甲乙丙丁戊己庚辛'[times - 1]! };
  });
}

const CLASSES: [upTo: number, secuClass: string][] = [
  [0.1, 'F'],
  [0.22, 'E'],
  [0.42, 'D'],
  [0.72, 'C'],
  [0.92, 'B'],
  [1, 'A'],
];

/** The group of a security: of shares 8 % have A, 20 % B, 30 % C, 20 % D, 12 % E, 10 % F. */
export const classOf = ({ quality }: Security): string => CLASSES.find(([upTo]) => quality < upTo)![1];

/**
 * Collateral rate in hundredths, in steps of 5: 0 for 28 % of the shares, 30 to 70 for the others; 60 to 90 for funds,
 * 70 to 95 for bonds.
 */
export function rateOf({ type, quality }: Security): number {
  if (type === '股票') return quality < 0.28 ? 0 : 30 + 5 * Math.floor(((quality - 0.28) / 0.72) * 9);
  if (type === '基金') return 60 + 5 * Math.floor(((quality - 0.5) / 0.5) * 7);
  return 70 + 5 * Math.floor(((quality - 0.6) / 0.4) * 6);
}
