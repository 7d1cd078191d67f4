import { chineseMonthDay } from '../calendar.ts';
import { cityNames } from '../cities.ts';
import { branches, shortBranchName } from '../places.ts';
import type { Dice } from '../random.ts';
import { bullets, h2, p, table, type Topic } from './draft.ts';
import { county, hundredMillions, outlook, partner, speaker } from './vocabulary.ts';

/** 公司新闻 about services for customers and about the firm itself. */
export const businessTopics: Topic[] = [
  { tell: cooperation },
  { tell: bondIssue },
  { tell: branchOpens },
  { tell: appRelease },
  { tell: institutionForum },
  { tell: research },
  { tell: emergencyDrill },
  { tell: insuranceFutures },
  { months: [1, 2], tell: yearlyMeeting },
  { months: [7, 8], tell: halfYearMeeting },
];

const month = (day: string) => Number(day.slice(5, 7));
const year = (day: string) => day.slice(0, 4);
const place = (random: Dice) => random.pick(cityNames);

function cooperation(random: Dice, day: string) {
  const [who, city] = [partner(random), place(random)];
  const fields = random.some(
    ['债务融资', '股权融资', '资产证券化', '财务顾问', '现金管理', '产业研究', '员工财富管理', '绿色金融'],
    4,
  );
  return {
    title: random.pick([
      `示例证券与${who}签署战略合作协议`,
      `深化产融协同 示例证券与${who}达成战略合作`,
      `示例证券携手${who}共建产融服务平台`,
    ]),
    blocks: [
      p(
        `${chineseMonthDay(day)}，示例证券与${who}在${city}签署战略合作协议。双方将在${fields.join('、')}等领域开展长期合作，探索综合金融服务支持实体企业发展的有效路径。双方有关负责人及业务骨干${random.int(2, 6)}0余人参加签约仪式，并就首批合作项目交换了意见。`,
      ),
      p(
        `${who}深耕主业多年，近三年研发投入年均增长${random.int(8, 26)}%，在细分领域积累了较强的技术与客户优势。根据协议，双方将建立定期会商和项目对接机制，由公司组建跨部门专项小组，围绕企业不同发展阶段的资金需求提供方案设计、市场研判和后续服务，首批拟推进的项目共${random.int(3, 8)}项。`,
      ),
      p(
        `${speaker(random)}表示，产业链上的优质企业是资本市场服务的重点。公司将发挥投资银行、研究、机构服务等业务的协同优势，${random.pick(['把方案做细、把服务做实', '以企业真实需求为出发点，不追求短期规模', '在风险可控的前提下提高融资效率'])}，帮助企业用好多层次资本市场。${outlook(random)}`,
      ),
    ],
  };
}

function bondIssue(random: Dice, day: string) {
  const who = partner(random);
  const kind = random.pick(['绿色', '科技创新', '乡村振兴', '中小微企业支持', '低碳转型']);
  const [size, years] = [hundredMillions(random, 3, 30), random.pick([2, 3, 5])];
  return {
    title: random.pick([
      `示例证券助力${who}成功发行${size}${kind}公司债券`,
      `${size}${kind}公司债券落地 示例证券担任牵头主承销商`,
    ]),
    blocks: [
      p(
        `${chineseMonthDay(day)}，由示例证券担任牵头主承销商的${who}${year(day)}年面向专业投资者公开发行${kind}公司债券完成簿记。本期债券发行规模${size}，期限${years}年，全场认购倍数${(random.int(15, 42) / 10).toFixed(1)}倍，募集资金将按约定用途使用。`,
      ),
      p(
        random.pick([
          `项目执行期间，项目组先后${random.int(4, 12)}次赴企业现场，逐一核对募投项目的立项、环评和建设进度，与发行人共同梳理信息披露要点。针对投资者关注的资金用途和偿债安排，项目组编制了专门的问答材料，并组织了${random.int(2, 5)}场路演。`,
          `该项目涉及${random.int(3, 9)}个子项目，资金投向分散、核查工作量大。项目组按照“一项目一档案”的方式整理底稿，借助内部底稿管理系统完成交叉复核，从进场到取得批复用时${random.int(60, 120)}天，兼顾了效率与质量。`,
        ]),
      ),
      p(
        `债券承销是公司服务实体经济的重要抓手。今年以来，公司累计承销各类创新品种债券${random.int(20, 90)}只，覆盖节能环保、先进制造、现代农业等领域。公司同时加强存续期管理，对募集资金使用和信息披露情况进行定期回访，切实履行受托管理职责。`,
      ),
      p(outlook(random)),
    ],
  };
}

