import { bareTitle } from '#rules/text/bare-title.ts';
import { isStateTitle } from '#rules/registers/ended-mark.ts';
import { visible } from '#rules/text/hidden-characters.ts';
import { personalKind } from '#rules/people/personal-data.ts';
import type { FieldDefinition } from '#page/register-schema.ts';
import type { FileField } from '#kinds/register/wizard-table.ts';
import type { ColumnType, Visibility } from '#wire/wizard.ts';
import { unitOf } from '../import/match-header.ts';
import { isUnclearRate, percentQuestion } from '../import/plain-numbers.ts';
import { isUnitOfTitle, MAGNITUDE } from '../import/read-number.ts';
import { headerUnit, isUnitWord, moneyPower, unitIn, unitShift } from '../import/unit-words.ts';
import { DAY_TITLE } from '../import/read-date.ts';
import { amountKind, type AmountKind } from './amount-titles.ts';
import { isNearlyUnique, type ColumnProfile } from './column-profile.ts';
import { knownTitle } from './known-titles.ts';
import { proposePattern, type Pattern } from './propose-pattern.ts';

export interface ProposedColumn {
  column: FileField;
  reasons: string[];
}

/** cells of a column that have to be of one kind, as a part of those with anything in them */
const MOST = 0.9;
const MOST_CHOICES = 12;
const LONGEST_CHOICE = 20;

const CODE = /(代码|编号|编码|证号|账号|卡号|号码|工号|资格号)$|^(ID|id|No\.?)$/;
const PROPER = /(姓名|名称|简称|负责人|联系人|经理|法定代表人)$/;
/** years and months as numbers, which are counted with no marks of thousands */
const YEAR = /(?:年份?|年度|年月|月份|财年|学年|年级)$/;
const NEVER_CHOICE = /(姓名|名称|简称|地址|电话|备注|说明|负责人|联系人)$/;

interface Given {
  place: number;
  header: string;
  name: string;
  profile: ColumnProfile;
  rows: number;
  /** EY9: the file hides the column */
  isHidden: boolean;
  /** EY10: pictures over its cells, and in them */
  pictures: number;
  /** EY5: unit in the lines beside the table for a column of this type */
  unitOfFile: (type: 'money' | 'percent') => { unit: string; line: string } | null;
  /** EY5: unit in those lines for a column that counts something; '' for none */
  countedUnit: string;
  /** line with an ambiguous unit; '' for none */
  unclearUnit: string;
}

/** The probable type of a column, with the reasons, which the person who checks it reads. */
export function proposeColumn(given: Given): ProposedColumn {
  const { place, header, name, profile, rows } = given;
  const reasons: string[] = [];
  if (profile.partDates > 0)
    reasons.push(
      `有 ${profile.partDates} 格是日期，格式却没有显示日或年份，或加了别的字，按显示的内容读取；要作日期，请在文件中改为只显示年月日的格式`,
    );
  const { type, plain, ...more } = typeOf(given, reasons);
  const isProper =
    type === 'text' &&
    (knownTitle(header)?.proper === true || PROPER.test(bareTitle(header)) || more.pattern !== undefined);
  const visibility = visibilityOf(given, type, reasons);
  // a field that may be empty once is not required from then on
  const required =
    profile.filled === rows && visibility !== 'left-out' && (isProper || type === 'choice' || type === 'date');
  if (required) reasons.push('每行都有，设为必填');
  if (isProper) reasons.push('名称或编号，繁体版中不转换');
  const field: FieldDefinition = {
    title: titleOf(given, type),
    type,
    ...(required && { required }),
    ...more,
    ...(isProper && { convert: false }),
    ...(type === 'date' && { sortable: true }),
  };
  return { column: { place, header, name, field, visibility, ...(plain && { plain }) }, reasons };
}

/** Four digits, or six with a month, throughout: 2,018 is no year. */
const isYears = ({ shapes, filled }: ColumnProfile): boolean =>
  shapes !== null &&
  [...shapes].every(([shape, { example }]) => /^<d[46]>$/.test(shape) && /^(?:19|20)/.test(example)) &&
  [...shapes.values()].reduce((sum, { count }) => sum + count, 0) === filled;

