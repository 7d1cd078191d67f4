import { cityNames } from '../../cities.ts';
import type { Dice } from '../../random.ts';
import { county, partner } from '../vocabulary.ts';
import { told, type Subject } from './subject.ts';

export interface Flash {
  title: string;
  text: string;
}

const GOODS = '螺纹钢 热轧板 电解铝 铜 锌 镍 玻璃 纯碱 尿素 甲醇 豆粕 棕榈油 玉米 白糖 棉花 生猪 鸡蛋 焦炭 动力煤 原油'.split(' ');
const INDEXES = ['示例综合指数', '示例蓝筹50', '示例中盘500', '示例创新100', '示例红利指数'];
const BOARDS = '半导体 电力设备 食品加工 港口航运 医疗器械 工程机械 软件服务 家居用品 农化制品 环保治理 通信设备 消费电子 物流 旅游 银行 保险'.split(' ');

const percent = (random: Dice, low: number, high: number) => (random.int(low * 100, high * 100) / 100).toFixed(2);

type Teller = (random: Dice) => Flash;

/** Invented companies, markets and numbers; every kind says something that a reader could act upon or lay aside. */
const TELLERS: Teller[] = [
  (random) => {
    const [good, change] = [random.pick(GOODS), percent(random, 0, 3)];
    const up = random.chance(0.5);
    return { title: `${good}主力合约${up ? '上涨' : '下跌'}${change}%`, text: `盘中${good}主力合约${up ? '涨幅扩大至' : '跌幅扩大至'}${change}%，成交量较前一交易日同期${random.chance(0.5) ? '放大' : '缩小'}${random.int(5, 48)}%。交易商称，${random.pick(['下游补库集中在周初', '港口到货低于预期', '仓单注册增加', '贸易商报价趋于谨慎', '检修消息支撑近月'])}。` };
  },
  (random) => {
    const who = partner(random);
    const growth = random.int(-18, 46);
    return { title: `${who}：预计季度净利润${growth >= 0 ? '增长' : '下降'}${Math.abs(growth)}%`, text: `${who}公告，预计本季度归属股东的净利润${growth >= 0 ? '增长' : '下降'}${Math.max(1, Math.abs(growth) - random.int(1, 4))}%至${Math.abs(growth) + random.int(1, 5)}%，主要原因是${random.pick(['产品结构调整', '原料价格变化', '新产线爬坡', '汇兑损益', '计提存货跌价准备', '海外订单交付'])}。` };
  },
  (random) => {
    const [index, up, [strong, firm, weak]] = [random.pick(INDEXES), random.chance(0.5), random.some(BOARDS, 3)];
    return { title: `${index}${up ? '上涨' : '下跌'}${percent(random, 0, 2)}%`, text: `${index}报${random.int(2100, 6800)}.${random.int(10, 99)}点。板块方面，${strong}、${firm}${up ? '领涨' : '逆势走强'}，${weak}表现落后，样本股合计成交${random.int(420, 980)}亿元。` };
  },
  (random) => ({ title: `资金面${random.pick(['平稳', '均衡偏松', '略有收敛'])}，隔夜价格${percent(random, 1, 2)}%`, text: `银行间隔夜资金加权价格报${percent(random, 1, 2)}%，七天报${percent(random, 1, 2)}%。交易员表示，${random.pick(['缴税影响有限', '大行融出稳定', '跨月需求开始出现', '非银融资略显拥挤', '早盘供给充足'])}，预计尾盘变化不大。` }),
  (random) => {
    const [where, who] = [county(random), partner(random)];
    return { title: `${where}引入${random.pick(['储能', '冷链', '精密加工', '检测认证', '数据中心'])}项目`, text: `${where}与${who}签署协议，项目占地${random.int(60, 420)}亩，计划投资${random.int(3, 48)}亿元，分${random.int(2, 3)}期建设，一期预计在${random.int(8, 20)}个月后投产。` };
  },
  (random) => {
    const who = partner(random);
    return { title: `${who}拟回购${random.int(5, 60) / 10}亿元股份`, text: `${who}董事会通过回购方案，价格上限为每股${random.int(8, 96)}.${random.int(10, 99)}元，回购股份将用于${random.pick(['员工持股计划', '注销并减少注册资本', '可转换债券转股'])}，期限不超过${random.pick([6, 12])}个月。` };
  },
  (random) => ({ title: `主要航线运价指数${random.chance(0.5) ? '回升' : '回落'}${percent(random, 0, 6)}%`, text: `本周样本航线的即期运价指数报${random.int(820, 2360)}点，${random.pick(['欧线', '美线', '东南亚线', '中东线'])}变动最大。货代反映，${random.pick(['节前赶货接近尾声', '部分班次停航', '舱位较为充裕', '长约谈判仍在进行'])}。` }),
  (random) => {
    const good = random.pick(GOODS);
    return { title: `${good}社会库存连续${random.int(2, 8)}周${random.chance(0.6) ? '下降' : '上升'}`, text: `样本仓库统计，${good}库存为${random.int(12, 980)}.${random.int(1, 9)}万吨，周环比变动${percent(random, 0, 5)}%。${random.pick(['华东', '华南', '华北', '西南'])}地区变化较大，出库节奏与${random.pick(['天气', '检修', '到港', '节假日'])}有关。` };
  },
  (random) => {
    const who = partner(random);
    return { title: `${who}：中标${random.int(2, 38)}亿元合同`, text: `${who}公告，公司中标${random.pick(['输变电', '轨道装备', '水务', '医疗信息化', '仓储自动化'])}项目，金额占上年营业收入的${random.int(4, 31)}%，工期${random.int(8, 30)}个月。公司提示，合同履行受${random.pick(['施工条件', '付款进度', '原料价格'])}影响。` };
  },
  (random) => ({ title: `可转债成交${random.int(360, 980)}亿元，${random.pick(['低价', '高评级', '小盘', '临近转股期'])}品种活跃`, text: `可转债市场中位数价格为${random.int(112, 134)}.${random.int(10, 99)}元，转股溢价率${random.int(18, 46)}%。机构认为，${random.pick(['条款博弈升温', '正股波动加大', '新券供给有限', '赎回风险需要留意'])}。` }),
  (random) => {
    const city = random.pick(cityNames);
    return { title: `${city}：${random.pick(['轨道线路延长段', '保障性住房', '城市更新片区', '地下管网改造'])}项目开工`, text: `${city}一批城市建设项目开工，总投资${random.int(20, 260)}亿元，年内计划完成${random.int(12, 45)}%。资金来源包括${random.some(['财政预算', '专项债券', '银行贷款', '社会资本'], 2).join('与')}。` };
  },
  (random) => {
    const who = partner(random);
    return { title: `${who}：股东减持计划届满，未减持股份`, text: `${who}公告，持股${random.int(5, 18)}.${random.int(1, 9)}%的股东的减持计划期限届满，期间未通过任何方式减持。该股东表示看好公司在${random.pick(['产品升级', '渠道下沉', '海外拓展', '成本控制'])}方面的进展。` };
  },
  (random) => ({ title: `外汇市场：${random.pick(['远期', '掉期', '期权', '即期'])}成交${random.chance(0.5) ? '放大' : '收缩'}，双边波动${random.chance(0.5) ? '加大' : '收窄'}`, text: `外汇市场样本做市商的买卖价差为${random.int(4, 18)}个基点，${random.pick(['出口商', '进口商', '跨境投资者'])}的交易占比升至${random.int(18, 46)}%。一年期保值成本折合年化${percent(random, 0, 2)}%。` }),
  (random) => {
    const who = partner(random);
    return { title: `${who}：产线停车检修${random.int(7, 35)}天`, text: `${who}通知客户，将自下周起对${random.int(1, 3)}条产线停车检修，影响产量约${random.int(1, 18)}.${random.int(1, 9)}万吨。${random.pick(['公司已安排库存保供，长约客户的交付不受影响。', '公司称检修为年度计划内安排。', '同期复产的另一条产线可弥补一半缺口。', '现货报价暂停，复产后重新挂牌。', '下游客户表示已提前备货。'])}` };
  },
  (random) => ({ title: `本周新发行债券${random.int(120, 420)}只，净融资${random.int(300, 2600)}亿元`, text: `本周信用债发行节奏${random.pick(['加快', '放缓', '平稳'])}，平均期限${random.int(2, 4)}.${random.int(1, 9)}年，认购倍数${random.int(1, 4)}.${random.int(1, 9)}倍。取消发行${random.int(0, 9)}只，主要因为${random.pick(['市场波动', '自身资金安排', '窗口调整'])}。` }),
  (random) => ({ title: `产地调研：${random.pick(['苹果', '大蒜', '花生', '红枣', '辣椒', '菜籽'])}走货${random.pick(['加快', '放缓', '分化'])}`, text: `${county(random)}产地收购价为每公斤${random.int(3, 18)}.${random.int(10, 99)}元，冷库库容利用率${random.int(38, 92)}%。农户惜售情绪${random.pick(['缓和', '上升', '与上周相当'])}，客商以质论价，好货差货价差拉大。` }),
];

/** A third of the flashes quote a finding of research, the rest is news of the hour. */
export function tellFlash(random: Dice, subjects: Subject[]): Flash {
  if (!random.chance(0.22)) return random.pick(TELLERS)(random);
  const subject = random.pick(subjects);
  return { title: `研究速递｜${subject.theme}：${random.pick(subject.titles)}`, text: `${told(random.pick(subject.facts), random)}${told(random.pick(subject.reasons), random)}` };
}
