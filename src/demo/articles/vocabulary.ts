import type { Dice } from '../random.ts';

/**
 * Stems of two characters for invented partners, counties and papers. They were made up; we know of nobody who uses
 * them.
 */
const STEMS =
  '澜曦 泊远 霁川 砚山 棠溪 岑屿 沐野 青砥 衡麓 鹭汀 云堇 朔原 琅屿 珩川 筱原 汀禾 岱溪 槿岚 湛泓 璟澜 泽楠 叙白 砚澜 松壑'.split(
    ' ',
  );
const INDUSTRIES =
  '装备 新材料 港务 现代农业 水务 医疗科技 清洁能源 智能制造 物流 食品 生物 环境 轨道交通 数字科技'.split(' ');

export const partner = (random: Dice): string =>
  `${random.pick(STEMS)}${random.pick(INDUSTRIES)}${random.pick(['集团', '集团', '股份'])}`;
export const county = (random: Dice): string =>
  `${random.pick(['云堇', '青砥', '泊远', '汀禾', '朔原', '鹭汀', '棠溪', '衡麓'])}县`;
export const paper = (random: Dice): string =>
  random.pick(['望潮财经', '晨线财经', '拾级周刊', '汇流观察', '榕台财经']);

export const audience = (random: Dice): string =>
  random.pick(['投资者', '社区居民', '在校学生', '企业员工', '老年投资者', '新入市投资者']);

/** A number in Chinese usage: 12.5亿元 */
export const hundredMillions = (random: Dice, low: number, high: number): string =>
  `${random.int(low * 2, high * 2) / 2}亿元`;

export const speaker = (random: Dice): string =>
  random.pick(['公司有关负责人', '公司相关业务负责人', '活动主办方负责人', '参与项目的团队负责人']);

/** Closing sentence of an article about the company. */
export const outlook = (random: Dice): string =>
  random.pick([
    '下一步，公司将坚持稳健经营，把服务实体经济与保护投资者合法权益结合起来，以扎实的专业能力回应客户需求。',
    '后续，公司将定期评估工作成效，倾听客户与合作伙伴的意见，持续改进服务流程和质量。',
    '面向未来，公司将继续守住合规底线，在做好本职工作的基础上稳步拓展服务的广度与深度。',
    '公司将以此为契机，进一步完善内部协同机制，让专业服务更及时、更透明、更可及。',
    '公司表示，将把此次工作中形成的好做法固化为制度，并在更多地区推广。',
  ]);