/** Title without the unit that is shown with each number, and with the one that is not. */
function titleOf({ header, profile, countedUnit: ofFile }: Given, type: ColumnType): string {
  const { title, unit } = headerUnit(header);
  const shown = type === 'integer' || type === 'decimal' ? countedUnit(header, profile) : null;
  const isInHeader = unit !== '' || ofFile === '' || isUnitOfTitle(ofFile, title);
  const counted = shown === '' && !isInHeader ? ofFile : shown;
  if (counted) return `${header.slice(0, 50)}（${counted}）`;
  const isShown = (type === 'money' && unit !== '') || (type === 'percent' && /^[%‰]$/.test(unit));
  return (isShown ? title : header).slice(0, 60);
}

type Typed = Pick<
  FieldDefinition,
  'pattern' | 'patternHint' | 'example' | 'choices' | 'words' | 'scale' | 'unit' | 'fraction'
> &
  Pick<FileField, 'plain'> & { type: ColumnType };

function typeOf(given: Given, reasons: string[]): Typed {
  const { profile, rows } = given;
  const header = headerUnit(given.header).title;
  const { filled, dates, percents, phones, links, booleans } = profile;
  const title = bareTitle(header);
  const expected = knownTitle(header);
  const most = (count: number): boolean => filled > 0 && count >= filled * MOST;
  const typed = (type: ColumnType, reason: string, more: Partial<Typed> = {}): Typed => {
    reasons.push(reason);
    return { type, ...more };
  };
  if (filled === 0) {
    const unshown = profile.unshown > 0 ? `有 ${profile.unshown} 格有内容，格式却使它不显示，看不见` : '整列为空';
    return typed(expected?.type ?? 'text', profile.formulas > 0 ? '整列是公式' : unshown);
  }
  const isCode = CODE.test(title) || (expected?.proper === true && profile.shapes !== null && !PROPER.test(title));
  if (most(booleans)) return typed('choice', '只有是和否两种值', { choices: { 是: '是', 否: '否' } });
  if (most(phones) && !isCode) return typed('phone', '内容是电话号码');
  if (most(links)) return typed('url', '内容是网址');
  if (most(dates) && !isCode && profile.words?.size === 0) return typed('date', `${partOf(dates, filled)}内容是日期`);
  const days = isCode ? null : daysOf(given);
  if (days) return typed('date', days.reason, days.words.length > 0 ? { words: days.words } : {});
  const isDayTitle = DAY_TITLE.test(title) || expected?.type === 'date';
  if (!isCode && (most(dates) || (isDayTitle && dates >= filled * MOST_OF_DAYS && profile.words === null)))
    return typed('date', `${partOf(dates, filled)}内容是日期`);
  if (isCode) return codeOf(profile, title, reasons);
  // 2026 and 3日 are shown parts of days, and no numbers
  if (most(profile.partDates)) return typed('text', '内容是文字');
  if (YEAR.test(title) && isYears(profile)) return typed('text', '年份或月份，按文字保存，不加千分位');
  if (most(percents)) {
    const isUnclear = isUnclearRate(profile.rates) && unitOf(given.header) === '' && !given.unitOfFile('percent');
    return typed('percent', isUnclear ? unclearRate(profile) : '内容带百分号', {
      scale: scaleOf(profile),
      ...(isUnclear && { plain: 'asked' }),
    });
  }
  // zeros before an area code are lost: each such cell is an error
  if (expected?.type === 'phone') return typed('phone', '标题说明是电话');
  const kind = amountOf(title, expected?.type);
  const isMixed = profile.numberCells > 0 && countedUnit(given.header, profile) === null;
  const choices = isMixed ? null : choicesOf(profile, title, rows);
  const number =
    choices &&
    kind === null &&
    expected?.type === undefined &&
    profile.scale === 0 &&
    filled > 3 * choices.length &&
    choices.length <= 3
      ? null
      : numberType(given, kind);
  if (number) {
    const { reason, ...more } = number;
    return typed(number.type, reason, more);
  }
  const pattern = NEVER_CHOICE.test(title) ? null : proposePattern(profile);
  if (pattern && isNearlyUnique(profile)) return codeOf(profile, title, reasons);
  if (choices)
    return typed(
      'choice',
      `只有 ${choices.length} 种值，${againWords(profile)}。以后导入的数据也只能是这些值；会有新的值的，请改为“文字”`,
      { choices: Object.fromEntries(choices.map((choice) => [choice, choice])) },
    );
  return typed('text', profile.longest > 60 ? '内容是较长的文字' : '内容是文字');
}

