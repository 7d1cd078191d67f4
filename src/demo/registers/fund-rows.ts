import { addDays } from '../calendar.ts';
import { certificatesBy } from '../certificates.ts';
import { openFundCode, otherProductCode, privateFundNo } from '../numbers.ts';
import { dice } from '../random.ts';
import { HOTLINE } from '../settings.ts';
import { countOf, type RegisterHistory, type Row } from './history.ts';
import {
  growth,
  housePlan,
  incomeOn,
  sevenDayYield,
  soldFund,
  tenThousandths,
  walkOf,
  type Fund,
  type Walk,
} from './funds.ts';
import { privateFunds } from './product-rows.ts';
import type { World } from './world.ts';

/**
 * Registers of sold funds, net values of the past weeks, and all products on sale. The three agree about each product.
 */
export function fundRegisters(world: World): RegisterHistory[] {
  const { share, ends, navDays } = world;
  const sold = soldFunds(world);
  const funds = fundsWithNetValues(world);
  const newest = ends.at(-1)!;
  return [
    {
      register: 'fund-list',
      versions: ends.map((day) => ({
        day,
        rows: () => sold.map(({ number, fund, walk }) => listRow(number, fund, walk, day, navDays)),
      })),
    },
    { register: 'fund-net', versions: [{ day: newest, rows: () => netRows(funds, navDays, -FIRST_DAYS) }] },
    { register: 'fin-product', versions: ends.map((day) => ({ day, rows: () => productRows(share, day) })) },
  ];
}

/**
 * Trading days of net values that are published first: 60 products with 250 days take longer than all other registers
 * together.
 */
const FIRST_DAYS = 20;
/** trading days by which each later part reaches further back */
const PART_DAYS = 60;

/**
 * Net values of all 250 days in several versions. Each reaches further back than the one before; all are dated on the
 * newest day.
 */
export function fundArchive(world: World): RegisterHistory {
  const { ends, navDays } = world;
  const parts = Math.ceil((navDays.length - FIRST_DAYS) / PART_DAYS);
  let all: Row[] | undefined;
  const since = (from: string) =>
    (all ??= netRows(fundsWithNetValues(world), navDays, -navDays.length)).filter(({ navDate }) => navDate! >= from);
  const firsts = Array.from(
    { length: parts },
    (_, part) => navDays[Math.max(0, navDays.length - FIRST_DAYS - (part + 1) * PART_DAYS)]!,
  );
  return { register: 'fund-net', versions: firsts.map((first) => ({ day: ends.at(-1)!, rows: () => since(first) })) };
}

interface Walked {
  number: number;
  fund: Fund;
  walk: Walk;
}

const walked = (number: number, fund: Fund, { navDays }: World): Walked => ({
  number,
  fund,
  walk: walkOf(fund, navDays.length),
});

const numbers = (count: number): number[] => Array.from({ length: count }, (_, number) => number);

const soldFunds = (world: World): Walked[] =>
  numbers(countOf(600, world.share)).map((number) => walked(number, soldFund(number), world));

/** The funds whose net values are published: 20 plans of the firm and 40 of the sold funds. */
const fundsWithNetValues = (world: World): Walked[] => [
  ...numbers(countOf(20, world.share)).map((number) => walked(number, housePlan(number), world)),
  ...numbers(countOf(600, world.share))
    .filter((number) => number % 15 === 3)
    .map((number) => walked(number, soldFund(number), world)),
];

/** Whether a fund is still open for its first subscription; it has no net value yet. */
const isRaised = (number: number) => number % 50 === 7;
const isPaused = (number: number) => number % 23 === 11;