function branchOpens(random: Dice, day: string) {
  const branch = random.pick(branches);
  const name = shortBranchName(branch.name);
  return {
    title: random.pick([`${name}新址启用`, `${name}完成服务大厅升级改造`, `家门口的金融服务站：${name}焕新开放`]),
    blocks: [
      p(
        `经过${random.int(2, 5)}个月的准备，${name}于${chineseMonthDay(day)}正式启用新的服务大厅。新大厅位于${branch.address}，设有业务办理区、投资者教育园地、无障碍通道和适老服务专席，可同时接待${random.int(20, 60)}名投资者。`,
      ),
      p(
        `大厅改造从客户动线出发，业务叫号、资料填写与风险揭示环节均配备语音和大字提示；投资者教育园地陈列自编读物${random.int(12, 40)}种，并留出可容纳${random.int(20, 40)}人的小型课堂，每月举办不少于两场公益讲座。营业部还与周边${random.int(2, 6)}个社区建立联系，为行动不便的居民提供上门讲解。`,
      ),
      h2('服务信息'),
      table([
        ['项目', '内容'],
        ['地址', branch.address],
        ['电话', branch.phone],
        ['业务办理时间', '交易日 9:00—11:30，13:00—17:00'],
      ]),
      p(
        `营业部负责人介绍，新大厅启用后，原有客户的账户、交易和资金存取不受任何影响，投资者无需办理其他手续。如需预约业务，可提前拨打营业部电话或通过公司官方App提交申请。`,
      ),
    ],
  };
}

function appRelease(random: Dice, day: string) {
  const version = `${Number(year(day)) - 2019}.${month(day)}.${Math.floor(Number(day.slice(8)) / 10)}`;
  const changes = random.some(
    [
      '首页改版：自选、持仓与资讯分区更清楚，常用功能可自行排序',
      '新增长辈版：字号放大、按钮加大，首页不出现任何弹窗和广告',
      '条件单支持预览触发规则，提交前以通俗文字复述委托内容',
      '账户安全中心集中展示登录设备，可一键退出不认识的设备',
      '对账单可按月下载，支持可检索的PDF格式',
      '消息中心区分“必读”与“可选”，减少打扰',
      '无障碍适配：行情列表与下单页面支持读屏软件',
      '新股申购、可转债提醒支持按持仓定制',
    ],
    4,
  );
  return {
    title: random.pick([`示例证券App ${version}版发布`, `更清楚 更省心 示例证券App ${version}版上线`]),
    blocks: [
      p(
        `${chineseMonthDay(day)}，示例证券官方App ${version}版面向全部用户开放更新。新版本围绕“看得清、找得到、办得成”三个目标，对${random.int(20, 60)}个页面进行了梳理，启动速度较上一版本提升约${random.int(10, 35)}%。`,
      ),
      h2('主要更新'),
      bullets(changes),
      p(
        `本次更新的需求主要来自客户反馈。过去半年，公司从客服热线、营业部意见簿和线上问卷中整理出有效建议${random.int(300, 1200)}条，邀请${random.int(30, 90)}名客户参加了三轮试用，其中包括${random.int(8, 20)}位60岁以上的投资者。`,
      ),
      p(
        '请投资者通过公司官方网站或手机系统自带的应用市场下载更新。公司不会以短信链接、群文件等方式分发安装包，也不会要求客户提供密码或短信验证码。如遇可疑信息，可拨打客服热线400-555-0000核实。',
      ),
    ],
  };
}

