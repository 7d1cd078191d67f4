import { addDays, chineseDay, tradingDayOnOrBefore } from '../calendar.ts';
import { certificateFor, type Certificate } from '../certificates.ts';
import { makeDocx, makeXlsx } from '../files/packages.ts';
import { personName } from '../names.ts';
import { securitiesCertNo } from '../numbers.ts';
import { branches, shortBranchName, type Branch } from '../places.ts';
import type { Dice } from '../random.ts';
import { bullets, h2, p, table, type Story } from './draft.ts';
import { notice } from './notice.ts';

/** Text blocks of the notices in the section 信息公告: 遗失声明, 利率信息公告, 收益凭证. */

const REPORT_FOUND =
  '任何单位或个人拾得上述证照或文件的，请与公司联系，电话400-555-0000。自本声明发布之日起，遗失的证照或文件作废，任何人持有、使用均属无效，由此产生的后果由使用人自行承担，公司不承担责任。公司将依法保留追究冒用者责任的权利。';

export function lossStory(random: Dice, day: string): Story {
  const branch = random.pick(branches);
  return random.pick([lostContracts, voidBrokerCertificate, lostLicence])(random, day, branch);
}

function lostContracts(random: Dice, day: string, branch: Branch): Story {
  const name = shortBranchName(branch.name);
  const from = random.int(1000, 9000);
  const count = random.int(2, 30);
  const contract = random.pick([
    '证券交易委托代理协议',
    '融资融券合同',
    '股票期权经纪合同',
    '投资顾问服务协议',
    '代销金融产品认购确认书',
  ]);
  return notice(
    `${name}空白${contract}遗失声明`,
    [
      p(
        `${branch.name}在内部盘点中发现遗失空白《${contract}》${count}份。上述文件均未填写客户信息，未加盖公司公章或合同专用章，不具有任何法律效力。`,
      ),
      table([
        ['文件名称', '编号', '数量', '是否盖章'],
        [contract, `SL${day.slice(0, 4)}-${from}至SL${day.slice(0, 4)}-${from + count - 1}`, `${count}份`, '否'],
      ]),
      p(
        '公司已在业务系统中将上述编号作废，并完成内部责任认定与整改。投资者签署协议时，请核对协议编号与系统显示是否一致，并确认由公司授权人员经办。若有人持上述编号的文件要求您签字、付款或提供账户信息，请予以拒绝并及时告知公司。',
      ),
      p(REPORT_FOUND),
      p('特此声明。'),
    ],
    day,
    random.chance(0.3),
  );
}

function voidBrokerCertificate(random: Dice, day: string, branch: Branch): Story {
  const name = shortBranchName(branch.name);
  const who = personName(random);
  const certNo = securitiesCertNo(4, addDays(day, -random.int(300, 1500)), random.int(1, 9000));
  return notice(
    `关于${who}证券经纪人证书作废的声明`,
    [
      p(
        `因委托代理合同${random.pick(['期满未续签', '协商解除', '提前终止'])}，公司与证券经纪人${who}的委托代理关系已于${chineseDay(tradingDayOnOrBefore(addDays(day, -random.int(3, 12))))}终止。其持有的证券经纪人证书因${random.pick(['保管不慎遗失', '未按期交回'])}，现予公告作废。`,
      ),
      table([
        ['姓名', '证书编号', '原服务营业部'],
        [who, certNo, name],
      ]),
      p(
        '自委托代理关系终止之日起，该人员不再具有代理公司从事客户招揽和客户服务等活动的权限，其以公司名义开展的任何活动均与公司无关。请投资者不要向其提供账户信息或办理任何业务。',
      ),
      p(
        '原由其服务的客户，营业部已安排专人承接，账户使用不受影响。投资者可在公司官方网站“信息公告—营销人员公示”栏目核实人员身份，也可以拨打营业部电话咨询承接服务的人员姓名与联系方式。',
      ),
      p(REPORT_FOUND),
      p('特此声明。'),
    ],
    day,
    false,
  );
}

