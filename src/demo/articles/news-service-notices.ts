import { addDays, chineseDay, dayOfYear, tradingDayOnOrBefore } from '../calendar.ts';
import { personName } from '../names.ts';
import { landline } from '../numbers.ts';
import { provinces } from '../cities.ts';
import { branches, shortBranchName } from '../places.ts';
import type { Dice } from '../random.ts';
import { bullets, h2, p, table, type Topic } from './draft.ts';
import { FIRM, notice } from './notice.ts';

/** 公司公告 to customers about service, branches and rules. */
export const serviceNotices: Topic[] = [
  { tell: maintenance },
  { months: [1, 4, 9, 12], tell: holidayService },
  { tell: branchMoves },
  { tell: branchCloses },
  { tell: principalChanges },
  { tell: feeAdjustment },
  { tell: customerData },
  { tell: systemUpgrade },
  { tell: suitabilityUpdate },
  { tell: serviceCentre },
];

const CLOSING = '由此给您带来的不便，敬请谅解。如有疑问，可拨打公司客服热线400-555-0000，或咨询您的开户营业部。';
const year = (day: string) => Number(day.slice(0, 4));
const nextSaturday = (day: string) => addDays(day, 6 - new Date(`${day}T00:00:00Z`).getUTCDay());

function maintenance(random: Dice, day: string) {
  const saturday = nextSaturday(day);
  const systems = random.some(
    [
      '集中交易系统',
      '融资融券交易系统',
      '股票期权交易系统',
      '官方网站',
      '官方App',
      '网上开户系统',
      '电话委托系统',
      '银证转账服务',
    ],
    3,
  );
  return notice(
    `${FIRM}关于${chineseDay(saturday)}系统维护的公告`,
    [
      p('尊敬的投资者：'),
      p(
        `为持续提升系统运行质量，公司定于${chineseDay(saturday)}（星期六）进行信息系统例行维护。维护期间，部分服务将暂停，现将有关事项公告如下。`,
      ),
      h2('一、维护时间与影响范围'),
      table([
        ['系统', '暂停时间', '影响'],
        ...systems.map((system) => [
          system,
          `${random.int(7, 9)}:00—${random.int(15, 18)}:00`,
          random.pick(['登录、查询与委托暂停', '查询可用，业务办理暂停', '访问可能间歇中断']),
        ]),
      ]),
      h2('二、注意事项'),
      bullets([
        '维护期间提交的预约业务将在维护完成后统一处理，请勿重复提交',
        '维护结束后如客户端提示更新，请通过官方渠道下载',
        '维护工作可能视测试情况提前结束或适当延长，请以系统实际恢复情况为准',
      ]),
      p(CLOSING),
    ],
    day,
    random.chance(0.4),
  );
}

function holidayService(random: Dice, day: string) {
  const names: Record<number, string> = { 1: '春节', 4: '劳动节', 9: '国庆节', 12: '元旦' };
  const month = Number(day.slice(5, 7));
  const name = names[month]!;
  const forYear = month === 12 ? year(day) + 1 : year(day);
  const subject = random.pick(['客户服务安排', '资金划转与取款安排', '债券质押式回购交易提示', '开放式基金业务安排']);
  return notice(
    `${FIRM}关于${forYear}年${name}假期${subject}的公告`,
    [
      p('尊敬的投资者：'),
      p(
        `${forYear}年${name}假期临近，为便于您提前安排资金与交易，现将假期期间公司的${subject}说明如下。休市起止日期以各证券交易所发布的通知为准。`,
      ),
      h2('一、业务办理'),
      p(
        '假期休市期间，公司各营业网点暂停现场业务办理；网上开户、密码重置等自助业务可照常提交，审核结果将在开市后的首个交易日反馈。客服热线人工服务时间为每日9:00至18:00，智能语音服务全天开放。',
      ),
      h2('二、资金与产品'),
      p(
        '节前最后一个交易日，银证转账服务在收市后照常开放至16:00。持有货币市场基金、债券回购等品种的投资者，请留意节前最后一个交易日的申购、赎回和计息规则，合理安排资金用途。参与融资融券业务的投资者，请关注维持担保比例，预留足够的安全边际。',
      ),
      h2('三、安全提示'),
      p('假期是网络诈骗的高发期，请不要点击不明链接，不要向任何人透露账户密码和短信验证码。'),
      p(CLOSING),
    ],
    day,
    random.chance(0.5),
  );
}

