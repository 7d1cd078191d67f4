import { addDays, chineseDay, dayOfYear, tradingDayOnOrBefore } from '../calendar.ts';
import type { Dice } from '../random.ts';
import { h2, p, table, type Topic } from './draft.ts';
import { FIRM, notice } from './notice.ts';

/** 公司公告 to holders of the firm's own bonds, and about its accounts. */
export const financeNotices: Topic[] = [
  { tell: bondInterest },
  { tell: bondResult },
  { tell: commercialPaper },
  { months: [3, 4, 8], tell: periodicReport },
];

const year = (day: string) => Number(day.slice(0, 4));

const bondName = (random: Dice, issued: number) =>
  `${FIRM}${issued}年面向专业投资者公开发行${random.pick(['公司债券', '次级债券', '科技创新公司债券'])}（第${random.pick(['一', '二', '三', '四'])}期）`;

function bondInterest(random: Dice, day: string) {
  const name = bondName(random, year(day) - random.int(1, 2));
  const rate = (random.int(195, 340) / 100).toFixed(2);
  const pay = tradingDayOnOrBefore(addDays(day, 7));
  const lot = (Number(rate) * 10).toFixed(2);
  return notice(
    `${name}${year(day)}年付息公告`,
    [
      p(`${name}将于${chineseDay(pay)}支付上一计息年度的利息。为保证付息工作顺利进行，现将有关事宜公告如下。`),
      h2('一、本期债券基本情况'),
      table([
        ['项目', '内容'],
        ['发行规模', `人民币${random.int(5, 40)}亿元`],
        ['票面利率', `${rate}%`],
        ['债券代码', `299${String(random.int(1, 999)).padStart(3, '0')}`],
        ['计息期限', `${random.pick([2, 3, 5])}年，每年付息一次，到期一次还本`],
      ]),
      h2('二、付息方案'),
      p(
        `按照票面利率${rate}%计算，每手（面值1,000元）派发利息人民币${lot}元（含税）。债权登记日为付息日的前一交易日，凡在债权登记日收市后登记在册的持有人均有权获得本次利息。`,
      ),
      h2('三、付息办法'),
      p(
        '公司已委托登记结算机构代理支付利息，并将在付息日前两个交易日足额划付至其指定账户，再由登记结算机构通过资金结算系统划付给兑付机构。持有人于兑付机构领取利息。关于个人与企业投资者的税务处理，请按国家税收规定执行。',
      ),
    ],
    day,
    true,
  );
}

function bondResult(random: Dice, day: string) {
  const name = bondName(random, year(day));
  const planned = random.int(10, 40);
  return notice(
    `${name}发行结果公告`,
    [
      p(
        `${name}的发行工作已于${chineseDay(tradingDayOnOrBefore(addDays(day, -1)))}结束。本期债券采用网下面向专业机构投资者簿记建档的方式发行，现将发行结果公告如下。`,
      ),
      table([
        ['品种', '期限', '实际发行规模', '票面利率', '认购倍数'],
        [
          '品种一',
          '2年',
          `${Math.floor(planned / 2)}亿元`,
          `${(random.int(190, 240) / 100).toFixed(2)}%`,
          (random.int(15, 38) / 10).toFixed(2),
        ],
        [
          '品种二',
          '3年',
          `${planned - Math.floor(planned / 2)}亿元`,
          `${(random.int(241, 300) / 100).toFixed(2)}%`,
          (random.int(15, 38) / 10).toFixed(2),
        ],
      ]),
      p(
        '经核查，发行人的董事、监事、高级管理人员、持股比例超过百分之五的股东及其他关联方未参与本期债券认购；主承销商及其关联方的认购报价公允、程序合规。',
      ),
      p(
        '认购本期债券的投资者均为专业机构投资者，符合适当性管理的有关要求。本期债券募集资金将在扣除发行费用后，用于偿还到期债务和补充营运资金，公司将按约定披露募集资金使用情况。',
      ),
      p('特此公告。'),
    ],
    day,
    true,
  );
}

function commercialPaper(random: Dice, day: string) {
  const issued = addDays(day, -182);
  const term = Math.ceil(dayOfYear(issued) / 15);
  const size = random.int(8, 30);
  const title = `${FIRM}${year(issued)}年度第${term}期短期融资券兑付完成的公告`;
  return notice(
    title,
    [
      p(
        `公司于${chineseDay(issued)}成功发行${year(issued)}年度第${term}期短期融资券，发行规模为人民币${size}亿元，票面利率${(random.int(165, 230) / 100).toFixed(2)}%，期限182天，兑付日期为${chineseDay(day)}。`,
      ),
      p(
        `${chineseDay(day)}，公司已按期足额兑付本期短期融资券本息。兑付资金来源为自有资金，兑付过程中未发生延期或其他异常情形。`,
      ),
      p(
        `截至本公告披露日，公司存续的短期融资券余额为人民币${random.int(40, 160)}亿元，未超过有关额度要求。公司流动性管理指标持续处于合理区间，将继续按照规定履行信息披露义务。`,
      ),
      h2('备查文件'),
      p(
        '本期短期融资券募集说明书、发行结果公告及兑付资金划付凭证存放于公司总部，投资者可在工作时间预约查阅。联系部门为资金管理总部，联系电话为021-55500118。',
      ),
      p('本公司保证本公告内容真实、准确、完整。特此公告。'),
    ],
    day,
    random.chance(0.8),
  );
}

function periodicReport(random: Dice, day: string) {
  const half = Number(day.slice(5, 7)) >= 7;
  const of = half ? `${year(day)}年半年度` : `${year(day) - 1}年年度`;
  const money = () => `${(random.int(1200, 9800) / 100).toFixed(2)}亿元`;
  return notice(
    `${FIRM}${of}财务信息披露公告${random.pick(['', '（摘要）', '（补充说明）'])}`,
    [
      p(
        `公司已完成${of}财务报表的编制${half ? '' : '与审计'}工作，现将主要财务信息予以披露。以下数据按合并口径列示，单位为人民币，均为${half ? '未经审计' : '经审计'}数据。`,
      ),
      table([
        ['项目', half ? '本期末' : '本年末', half ? '上年末' : '上年末'],
        ['资产总额', money(), money()],
        ['负债总额', money(), money()],
        ['净资产', money(), money()],
        ['客户资金存款', money(), money()],
      ]),
      p(
        '报告期内，公司坚持稳健经营，各项风险控制指标持续符合监管标准；未发生对经营、财务状况和偿债能力产生重大不利影响的事项。公司对外担保、重大诉讼等情况已在报告全文中说明。',
      ),
      p(
        '投资者可在公司官方网站下载报告全文。阅读时请注意，历史数据不代表对未来业绩的预测，任何机构或个人不得据此向投资者作出收益承诺。',
      ),
    ],
    day,
    true,
  );
}
