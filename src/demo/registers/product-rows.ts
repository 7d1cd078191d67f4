import { addDays, tradingDayOnOrBefore } from '../calendar.ts';
import { certificatesBy, type Certificate } from '../certificates.ts';
import { privateFundNo, privateManagerNo } from '../numbers.ts';
import { dice, hash } from '../random.ts';
import { countOf, historyOf, permanent, turnover, type RegisterHistory, type Row, type Seen } from './history.ts';
import { etfs } from './securities.ts';
import type { World } from './world.ts';

/** 私募基金, ETF申购赎回资格 and 收益凭证. */
export function productRegisters(world: World): RegisterHistory[] {
  const { share, ends: days } = world;
  return [
    permanent('private-fund', days[0]!, () => privateFunds(countOf(48, share))),
    historyOf(
      'etf-qualify',
      days,
      turnover('etf-qualify', countOf(420, share), days, ({ rowNo }) => etfRow(rowNo, days)),
    ),
    {
      register: 'income-certificate',
      versions: days.map((day) => ({
        day,
        rows: () => certificatesBy(day, 160, 1 / share).map((one) => certificateRow(one, day)),
      })),
    },
  ];
}

const STEMS = ['新动能', '智造', '云岭', '绿能', '康泽', '星澜', '远航', '嘉禾', '启明', '汇川'];
const NUMBERS = ['一号', '二号', '三号', '四号', '五号', '六号'];

/** Private funds; one has a name as long as real ones can be. */
export function privateFunds(count: number): Row[] {
  return Array.from({ length: count }, (_, rowNo): Row => {
    const random = dice('private-fund', rowNo);
    const fundType = (['股权', '创投', '证券', 'FOF', '股权', '股权'] as const)[rowNo % 6]!;
    const word = { 股权: '股权投资', 创投: '创业投资', 证券: '私募证券投资', FOF: '母基金股权投资' }[fundType];
    const partnership = fundType !== '证券';
    const name = `示例${STEMS[rowNo % STEMS.length]}${NUMBERS[Math.floor(rowNo / STEMS.length)]}${word}基金${partnership ? '（有限合伙）' : ''}`;
    return {
      fundName:
        rowNo === 3
          ? '示例长三角先进制造与绿色低碳产业协同发展二期战略性新兴产业股权投资母基金合伙企业（有限合伙）'
          : name,
      recordNo: privateFundNo(850 + rowNo * 3),
      managerName: '示例投资管理有限公司',
      managerRegNo: privateManagerNo(12),
      custodian: rowNo === 7 ? null : random.pick(['示例银行', '汇澜银行', '云岭银行']),
      fundType,
      recordDate: tradingDayOnOrBefore(
        `${random.int(2016, 2024)}-${String(random.int(1, 12)).padStart(2, '0')}-${random.int(10, 28)}`,
      ),
      runStatus: rowNo % 9 === 4 ? '正常清算' : rowNo % 17 === 8 ? '提前清算' : '正在运作',
      orgForm: partnership ? '合伙型' : '契约型',
      amacUrl: 'https://gs.amac.org.cn/',
    };
  });
}

/** An ETF qualification: one has not begun yet, some are suspended. */
function etfRow(rowNo: number, days: string[]): Seen {
  const etf = etfs[rowNo]!;
  const newest = days.length - 1;
  const row: Row = {
    exchange: etf.market === '上海' ? '上交所' : '深交所',
    fundCode: etf.code,
    purchaseCode: etf.code,
    fundName: etf.name,
    managerName: etf.manager,
    indexName: rowNo === 6 ? null : etf.index,
    etfType: etf.kind,
    minUnit: [500_000, 900_000, 1_000_000, 1_500_000, 2_000_000][hash(`unit:${etf.code}`) % 5]!,
    qualifyStatus: rowNo % 37 === 12 ? '暂停' : '正常',
    effectiveDate:
      rowNo === 1
        ? addDays(days[newest]!, 30)
        : tradingDayOnOrBefore(addDays(days[0]!, -(hash(`since:${etf.code}`) % 2500))),
  };
  return () => row;
}

const UNDERLYINGS = ['示例300指数', '澜曦质量成长指数', '黄金现货合约', '示例国债指数'];

/** An income certificate. Its terms are restricted: the register stores them, responses leave them out. */
function certificateRow(
  { issue, code, name, termDays, floating, riskCode, raiseStart, raiseEnd, startDate, endDate }: Certificate,
  day: string,
): Row {
  const random = dice('certificate-terms', issue);
  const low = random.int(130, 260);
  return {
    prodCode: code,
    prodName: name,
    type: floating ? '浮动' : '固定',
    riskCode,
    termDays,
    rate: floating ? `0.10%~${(low / 100 + 2).toFixed(2)}%` : `${(low / 100).toFixed(2)}%`,
    underlying: floating ? random.pick(UNDERLYINGS) : null,
    minAmount: '50000',
    raiseStart,
    raiseEnd,
    startDate,
    endDate,
    sizeLimit: String(random.int(10, 100) * 500),
    status: day < startDate ? '募集中' : day >= endDate ? '已兑付' : issue % 71 === 40 ? '提前终止' : '存续',
  };
}