function institutionForum(random: Dice, day: string) {
  const city = place(random);
  const theme = random.pick([
    '算法交易与执行质量',
    '私募运营与合规',
    '托管外包服务新实践',
    '多资产配置',
    '量化研究基础设施',
    '机构客户风险管理',
  ]);
  return {
    title: `示例证券在${city}举办“${theme}”机构客户交流会`,
    blocks: [
      p(
        `${chineseMonthDay(day)}，示例证券主经纪商业务团队在${city}举办“${theme}”机构客户交流会，来自${random.int(30, 90)}家资产管理机构的${random.int(60, 200)}位代表参会。会议围绕行业近期变化、系统能力建设和运营风险防范展开讨论。`,
      ),
      p(
        `会上，公司介绍了机构服务平台的最新进展：交易系统全链路时延较上年下降${random.int(12, 40)}%，托管估值核对自动化率达到${random.int(90, 98)}%，运营问题平均响应时间缩短至${random.int(8, 25)}分钟。多家机构分享了在流程自动化、数据治理方面的做法和教训。`,
      ),
      p(
        random.pick([
          '圆桌讨论环节，与会代表普遍认为，技术投入要服务于真实的投资逻辑，过度追求速度并不能替代对风险的理解；运营环节的每一次“差一点出错”都应当被记录和复盘。参会者还建议建立行业内的匿名案例交流机制。',
          '圆桌讨论环节，与会代表就产品信息披露、投资者适当性管理等话题交换意见，认为合规能力正成为机构选择合作伙伴时的重要标准，前端业务与后台运营的协同比以往更重要，流程文档也应当随业务变化及时更新。',
        ]),
      ),
      p(outlook(random)),
    ],
  };
}

function research(random: Dice, day: string) {
  const season = ['年度', '春季', '夏季', '秋季'][Math.floor((month(day) % 12) / 3)]!;
  const city = place(random);
  return {
    title: random.pick([
      `示例证券研究所${year(day)}年${season}策略会在${city}召开`,
      `${season}策略会聚焦产业升级 示例证券研究所与机构投资者共话趋势`,
    ]),
    blocks: [
      p(
        `${chineseMonthDay(day)}，示例证券研究所${year(day)}年${season}策略会在${city}举行。会议设主论坛和${random.int(5, 9)}个分论坛，邀请${random.int(80, 220)}家上市公司与机构投资者面对面交流，线上线下参会人数超过${random.int(8, 25) * 100}人次。`,
      ),
      p(
        `研究所团队从宏观环境、产业周期和资金结构三个角度分享了对市场的观察，重点讨论了先进制造、数字经济、消费服务与能源转型等方向的中长期变化。分析师强调，研究报告的价值在于假设清楚、推理可查，任何结论都应放在前提条件中理解。`,
      ),
      p(
        `研究所目前覆盖行业${random.int(24, 30)}个，跟踪上市公司${random.int(500, 900)}家。为保证独立客观，研究所实行报告双人复核和跨墙审批登记，并对外公布合规举报渠道。会议所涉观点仅供交流，不构成对任何证券的买卖建议。`,
      ),
      p(outlook(random)),
    ],
  };
}

function emergencyDrill(random: Dice, day: string) {
  const scene = random.pick([
    '主数据中心电力中断',
    '通信线路故障',
    '行情源异常',
    '核心机房网络设备失效',
    '营业场所突发停电',
  ]);
  return {
    title: random.pick([`示例证券完成${year(day)}年信息系统应急演练`, `演练“${scene}” 示例证券检验业务连续性`]),
    blocks: [
      p(
        `${chineseMonthDay(day)}（非交易时段），示例证券组织开展信息系统应急演练，模拟“${scene}”情景，检验监测告警、指挥决策、系统切换和客户告知各环节的衔接。信息技术、运营管理、客户服务及${random.int(10, 40)}家分支机构共${random.int(120, 320)}人参加。`,
      ),
      p(
        `演练不预先告知具体时间和故障点。值班人员在${random.int(1, 4)}分钟内发现异常并启动预案，${random.int(8, 20)}分钟完成核心交易系统向备份中心切换，客服热线与官方网站同步发布提示信息，各项恢复指标均达到预案要求。`,
      ),
      p(
        `演练结束后，评估组从记录中整理出需要改进的问题${random.int(5, 14)}项，包括个别岗位联系方式更新不及时、客户告知话术不够简洁等，已全部明确责任人和完成时限。公司全年计划组织各类应急演练${random.int(6, 14)}次，其中至少两次为不打招呼的实战演练。`,
      ),
      p('公司提醒投资者，如遇交易软件登录异常，可切换站点或使用电话委托，并以公司官方渠道发布的信息为准。'),
    ],
  };
}

