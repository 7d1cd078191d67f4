import { chineseMonthDay } from '../../calendar.ts';
import { cityNames } from '../../cities.ts';
import type { Dice } from '../../random.ts';
import { bullets, h2, p, table, type Story } from '../draft.ts';
import { county, partner } from '../vocabulary.ts';
import { filledIn, type Subject } from './subject.ts';

/** Chooses `count` different sentences and fills in their numbers and names. */
function sentences(from: string[], count: number, random: Dice): string[] {
  return random.some(from, count).map((text) => filledIn(text, random));
}

function measureTable({ measures }: Subject, random: Dice): string {
  const value = (low: number, high: number) => {
    const digits = high - low > 30 ? 0 : high - low > 4 ? 1 : 2;
    return (low + random.next() * (high - low)).toFixed(digits);
  };
  const rows = measures.map(([name, unit, low, high]) => [name, unit || '—', value(low, high), value(low, high)]);
  return table([['项目', '单位', '本期', '上期'], ...rows]);
}

/** 热点聚焦: discusses one question. */
export function hotStory(random: Dice, subject: Subject, day: string): Story {
  const [first, second] = sentences(subject.facts, 2, random);
  const [why, also, but] = sentences(subject.reasons, 3, random);
  const [meaning, further, last] = sentences(subject.means, 3, random);
  const [doubt, caveat] = sentences(subject.doubts, 2, random);
  const lead = random.pick([
    `${chineseMonthDay(day)}前后，围绕${subject.theme}的讨论明显增多。`,
    `关于${subject.theme}，流行的解释往往只说对了一半。`,
    `这一期我们回到一个老问题：${subject.theme}的变化究竟由什么推动。`,
    `过去两周，我们就${subject.theme}走访了${random.int(6, 24)}家机构与企业，得到的印象与数据并不完全一致。`,
  ]);
  const blocks = [
    p(`${lead}${first}`),
    p(`${why}${also}`),
    p(`${second}${but}`),
    p(`${meaning}${further}${last ?? ''}`),
  ];
  if (random.chance(0.35)) blocks.splice(3, 0, measureTable(subject, random));
  return {
    title: random.pick(subject.titles),
    blocks: [...blocks, p(`${random.pick(['需要提醒的是，', '结论有它的边界：', '也要看到反面，'])}${doubt}${caveat}`)],
    source: '示例研究所',
  };
}

const FORMATS = ['跟踪', '专题', '数据手册', '调研纪要', '季度回顾'];

/** 研究精选: a report in sections. Where `figure` is true, the second section holds a chart of the measures. */
export function picksStory(random: Dice, subject: Subject, figure: boolean): Story {
  const [first, second] = sentences(subject.facts, 2, random);
  const [why, also, third] = sentences(subject.reasons, 3, random);
  const format = random.pick(FORMATS);
  return {
    title: `${subject.theme}${format}｜${random.pick(subject.titles)}`,
    blocks: [
      h2('核心观点'),
      bullets(sentences(subject.means, 3, random)),
      h2(random.pick(['数据与依据', '我们看到了什么', '样本与发现'])),
      p(first!),
      figure ? FIGURE : measureTable(subject, random),
      p(second!),
      h2(random.pick(['背后的逻辑', '为什么会这样', '原因分析'])),
      p(`${why}${also}`),
      p(third!),
      h2('风险提示'),
      bullets(sentences(subject.doubts, 2, random)),
    ],
    source: random.pick(['示例研究所', '示例研究所宏观组', '示例研究所产业组']),
  };
}

/** Placeholder of the figure, whose file is stored when the article is published. */
const FIGURE = '<p>{figure}</p>';

