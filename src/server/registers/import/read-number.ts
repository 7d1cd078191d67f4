import type { FieldDefinition } from '#page/register-schema.ts';
import { bareTitle } from '#rules/text/bare-title.ts';
import type { SheetCell } from '../sheets/sheet.ts';
import { lostDigits, padScale, shiftPoint, spellNumber, storedNumber } from './read-decimal.ts';
import { bareBefore, bareWords, statedNumber, type StatedNumber } from '../sheets/stated-number.ts';
import { hiddenSign, unshownZero } from './drawn-cell.ts';
import { isUnitWord, moneyPower, unitShift } from './unit-words.ts';
import { isUnread, type Reading } from './reading.ts';

/** longer than any number */
const MOST_CHARACTERS = 100;
/** digits after the point of a stored fraction of one */
const FRACTION_SCALE = 8;
/** a plain 65 in a column of fractions would be 6500 % */
const MOST_PLAIN_FRACTION = 10;

const isUnit = (unit: string | undefined): unit is string => moneyPower(unit) !== undefined;
/** Places by which the point moves from one unit of yuan to another. */
const between = (from: string, to: string): number => moneyPower(from)! - moneyPower(to)!;
/** 万股, 百万美元: a unit that multiplies */
export const MAGNITUDE =
  /^(?:[十百千]?万|[十百千]|[十百千万]?亿)(?:元|美元|港元|港币|欧元|日元|英镑|股|份|手|张|户|人|次|笔|个|只|吨|平方米)?$/;
const CURRENCY = /[元币圆镑]$|^(?:USD|HKD|EUR|JPY|GBP|CNY|RMB)$/i;

/** Units in titles. */
export interface TitleUnits {
  /** unit in brackets behind the column's title in the file: 万元 or % */
  headerUnit: string;
  /** unit in brackets behind the title of the field itself */
  titleUnit: string;
  /** true where a line beside the table names the unit, and not the title */
  isStated?: boolean;
  /** plain numbers of percents are fractions of one */
  isFraction?: boolean;
}

/**
 * Integer, decimal, money and percent cells. Nothing is calculated in binary: the point is moved in the text. A text
 * that is no number at all is left to the validator. RG12: the meaning by the number format counts, rounding aside.
 */
export function readNumber(field: FieldDefinition, cell: SheetCell, units: TitleUnits): Reading {
  const { kind, text, format } = cell;
  if (kind === 'date')
    return { reason: `单元格是日期 ${text}，本列是数字`, remedy: '请按原件填写数字，不要只改单元格的格式' };
  if (kind === 'text') return ofText(field, text, units);
  const digits = storedNumber(text);
  if (digits === null) return { value: text };
  if (field.type === 'integer' && lostDigits(digits))
    return { reason: '超过 15 位的数字，末尾几位已被 Excel 丢失', remedy: '请把该列设为文本格式后重新填写' };
  if (format !== undefined) {
    const hidden = unshownZero(cell) ?? hiddenSign(cell);
    if (hidden !== null && 'reason' in hidden) return hidden;
    const reading = ofStated(field, digits, statedNumber(format, text), { ...units, format });
    return hidden === null || isUnread(reading) ? reading : { ...reading, ...hidden };
  }
  if (kind === 'percent') return ofMark(field, shiftPoint(digits, 2), '%');
  return ofPlain(field, digits, units, false);
}

const ASK_FORMAT = '请把单元格设为“常规”格式，核对后填写';

/** Number whose format shows it otherwise. Reported as adjusted only where the stored number is another one. */
function ofStated(
  field: FieldDefinition,
  digits: string,
  stated: StatedNumber,
  { format, ...units }: TitleUnits & { format: string },
): Reading {
  if (stated.kind === 'plain') return ofPlain(field, digits, units, false);
  if (stated.kind === 'unclear')
    return {
      reason: `单元格存的是 ${digits}，数字格式却显示为别的内容（${format}），看不出是多少`,
      remedy: ASK_FORMAT,
    };
  const shown = shiftPoint(digits, stated.power);
  const [before, unit] = [bareBefore(stated.before), bareWords(stated.behind)];
  const asShown = `${stated.before}${shown}${stated.behind}`;
  if (before !== '') return { reason: `单元格存的是 ${digits}，显示为“${asShown}”，看不出单位`, remedy: ASK_FORMAT };
  const reading =
    unit === '%' || unit === '‰'
      ? ofMark(field, shown, unit)
      : unit === ''
        ? ofScaled(field, digits, shown, stated.power, units)
        : ofUnit(field, shown, unit, units);
  if (isUnread(reading)) return { ...reading, reason: `单元格显示为“${asShown}”：${reading.reason}` };
  const { value } = reading;
  return unit === '%' || value === canonical(field, digits)
    ? { value }
    : { value, repair: reading.repair ?? '按单元格显示的单位换算' };
}

