import { chineseMonthDay } from '../calendar.ts';
import { cityNames, provinces } from '../cities.ts';
import type { Dice } from '../random.ts';
import { bullets, h2, p, type Topic } from './draft.ts';
import { audience, county, hundredMillions, outlook, speaker } from './vocabulary.ts';

/** 公司新闻 about education, charity and training. */
export const societyTopics: Topic[] = [
  { tell: investorVisit },
  { tell: ruralHelp },
  { tell: training },
  { tell: elderCare },
  { months: [5], tell: protectionDay },
  { months: [6, 9], tell: antiFraudMonth },
  { months: [3, 4, 9, 10], tell: campus },
  { months: [4, 5, 10, 11], tell: greenDay },
];

const year = (day: string) => day.slice(0, 4);
const place = (random: Dice) => random.pick(cityNames);

function investorVisit(random: Dice, day: string) {
  const [city, whom] = [place(random), audience(random)];
  const theme = random.pick([
    '理性投资',
    '读懂上市公司年报',
    '防范非法证券活动',
    '认识基金定投',
    '保护个人金融信息',
    '了解债券市场',
    '用好你的投票权',
  ]);
  return {
    title: random.pick([`“${theme}”公益讲堂走进${city}`, `面向${whom} 示例证券在${city}举办“${theme}”主题活动`]),
    blocks: [
      p(
        `${chineseMonthDay(day)}，示例证券投资者教育团队走进${city}，面向${whom}举办“${theme}”主题活动。活动采取情景演示、案例讲解和现场答疑相结合的方式，吸引${random.int(6, 30)}0余人参加，发放自编宣传资料${random.int(3, 12) * 100}份。活动之前，团队通过问卷收集了大家最关心的问题。`,
      ),
      p(
        random.pick([
          '讲解员从日常生活中的小例子入手，帮助大家理解风险与收益的关系：先想清楚这笔钱什么时候要用，再决定能承受多大的波动；看不懂的产品，宁可多问一句，也不要急着签字。互动环节中，参与者就账户安全、产品风险等级等问题踊跃提问，讲解员逐一作答，并把没来得及回答的问题带回整理，三天内通过社区公告栏统一回复。',
          '活动设置了“识骗小剧场”，由员工扮演冒充客服、虚假荐股等角色，请现场观众指出其中的破绽。许多参与者表示，过去觉得骗局离自己很远，看完表演才发现，不少话术其实就出现在身边的聊天群里，今后遇到拿不准的事情会先打官方电话问一问。',
          '活动现场准备了风险承受能力测评体验、模拟投票和知识问答三个互动区。工作人员提醒参与者，测评结果应当如实反映自身情况，情况发生变化时要及时更新，不要为了购买某一产品而“凑分数”。',
        ]),
      ),
      p(
        `今年以来，公司累计开展线下投资者教育活动${random.int(120, 480)}场，覆盖${random.int(20, 29)}个省份，服务${random.int(3, 12)}万人次。${speaker(random)}表示，投资者教育不是一阵风，而要像上课一样有教案、有反馈、有改进。${outlook(random)}`,
      ),
    ],
  };
}

function ruralHelp(random: Dice, day: string) {
  const [where, province] = [county(random), random.pick(provinces).name];
  const work = random.pick([
    {
      name: '助学',
      detail: `设立“示例助学金”，首批资助学生${random.int(40, 160)}名，并为${random.int(2, 6)}所乡村小学建设图书角和多媒体教室`,
    },
    {
      name: '产业帮扶',
      detail: `出资修建冷藏仓储${random.int(300, 1200)}平方米，帮助当地合作社延长鲜果保鲜期，预计带动${random.int(200, 900)}户农户增收`,
    },
    {
      name: '消费帮扶',
      detail: `通过工会采购和员工自愿认购，采购当地农产品${random.int(40, 180)}万元，并协助${random.int(3, 9)}家合作社完善包装与检测`,
    },
    {
      name: '金融知识下乡',
      detail: `组织${random.int(6, 15)}名志愿者进村入户，用方言讲解存款、保险和防诈骗知识，累计走访${random.int(200, 700)}户`,
    },
  ]);
  return {
    title: random.pick([`示例证券赴${where}开展${work.name}活动`, `${work.name}进乡村 示例证券与${where}签署帮扶协议`]),
    blocks: [
      p(
        `${chineseMonthDay(day)}，示例证券工作组来到${province}${where}，就新一年度的帮扶项目开展调研并签署协议。工作组实地走访了${random.int(3, 7)}个村，与村干部、种养大户和返乡青年座谈，了解当地最迫切的需要。`,
      ),
      p(
        `根据协议，公司将围绕${work.name}开展工作，${work.detail}。项目资金实行专户管理，使用情况每半年公开一次，并邀请第三方机构对成效进行评估。`,
      ),
      p(
        `在座谈会上，当地干部表示，外来资金固然重要，更难得的是把管理办法和市场信息一起带进来。公司派驻的挂职干部已在当地工作${random.int(1, 3)}年，协助建立了合作社财务公开制度，帮助${random.int(2, 6)}家合作社打通了线上销售渠道。`,
      ),
      p(outlook(random)),
    ],
  };
}