function lostLicence(random: Dice, day: string, branch: Branch): Story {
  const name = shortBranchName(branch.name);
  const licence = random.pick([
    '营业执照（副本）',
    '经营证券期货业务许可证（副本）',
    '税务登记资料',
    '发票专用章',
    '业务办理专用章',
  ]);
  const number = `${licence.includes('章') ? '印章编号' : '证照编号'} 9${String(random.int(1, 9_999_999)).padStart(13, '0')}`;
  return notice(
    `${name}${licence}遗失声明`,
    [
      p(`${branch.name}不慎遗失${licence}一${licence.includes('章') ? '枚' : '份'}，${number}，声明作废。`),
      table([
        ['项目', '内容'],
        ['声明单位', branch.name],
        ['单位地址', branch.address],
        ['联系电话', branch.phone],
        ['遗失物品', licence],
      ]),
      p(
        '营业部已向主管机关报告并申请补领，同时完成公安机关报案登记。补领期间，营业部各项业务照常开展，现场公示的证照正本及公司官方网站公示信息均真实有效，投资者可以此核对。',
      ),
      p(
        '公司已对本次事件开展内部核查，重新清点该营业部全部证照与印章，并将实物交接登记纳入季度检查。为防止冒用，凡持上述遗失物品以营业部名义签订合同、开具凭证的，请当场拒绝并与公司核实。',
      ),
      p(REPORT_FOUND),
      p('特此声明。'),
    ],
    day,
    random.chance(0.3),
  );
}

/**
 * Interest on customers' money is credited on the 20th of the last month of each quarter, at the rate valid on that
 * day.
 */
export function depositInterestStory(day: string): Story {
  const month = Number(day.slice(5, 7));
  const settled = `${day.slice(0, 7)}-20`;
  const quarter = ['一', '二', '三', '四'][month / 3 - 1];
  const rate = day < '2024-01-01' ? '0.20%' : day < '2025-06-01' ? '0.10%' : '0.05%';
  return notice(
    `关于${day.slice(0, 4)}年第${quarter}季度客户交易结算资金结息的公告`,
    [
      p('尊敬的投资者：'),
      p(
        `公司将于${chineseDay(settled)}对客户交易结算资金进行季度结息，结息期间为上一结息日至本次结息日前一自然日。利息以客户资金账户每日日终余额为基数，按日积数计算，并于次一交易日计入客户资金账户。`,
      ),
      table([
        ['账户类别', '币种', '年利率', '计息方式'],
        ['普通资金账户', '人民币', rate, '按日积数，按季结息'],
        ['信用资金账户', '人民币', rate, '按日积数，按季结息'],
        ['衍生品资金账户', '人民币', rate, '按日积数，按季结息'],
      ]),
      p(
        '投资者可通过官方App“资金流水”、网上交易系统或到营业网点查询结息明细。结息期间内利率如有调整，按照调整前后的实际天数分段计算。销户客户的利息在办理销户时一并结清。',
      ),
      p(
        '利率随存款基准和市场情况调整，公司将通过官方网站提前公告。如对利息金额有疑问，请拨打客服热线400-555-0000，公司将在三个工作日内答复核对结果。',
      ),
    ],
    day,
    true,
  );
}

interface RateChange {
  title: string;
  item: string;
  before: string;
  after: string;
  day: string;
}

/** Changes of margin and deposit rates, with their dates; the newest values are those of the interest table. */
export const RATE_CHANGES: RateChange[] = [
  {
    title: '关于调整融资融券业务融资年利率的公告',
    item: '融资年利率',
    before: '7.60%',
    after: '6.80%',
    day: '2026-03-01',
  },
  {
    title: '关于调整客户交易结算资金利率的公告',
    item: '客户交易结算资金年利率',
    before: '0.10%',
    after: '0.05%',
    day: '2025-06-01',
  },
  { title: '关于调整融券费率的公告', item: '融券年费率', before: '10.35%', after: '8.60%', day: '2025-01-06' },
  { title: '关于下调融资年利率的公告', item: '融资年利率', before: '8.35%', after: '7.60%', day: '2024-04-08' },
  {
    title: '关于客户交易结算资金利率调整的公告',
    item: '客户交易结算资金年利率',
    before: '0.20%',
    after: '0.10%',
    day: '2024-01-02',
  },
  {
    title: '关于规范融资融券逾期息费计收方式的公告',
    item: '逾期息费',
    before: '按合同约定日费率',
    after: '日万分之五',
    day: '2023-09-04',
  },
];