function branchMoves(random: Dice, day: string) {
  const branch = random.pick(branches);
  const name = shortBranchName(branch.name);
  const open = tradingDayOnOrBefore(addDays(day, random.int(12, 25)));
  return notice(
    `关于${name}迁址的公告`,
    [
      p('尊敬的投资者：'),
      p(
        `因经营场所调整，${branch.name}将于${chineseDay(open)}起迁至新址办公。迁址后，营业部名称、业务范围和服务人员均保持不变，原有客户的账户使用、交易委托和资金存取不受影响。`,
      ),
      table([
        ['项目', '变更前', '变更后'],
        [
          '营业地址',
          `${branch.city}市${random.pick(['城东区', '城西区', '新城区'])}和平路${random.int(1, 300)}号`,
          branch.address,
        ],
        ['联系电话', branch.phone, branch.phone],
      ]),
      p(
        `搬迁准备期间，原址营业至${chineseDay(tradingDayOnOrBefore(addDays(open, -1)))}收市。如需在搬迁当周办理现场业务，建议提前电话预约。原址将张贴指引，并安排专人引导至${chineseDay(addDays(open, 30))}。`,
      ),
      p(CLOSING),
    ],
    day,
    random.chance(0.7),
  );
}

function branchCloses(random: Dice, day: string) {
  const [closing, taking] = random.some(
    branches.filter(({ city }) => ['上海', '杭州', '广州', '南京', '北京'].includes(city)),
    2,
  );
  return notice(
    `关于撤销${shortBranchName(closing!.name)}的公告`,
    [
      p('尊敬的投资者：'),
      p(
        `根据公司网点布局调整安排，公司决定撤销${closing!.name}。为保障投资者合法权益，现将客户转移及后续服务安排公告如下。`,
      ),
      h2('一、客户转移'),
      p(
        `自本公告发布之日起，该营业部客户将整体转移至${taking!.name}（地址：${taking!.address}，电话：${taking!.phone}）。转移后，客户的资金账号、交易密码、交易方式、银证转账关系和已开通的业务权限保持不变，无需办理任何手续。`,
      ),
      h2('二、异议处理'),
      p(
        `如您不同意上述安排，可在${chineseDay(addDays(day, 30))}前，携带有效身份证明文件到原营业部办理转托管或销户手续，公司不收取相关手续费。逾期未办理的，视为同意转移。`,
      ),
      h2('三、提示'),
      p('公司不会以网点撤销为由要求客户提供密码、验证码或向个人账户转账。请投资者通过公司官方网站或客服热线核实信息。'),
      p(CLOSING),
    ],
    day,
    true,
  );
}

function principalChanges(random: Dice, day: string) {
  const branch = random.pick(branches);
  return notice(
    `关于${shortBranchName(branch.name)}负责人变更的公告`,
    [
      p(
        `经公司研究决定，聘任${personName(random)}同志为${branch.name}负责人，原负责人${personName(random)}同志因工作调整不再担任该职务。`,
      ),
      p(
        '根据有关规定，公司已办理营业执照与经营证券期货业务许可证的变更手续，并完成离任审计与工作交接。营业部各项业务照常开展，客户账户与交易不受影响。',
      ),
      table([
        ['项目', '内容'],
        ['营业部名称', branch.name],
        ['营业地址', branch.address],
        ['联系电话', branch.phone],
        ['变更生效日期', chineseDay(tradingDayOnOrBefore(day))],
      ]),
      p(
        '在负责人变更过程中，如投资者发现有关人员存在违反职业操守或损害客户权益的情形，可向公司合规管理部门反映。公司受理投诉与举报的电话为400-555-0000，反映人的信息将予以保密，调查结果以书面或电话方式答复。',
      ),
      p('特此公告。'),
    ],
    day,
    random.chance(0.5),
  );
}