function listRow(number: number, fund: Fund, { unit }: Walk, day: string, navDays: string[]): Row {
  const place = navDays.indexOf(day);
  const money = fund.type === '货币';
  const values = isRaised(number)
    ? { unitNav: null, navDate: null, dayGrowth: null, yearGrowth: null }
    : {
        unitNav: tenThousandths(unit[place + 1]!),
        navDate: day,
        dayGrowth: money ? null : growth(unit[place]!, unit[place + 1]!),
        yearGrowth: money || number % 40 === 9 ? null : growth(unit[0]!, unit[place + 1]!),
      };
  return {
    fundCode: fund.code,
    fundName: fund.name,
    fundType: fund.type,
    managerName: fund.manager,
    riskLevel: fund.risk,
    ...values,
    minAmount: money ? '1' : fund.type === 'QDII' ? '100' : '10',
    feeDiscount: money ? null : number % 3 === 0 ? '4折' : '1折',
    tradeStatus: isRaised(number) ? '认购期' : isPaused(number) ? '暂停申购' : '开放',
  };
}

/**
 * Rows of the last trading days.
 * @param last number of trading days, negated
 */
function netRows(funds: Walked[], navDays: string[], last: number): Row[] {
  const from = Math.max(0, navDays.length + last);
  return funds.flatMap(({ number, fund, walk }) =>
    navDays.slice(from).map((navDate, place) => netRow(number, fund, walk, navDate, from + place)),
  );
}

/** The type follows the register of net values: a QDII fund has the type of its holdings. */
function netRow(number: number, fund: Fund, { unit, paid, income }: Walk, navDate: string, place: number): Row {
  const money = fund.type === '货币';
  const value = unit[place + 1]!;
  return {
    fundCode: fund.code,
    fundName: fund.name,
    fundType: fund.type === 'QDII' ? '股票' : fund.type,
    fundStatus: number % 19 === 7 ? '封闭' : '开放',
    navDate,
    unitNav: tenThousandths(value),
    accuNav: tenThousandths(value + paid),
    dayGrowth: money ? null : growth(unit[place]!, value),
    tenThousandIncome: money ? incomeOn(income, place) : null,
    sevenDayYield: money ? sevenDayYield(income, place) : null,
  };
}

const INVESTORS: Record<string, string> = {
  R1: '全部投资者',
  R2: 'C2及以上',
  R3: 'C3及以上',
  R4: 'C4及以上',
  R5: 'C5',
};
const QUALIFIED = '合格投资者';
const RISK_OF = { '0000': 'R1', '0001': 'R2', '0002': 'R3' };

interface Product {
  prodCode: string;
  prodName: string;
  prodType: string;
  issuer: string;
  recordNo?: string;
  riskLevel: string;
  investorType?: string;
  /** values of the product's own register; absent: chosen at random */
  sale?: { saleStatus: string; saleStart?: string };
}

/** Products from other registers (funds, plans, private funds, certificates), and trusts and bank products. */
function productRows(share: number, day: string): Row[] {
  const many = <T>(whole: number, make: (number: number) => T) =>
    Array.from({ length: countOf(whole, share) }, (_, number) => make(number));
  const products: Product[] = [
    ...many(200, (number) => soldProduct(number, day)),
    ...many(20, (number) => fundProduct(housePlan(number), '资管计划')),
    ...many(40, (number) => boughtPlan(number)),
    ...many(80, (number) => hedgeFund(number)),
    ...privateFunds(countOf(20, share)).map(ownPrivateFund),
    ...many(30, (number) => trust(number)),
    ...many(70, (number) => bankProduct(number, day)),
  ];
  const certificates = certificatesBy(day, 60, 1 / share).map((one): Row => ({
    ...saleless({
      prodCode: one.code,
      prodName: one.name,
      prodType: '收益凭证',
      issuer: '示例证券有限公司',
      riskLevel: RISK_OF[one.riskCode],
    }),
    saleStatus: day < one.startDate ? '募集中' : day >= one.endDate ? '终止' : '存续',
    saleStart: one.raiseStart,
    saleEnd: one.raiseEnd,
  }));
  return [...products.map((product) => onSale(product, day)), ...certificates];
}

const saleless = ({ sale: _, ...product }: Product): Row => ({
  recordNo: null,
  investorType: INVESTORS[product.riskLevel]!,
  ...product,
  verifyPhone: HOTLINE,
});