/**
 * Reads a number whose commas divide, without a unit: the shown number counts where the unit of the title is the
 * divisor.
 */
function ofScaled(field: FieldDefinition, digits: string, shown: string, power: number, units: TitleUnits): Reading {
  const unit = isUnit(units.headerUnit) ? units.headerUnit : (field.unit ?? units.titleUnit);
  if (field.type === 'money' && isUnit(unit) && moneyPower(unit) === -power) return ofUnit(field, shown, unit, units);
  return { reason: `单元格存的是 ${digits}，看不出哪一个是对的`, remedy: ASK_FORMAT };
}

/** A number with a sign of percent or per mille, as it is shown. */
function ofMark(field: FieldDefinition, shown: string, mark: '%' | '‰'): Reading {
  if (field.type !== 'percent')
    return { reason: `单元格显示为 ${shown}${mark}，而本列不是百分比`, remedy: '请把单元格设为数字格式后核对' };
  const power = (mark === '‰' ? -1 : 0) - (field.fraction ? 2 : 0);
  const value = canonical(field, shiftPoint(shown, power));
  return mark === '‰' ? repaired(value, '由千分数换算成百分数') : { value };
}

function ofText(field: FieldDefinition, text: string, units: TitleUnits): Reading {
  if (text.length > MOST_CHARACTERS) return { value: text };
  const spelt = spellNumber(text);
  if (spelt === null)
    return /^-?[\d,，]+[,，][\d,，.]*$/.test(text)
      ? { reason: '逗号的位置不对，看不出是千分位还是小数点', remedy: '请去掉逗号，小数点用“.”' }
      : { value: text };
  const { digits, mark, unit } = spelt;
  const rewritten = text !== digits;
  if (mark !== null) {
    if (field.type !== 'percent') return { value: text };
    const reading = ofMark(field, digits, mark);
    return isUnread(reading) ? reading : { repair: '去掉百分号', ...reading };
  }
  if (unit === '') return ofPlain(field, digits, units, rewritten && /[^\d.+-]/.test(text));
  const reading = ofUnit(field, digits, unit, units);
  return field.type === 'money' || !isUnread(reading) ? reading : { value: text };
}

/** A number with a unit behind it, as it is shown. */
function ofUnit(field: FieldDefinition, shown: string, unit: string, units: TitleUnits): Reading {
  if (unit === field.unit) return repaired(canonical(field, shown), '去掉单位');
  if (field.type === 'money' && isUnit(unit) && isUnit(field.unit))
    return repaired(canonical(field, shiftPoint(shown, between(unit, field.unit))), `由${unit}换算成${field.unit}`);
  const own = field.unit ?? (units.titleUnit || units.headerUnit);
  if (field.type === 'integer' || field.type === 'decimal') {
    const shift = isUnitWord(own) ? unitShift(unit, own) : isUnitOfTitle(unit, field.title) ? 0 : null;
    if (shift === 0) return repaired(canonical(field, shown), `去掉单位“${unit}”`);
    if (shift !== null) return repaired(canonical(field, shiftPoint(shown, shift)), `由${unit}换算成${own}`);
  }
  return {
    reason: `单位“${unit}”不是本列的单位`,
    remedy: isUnitWord(own)
      ? `请换算成${own}，只填数字`
      : '请只填数字；本列以它为单位的，请在登记表的标题中写明，如“期限（年）”',
  };
}

/** titles of things that are counted one by one */
const COUNT_TITLE = /(?:数|数量|个数|总计)$/;
const COUNTED_WORD = /^(?:个|家|人|名|位|户|只|条|笔|次|项|件|台|套|张|所|支|篇|场)$/;

/**
 * EY5: whether the title of a column without a unit names the counted things: 12 人 under 人数 is twelve, 1 年 under
 * 期限 is not.
 */
