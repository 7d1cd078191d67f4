import type { StatedUnits } from '../sheets/sheet.ts';
import { compatible } from '#rules/text/unicode-forms.ts';

/** The units in which columns count, as people write them above, in and below a table. */

/** Powers of ten of the units of yuan. */
const MONEY: Readonly<Record<string, number>> = {
  元: 0,
  千元: 3,
  万: 4,
  万元: 4,
  十万元: 5,
  '10万元': 5,
  '100万元': 6,
  '1000万元': 7,
  '10亿元': 9,
  百万: 6,
  百万元: 6,
  千万: 7,
  千万元: 7,
  亿: 8,
  亿元: 8,
  十亿元: 9,
  百亿元: 10,
};

/** units in one spelling */
const SPELT: Readonly<Record<string, string>> = {
  万: '万元', 亿: '亿元', 百万: '百万元', 千万: '千万元', '10万元': '十万元', '100万元': '百万元', '1000万元': '千万元', '10亿元': '十亿元',
}; // prettier-ignore

/** The power of ten of a unit of yuan; undefined for other words. */
export const moneyPower = (unit: string | undefined): number | undefined =>
  unit !== undefined && Object.hasOwn(MONEY, unit) ? MONEY[unit] : undefined;

/** 人民币, RMB and ¥ name the country of the yuan: nothing else is meant. */
const COUNTRY = /^(?:人民币|RMB|CNY|[¥￥])\s*|\s*(?:人民币|RMB|CNY)$/gi;
/** further units of columns, so that the words behind a title are its unit and no part of it */
const COUNTED =
  /^(?:(?:[十百千]?万|[十百千]|亿)?(?:美元|港元|港币|欧元|日元|英镑|股|份|手|张|户|人次|户次|人|次|笔|个|只|吨|平方米|家|条|辆|亩|公顷|公里)|%|‰|‱|bps?|个?基点|天|日|月|年|岁|小时|分钟)$/i;

/** units that people write behind numbers and in brackets beside these */
const COUNTED_TOO =
  /^(?:倍|小数|个月|月份|周|周年|个?季度|个?小时|秒|个?(?:工作|交易|自然)日|(?:[十百千]?万|[十百千]|亿)?(?:元\/.+|名|位|件|项|台|套|所|角|分|人民币)|[十百千]?万|[十百千]|[十百千万]?亿)$/;
/** EY5: whether words in brackets or behind a number are a unit, and no remark such as 截至6月末. */
export const isUnitWord = (words: string): boolean => unitIn(words) !== '' || COUNTED_TOO.test(words);

const POWERS: Readonly<Record<string, number>> = {
  '': 0, 十: 1, 百: 2, 千: 3, 万: 4, 十万: 5, 百万: 6, 千万: 7, 亿: 8, 十亿: 9, 百亿: 10, 千亿: 11, 万亿: 12,
}; // prettier-ignore
/** units that are one by two names */
const SAME: Readonly<Record<string, string>> = {
  日: '天', 自然日: '天', 个自然日: '天', 个月: '月', 月份: '月', 名: '人', 位: '人', 港币: '港元', 个工作日: '工作日', 个交易日: '交易日',
  个小时: '小时', 周年: '年', 个季度: '季度', 个基点: '基点', bp: '基点', bps: '基点',
}; // prettier-ignore

/** EY5: by how many places the point moves from one unit to another of the same kind: 万份 to 份. null: they differ in kind. */
export function unitShift(from: string, to: string): number | null {
  const [a, b] = [unitParts(from), unitParts(to)];
  return a.base === b.base ? a.power - b.power : null;
}

/** EY5: the counted thing of a unit: 份 of 万份. */
export const unitBase = (unit: string): string => unitParts(unit).base;

function unitParts(unit: string): { power: number; base: string } {
  const [, power = '', base = unit] = /^([十百千]?万|[十百千万]?亿|[十百千])?(.*)$/u.exec(unit.toLowerCase()) ?? [];
  return { power: POWERS[power] ?? 0, base: SAME[base] ?? (base === '' && power !== '' ? '元' : base) };
}