/** A product in the register. A product that is still running has no end of sale. */
function onSale(product: Product, day: string): Row {
  const random = dice('on-sale', product.prodCode);
  const drawn = `20${random.int(18, 24)}-${String(random.int(1, 12)).padStart(2, '0')}-${random.int(10, 28)}`;
  const draw = random.next();
  const { saleStatus, saleStart = drawn } = product.sale ?? {
    saleStatus: draw < 0.86 ? '存续' : draw < 0.94 ? '暂停' : '终止',
  };
  const saleEnd =
    saleStatus === '终止' ? addDays(saleStart, random.int(60, 200)) : saleStatus === '募集中' ? addDays(day, 60) : null;
  return { ...saleless(product), saleStatus, saleStart, saleEnd };
}

const fundProduct = (fund: Fund, prodType: string): Product => ({
  prodCode: fund.code,
  prodName: fund.name,
  prodType,
  issuer: fund.manager,
  riskLevel: fund.risk,
});

/** A sold fund; its state is the one in the list of sold funds. */
function soldProduct(number: number, day: string): Product {
  const sale = isRaised(number)
    ? { saleStatus: '募集中', saleStart: addDays(day, -9) }
    : { saleStatus: isPaused(number) ? '暂停' : '存续' };
  return { ...fundProduct(soldFund(number), '公募'), sale };
}

const HOUSES = ['霁川', '砚山', '棠溪', '岑屿', '珩川', '湛泓'];
const STRATEGIES = ['量化对冲', '指数增强', '市场中性', '多策略', '宏观配置', '可转债'];
const serial = (number: number) => Math.floor(number / HOUSES.length) + 1;

function hedgeFund(number: number): Product {
  const house = HOUSES[number % HOUSES.length]!;
  const recordNo = privateFundNo(500 + number * 3);
  const strategy = STRATEGIES[(number + serial(number)) % STRATEGIES.length]!;
  return {
    prodCode: recordNo,
    prodName: `${house}${strategy}${serial(number)}号私募证券投资基金`,
    prodType: '私募证券',
    issuer: `${house}私募基金管理有限公司`,
    recordNo,
    riskLevel: 'R5',
    investorType: QUALIFIED,
  };
}

function ownPrivateFund({ fundName, recordNo, managerName, recordDate, runStatus }: Row): Product {
  const code = String(recordNo);
  return {
    prodCode: code,
    prodName: String(fundName),
    prodType: '私募股权',
    issuer: String(managerName),
    recordNo: code,
    riskLevel: 'R5',
    investorType: QUALIFIED,
    sale: { saleStatus: runStatus === '正在运作' ? '存续' : '终止', saleStart: String(recordDate) },
  };
}

function boughtPlan(number: number): Product {
  const house = HOUSES[number % HOUSES.length]!;
  return {
    prodCode: openFundCode(9_500 + number * 7),
    prodName: `${house}稳健配置${serial(number)}号集合资产管理计划`,
    prodType: '资管计划',
    issuer: `${house}资产管理有限公司`,
    riskLevel: number % 2 === 0 ? 'R2' : 'R3',
    investorType: QUALIFIED,
  };
}

function trust(number: number): Product {
  const house = HOUSES[number % HOUSES.length]!;
  return {
    prodCode: otherProductCode(101 + number * 7),
    prodName: `${house}家园${serial(number)}号集合资金信托计划`,
    prodType: '信托',
    issuer: `${house}信托有限公司`,
    riskLevel: 'R4',
    investorType: QUALIFIED,
  };
}

/** A bank product; the first one goes on sale only a month later. */
function bankProduct(number: number, day: string): Product {
  const house = HOUSES[number % HOUSES.length]!;
  return {
    prodCode: otherProductCode(5_003 + number * 11),
    prodName: `${house}安稳${serial(number)}号理财产品`,
    prodType: '银行理财',
    issuer: `${house}理财有限责任公司`,
    riskLevel: number % 3 === 0 ? 'R1' : 'R2',
    ...(number === 0 && { sale: { saleStatus: '募集中', saleStart: addDays(day, 30) } }),
  };
}