export function rateChangeStory(change: RateChange, published: string): Story {
  const story = notice(
    change.title,
    [
      p('尊敬的投资者：'),
      p(
        `结合市场资金成本变化，经公司研究决定，自${chineseDay(change.day)}起对${change.item}进行调整，现将有关事项公告如下。`,
      ),
      table([
        ['项目', '调整前', '调整后', '执行日期'],
        [change.item, change.before, change.after, chineseDay(change.day)],
      ]),
      h2('适用范围与衔接'),
      bullets([
        '执行日期之前发生的部分，按原标准计算；执行日期起发生的部分，按新标准计算',
        '与公司另有书面约定的客户，按照约定执行',
        '本次调整由系统自动完成，投资者无需办理手续',
      ]),
      p(
        '公司现行利率与费率的完整清单见附件。投资者参与融资融券业务应充分了解杠杆交易可能放大损失，合理控制负债规模，关注维持担保比例，避免因追加担保不及时导致强制平仓。',
      ),
      p('如对本次调整有疑问，请咨询开户营业部或拨打客服热线400-555-0000。'),
    ],
    published,
    true,
  );
  story.attachments?.push({
    filename: '利率与费率清单.xlsx',
    extension: 'xlsx',
    make: () =>
      makeXlsx('利率与费率', [
        ['项目', '标准', '计收规则', '说明'],
        [change.item, change.after, '逐日计息', `自${change.day}起执行`],
        ['专项融券', '面议', '按合同约定', ''],
        ['交易佣金', '按协议', '成交时收取', '不高于法定上限'],
      ]),
  });
  return story;
}

/** 收益凭证: public notices about issues, interest and redemption only; the terms need a login and a risk assessment. */
export function certificateStory(random: Dice, day: string): Story {
  const [tell, what] = random.pick<[typeof issueResult, Parameters<typeof certificateFor>[1]]>([
    [issueResult, 'begun'],
    [redemption, 'ended'],
    [interestPayment, 'running'],
    [otherDisclosure, 'running'],
  ]);
  const certificate = certificateFor(day, what, random.int(0, what === 'running' ? 40 : 1));
  const name = `${certificate.name}收益凭证`;
  const facts: CertificateFacts['facts'] = (rows) =>
    table([
      ['项目', '内容'],
      ['产品名称', name],
      ['产品代码', certificate.code],
      ['产品期限', `${certificate.termDays}天`],
      ...rows,
    ]);
  const story = tell(random, day, { ...certificate, name, facts });
  if (random.chance(0.15))
    story.attachments = [
      ...(story.attachments ?? []),
      {
        filename: `${name}说明摘要.docx`,
        extension: 'docx',
        make: () =>
          makeDocx({
            title: `${name}说明摘要`,
            paragraphs: ['本摘要仅供持有人核对产品基本要素，不替代认购协议与产品说明书。'],
            table: [
              ['项目', '内容'],
              ['产品代码', certificate.code],
              ['产品期限', `${certificate.termDays}天`],
              ['兑付方式', '到期一次性兑付'],
            ],
          }),
      },
    ];
  return story;
}

interface CertificateFacts extends Certificate {
  /** builds the table of facts; these rows follow the common ones */
  facts: (rows: string[][]) => string;
}