function elderCare(random: Dice, day: string) {
  return {
    title: random.pick([
      '让服务慢下来 示例证券推出网点适老服务清单',
      `示例证券${place(random)}地区网点适老服务专席全部到位`,
    ]),
    blocks: [
      p(
        `${chineseMonthDay(day)}起，示例证券在全国${random.int(180, 300)}家营业网点推行适老服务清单，围绕到店、咨询、办理、回访四个环节提出${random.int(12, 22)}条具体要求，帮助老年投资者更方便、更安心地办理业务。`,
      ),
      h2('清单的主要内容'),
      bullets([
        '网点设置适老服务专席，配备老花镜、放大镜和大字版业务说明',
        '业务经办人员使用通俗语言复述风险要点，不催促签字',
        '为行动不便的老年客户提供预约上门服务，全程双人办理并录音录像',
        '客服热线为65岁以上来电客户优先接入人工坐席',
      ]),
      p(
        `公司在制定清单前，走访了${random.int(20, 60)}家网点，收集老年投资者意见${random.int(200, 600)}条。意见最集中的是“字太小”“步骤太多”“怕按错”。为此，官方网站与App同步上线长辈版，首页只保留查询、转账、客服等常用功能。`,
      ),
      p(outlook(random)),
    ],
  };
}

function protectionDay(random: Dice, day: string) {
  const city = place(random);
  return {
    title: `示例证券${city}地区开展5·15全国投资者保护宣传日活动`,
    blocks: [
      p(
        `今年5·15全国投资者保护宣传日前后，示例证券${city}地区营业网点集中开展系列活动。${chineseMonthDay(day)}，主会场活动吸引${random.int(10, 40)}0余名投资者参加，线上直播观看人数超过${random.int(2, 9)}万人次。`,
      ),
      p(
        `活动围绕投资者最关心的问题展开：怎样核实从业人员身份，遇到纠纷找谁解决，哪些承诺一听就要警惕。工作人员现场演示在官方网站“信息公告”栏目查询人员与产品信息的方法，并解答适当性、佣金、账户安全等提问${random.int(60, 180)}个。`,
      ),
      p(
        '活动还邀请曾经遭遇非法荐股的投资者讲述经历。他回忆说，对方先是免费送课，再拉入“内部群”，最后以“席位费”为名要求转账；如果当时打一个电话核实，损失本可以避免。现场不少听众记下了客服热线与12386服务平台的号码。',
      ),
      p(outlook(random)),
    ],
  };
}

function antiFraudMonth(random: Dice, day: string) {
  const city = place(random);
  return {
    title: random.pick([
      `示例证券${city}分支机构开展防范非法集资宣传`,
      `守好钱袋子 示例证券${city}网点开展金融知识普及活动`,
    ]),
    blocks: [
      p(
        `${chineseMonthDay(day)}，示例证券${city}分支机构联合当地社区、学校开展金融知识普及活动，以“高收益背后看风险”为主线，通过展板、短剧和有奖问答讲解常见骗局的特征，现场接待咨询${random.int(80, 260)}人次。`,
      ),
      p(
        '宣传人员归纳了四类需要警惕的说法：承诺保本高收益、称有内幕消息、要求把资金转入个人账户、催促当场决定。凡是出现其中任何一种，都应当立即停下来，通过官方渠道核实。',
      ),
      p(
        `活动期间，网点还为${random.int(30, 90)}位老年居民安装并演示了来电识别功能，提醒子女多与父母沟通。公司制作的短视频在全国${random.int(120, 300)}家网点循环播放，累计播放${random.int(3, 15)}万次。网点负责人还走进周边集市与学校，把防骗手册送到摊主和家长手里，请他们帮助转告身边的老人。`,
      ),
      p(outlook(random)),
    ],
  };
}

