/** Titles of columns whose numbers mean nothing without a unit: amounts of money, rates and shares (EY5, EY6). */

/** amounts by the end of their title */
const MONEY =
  /(?:金额|资本|规模|支出|收入|利润|净利|毛利|余额|市值|资产|负债|权益|成本|营收|薪酬|工资|年薪|月薪|津贴|补贴|补偿|赔偿|赔付|保费|分红|红利|派息|股[利息]|利息|税[额费款金]|缴税|注资|增资|出资|认缴|实缴|募资|融资|投资|贷款|借款|授信|敞口|担保|捐赠|预算|本金|货值|造价|起点|起投|起购|收费|价[格款]|面值|额度|资产净值|罚没|资金量|(?:资产|负债|收入|支出|费用)[总合]计|最低(?:认购|申购|追加))$/;
/** signs that make an amount of the words before them, and words that end so and are none */
const MONEY_SIGN = /[费款额金价]$/;
const NO_MONEY = /(?:名额|份额|差额|条款|[基黄白五合]金|评价|免费|议价|询价|比价|定额)$/;

/** rates and shares by the end of their title */
const RATE =
  /(?:率|比例|占比|比重|权重|仓位|[涨跌增降升振]幅|涨跌|增长|增速|同比|环比|回撤|换手|年化|满意度|股权|股比|业绩(?:比较)?基准|(?:近|今年以来|成立以来|本年|当年|上年|年度|月度|季度|七日|区间|累计|年化|同期|持有期).*收益|近[\d一二两三四五六七八九十半]+(?:年|个?月|周|日|季度?))$/;
/** counts, frequencies, and other titles with the same ending */
const NO_RATE =
  /(?:夏普|索[提丁]诺|卡玛|信息|特雷诺|流动|速动|盈亏|现金|杠杆)比率$|市[盈净销现]率$|(?:汇|频|倍|效|功|速|斜|曲|分辨|杠杆|产|周转|心)率$/;

/** may be an amount or a rate: 管理费 1.2, 业绩报酬 20 */
const EITHER =
  /(?:(?:手续|管理|托管|服务|销售|申购|赎回|认购|转换|顾问|咨询|承销|保荐|交易|过户|经手)费|费用|佣金|保证金|准备金|业绩报酬|利息|收益|业绩|票面|收费标准|保证金标准|费用标准)$/;

export type AmountKind = 'money' | 'percent' | 'either';

/**
 * EY5, EY6: whether numbers under a title are an amount of money, a rate, or one of both by their unit alone; null
 * for other titles. @param title bare, without a unit
 */
export function amountKind(title: string): AmountKind | null {
  if (EITHER.test(title) && !/^(?:万份|每).*收益$/.test(title)) return 'either';
  if (RATE.test(title)) return NO_RATE.test(title) ? null : 'percent';
  return MONEY.test(title) || (MONEY_SIGN.test(title) && !NO_MONEY.test(title)) ? 'money' : null;
}