/** days of a column that has words, too, as a part of its cells with anything in them */
const MOST_DAYS = 0.3;

/** share of days from which other cells with digits, in a column titled as one of days, are errors */
const MOST_OF_DAYS = 0.6;

/** Words in place of a day. */
const OPEN_END =
  /^(?:无固定(?:期限|到期日)?|无(?:期限)?|长期(?:有效)?|永[续久](?:有效)?|待定|未定|待(?:公告|通知|确定)|不定期|不适用|至今|存续[中期]?|开放式?|活期|另行(?:通知|公告)|尚未.{1,4}|未到期|暂无)$/;

/** VA4, VA5: a column of days, some of which are words such as 无固定期限, or numbers that no format shows as days. */
function daysOf({ header, profile }: Given): { words: string[]; reason: string } | null {
  const { filled, dates, serials, words } = profile;
  const isTitled = DAY_TITLE.test(bareTitle(header)) || knownTitle(header)?.type === 'date';
  const days = dates + (isTitled ? serials : 0);
  if (words === null || days === 0 || days < filled * (isTitled ? MOST_DAYS : MOST / 2)) return null;
  // any other word that occurs once may be a slip: it stays an error
  const found = [...words].filter(([word, count]) => count > 1 || OPEN_END.test(word)).sort(([, a], [, b]) => b - a);
  if (found.length === 0 && !(isTitled && serials > 0)) return null;
  const rest = filled - days - found.reduce((sum, [, count]) => sum + count, 0);
  if (rest > filled * (1 - MOST)) return null;
  const remarks = [
    ...(serials > 0 && isTitled ? [`${serials} 格是没有设为日期格式的日期序号，按日期读取，请核对`] : []),
    ...(found.length > 0
      ? [`除日期外还有${found.map(([word, count]) => `“${visible(word)}”${count} 格`).join('、')}，作为可填的词`]
      : []),
  ];
  return { words: found.map(([word]) => word), reason: ['内容是日期', ...remarks].join('；') };
}

/** RG16: the values that do not come again, a few of them by name. */
function againWords({ values }: ColumnProfile): string {
  const single = [...(values ?? [])].filter(([, { count }]) => count === 1).map(([value]) => `“${visible(value)}”`);
  if (single.length === 0) return '重复出现';
  return `其中${single.slice(0, 3).join('、')}${single.length > 3 ? `等 ${single.length} 种` : ''}只出现一次`;
}

/** EY1: digits behind the point that hold all numbers once they count in one unit: 2500万 in 亿元. */
function moneyScale(profile: ColumnProfile, unit: string): number {
  const power = moneyPower(unit) ?? 0;
  const shifted = [...profile.unitDigits].map(
    ([behind, digits]) => digits + power - (moneyPower(unitIn(behind)) ?? power),
  );
  return Math.min(Math.max(scaleOf(profile), ...shifted), 8);
}

const partOf = (count: number, filled: number): string => (count === filled ? '' : `${filled} 格中有 ${count} 格的`);
const scaleOf = ({ scale }: ColumnProfile): number => Math.min(scale, 8);

/** Text, though it may look like a number: nothing is calculated with it, and its zeros count. */
function codeOf(profile: ColumnProfile, title: string, reasons: string[]): Typed {
  const found = patternOf(profile, title);
  reasons.push(profile.numberCells > 0 ? '编号按文字保存，不作数字处理' : '编号，按文字保存');
  if (!found) return { type: 'text' };
  const { fits = profile.filled, ...pattern } = found;
  reasons.push(
    fits === profile.filled
      ? `全部符合“${pattern.patternHint}”`
      : `${profile.filled} 格中有 ${fits} 格符合“${pattern.patternHint}”，其余请核对`,
  );
  return { type: 'text', ...pattern };
}

