import type { FieldDefinition } from '#page/register-schema.ts';
import type { SheetCell } from '../sheets/sheet.ts';
import { lostDigits, padScale, shiftPoint, spellNumber, storedNumber } from './read-decimal.ts';
import type { Reading } from './reading.ts';

/** powers of ten of the units that money is written in */
const UNITS: Readonly<Record<string, number>> = {
  元: 0,
  千元: 3,
  万: 4,
  万元: 4,
  百万元: 6,
  千万元: 7,
  亿: 8,
  亿元: 8,
};
/** longer than any number */
const MOST_CHARACTERS = 100;
/** digits after the point of a stored fraction of one */
const FRACTION_SCALE = 8;
/** a plain 65 in a column of fractions would be 6500 % */
const MOST_PLAIN_FRACTION = 10;

const isUnit = (unit: string | undefined): unit is string => unit !== undefined && Object.hasOwn(UNITS, unit);

/**
 * Integer, decimal, money and percent cells. Nothing is calculated in binary: the point is moved in the text. What is
 * no number at all is left to the validator.
 * @param headerUnit what stands in brackets behind the column's title: 万元 or %
 */
export function readNumber(field: FieldDefinition, { kind, text }: SheetCell, headerUnit: string): Reading {
  if (kind === 'date') return { reason: '单元格是日期格式', remedy: '请把单元格设为数字格式后重新填写' };
  if (kind === 'text') return ofText(field, text, headerUnit);
  const digits = storedNumber(text);
  if (digits === null) return { value: text };
  if (field.type === 'integer' && lostDigits(digits))
    return { reason: '超过 15 位的数字，末尾几位已被 Excel 丢失', remedy: '请把该列设为文本格式后重新填写' };
  if (kind === 'percent') {
    if (field.type !== 'percent')
      return {
        reason: `单元格显示为 ${shiftPoint(digits, 2)}%，而本列不是百分比`,
        remedy: '请把单元格设为数字格式后核对',
      };
    return { value: canonical(field, field.fraction ? digits : shiftPoint(digits, 2)) };
  }
  return ofPlain(field, digits, headerUnit, false);
}

function ofText(field: FieldDefinition, text: string, headerUnit: string): Reading {
  if (text.length > MOST_CHARACTERS) return { value: text };
  const spelt = spellNumber(text);
  if (spelt === null)
    return /^-?[\d,，]+[,，][\d,，.]*$/.test(text)
      ? { reason: '逗号的位置不对，看不出是千分位还是小数点', remedy: '请去掉逗号，小数点用“.”' }
      : { value: text };
  const { digits, mark, unit } = spelt;
  const rewritten = text !== digits;
  if (mark === '‰') return { reason: '不支持千分号', remedy: '请换算成百分数' };
  if (mark === '%') {
    if (field.type !== 'percent') return { value: text };
    return repaired(canonical(field, field.fraction ? shiftPoint(digits, -2) : digits), '去掉百分号');
  }
  if (unit === '') return ofPlain(field, digits, headerUnit, rewritten && /[^\d.+-]/.test(text));
  if (field.type !== 'money') return { value: text };
  if (unit === field.unit) return repaired(canonical(field, digits), '去掉单位');
  if (isUnit(unit) && isUnit(field.unit))
    return repaired(
      canonical(field, shiftPoint(digits, UNITS[unit]! - UNITS[field.unit]!)),
      `由${unit}换算成${field.unit}`,
    );
  return {
    reason: `单位“${unit}”不是本列的单位`,
    remedy: field.unit ? `请换算成${field.unit}，只填数字` : '请只填数字',
  };
}

function ofPlain(field: FieldDefinition, digits: string, headerUnit: string, rewritten: boolean): Reading {
  if (field.type === 'money' && isUnit(headerUnit) && isUnit(field.unit) && UNITS[headerUnit] !== UNITS[field.unit]) {
    return repaired(
      canonical(field, shiftPoint(digits, UNITS[headerUnit]! - UNITS[field.unit]!)),
      `按标题的单位由${headerUnit}换算成${field.unit}`,
    );
  }
  if (field.type === 'percent' && field.fraction) {
    if (headerUnit === '%') return repaired(canonical(field, shiftPoint(digits, -2)), '按标题的单位 % 换算');
    if (Math.abs(Number(digits)) > MOST_PLAIN_FRACTION)
      return {
        reason: `看不出是 ${digits}% 还是 ${shiftPoint(digits, 2)}%`,
        remedy: `请写成带百分号的 ${digits}%，或小数 ${shiftPoint(digits, -2)}`,
      };
  }
  const value = canonical(field, digits);
  return rewritten ? repaired(value, '去掉千分位、全角等写法') : { value };
}

const repaired = (value: string | number, repair: string): Reading => ({ value, repair });

/** As registers store numbers: whole ones as numbers, others as text with the digits of their scale. */
function canonical({ type, scale, fraction }: FieldDefinition, digits: string): string | number {
  if (type === 'integer')
    return Number.isSafeInteger(Number(digits)) && !digits.includes('.') ? Number(digits) : digits;
  return padScale(digits, type === 'percent' && fraction ? FRACTION_SCALE : (scale ?? 0));
}