export const isUnitOfTitle = (unit: string, title: string): boolean =>
  COUNTED_WORD.test(unit) || isUnitWord(unit)
    ? !MAGNITUDE_ALONE.test(unit) &&
      (bareTitle(title).includes(unit.replace(/^个(?=.)/, '')) ||
        (COUNT_TITLE.test(bareTitle(title)) && COUNTED_WORD.test(unit)))
    : false;
const MAGNITUDE_ALONE = /^[十百千万亿]/;

function ofPlain(field: FieldDefinition, digits: string, units: TitleUnits, rewritten: boolean): Reading {
  const { headerUnit, isStated = false } = units;
  const place = isStated ? '表格旁写明' : '标题';
  if (field.type === 'money' && isUnit(headerUnit) && isUnit(field.unit) && between(headerUnit, field.unit) !== 0) {
    return repaired(
      canonical(field, shiftPoint(digits, between(headerUnit, field.unit))),
      `按${place}的单位由${headerUnit}换算成${field.unit}`,
    );
  }
  const shift = differentUnit(field, units);
  if (shift !== null)
    return repaired(
      canonical(field, shiftPoint(digits, shift)),
      `按${place}的单位由${headerUnit}换算成${field.unit ?? units.titleUnit}`,
    );
  if (isOtherUnit(field, units))
    return { reason: `${place}的单位“${headerUnit}”不是本列的单位`, remedy: `请换算后填写，并改正${place}的单位` };
  if (field.type === 'percent' && headerUnit === '‰') {
    const reading = ofMark(field, digits, '‰');
    return isUnread(reading) ? reading : { ...reading, repair: `按${place}的单位 ‰ 换算` };
  }
  if (field.type === 'percent' && !field.fraction && units.isFraction)
    return repaired(canonical(field, shiftPoint(digits, 2)), '按您的回答，小数换算成百分数');
  if (field.type === 'percent' && field.fraction) {
    if (headerUnit === '%') return repaired(canonical(field, shiftPoint(digits, -2)), `按${place}的单位 % 换算`);
    if (Math.abs(Number(digits)) > MOST_PLAIN_FRACTION)
      return {
        reason: `看不出是 ${digits}% 还是 ${shiftPoint(digits, 2)}%`,
        remedy: `请写成带百分号的 ${digits}%，或小数 ${shiftPoint(digits, -2)}`,
      };
  }
  const value = canonical(field, digits);
  return rewritten ? repaired(value, '去掉千分位、全角等写法') : { value };
}

/** 万股 over a column of 股, 美元 over one of 元; other words in brackets, such as 截至6月末, are no unit. */
function isOtherUnit({ type, unit }: FieldDefinition, { headerUnit, titleUnit }: TitleUnits): boolean {
  if (headerUnit === '' || headerUnit === unit || headerUnit === titleUnit) return false;
  if (type === 'percent') return !/^[%‰]$/.test(headerUnit) && isUnitWord(headerUnit);
  if (type === 'money')
    return !isUnit(headerUnit) && (CURRENCY.test(headerUnit) || /[元万亿]/.test(headerUnit) || isUnitWord(headerUnit));
  const own = unit ?? titleUnit;
  if (isUnitWord(own)) return isUnitWord(headerUnit) && unitShift(headerUnit, own) !== 0;
  return MAGNITUDE.test(headerUnit) || /^[%‰]$/.test(headerUnit);
}

/** EY5: by how many places the point moves from the unit of the file's title to that of the register: 15000 份 to 万份. */
function differentUnit({ type, unit }: FieldDefinition, { headerUnit, titleUnit }: TitleUnits): number | null {
  const own = unit ?? titleUnit;
  if ((type !== 'integer' && type !== 'decimal') || !isUnitWord(headerUnit) || !isUnitWord(own)) return null;
  return unitShift(headerUnit, own) || null;
}

const repaired = (value: string | number, repair: string): Reading => ({ value, repair });

/** Form in which registers store numbers: whole ones as numbers, others as text with the digits of their scale. */
function canonical({ type, scale, fraction }: FieldDefinition, digits: string): string | number {
  if (type === 'integer')
    return Number.isSafeInteger(Number(digits)) && !digits.includes('.') ? Number(digits) : digits;
  return padScale(digits, type === 'percent' && fraction ? FRACTION_SCALE : (scale ?? 0));
}