/** Six digits where a program has cut leading zeros: known by the column's title. */
function patternOf(profile: ColumnProfile, title: string): (Pattern & { fits?: number }) | null {
  const isDigits = profile.shapes !== null && [...profile.shapes.keys()].every((shape) => /^<d[1-6]>$/.test(shape));
  const isShort =
    profile.numberCells > 0 || (isDigits && (profile.shapes?.size ?? 0) > 1 && profile.shapes!.has('<d6>'));
  if (isShort && /^(证券|股票|基金)代码$/.test(title) && profile.longest <= 6)
    return { pattern: '^\\d{6}$', patternHint: '6 位数字', example: '600001' };
  return proposePattern(profile);
}

function choicesOf(profile: ColumnProfile, title: string, rows: number): string[] | null {
  const { values, filled } = profile;
  if (values === null || NEVER_CHOICE.test(title) || values.size < 1 || values.size > MOST_CHOICES) return null;
  // a column titled as a state has few values, even in a short table
  const isState = isStateTitle(title) && values.size > 1;
  if (
    filled < (isState ? rows / 2 : Math.max(4, values.size * 2, rows / 2)) ||
    [...values.keys()].some((value) => value.length > LONGEST_CHOICE || /[，。；\n]/.test(value))
  )
    return null;
  if (values.size === 1 && filled < 10) return null;
  return [...values].sort(([, a], [, b]) => b.count - a.count).map(([value]) => value);
}

type NumberType = Partial<Typed> & { type: ColumnType; reason: string };

/** @param type as which the title is known */
const amountOf = (title: string, type: ColumnType | undefined): AmountKind | null =>
  type === undefined ? amountKind(title) : type === 'money' || type === 'percent' ? type : null;

function numberType({ header, profile, unitOfFile, unclearUnit }: Given, kind: AmountKind | null): NumberType | null {
  const { filled, numbers, percents, scale } = profile;
  if (filled === 0 || numbers + percents < filled * MOST) return null;
  const own = unitOf(header) || cellUnit(profile);
  const digits = scaleOf(profile);
  if (own === '‰') return { type: 'percent', reason: '标题的单位是 ‰，换算成百分数', scale: Math.min(digits + 1, 8) };
  if (own === '%') return { type: 'percent', reason: '标题的单位是 %', scale: digits };
  if (moneyPower(own) !== undefined)
    return {
      type: 'money',
      reason: `${unitOf(header) === '' ? '内容' : '标题'}的单位是${own}`,
      unit: own,
      scale: moneyScale(profile, own),
    };
  const amount = own === '' && kind !== null ? amountType(kind) : null;
  if (amount) return amount;
  const counted = countedUnit(header, profile);
  // 2018年 is a year, and 1.5倍 beside 150% no number of either
  const isShown = /年[份度]?$/.test(header) || profile.percents > 0;
  if (counted === null ? !isSlip(profile) : isShown && isOfOwnUnits(profile)) return null;
  return scale === 0
    ? { type: 'integer', reason: '内容都是整数' }
    : { type: 'decimal', reason: `内容是最多 ${scale} 位小数的数字`, scale: digits };

  /** EY5, EY6: type of an amount by a line of the file, or as a question. */
  function amountType(of: AmountKind): NumberType {
    const stated = { money: unitOfFile('money'), percent: unitOfFile('percent') };
    const isRate = of === 'percent' || percents > 0 || (of === 'either' && stated.percent && !stated.money);
    if (isRate) return rateType(profile, stated.percent);
    const isStated = stated.money && !(of === 'either' && stated.percent);
    if (isStated)
      return {
        type: 'money',
        reason: `文件写着“${stated.money!.line}”`,
        unit: stated.money!.unit,
        scale: moneyScale(profile, stated.money!.unit),
      };
    const titleWords = of === 'either' ? '标题没有说明是金额还是比例' : '标题说明是金额';
    const line = unclearUnit === '' ? '文件没有写明单位' : `文件写着“${unclearUnit}”，看不出单位`;
    return { type: 'money', reason: `${titleWords}，${line}`, scale: digits };
  }
}

/**
 * EY5: unit behind all numbers, which the title has to name because the column does not: 期限（年） of 1年. '' where
 * the column names it, or there is none. null: the cells are texts, because they have several units or none that
 * people know
 */
