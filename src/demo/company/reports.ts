import type { Draft } from '../articles/draft.ts';
import { bullets, h2, p, plainLines, summaryOf, table } from '../articles/draft.ts';
import { tradingDayOnOrBefore } from '../calendar.ts';
import { CHANNEL } from '../channels.ts';
import { makePdf } from '../files/pdf.ts';

/** One yearly report: its theme, four numbers, and a shortfall that it admits. */
interface Year {
  year: number;
  theme: string;
  about: string;
  /** green bonds in 亿元, households helped, lessons held, tons of carbon dioxide */
  numbers: [bonds: number, households: number, lessons: number, carbon: number];
  done: string[];
  missed: string;
}

const YEARS: Year[] = [
  {
    year: 2020,
    theme: '把社会责任报告写成一本账',
    about:
      '这是公司第一次按环境、社会及治理三个部分编制报告。疫情期间，大部分业务转到线上，我们用一年时间补齐了能耗、培训与投诉三类基础数据的统计口径，并请外部机构对其中九项指标作了有限鉴证。',
    numbers: [68, 2100, 640, 18400],
    done: [
      '全部营业部接入能耗月报，历史三年数据完成回填',
      '线上投资者教育课程上线，首年开讲六百余场',
      '四个结对县的捐赠款项逐笔公示到项目',
    ],
    missed: '原定年内完成的供应商环境问卷只收回六成，余下部分顺延至次年。',
  },
  {
    year: 2021,
    theme: '从捐赠到共建',
    about:
      '帮扶工作由单次捐赠转为与当地合作社、学校签订三年协议，资金按里程碑拨付。投资银行线制定绿色项目准入清单，首次以内部碳价测算项目的气候风险。',
    numbers: [112, 3400, 910, 17600],
    done: [
      '绿色债券承销规模首次超过一百亿元',
      '“保险+期货”在两个县试点，农户自缴保费不超过三成',
      '发布员工行为准则修订稿，新增礼品与招待登记',
    ],
    missed: '两处区域中心的空调改造因施工窗口不足未能完工，单位面积能耗未达目标。',
  },
  {
    year: 2022,
    theme: '让风险被看见',
    about:
      '本年度重点是气候与数据两类新风险。风险管理总部完成首轮气候情景测算，覆盖自营债券与股票质押组合；信息技术总部对个人信息处理活动逐项评估，删减不必要字段四十一个。',
    numbers: [163, 4700, 1280, 16900],
    done: [
      '披露气候情景测算方法与主要假设',
      '个人信息保护影响评估覆盖全部对客系统',
      '女性中层管理人员占比提高到百分之三十四',
    ],
    missed: '客户投诉一次办结率为百分之八十七，低于百分之九十的目标，原因集中在销户与转托管时限。',
  },
  {
    year: 2023,
    theme: '慢一些，再清楚一些',
    about:
      '公司把适老服务与投诉治理列为年度主题。三百家营业部设置长辈专席，风险揭示书推出大字版；投诉办理时限由十五个工作日缩短为平均九个工作日，并公开典型案例的处理过程。',
    numbers: [208, 6200, 1650, 15800],
    done: [
      '大字版风险揭示书覆盖前二十类高频业务',
      '公开投诉典型案例十二件，涉及差错的均已赔付',
      '总部大楼取得绿色运营认证',
    ],
    missed: '差旅排放较上年上升百分之六，视频会议替代率不及预期。',
  },
  {
    year: 2024,
    theme: '公开，是最便宜的监督',
    about:
      '人员、产品与收费公示系统在本年度上线，投资者可以按日期查看历史名单。董事会战略与ESG委员会改为半年一次听取专题汇报，未完成事项须由负责人到会说明。',
    numbers: [259, 8100, 1920, 14900],
    done: [
      '公示系统上线，十余类名单可查询、可下载、可回看',
      '供应商准入加入劳动权益与环境条款',
      '志愿服务累计超过一万小时',
    ],
    missed: '子公司能耗数据尚未完全纳入，本报告仍以母公司及分支机构为边界。',
  },
  {
    year: 2025,
    theme: '长期主义的年度切片',
    about:
      '报告首次将期货与资产管理子公司的环境数据纳入边界，并对过去五年的目标逐项回看：二十四项目标中，十九项按期完成，三项延期完成，两项终止并说明原因。',
    numbers: [312, 9600, 2140, 14100],
    done: [
      '绿色债券承销三百一十二亿元，存续期走访覆盖率百分之百',
      '结对帮扶项目四十六个，其中十一个已实现自我运营',
      '员工建议六百余条，约三分之一落地',
    ],
    missed: '数据中心可再生能源使用比例为百分之二十二，距离百分之三十的目标仍有差距。',
  },
];

