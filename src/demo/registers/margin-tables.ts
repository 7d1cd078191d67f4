import { RATE_CHANGES } from '../articles/section-notices.ts';
import { addDays } from '../calendar.ts';
import { permanent, type RegisterHistory, type Row } from './history.ts';
import type { World } from './world.ts';

/** 持仓集中度, 利率与费率, 维持担保比例: parameters that change rarely. */
export const marginTables = ({ ends }: World): RegisterHistory[] => [
  permanent('concentration', ends[0]!, concentrationRows),
  { register: 'interest-rate', versions: ends.map((day) => ({ day, rows: () => interestRows(day) })) },
  permanent('warrant-ratio', ends[0]!, warrantRows),
];

/** Bands of the maintenance ratio: name, and lower bound in hundredths. */
const BANDS: [string, number][] = [
  ['≥280%', 280],
  ['240%（含）—280%', 240],
  ['180%（含）—240%', 180],
  ['＜180%', 0],
];

/** Limits in per cent of all assets, by group and band. */
const LIMITS: Record<string, number[]> = {
  A: [100, 100, 80, 60],
  B: [100, 90, 70, 50],
  C: [100, 80, 60, 40],
  D: [80, 60, 40, 30],
  E: [60, 40, 30, 20],
  F: [40, 30, 20, 10],
};
const BOARD_LIMITS: Record<string, number[]> = {
  科创板: [100, 80, 60, 40],
  创业板: [100, 90, 70, 50],
  北交所: [60, 50, 40, 30],
};

function concentrationRows(): Row[] {
  const matrix = (limitType: string, limits: Record<string, number[]>) =>
    Object.entries(limits).flatMap(([secuClass, values]) =>
      values.map((value, place): Row => {
        const [warrantRange, from] = BANDS[place]!;
        return { limitType, secuClass, warrantRange, warrantFrom: fraction(from), limitRatio: fraction(value) };
      }),
    );
  return [...matrix('单一证券', LIMITS), ...matrix('板块', BOARD_LIMITS)];
}

const fraction = (hundredths: number): string => (hundredths / 100).toFixed(8);

interface Rate {
  item: string;
  calcRule: string;
  remark?: string;
  /** rates with the day from which each is valid, oldest first */
  since: [day: string, rate: string][];
}

const changesOf = (item: string): [string, string][] =>
  RATE_CHANGES.filter((change) => change.item === item).map(({ day, after }): [string, string] => [day, after]);

const RATES: Rate[] = [
  {
    item: '融资年利率',
    calcRule: '按实际使用资金逐日计息，按月结息，年按360天',
    since: [['2020-03-02', '8.35%'], ...changesOf('融资年利率')],
  },
  {
    item: '融券年费率',
    calcRule: '按融券市值逐日计费，按月结算，年按360天',
    since: [['2020-03-02', '10.35%'], ...changesOf('融券年费率')],
  },
  { item: '专项融券年费率', calcRule: '按合同约定', remark: '以双方约定为准', since: [['2021-06-01', '面议']] },
  { item: '逾期息费', calcRule: '按逾期金额逐日计收', remark: '日利率', since: [['2023-09-04', '日万分之五']] },
  { item: '交易佣金', calcRule: '成交时收取', remark: '不高于法定上限', since: [['2020-03-02', '按协议']] },
  { item: '客户资金活期年利率', calcRule: '逐日计息，按季结息', since: changesOf('客户交易结算资金年利率') },
];

/**
 * Past rates stay as rows with their dates. A rate that takes effect more than 30 days after `day` is not announced
 * yet.
 */
function interestRows(day: string): Row[] {
  return RATES.flatMap(({ item, calcRule, remark, since }, place) =>
    [...since]
      .filter(([effectiveDate]) => effectiveDate <= addDays(day, 30))
      .map(([effectiveDate, rate]): Row => ({
        item,
        rate,
        calcRule,
        effectiveDate,
        remark: remark ?? null,
        sortNo: place + 1,
      })),
  );
}

function warrantRows(): Row[] {
  const lines: [string, number, string, string | null][] = [
    ['提取线', 300, '高于此线的部分可以提取现金或转出担保证券，提取后不得低于此线', null],
    ['安全线', 180, '高于此线时账户较为安全，追加担保后应回到此线以上', null],
    ['警戒线', 150, '低于此线时公司以短信、电话或客户端消息提示风险', null],
    ['追保线', 140, '低于此线时须追加担保物或偿还负债', 'T+1日提示，T+2日收市前补足'],
    ['平仓线', 130, '低于此线且未按期补足的，公司有权强制平仓', 'T+1日收市前补足'],
    ['即时平仓线', 110, '盘中低于此线的，公司有权即时强制平仓', '不设补仓期限'],
  ];
  return lines.map(([name, hundredths, action, topUpPeriod]) => ({
    name,
    ratio: fraction(hundredths),
    action,
    topUpPeriod,
  }));
}
