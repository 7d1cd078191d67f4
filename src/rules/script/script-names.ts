/** Surnames that are other characters as words, with what they are as names. */
const SURNAMES: Readonly<Record<string, string>> = {
  余: '余',
  范: '范',
  钟: '鍾',
  涂: '涂',
  游: '游',
  郁: '郁',
  于: '于',
  后: '后',
  朴: '朴',
};
/** Other common surnames: a given name behind them is no word (苏谷雨女士). */
const OTHERS =
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘蒋蔡杜叶程苏魏吕丁沈姚卢姜崔谭陆汪金石廖贾夏韦付邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵钱严覃武戴莫孔汤';
/** Characters that mean several things in the other script, as given names have them; all others have one form. */
const GIVEN: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...'范余采谷里后郁台游于征准周松岳岩溪干克折布占致卜舍岭志'].map((one) => [one, one])),
  钟: '鍾',
  冲: '沖',
};

const HAN = '[\u3400-\u9fff]';
const EDGE = '^|[\\s、，。；：:（）()“”《》|]';
const TITLE =
  '先生|女士|小姐|同志|老师|律师|教授|博士|经理|总监|总裁|主任|董事|监事|主席|行长|所长|部长|院长|秘书|研究员|分析师|会计师|工程师|投资顾问|交易员';
const ROLE =
  '董事长|董事|监事|经理|总裁|总监|主席|主任|行长|秘书|负责人|代表人|联系人|经办人|作者|记者|研究员|分析师|交易员|姓名';
/** words behind a name, where it is no title */
const END =
  '(?:表示|指出|认为|介绍|强调|担任|出任|任职|主持|出席|参加|签署|辞去|辞任|离任|当选)|[\\s、，。；：:（）()”》|]|$';

/** Words that end in such a character (其余, 模范, 分钟, 上游), and those that begin with one (余额, 范围, 钟表, 涂层). */
const NO_NAME_BEFORE =
  '(?<![其剩结盈多年业之富残冗模示规师防典分时闹秒点警编上中下旅导手网端页浓忧馥葱糊纯简质淳俭素古].)';
const NO_GIVEN_NAME = '(?![额款数券量股下围本例畴文点头表层料装抹戏客览资行泳动素实质])';
const ANYWHERE = `[余范钟涂游郁朴]${NO_NAME_BEFORE}${NO_GIVEN_NAME}`;

// each begins with a character, by which a text is looked through quickly; what stands before it is asked afterwards
const NAMES = new RegExp(
  [
    // 余先生, 范冰经理, 钟声女士
    `${ANYWHERE}${HAN}{0,2}?(?=${TITLE})`,
    // 余某, 范某某, but not 其余某些
    `[余范钟涂游郁朴]${NO_NAME_BEFORE}某{1,2}(?![些一个种类项年月日处家])`,
    `[于后](?<=(?:${EDGE}).)(?=先生|女士|小姐)`,
    `[${OTHERS}](?<=(?:${EDGE}).)${HAN}{1,2}?(?=${TITLE})`,
    // 董事范冰、, 联系人：钟声
    `(?:${ANYWHERE}|[${OTHERS}])(?<=(?:${ROLE})[：: ]?.)${HAN}{1,2}?(?=${END})`,
    `于(?<=(?:${ROLE})[：:].)${HAN}{1,2}?(?=${END})`,
  ].join('|'),
  'gu',
);
/** without which there is no name to be seen */
const AROUND = new RegExp(`某|${TITLE}|${ROLE}`);

/**
 * LG8: a text with the names of persons in it as traditional script has them. A name is known by what stands around it, a title, or a
 * role in front and an end behind; what it is by itself nobody can tell (余额, 范围).
 * @param write writes what is no name @param character writes one character
 */
export function writeNames(text: string, write: (text: string) => string, character: (one: string) => string): string {
  if (!AROUND.test(text)) return write(text);
  let written = '';
  let taken = 0;
  for (const { 0: name, index } of text.matchAll(NAMES)) {
    written += write(text.slice(taken, index));
    written += [...name].map((one, at) => (at === 0 ? SURNAMES[one] : GIVEN[one]) ?? character(one)).join('');
    taken = index + name.length;
  }
  return taken === 0 ? write(text) : written + write(text.slice(taken));
}