function countedUnit(header: string, { units, numbers }: ColumnProfile): string | null {
  const own = unitOf(header);
  const title = headerUnit(header).title;
  const strange = [...units].filter(([unit]) =>
    isUnitWord(own) ? unitShift(unit, own) === null : !isUnitOfTitle(unit, title),
  );
  const [[unit, count] = ['', 0]] = strange;
  if (strange.length === 0) return '';
  return strange.length === 1 && units.size === 1 && count === numbers && own === '' && isUnitWord(unit) ? unit : null;
}

/** Whether so few numbers have units that these are errors. */
const isSlip = ({ units, filled }: ColumnProfile): boolean =>
  [...units.values()].reduce((sum, count) => sum + count, 0) <= filled * (1 - MOST);

/**
 * Texts that are no numbers without their units, and for which no column of numbers has room: 1天 and 6个月, 2018年,
 * 1.2万人.
 */
const isOfOwnUnits = ({ units, unitTexts, filled }: ColumnProfile): boolean =>
  unitTexts > filled * (1 - MOST) || units.size > 1 || [...units.keys()].some((unit) => MAGNITUDE.test(unit));

/** Unit behind each number; '' where some have none. */
function cellUnit({ units, numbers, percents }: ColumnProfile): string {
  const all = [...units].reduce((sum, [, count]) => sum + count, 0);
  const [most = ''] = [...units].sort(([, a], [, b]) => b - a).map(([unit]) => unit);
  return percents === 0 && all === numbers ? unitIn(most) : '';
}

/** EY6: percents become a question where it is open whether 0.61 is 61 %. */
function rateType(profile: ColumnProfile, stated: { unit: string; line: string } | null): NumberType {
  const { percents, plainNumber } = profile;
  const scale = scaleOf(profile);
  if (stated?.unit === '‰')
    return { type: 'percent', reason: `文件写着“${stated.line}”，换算成百分数`, scale: Math.min(scale + 1, 8) };
  if (stated) return { type: 'percent', reason: `文件写着“${stated.line}”`, scale };
  if (percents > 0 ? !isUnclearRate(profile.rates) : plainNumber === '' || Number(plainNumber) === 0)
    return { type: 'percent', reason: '标题说明是百分比', scale };
  return {
    type: 'percent',
    reason: `标题说明是百分比，${unclearRate(profile)}`,
    scale,
    plain: 'asked',
  };
}

const unclearRate = ({ percents, plainNumber }: ColumnProfile): string =>
  `${percents > 0 ? '有的' : ''}单元格没有百分号，标题也没有写单位：${percentQuestion(plainNumber)}`;

const INTERNAL = /(内部|备查|经办|审核人|录入|修改人|操作人)/;
/** phones of a firm, not of one person */
const SHARED = /(客服|投诉|服务|热线|举报|咨询|传真|监督)/;

function visibilityOf(given: Given, type: ColumnType, reasons: string[]): Visibility {
  const { header, profile } = given;
  const title = bareTitle(header);
  const { filled, mobiles } = profile;
  const personal = personalKind(header, profile);
  const withReason = (visibility: Visibility, reason: string): Visibility => {
    reasons.push(reason);
    return visibility;
  };
  if (title === '序号') return withReason('hidden', '序号只用来排列，不显示');
  if (filled === 0 && profile.formulas > 0)
    return withReason('shown', `有 ${profile.formulas} 格是没有计算结果的公式，请用 Excel 或 WPS 打开并保存后重新上传`);
  if (given.pictures > 0) reasons.push(`这一列有 ${given.pictures} 张图片，图片不导入`);
  if (filled === 0) return withReason('left-out', '没有内容，不导入');
  if (given.isHidden) return withReason('hidden', '这一列在文件中是隐藏的，或列宽为零，先设为不公开');
  if (personal === 'secret') return withReason('left-out', '像是证件或账户号码，属于敏感个人信息，不应公示，不导入');
  if (personal === 'personal') return withReason('hidden', '像是个人信息，不公开，只存档');
  if (INTERNAL.test(title)) return withReason('hidden', '像是内部信息，不公开，只存档');
  if (type === 'phone' && !SHARED.test(title))
    reasons.push(`${mobiles > 0 ? `有 ${mobiles} 个手机号码；` : ''}如为个人电话请改为不公开`);
  return 'shown';
}
