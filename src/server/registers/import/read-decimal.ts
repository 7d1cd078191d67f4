import { halfWidth } from './reading.ts';

/** Number as a text spells it: `digits` plain decimal, `mark` a percent sign, `unit` the text behind. */
export interface Spelt {
  digits: string;
  mark: '%' | '‰' | null;
  unit: string;
}

const SPELT =
  /^(?:[¥￥]|人民币|RMB|CNY)?\s*([+-]?)\s*(?:[¥￥])?((?:\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+|\d+)(?:\.\d+)?|\.\d+)(E[+-]?\d{1,3})?\s*([%‰]|\p{Script=Han}{1,4})?$/iu;

/** greatest power of ten; a text of six characters could else be a number of a thousand digits */
const MOST_POWER = 30;

/** @returns null for a text that is no number, also where thousands marks are not after every three digits */
export function spellNumber(text: string): Spelt | null {
  const match = SPELT.exec(halfWidth(text));
  if (match === null) return null;
  const [, sign = '', body = '', power = '', behind = ''] = match;
  if (Math.abs(Number(power.slice(1))) > MOST_POWER) return null;
  const mark = behind === '%' || behind === '‰' ? behind : null;
  return {
    digits: plain(
      `${sign === '-' ? '-' : ''}${body.replaceAll(/[ ,]/g, '')}`,
      power === '' ? 0 : Number(power.slice(1)),
    ),
    mark,
    unit: mark === null ? behind : '',
  };
}

/** Digits that a spreadsheet stores. */
const STORED_DIGITS = 15;

/** Number of a number cell: the binary result of a spreadsheet, rounded to the digits that it stores and shows. */
export function storedNumber(text: string): string | null {
  const spelt = spellNumber(text);
  if (spelt === null) return null;
  if (significant(spelt.digits) <= STORED_DIGITS || !spelt.digits.includes('.')) return spelt.digits;
  return spellNumber(Number(spelt.digits).toPrecision(STORED_DIGITS))?.digits ?? null;
}

const significant = (digits: string): number =>
  digits
    .replace(/^-?0*\.?0*/, '')
    .replace('.', '')
    .replace(/0+$/, '').length;

/** a number of many digits behind its point, no part of a code or an address */
const LONG_DECIMAL = /(?<![\w.,])-?\d+\.\d{10,}(?:E[+-]?\d{1,3})?(?![\w.])/gi;
/** digits of a number that somebody calculated with, at most; behind them the calculation leaves zeros or nines */
const CALCULATED_DIGITS = 12;

/**
 * EY1: a text with its numbers as a spreadsheet shows them, where a program wrote its binary result:
 * 0.30000000000000004.
 */
export function withoutBinaryTails(text: string): string {
  if (text.length <= STORED_DIGITS || !text.includes('.')) return text;
  return text.replaceAll(LONG_DECIMAL, (number) => {
    const shown = storedNumber(number);
    const isTail = shown !== null && significant(spellNumber(number)!.digits) > STORED_DIGITS;
    return isTail && significant(shown) <= CALCULATED_DIGITS ? shown : number;
  });
}

/** EY1: the number of a number cell as a text: with the zeros at its end that the sheet shows, moved by this power of ten. */
export function shownNumber(text: string, places = 0): string | null {
  const digits = storedNumber(text);
  if (digits === null) return null;
  const moved = shiftPoint(digits, places);
  const shown = (/\.(\d*0)$/.exec(text)?.[1]?.length ?? 0) - places;
  return shown > 0 ? padScale(moved, shown) : moved;
}

/** True for whole numbers of more digits than a spreadsheet stores: the last ones have become zeros. */
export const lostDigits = (digits: string): boolean =>
  /^-?\d+$/.test(digits) && digits.replace('-', '').length > STORED_DIGITS;

/** The point moved to the right, or to the left by a negative number. No arithmetic, so nothing is rounded. */
export function shiftPoint(digits: string, places: number): string {
  return plain(digits, places);
}

/** Plain decimal spelling of digits times a power of ten: no leading zeros, no zeros at the end, no -0. */
function plain(digits: string, power: number): string {
  const negative = digits.startsWith('-');
  const [whole = '', rest = ''] = digits.replace('-', '').split('.');
  const all = whole + rest;
  const point = whole.length + power;
  const padded = point < 0 ? '0'.repeat(-point) + all : all.padEnd(point, '0');
  const at = Math.max(point, 0);
  const front = padded.slice(0, at).replace(/^0+(?=\d)/, '') || '0';
  const back = padded.slice(at).replace(/0+$/, '');
  const number = back === '' ? front : `${front}.${back}`;
  return negative && number !== '0' ? `-${number}` : number;
}

/** Adds zeros up to so many digits after the point. */
export function padScale(digits: string, scale: number): string {
  const [whole = '0', rest = ''] = digits.split('.');
  return scale === 0 && rest === '' ? whole : `${whole}.${rest.padEnd(scale, '0')}`;
}