function campus(random: Dice, day: string) {
  const city = place(random);
  return {
    title: random.pick([
      `示例证券${year(day)}届校园招聘宣讲走进${city}高校`,
      `投教进课堂 示例证券与${city}高校共建实践课程`,
    ]),
    blocks: [
      p(
        `${chineseMonthDay(day)}，示例证券校园团队走进${city}多所高校，与${random.int(2, 8)}00余名同学面对面交流。除岗位介绍外，活动还安排了资本市场公开课和校友分享，帮助同学们了解行业真实的工作状态。`,
      ),
      p(
        `公开课从“一家公司为什么要上市”讲起，穿插财务报表阅读、债券定价等小练习，把课堂所学与市场实践连接起来。同学们就职业资格、轮岗培养、加班强度等问题坦率提问，嘉宾也如实作答，提醒大家不要只看平台光环，更要想清楚自己想解决什么问题。`,
      ),
      p(
        `公司${year(day)}年计划招聘应届毕业生${random.int(120, 420)}人，岗位覆盖信息技术、投资银行、研究、合规与客户服务。所有招聘信息以公司官方渠道为准，公司不收取任何费用，也未委托任何个人代为招聘。`,
      ),
      p(outlook(random)),
    ],
  };
}

function greenDay(random: Dice, day: string) {
  const city = place(random);
  return {
    title: random.pick([
      `示例证券${city}志愿者参加${random.pick(['春季植树', '河岸清洁', '公益健走', '旧书捐赠'])}活动`,
      `绿色办公在行动 示例证券发布节能倡议`,
    ]),
    blocks: [
      p(
        `${chineseMonthDay(day)}，示例证券${city}地区${random.int(60, 180)}名员工志愿者利用休息日参加公益活动，用实际行动践行绿色低碳的生活方式。活动由工会组织，员工家属和部分客户也一同参与，志愿者还向路过的居民发放了节能小册子。`,
      ),
      p(
        `今年以来，公司从办公场所做起推进节能减排：总部大楼完成照明与空调系统改造，预计全年节电${random.int(20, 90)}万千瓦时；全面推行电子合同与无纸化办理，减少用纸${random.int(300, 1200)}万张；内部会议优先采用视频形式，差旅里程同比下降${random.int(8, 24)}%。`,
      ),
      p(
        `在业务方面，公司把绿色因素纳入项目评估，今年承销绿色债券${random.int(6, 26)}只，规模${hundredMillions(random, 20, 120)}。公司将定期披露相关工作进展，接受社会监督。参加活动的员工说，公益不在一次做多少，贵在有人记得、年年去做。${outlook(random)}`,
      ),
    ],
  };
}

function training(random: Dice, day: string) {
  const theme = random.pick(['合规管理', '客户服务质量', '反洗钱实务', '投资者适当性', '信息安全', '新任营业部负责人']);
  return {
    title: random.pick([`示例证券举办${year(day)}年${theme}专题培训`, `以学促干 示例证券${theme}培训班结业`]),
    blocks: [
      p(
        `${chineseMonthDay(day)}，为期${random.int(2, 5)}天的${theme}专题培训班在总部结业。来自各分支机构和业务部门的${random.int(80, 260)}名学员参加培训，其中分支机构一线员工占比超过${random.int(50, 70)}%。`,
      ),
      p(
        `培训采用“案例推演加现场考核”的方式，课程选取近年来的${random.int(8, 20)}个真实情境改编，由学员分组扮演客户、客户经理和复核人员，找出流程中的疏漏并提出改进办法。考核结果计入个人学习档案，未达标者须补训后方可上岗。`,
      ),
      p(
        `结业仪式上，${speaker(random)}指出，制度写得再好，也要落实到每一次开户、每一次回访、每一份合同上。希望学员把课堂上的讨论带回岗位，带动身边同事一起改进。公司全年计划开展各类培训${random.int(60, 160)}期，人均学习时长不少于${random.int(40, 80)}学时。`,
      ),
      p(outlook(random)),
    ],
  };
}