function feeAdjustment(random: Dice, day: string) {
  const from = tradingDayOnOrBefore(addDays(day, 10));
  const item = random.pick([
    '开放式基金转换费率',
    '港股通组合费收取方式',
    '股票期权经手费',
    '证券账户业务收费',
    '融资融券交易费用展示口径',
    '代销基金申购费率优惠',
  ]);
  return notice(
    `${FIRM}关于调整${item}的公告`,
    [
      p('尊敬的投资者：'),
      p(
        `为进一步降低投资者交易成本、规范收费公示，公司自${chineseDay(from)}起调整${item}。本次调整不涉及您与公司已签订协议中的其他条款。`,
      ),
      table([
        ['项目', '调整前', '调整后'],
        [
          item,
          random.pick(['按原标准执行', '按笔计收', '不打折']),
          random.pick(['按新标准执行，不高于原标准', '按实际发生额计收', '最低一折优惠']),
        ],
      ]),
      p(
        '完整的收费标准可在公司官方网站“信息公告—收费标准公示”栏目查询，各营业网点同步张贴。对调整内容有异议的投资者，可与开户营业部协商，公司将依照协议约定妥善处理。',
      ),
      p(
        '公司从业人员不得以任何名义向客户收取公示以外的费用。如您遇到此类情形，请及时拨打投诉电话反映，公司将依规严肃处理。',
      ),
      p(CLOSING),
    ],
    day,
    random.chance(0.6),
  );
}

function customerData(random: Dice, day: string) {
  const due = addDays(day, 90);
  return notice(
    random.pick([
      `${FIRM}关于提醒投资者更新身份信息的公告（${day.slice(0, 7).replace('-', '年')}月）`,
      `${FIRM}关于规范客户身份资料的公告（${year(day)}年第${Number(day.slice(5, 7))}号）`,
    ]),
    [
      p('尊敬的投资者：'),
      p(
        '为保护您的账户安全，履行客户身份识别义务，公司定期核查客户身份资料。如您的身份证件已到期，或者姓名、职业、联系电话、住址等信息发生变化，请及时办理更新。',
      ),
      h2('一、需要更新的情形'),
      bullets([
        '身份证件有效期届满或即将届满',
        '预留手机号码已停用或变更',
        '职业、地址等信息缺失或不完整',
        '机构客户的营业执照、受益所有人或授权代理人发生变化',
      ]),
      h2('二、办理方式'),
      p(
        `个人投资者可通过公司官方App“业务办理—资料修改”自助更新，一般在一个工作日内完成审核；也可以携带有效证件到就近营业网点办理。机构投资者请联系开户营业部。请您尽量于${chineseDay(due)}前完成。`,
      ),
      h2('三、未及时更新的影响'),
      p(
        '对证件过期且未在合理期限内更新、又没有提出合理理由的账户，公司将依照规定采取限制新增业务等措施，资料更新完成后即予恢复。公司不会通过短信链接要求您填写密码或验证码。',
      ),
      p(CLOSING),
    ],
    day,
    random.chance(0.3),
  );
}

