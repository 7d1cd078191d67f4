/** Decimal numbers as text: disclosed numbers never pass through floating point. */

const PLAIN = /^([+-]?)(\d+)(?:\.(\d+))?$/;

/** Times 10 to the power of `places`; null when the text is not a plain decimal. */
export function shiftDecimal(text: string, places: number): string | null {
  const [, sign, given, rest = ''] = PLAIN.exec(text) ?? [];
  if (given === undefined) return null;
  const whole = given.padStart(1 - places, '0');
  const digits = whole + rest.padEnd(places, '0');
  const point = whole.length + places;
  const left = digits.slice(0, point).replace(/^0+(?=\d)/, '');
  const right = digits.slice(point);
  return `${sign === '-' ? '-' : ''}${left}${right === '' ? '' : `.${right}`}`;
}

/** Rounded to `scale` digits, half away from zero; null when the text is not a plain decimal. */
export function roundDecimal(text: string, scale: number): string | null {
  const [, sign, whole, rest = ''] = PLAIN.exec(text) ?? [];
  if (whole === undefined) return null;
  const rounded = BigInt(whole + rest.slice(0, scale).padEnd(scale, '0')) + (rest.charAt(scale) >= '5' ? 1n : 0n);
  const digits = String(rounded).padStart(scale + 1, '0');
  const point = digits.length - scale;
  const number = scale === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return sign === '-' && rounded !== 0n ? `-${number}` : number;
}
