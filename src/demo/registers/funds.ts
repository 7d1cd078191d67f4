import { openFundCode } from '../numbers.ts';
import { dice } from '../random.ts';
import { fundManager } from './securities.ts';

/** A public fund that is sold, or a collective plan of the firm; walkOf gives its net values. */
export interface Fund {
  code: string;
  name: string;
  type: '股票' | '混合' | '债券' | '指数' | '货币' | 'QDII' | 'FOF';
  manager: string;
  risk: 'R1' | 'R2' | 'R3' | 'R4' | 'R5';
}

/** Net values of one fund, one entry for each trading day. */
export interface Walk {
  /** ten-thousandths */
  unit: number[];
  /** ten-thousandths that were distributed before the first day */
  paid: number;
  /** money funds: income of 10,000 units in ten-thousandths; starts 6 days earlier, which a seven-day yield needs */
  income: number[];
}

const MANAGERS = ['示例', '澜曦', '霁堇', '岑麓', '衡砥', '鹭岚', '朔禾', '琅衍', '珩澄', '湛笙'];
const THEMES = [
  '成长精选',
  '稳健回报',
  '价值优选',
  '红利',
  '科技创新',
  '消费升级',
  '医药健康',
  '均衡配置',
  '双利增强',
  '新动力',
  '高端装备',
  '低碳',
];
const TYPES: { type: Fund['type']; word: string; risks: Fund['risk'][] }[] = [
  { type: '混合', word: '混合', risks: ['R3', 'R4'] },
  { type: '债券', word: '债券', risks: ['R2'] },
  { type: '股票', word: '股票', risks: ['R4', 'R5'] },
  { type: '货币', word: '货币', risks: ['R1'] },
  { type: '指数', word: '指数', risks: ['R4'] },
  { type: 'FOF', word: '混合（FOF）', risks: ['R3'] },
  { type: '混合', word: '混合', risks: ['R3', 'R4'] },
  { type: 'QDII', word: '股票（QDII）', risks: ['R4', 'R5'] },
  { type: '债券', word: '债券', risks: ['R2'] },
  { type: '混合', word: '混合', risks: ['R4'] },
];

/** The sold fund with this number, counted from 0. 600 of them have different names. */
export function soldFund(number: number): Fund {
  const { type, word, risks } = TYPES[(number + Math.floor(number / 10)) % TYPES.length]!;
  const manager = MANAGERS[number % MANAGERS.length]!;
  const theme = THEMES[Math.floor(number / MANAGERS.length) % THEMES.length]!;
  const share = 'ACEFI'[Math.floor(number / (MANAGERS.length * THEMES.length))]!;
  return {
    code: openFundCode(12 + number * 13),
    name: `${manager}${theme}${word}${share}`,
    type,
    manager: fundManager(manager),
    risk: risks[number % risks.length]!,
  };
}

const PLANS: { type: Fund['type']; name: string; risk: Fund['risk'] }[] = [
  { type: '货币', name: '天天添益', risk: 'R1' },
  { type: '债券', name: '稳健增利', risk: 'R2' },
  { type: '混合', name: '安享平衡', risk: 'R3' },
  { type: 'FOF', name: '优选配置', risk: 'R3' },
  { type: '混合', name: '进取成长', risk: 'R4' },
];

/** The firm's collective plan with this number, counted from 0. */
export function housePlan(number: number): Fund {
  const { type, name, risk } = PLANS[number % PLANS.length]!;
  const serial = '一二三四五六'[Math.floor(number / PLANS.length)]!;
  return {
    code: openFundCode(9_000 + number * 7),
    name: `示例${name}${serial}号集合资产管理计划`,
    type,
    manager: '示例资产管理有限公司',
    risk,
  };
}

/** standard deviation and mean of a day's change, in ten-thousandths */
const MOVES: Record<Fund['type'], [spread: number, drift: number]> = {
  股票: [150, 3],
  指数: [130, 2],
  QDII: [140, 3],
  混合: [90, 3],
  FOF: [55, 2],
  债券: [8, 1.4],
  货币: [0, 0],
};

/** extra days before the first, which a seven-day yield looks back on */
const BEFORE = 6;

/**
 * Makes the net values of a fund.
 * @param days number of trading days; `unit` has one value more, for the day before the first
 */
export function walkOf({ code, type }: Fund, days: number): Walk {
  const random = dice('nav', code);
  if (type === '货币')
    return {
      unit: Array<number>(days + 1).fill(10_000),
      paid: 0,
      income: Array.from({ length: days + BEFORE }, () => random.int(3_800, 5_200)),
    };
  const [spread, drift] = MOVES[type];
  const unit = [random.int(8_500, 21_000)];
  for (let day = 0; day < days; day++) {
    // the sum of three is close enough to a normal distribution
    const move = (random.next() + random.next() + random.next() - 1.5) * 2 * spread + drift;
    unit.push(Math.max(2_000, Math.round(unit.at(-1)! * (1 + move / 10_000))));
  }
  return { unit, paid: random.chance(0.4) ? random.int(1, 40) * 100 : 0, income: [] };
}

export const tenThousandths = (value: number): string => (value / 10_000).toFixed(4);

/** Growth from `from` to `to` in per cent, two decimals. */
export function growth(from: number, to: number): string {
  const text = ((to / from - 1) * 100).toFixed(2);
  return text === '-0.00' ? '0.00' : text;
}

/**
 * 七日年化: the mean income of 10,000 units over seven days, as a yearly rate in per cent with three decimals.
 * @param place index of the day, from 0
 */
export function sevenDayYield(income: number[], place: number): string {
  const week = income.slice(place, place + BEFORE + 1);
  const mean = week.reduce((sum, one) => sum + one, 0) / week.length / 10_000;
  return ((mean * 365) / 100).toFixed(3);
}

export const incomeOn = (income: number[], place: number): string => tenThousandths(income[place + BEFORE]!);