/** 港币万元 as 万港币 */
const CURRENCY_FIRST = /^(美元|港元|港币|欧元|日元|英镑)([十百千]?万|[十百千]|[十百千万]?亿)元?$/;
/** amounts of yuan as reports in English write them */
const ENGLISH: readonly (readonly [RegExp, string])[] = [
  [/^(?:in)?(?:hundredmillions?|100,?000,?000)(?:of)?(?:yuan)?$/, '亿元'],
  [/^(?:in)?(?:tenthousands?|10,?000)(?:of)?(?:yuan)?$/, '万元'],
  [/^(?:in)?(?:thousands?|'000|1,?000)(?:of)?(?:yuan)?$/, '千元'],
  [/^(?:in)?(?:millions?|mn|mm|1,?000,?000)(?:of)?(?:yuan)?$/, '百万元'],
  [/^(?:in)?(?:billions?|bn)(?:of)?(?:yuan)?$/, '十亿元'],
];
const TRADITIONAL: Readonly<Record<string, string>> = {
  萬: '万',
  億: '亿',
  單: '单',
  幣: '币',
  額: '额',
  計: '计',
  數: '数',
  圓: '元',
  圆: '元',
};

/** Words of units in one width and script, their colons alike. */
const plainWords = (words: string): string =>
  compatible(words.replaceAll(/[︰꞉∶]/g, ':'))
    .replaceAll(/[“”‘’"「」『』]/g, (sign) => (sign === '’' ? "'" : ''))
    .replaceAll(/[萬億單幣額計數圓圆]/g, (sign) => TRADITIONAL[sign]!)
    .replaceAll(/(^|[^a-z])w(?=元|$)/gi, '$1万');

/** Unit in the one spelling of registers; '' for words that are none. */
export function unitIn(words: string): string {
  const short = plainWords(words)
    .replaceAll(/\s/g, '')
    .replace(/^(?:(?:金额|货币|计量|数量)?单位|unit)[:为是;]?/i, '')
    .replace(/^[以按](.+?)(?:计|计价|为单位|列示|表示)$/, '$1');
  const bare = short.replaceAll(COUNTRY, '').toLowerCase();
  const english =
    bare === short.toLowerCase() && !/^'000$/.test(bare) ? undefined : ENGLISH.find(([spelt]) => spelt.test(bare));
  if (english) return english[1];
  const [, currency, power] = CURRENCY_FIRST.exec(bare) ?? [];
  if (currency !== undefined) return `${power}${currency}`;
  if (bare === '百分比' || bare === '百分之一') return '%';
  if (bare === '千分比' || bare === '千分之一') return '‰';
  if (moneyPower(bare) !== undefined) return SPELT[bare] ?? bare;
  return COUNTED.test(bare) ? bare : '';
}

export const NO_UNITS: StatedUnits = { money: '', percent: '', words: '', named: [], counted: [], unclear: '' };

const MONEY_WORDS = /(?:元|镑|币|[万亿])$/;
/** longer lines are texts */
const LONGEST = 300;
const LONGEST_UNCLEAR = 60;
const SEGMENTS = /[()[\]【】{}<>《》;,、。|/\s和及]+/;
/** 规模单位:亿元, 金额均为万元, 本表数据单位为:千元, 规模单位亿元 */
const NAMED = /^(.*?)(?::|均?[为是以按]:?)(.+)$/;
const OF_UNIT = /^(.*单位)(.+)$/;
/** words before a unit that name no column */
const OF_TABLE =
  /本|该|表格?|数据|报表|[中内]|以[上下]|所有|全部|[有相]关|货币|计[量价]|数[量字值据]|金额|人民币|币种|的|单位|均|除.*外|特别注明|注|说明|备注|合计|unit|比例|比率|占比|利率|费率|百分比/gi;
const ENGLISH_MONEY = /\b(?:RMB|CNY|yuan|unit)\b|^RMB/i;
const ENGLISH_POWER =
  /hundred\s*millions?|ten\s*thousands?|thousands?|millions?|billions?|'000|\bmn\b|\bbn\b|\b10{3,8}\b/i;
/** a line of units, without a count */
const OF_UNITS = /单位\s*[:/;为是]|\bunit\b/i;
/** whether a line is units alone, one of which multiplies: （亿股、亿元） */
const isAllUnits = (text: string, units: readonly { unit: string }[]): boolean =>
  units.some(({ unit }) => unitParts(unit).power > 0) && text.split(SEGMENTS).filter(Boolean).length === units.length;
const FOREIGN = /US|HK|USD|EUR|JPY|GBP|dollars?|\$/;
/** a unit of money is spoken of */
const OF_MONEY =
  /(?:^|[^\p{Script=Han}]|金额|货币|计量|数量|数据|表|计价|的)单位\s*[:/;为是]|[十百千万亿]元|^人民币|\b(?:RMB|CNY|yuan)\b|millions?|thousands?|billions?|'000/iu;
/** the author of a table; 币种：人民币, which names no unit; amounts */
const OF_NO_MONEY =
  /单位\s*[:为是]\s*.*(?:公司|集团|部|中心|局|会|所|行|处|厅|院|室)$|(?:币种|货币)\s*:\s*人民币|\d[\d.]*\s*[十百千万亿]*元/g;

/** Units of a line, each with the name that it belongs to; '' for the whole table. */
function unitsInLine(text: string): { name: string; unit: string }[] {
  const power = ENGLISH_MONEY.test(text) && !FOREIGN.test(text) ? ENGLISH_POWER.exec(text)?.[0] : undefined;
  if (power !== undefined) return [{ name: '', unit: unitIn(`RMB ${power.replaceAll(/\s/g, '')}`) }];
  const whole = unitIn(text);
  if (whole !== '') return [{ name: '', unit: whole }];
  return text.split(SEGMENTS).flatMap((segment) => inSegment(segment));
}

function inSegment(segment: string, before = ''): { name: string; unit: string }[] {
  const given = segment.replace(/(?:计价?|为单位|列示|表示|填列)$/, '');
  const unit = unitIn(given);
  // 币种：人民币元 before 单位：万元 states no unit yet
  if (unit !== '')
    return before.endsWith('币种') && unit === '元' ? [] : [{ name: before.replaceAll(OF_TABLE, ''), unit }];
  const [, name, rest] = NAMED.exec(given) ?? OF_UNIT.exec(given) ?? [];
  return name === undefined || rest === undefined ? [] : inSegment(rest, name);
}

/** EY5: the units that lines beside a table state for it. */
export function statedUnits(lines: readonly string[]): StatedUnits {
  let found = NO_UNITS;
  for (const words of lines) {
    const text = plainWords(words.slice(0, LONGEST))
      .replaceAll(/(\d),(?=\d{3})/g, '$1')
      .replaceAll(/(\d)\s+(?=[十百千万亿元])/g, '$1');
    const units = unitsInLine(text);
    for (const { name, unit } of units) {
      if (/^[%‰]$/.test(unit)) {
        if (found.percent === '') found = { ...found, percent: unit, words: found.words || words };
      } else if (!MONEY_WORDS.test(unit)) {
        if (name !== '' || OF_UNITS.test(text) || isAllUnits(text, units))
          found = { ...found, counted: [...found.counted, { name, unit, words }] };
      } else if (name !== '') found = { ...found, named: [...found.named, { name, unit, words }] };
      else if (found.money === '') found = { ...found, money: unit, words };
      else if (found.money !== unit) found = { ...found, unclear: words };
    }
    const isUnclear = units.length === 0 && words.length <= LONGEST_UNCLEAR;
    if (isUnclear && OF_MONEY.test(text.replaceAll(OF_NO_MONEY, ''))) found = { ...found, unclear: words };
  }
  return found;
}

const BRACKETS = /^(.*?)\s*[([【［（]([^()[\]【】（）]*)[)\]】］）]$/s;
const BEHIND = /^(.*[^\s/_:,，：／-])\s*[/／_:：,，\s-]\s*([^\s/／_:：,，-]{1,8})$/s;

/**
 * EY5: the title of a column without its unit, and the unit: 规模（万元）, 规模/亿元, 规模 单位：万元. '' where
 * there is none.
 */
export function headerUnit(written: string): { title: string; unit: string } {
  const header = written.replace(MARK, '$1');
  const [, inner = header, bracket] = BRACKETS.exec(header) ?? [];
  if (bracket !== undefined) {
    const unit = unitIn(bracket) || listedUnit(bracket);
    // 收益率(%)(年化)
    const before = unit === '' && BRACKETS.test(inner) ? headerUnit(inner).unit : '';
    return before !== '' && unitIn(before) !== ''
      ? { title: written, unit: before }
      : { title: inner, unit: unit || bareBracket(bracket) };
  }
  const [, name, joined = ''] = JOINED.exec(header) ?? [];
  if (name !== undefined) return { title: name, unit: unitIn(joined) };
  const [, title = header, behind = ''] =
    BEHIND.exec(header.replace(/(?:金额|货币)?单位\s*[:：]?\s*(?=\S{1,8}$)/, '/')) ?? [];
  const unit = unitIn(behind);
  return unit === '' ? { title: header, unit: '' } : { title, unit };
}

/** marks of a note behind the brackets of a title */
const MARK = /([)\]】］）])\s*(?:[*＊※△▲#①-⑳¹²³]|注\s*\d*)+$/;
/** 占比%: a sign that nothing parts from the title */
const JOINED = /^(.*[^\s/_:,，：／(（-])([%％‰])$/s;

/** The one unit among words in brackets: 万元，含税. */
function listedUnit(bracket: string): string {
  const parts = bracket.split(/[,，;；、]/);
  const units =
    parts.length > 1 ? parts.map(unitIn).filter((unit) => moneyPower(unit) !== undefined || /^[%‰]$/.test(unit)) : [];
  return units.length === 1 ? units[0]! : '';
}

/** Unlisted words in brackets, which may be a unit, too. */
const bareBracket = (words: string): string =>
  compatible(words).toLowerCase().replaceAll(/[\s:]/g, '').replace(/^单位/, '').replaceAll(COUNTRY, '');