const HEAD = ['指标', '单位', '本年度'];
const indicators = ({ numbers: [bonds, households, lessons, carbon] }: Year): (string | number)[][] => [
  HEAD,
  ['绿色债券承销规模', '亿元', bonds],
  ['帮扶受益农户', '户', households.toLocaleString('en-US')],
  ['投资者教育活动', '场', lessons.toLocaleString('en-US')],
  ['温室气体排放（范围一与范围二）', '吨二氧化碳当量', carbon.toLocaleString('en-US')],
];

function reportHtml(one: Year): string {
  return [
    p(one.about),
    h2('主要指标'),
    table(indicators(one)),
    h2('这一年做成的事'),
    bullets(one.done),
    h2('没有做到的事'),
    p(`${one.missed}报告对未达成的目标单列一节，说明原因、责任部门与下一年度的安排。`),
    p(
      '以上指标的统计边界为母公司及全部分支机构，计算方法见报告附录。报告全文可在线阅读，如需纸质版请联系办公室。报告中的公司、项目与数字均为演示数据。',
    ),
  ].join('');
}

const pdfOf = (one: Year): Buffer =>
  makePdf({
    title: `示例证券有限公司${one.year}年度环境、社会及治理报告`,
    paragraphs: [
      `年度主题：${one.theme}`,
      '关于本报告：报告期为当年1月1日至12月31日，部分内容适当向前后延伸。报告中的公司、项目与数字均为演示数据。',
      ...plainLines(reportHtml(one)),
      '编制依据与独立性：报告由办公室牵头编制，稽核审计部对指标来源进行抽查，董事会战略与ESG委员会审议通过。',
      '反馈：欢迎通过客服热线400-555-0000或邮箱service@shili.example提出意见。',
    ],
    signature: ['示例证券有限公司', `${one.year + 1}年4月`],
  });

/** ESG报告 up to and including `lastDay`, newest first. The oldest was announced but has no file yet (FO6). */
export function reportDrafts(lastDay: string): Draft[] {
  const draft = (year: number, title: string, content: string, attachments: Draft['attachments']): Draft => ({
    channelId: CHANNEL.esg,
    title,
    summary: summaryOf(content),
    content,
    source: '办公室',
    day: tradingDayOnOrBefore(`${year + 1}-04-28`),
    hour: 16,
    minute: 0,
    topFlag: 0,
    attachments,
    picture: '',
  });
  const reports = YEARS.map((one) => {
    const title = `${one.year}年度环境、社会及治理报告`;
    return {
      ...draft(one.year, title, reportHtml(one), [
        { filename: `${title}.pdf`, extension: 'pdf', make: () => pdfOf(one) },
      ]),
      summary: `${one.theme}。${one.done[0]!}。`,
    };
  });
  const oldest = draft(
    2019,
    '2019年度社会责任报告',
    p(
      '2019年度报告当时仅印制纸质版，共十二页，存于公司档案室。电子版正在整理，完成后将在本页补充。需要查阅的投资者可以提前两个工作日联系办公室，凭有效身份证件到总部阅览。',
    ),
    [],
  );
  return [...reports.reverse(), { ...oldest, summary: '当年仅印制纸质版，电子版正在整理，完成后在本页补充。' }].filter(
    ({ day }) => day <= lastDay,
  );
}