function systemUpgrade(random: Dice, day: string) {
  const version = `V${year(day) - 2018}.${Number(day.slice(5, 7))}`;
  const what = random.pick(['网上交易电脑版', '机构交易终端', '独立下单程序', '期权客户端']);
  return notice(
    `关于${what}${version}版升级的公告`,
    [
      p('尊敬的投资者：'),
      p(
        `公司${what}${version}版将于${chineseDay(nextSaturday(day))}发布。新版本修复了已知问题，完善了登录保护和风险提示，建议您及时升级。低于${version}的版本将在${chineseDay(addDays(day, 60))}后停止登录。`,
      ),
      h2('更新内容'),
      bullets(
        random.some(
          [
            '登录增加设备核验，异常登录将通过短信提醒',
            '优化批量委托的校验与撤单反馈',
            '行情页面适配高分辨率屏幕',
            '导出文件支持通用表格格式',
            '修复个别情况下自选股顺序丢失的问题',
            '新增委托前的风险警示证券提示',
          ],
          4,
        ),
      ),
      h2('升级方法'),
      p(
        '启动程序时按提示自动升级，或在公司官方网站“软件下载”栏目下载安装包。安装前请核对页面公示的文件校验值，不要从其他网站下载。升级不会改变您的交易密码、自选股和委托记录；如升级后无法登录，可先使用官方App或电话委托，并联系客服协助处理。',
      ),
      p(CLOSING),
    ],
    day,
    random.chance(0.3),
  );
}

function suitabilityUpdate(random: Dice, day: string) {
  return notice(
    `${FIRM}关于${random.pick(['风险承受能力测评问卷更新', '产品风险等级调整', '投资者适当性回访安排', '专业投资者认定资料要求'])}的公告（${year(day)}年第${Math.ceil(dayOfYear(day) / 18)}号）`,
    [
      p('尊敬的投资者：'),
      p(
        `为做好投资者适当性管理工作，公司对相关业务规则进行了修订，自${chineseDay(tradingDayOnOrBefore(addDays(day, 14)))}起施行。修订的主要目的，是让评估更贴近投资者的实际情况，让提示更容易理解。`,
      ),
      h2('主要变化'),
      bullets([
        '测评结果页面增加通俗说明，告诉您该等级意味着什么',
        '同一投资者一年内测评次数过多时，系统将提示并由人工回访',
        '产品风险等级调高的，公司将向持有人发送通知并说明原因',
        '投资者信息发生重要变化的，应主动告知并重新评估',
      ]),
      p(
        '适当性匹配意见不表明公司对产品风险和收益作出实质性判断或保证。请您如实提供信息，审慎作出投资决定；因提供不实信息导致的后果由投资者自行承担。',
      ),
      p(
        `测评有效期为三年，临近到期时系统将在登录后提醒。您也可以通过官方App“业务办理—风险测评”随时更新，全程约需${random.int(3, 6)}分钟。`,
      ),
      p(CLOSING),
    ],
    day,
    random.chance(0.5),
  );
}

function serviceCentre(random: Dice, day: string) {
  const province = random.pick(provinces).name;
  return notice(
    `关于设立${FIRM}${province.replace(/(省|市|壮族自治区|维吾尔自治区|回族自治区|自治区)$/, '')}${random.pick(['财富管理中心', '客户服务中心', '投资者教育基地', '培训中心'])}的公告`,
    [
      p(
        `为完善区域服务网络，公司决定在${province}设立新的服务机构。筹备工作已按照内部决策程序履行审议，并完成场地、系统和人员准备。现将有关情况公告如下。`,
      ),
      table([
        ['项目', '内容'],
        ['设立地点', province],
        ['人员编制', `${random.int(12, 60)}人`],
        ['联系电话', landline('021', random)],
        ['计划启用日期', chineseDay(tradingDayOnOrBefore(addDays(day, 30)))],
      ]),
      p(
        '该机构主要承担投资者教育、客户咨询与业务支持工作，不直接办理证券账户开立和资金存取业务。机构启用后，公司将在官方网站更新联系方式与服务时间。',
      ),
      p(
        '机构工作人员均须佩戴工牌上岗，投资者可在公司官方网站“信息公告”栏目核实其身份与执业资格。任何以该机构名义开展的收费荐股、代客理财等活动均与公司无关，请及时向公司反映。',
      ),
      p('特此公告。'),
    ],
    day,
    random.chance(0.5),
  );
}