function issueResult(
  random: Dice,
  day: string,
  { name, raiseStart, raiseEnd, startDate, endDate, facts }: CertificateFacts,
): Story {
  return notice(
    `${name}发行结果公告`,
    [
      p(`${name}募集工作已经完成。本期产品以非公开方式面向经适当性匹配的合格投资者发行，现将发行结果公告如下。`),
      facts([
        ['募集期间', `${chineseDay(raiseStart)}至${chineseDay(raiseEnd)}`],
        ['起息日', chineseDay(startDate)],
        ['到期日', chineseDay(endDate)],
        ['实际募集规模', `人民币${random.int(800, 20000).toLocaleString('en-US')}万元`],
      ]),
      p(
        '未获配售的认购资金已原路退回投资者资金账户。产品存续期间，公司将按照产品说明书的约定披露付息、兑付及可能影响投资者权益的重大事项。',
      ),
      p(
        '收益凭证是公司发行的债务融资工具，到期兑付依赖公司的偿付能力。投资者应仔细阅读认购协议、产品说明书与风险揭示书，了解产品不可提前赎回、收益可能低于预期等风险。产品条款仅向登录并通过风险评估的投资者展示。',
      ),
    ],
    day,
    random.chance(0.6),
  );
}

function redemption(random: Dice, day: string, { name, startDate, endDate, facts }: CertificateFacts): Story {
  return notice(
    `${name}到期兑付公告`,
    [
      p(`${name}已于${chineseDay(endDate)}到期。公司已按照产品说明书约定足额支付本金与收益，现将兑付情况公告如下。`),
      facts([
        ['起息日', chineseDay(startDate)],
        ['到期日', chineseDay(endDate)],
        ['兑付方式', '一次性划入投资者资金账户'],
        ['兑付状态', '已完成'],
      ]),
      p(
        '投资者可登录官方App，在“我的持仓—历史产品”中查询兑付明细与收益计算过程。资金到账后即可用于交易或转出，转出时间以银行处理为准。',
      ),
      p(
        '本期产品兑付完成后，相关合同权利义务终止。如对兑付金额有异议，请在十个工作日内联系开户营业部或拨打客服热线400-555-0000，公司将复核并答复。',
      ),
    ],
    day,
    random.chance(0.4),
  );
}

function interestPayment(random: Dice, day: string, { name, facts }: CertificateFacts): Story {
  return notice(
    `${name}付息公告`,
    [
      p(
        `按照产品说明书约定，公司将于${chineseDay(tradingDayOnOrBefore(addDays(day, 3)))}支付${name}本计息期间的收益，现将有关事项公告如下。`,
      ),
      facts([
        ['权益登记日', chineseDay(tradingDayOnOrBefore(addDays(day, 2)))],
        ['付息日', chineseDay(tradingDayOnOrBefore(addDays(day, 3)))],
        ['付息对象', '权益登记日收市后登记在册的持有人'],
      ]),
      p(
        '收益金额以产品说明书载明的公式计算，计算结果精确到分。付息日遇非交易日的，顺延至下一交易日，顺延期间不另计收益。',
      ),
      p(
        '投资者可通过官方App查询收益明细。请注意，过往收益支付情况不代表后续收益水平，也不构成公司对产品收益的承诺。产品存续期内如发生可能影响付息的事项，公司将及时发布临时公告。',
      ),
    ],
    day,
    random.chance(0.4),
  );
}

function otherDisclosure(random: Dice, day: string, { name, facts }: CertificateFacts): Story {
  return notice(
    `关于${name}临时信息披露的公告`,
    [
      p(
        `${name}在存续期内发生下列事项，公司按照约定向持有人披露。本次事项不影响本金与收益的支付安排、到期日以及收益计算方式。`,
      ),
      facts([
        [
          '披露事项',
          random.pick(['托管账户开户行地址变更', '产品联系人及电话变更', '挂钩标的名称变更', '计算机构内部部门调整']),
        ],
        ['生效日期', chineseDay(tradingDayOnOrBefore(day))],
      ]),
      p(
        '公司已完成相应的系统参数核对与复核，并通过站内消息向全体持有人发送通知。持有人无需办理任何手续；如未收到通知，请检查官方App消息设置，或联系开户营业部更新联系方式。',
      ),
      p(
        '公司不会因上述事项要求持有人补充资金、变更收款账户或提供密码。凡收到类似要求的，请立即停止操作并拨打客服热线400-555-0000核实。',
      ),
    ],
    day,
    random.chance(0.3),
  );
}