function insuranceFutures(random: Dice, day: string) {
  const where = county(random);
  const crop = random.pick(['玉米', '苹果', '红枣', '生猪', '天然橡胶', '花生', '白糖']);
  return {
    title: random.pick([`“保险+期货”护航${where}${crop}种养户`, `示例期货${where}${crop}“保险+期货”项目完成赔付`]),
    blocks: [
      p(
        `${chineseMonthDay(day)}，示例证券与示例期货在${where}开展的${crop}“保险+期货”项目举行总结会。本年度项目覆盖${random.int(600, 3200)}户，保障规模${hundredMillions(random, 1, 4)}，到期赔付${random.int(120, 860)}万元，已全部打入农户账户。`,
      ),
      p(
        `“保险+期货”把价格波动的风险交给专业机构管理：农户购买价格保险，保险机构再通过场外期权对冲风险。项目实施以来，团队先后举办${random.int(6, 18)}场田间课堂，用农户听得懂的话解释保什么、怎么赔、什么情况下不赔，避免把保险误当成投资。`,
      ),
      p(
        `参与项目的合作社负责人说，价格好的时候多赚一点，价格差的时候有个托底，第二年就敢安排种植计划。公司承担了部分农户保费，并与当地共同建立了价格信息服务站，每周发布行情参考。`,
      ),
      p(outlook(random)),
    ],
  };
}

function yearlyMeeting(random: Dice, day: string) {
  const past = Number(year(day)) - 1;
  return {
    title: random.pick([
      `示例证券召开${year(day)}年工作会议`,
      `示例证券${year(day)}年${random.pick(['经纪业务', '投资银行业务', '合规与风险管理', '信息技术'])}条线工作会议召开`,
    ]),
    blocks: [
      p(
        `${chineseMonthDay(day)}，示例证券召开${year(day)}年工作会议，总结${past}年工作，分析当前形势，部署新一年重点任务。公司领导班子成员、总部各部门及各分支机构负责人共${random.int(180, 420)}人在主会场和分会场参会。`,
      ),
      p(
        `会议指出，${past}年公司各项工作稳中有进：客户服务满意度连续${random.int(2, 5)}年提升，投诉办结时间缩短${random.int(8, 30)}%，重点业务风险指标保持在合理区间。同时也要看到，服务同质化、部分流程冗长、数字化工具使用不足等问题仍然存在。`,
      ),
      h2('新一年重点工作'),
      bullets(
        random.some(
          [
            '把客户真实需求作为产品与服务的起点',
            '健全全员合规责任体系',
            '提高投资银行项目执业质量',
            '加快数据治理与系统自主可控',
            '优化网点布局，建设示范服务大厅',
            '加强人才梯队与基层培训',
          ],
          4,
        ),
      ),
      p(
        '会议要求，全体员工要保持清醒、脚踏实地，把年度任务分解到季度、落实到岗位，用一件件做成的小事积累客户的信任。各部门将在一个月内形成分工方案，按季度报告进展，年底逐项对账。',
      ),
    ],
  };
}

function halfYearMeeting(random: Dice, day: string) {
  return {
    title: `示例证券召开${year(day)}年${random.pick(['年中', '半年度'])}${random.pick(['', '合规', '财富管理', '机构业务', '客户服务'])}工作会议`,
    blocks: [
      p(
        `${chineseMonthDay(day)}，示例证券召开${year(day)}年年中工作会议，回顾上半年工作进展，研究下半年安排。会议以视频形式召开，总部设主会场，各分支机构设${random.int(28, 60)}个分会场。`,
      ),
      p(
        `上半年，公司新增服务客户${random.int(8, 36)}万户，开展投资者教育活动${random.int(300, 900)}场，完成重点系统升级${random.int(6, 18)}项。会议逐项检查了年初确定的${random.int(12, 24)}项重点任务，其中${random.int(60, 85)}%按计划推进，对进度滞后的任务逐一明确了责任部门与时限。`,
      ),
      p(
        '会议强调，下半年要把防范风险放在更加突出的位置，严格执行适当性管理要求，做实客户回访；要继续推动分支机构由通道服务向综合服务转变，提高一线员工的专业能力与职业操守；要关心基层员工，减轻不必要的报表负担。会议最后，各业务线负责人签署了下半年重点任务责任书。',
      ),
      p(outlook(random)),
    ],
  };
}