const NEWS: ((random: Dice, subject: Subject, day: string) => { title: string; lead: string })[] = [
  (random, subject, day) => {
    const who = partner(random);
    const growth = random.int(3, 38);
    return {
      title: `${who}：${random.pick(['前三季度', '上半年', '三季度'])}收入增长${growth}%，${random.pick(['毛利率持平', '现金流转正', '研发投入增加', '订单结构改善'])}`,
      lead: `${chineseMonthDay(day)}，${who}披露经营简报。公司称，报告期内营业收入增长${growth}%，其中与${subject.theme}相关的业务占比达到${random.int(12, 46)}%，管理层将继续控制存货与应收账款。`,
    };
  },
  (random, subject, day) => {
    const [where, many] = [county(random), random.int(6, 28)];
    return {
      title: `${where}${random.pick(['启动', '集中开工', '签约'])}${many}个项目，${subject.theme}成为重点`,
      lead: `${chineseMonthDay(day)}，${where}举行项目推进会，共有${many}个项目进入建设阶段，总投资${random.int(8, 96)}亿元。当地有关负责人介绍，项目按照资金到位、手续齐备的原则排序，${subject.theme}是其中的重点方向。`,
    };
  },
  (random, subject, day) => {
    const city = random.pick(cityNames);
    return {
      title: `${city}交流会聚焦${subject.theme}：${random.pick(['分歧仍在，数据先行', '少谈趋势，多看账本', '从业者更关心成本', '共识是慢下来'])}`,
      lead: `${chineseMonthDay(day)}，一场以${subject.theme}为主题的行业交流会在${city}举行，来自${random.int(40, 160)}家机构的代表参加。与会者普遍认为，当前最需要的是可以核对的数据，而不是新的概念。`,
    };
  },
  (random, subject, day) => {
    const [who, other] = [partner(random), partner(random)];
    return {
      title: `${who}与${other}合作，${random.pick(['共建供应链平台', '试点新的结算安排', '联合开发检测标准', '共享仓储网络'])}`,
      lead: `${chineseMonthDay(day)}，${who}与${other}宣布建立合作，双方将在${subject.theme}领域投入${(random.int(12, 90) / 10).toFixed(1)}亿元，首批项目计划在${random.int(6, 18)}个月内完成。`,
    };
  },
  (random, subject, day) => ({
    title: `示例研究所发布${subject.theme}${random.pick(['景气', '压力', '信心'])}指数：${(random.int(462, 568) / 10).toFixed(1)}`,
    lead: `示例研究所${chineseMonthDay(day)}发布最新一期${subject.theme}指数，调查覆盖${random.int(120, 680)}个样本。分项中，订单与价格的走势出现分化，回款周期成为受访者提及最多的困难。`,
  }),
];

/** 财经要闻: first what happened, then the reasons. */
export function newsStory(random: Dice, subject: Subject, day: string): Story {
  const { title, lead } = random.pick(NEWS)(random, subject, day);
  const [fact, more] = sentences(subject.facts, 2, random);
  const [why, also, third] = sentences(subject.reasons, 3, random);
  const [meaning] = sentences(subject.means, 1, random);
  const [doubt] = sentences(subject.doubts, 1, random);
  return {
    title,
    blocks: [
      p(lead),
      p(`从更大的样本看，${fact}${why}`),
      ...(random.chance(0.3) ? [measureTable(subject, random)] : []),
      p(
        `${random.pick(['业内人士认为', '一位参与调研的分析人员说', '接受采访的企业负责人表示', '从事供应链工作的受访者认为'])}，${also}${more}`,
      ),
      p(`${third}${meaning}`),
      p(`${random.pick(['不过，', '同时应当看到，', '受访者也提醒，'])}${doubt}`),
    ],
    source: random.pick(['望潮财经', '晨线财经', '拾级周刊', '汇流观察', '榕台财经']),
  };
}

/** 财富理财: advice for a household, with a calculation that can be checked. */
export function wealthStory(random: Dice, subject: Subject): Story {
  const [fact, other] = sentences(subject.facts, 2, random);
  const [why, also, too, fourth] = sentences(subject.reasons, 4, random);
  const opening = random.pick([
    `一位投资者来信问起${subject.theme}，这个问题值得单独写一篇。`,
    `谈${subject.theme}之前，先把账算清楚。`,
    `投资顾问每周都会遇到与${subject.theme}有关的咨询，下面是最常被问到的部分。`,
    `${subject.theme}听起来枯燥，却决定了多年以后的差别。`,
  ]);
  return {
    title: random.pick(subject.titles),
    blocks: [
      p(`${opening}${fact}`),
      p(`${why}${also}`),
      ...(random.chance(0.4) ? [measureTable(subject, random)] : []),
      p(`${other}${too}${fourth ?? ''}`),
      h2(random.pick(['可以这样做', '三条建议', '从今天开始'])),
      bullets(sentences(subject.means, 3, random)),
      p(`提示：${sentences(subject.doubts, 2, random).join('')}`),
    ],
    source: random.pick(['示例研究所', '财富管理总部', '投资者教育基地']),
  };
}
