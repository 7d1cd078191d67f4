import { compatible, isUnchanged } from '../text/unicode-forms.ts';

/** A number that a text states, in the smallest unit of its kind. */
export interface StatedNumber {
  value: number;
  /** the unit: '%', '元', '天'; '' where nothing behind it says so */
  kind: string;
  /** value of one step of its last digit */
  step: number;
  /** digits alone, as codes are written */
  isBare: boolean;
}

export interface StatedNumbers {
  /** the text with a sign in place of each number */
  frame: string;
  numbers: readonly StatedNumber[];
}

/** longer texts are prose */
const LONGEST = 200;
const PARTS: Readonly<Record<string, number>> = { 百分之: 1e-2, 千分之: 1e-3, 万分之: 1e-4 };
const POWERS: Readonly<Record<string, number>> = { 十: 1e1, 百: 1e2, 千: 1e3, 万: 1e4, 亿: 1e8, 萬: 1e4, 億: 1e8 };
/** Units that are one kind, with what one of them is in it. Days of a month and months of a year are no counts. */
const UNITS: readonly (readonly [words: string, kind: string, size: number])[] = [
  ['%|个?百分点', '%', 1e-2],
  ['‰', '%', 1e-3],
  ['‱|bps?|个?基点', '%', 1e-4],
  ['(?:人民币)?元(?:人民币)?|人民币|rmb|cny', '元', 1],
  ['个?(?:工作|交易)日', '工作日', 1],
  ['个?自然日|天', '天', 1],
  ['周(?!年)', '天', 7],
  ['个月', '天', 30],
  ['个?季度', '天', 91],
  ['周?年', '天', 365],
  ['个?小时', '小时', 1],
  ['分钟', '小时', 1 / 60],
  ['秒', '小时', 1 / 3600],
  ['港元|港币', '港元', 1],
  ...'美元 欧元 日元 英镑 股 份 手 张 户 人次 户次 人 名 位 笔 只 支 家 倍 折 次 条 项 件 套 台 辆 吨 公斤 克 平方米 亩 公里 个'
    .split(' ')
    .map((unit) => [unit, unit, 1] as const),
];
const UNIT = UNITS.map(([words]) => `(${words})`).join('|');
/** No part of a code, of a version or of a word with letters, and not the number of an article. */
const NUMBER = new RegExp(
  `(百分之|千分之|万分之)?(?<![a-z\\d.第])((?:(?<![\\d%‰十百千万亿萬億元年月日天]\\s*)[+-])?\\d+(?:,\\d{3})*(?:\\.\\d+)?)(?![a-z]*\\d|\\.\\d)\\s*([十百千万亿萬億]*)(?:${UNIT})?(?![a-z])`,
  'g',
);

const BETWEEN = String.raw`\s*[\p{Pd}\u2212~\u301c至到]{1,2}\s*`;
const RANGES = new RegExp(`#(?=${BETWEEN}#)`, 'gu');
const RANGE = new RegExp(`^#${BETWEEN}#$`, 'u');

/** Whether a text is nothing but a range: 5-10%. */
export const isRange = (frame: string): boolean => RANGE.test(frame);

/** Factors of a number's digits. */
interface Scale {
  scale: number;
  /** true for 万 and the like, behind the digits */
  hasPower: boolean;
  /** factor of its unit alone */
  size: number;
}

/** The unit of a range stands at one of its ends: 5-10%, 5至10万元, 5万-10万元, 万分之2至3. */
function withUnitOf(one: StatedNumber, scale: Scale, other: StatedNumber, otherScale: Scale): StatedNumber {
  if (one.kind !== '' || other.isBare || (other.kind === '' && scale.hasPower)) return one;
  const factor = scale.hasPower ? otherScale.size : otherScale.scale;
  return { value: one.value * factor, kind: other.kind, step: one.step * factor, isBare: false };
}

const NONE: StatedNumbers = { frame: '', numbers: [] };

/** RD1: the numbers that a text states, each with its unit. */
export function statedNumbers(text: string): StatedNumbers {
  if (text.length > LONGEST || !/[\d０-９]/.test(text)) return NONE;
  const plain = (isUnchanged(text) ? text : compatible(text)).toLowerCase().replaceAll('#', ' ').trim();
  const numbers: StatedNumber[] = [];
  const scales: Scale[] = [];
  const frame = plain.replaceAll(
    NUMBER,
    (_, part: string | undefined, digits: string, power: string, ...rest: unknown[]) => {
      const at = UNITS.findIndex((_, place) => rest[place] !== undefined);
      const [, kind = '', size = 1] = UNITS[at] ?? [];
      const isBare = part === undefined && power === '' && at < 0 && !/[,.]/.test(digits);
      const scale = [...power].reduce(
        (product, sign) => product * POWERS[sign]!,
        (part === undefined ? 1 : PARTS[part]!) * size,
      );
      const decimals = digits.split('.')[1]?.length ?? 0;
      numbers.push({
        value: Number(digits.replaceAll(',', '')) * scale,
        kind: part === undefined ? kind : '%',
        step: scale / 10 ** decimals,
        isBare,
      });
      scales.push({ scale, hasPower: power !== '', size: part === undefined ? size : PARTS[part]! });
      return '#';
    },
  );
  for (const { index } of frame.matchAll(RANGES)) {
    const at = frame.slice(0, index).split('#').length - 1;
    const [low, high] = [numbers[at]!, numbers[at + 1]!];
    numbers[at] = withUnitOf(low, scales[at]!, high, scales[at + 1]!);
    numbers[at + 1] = withUnitOf(high, scales[at + 1]!, low, scales[at]!);
  }
  return numbers.length === 0 ? NONE : { frame, numbers };
}

const DIGITS = /^\d+$/;
/** beginning of a number, and no day */
const BEGINNING = /^\s*(?!\d{4}-\d\d-\d\d)(?:[百千万]分之)?[+-]?[\d０-９]/;
const LONGEST_NUMBER = 40;

/** The number that a text is as a whole; null for other texts, told quickly, as most cells are. */
export function numberOf(text: string): StatedNumber | null {
  if (DIGITS.test(text)) return { value: Number(text), kind: '', step: 1, isBare: true };
  if (text.length > LONGEST_NUMBER || !BEGINNING.test(text)) return null;
  const { frame, numbers } = statedNumbers(text);
  return frame === '#' ? numbers[0]! : null;
}

/** Kind and size of what the numbers of a column count, as its title or unit says; undefined where neither does. */
export function statedUnit(title: string, unit = ''): { kind: string; size: number } | undefined {
  const words = unit || /[([（【]([^()[\]（）【】]*)[)\]）】]\s*$/.exec(title)?.[1] || /[%％‰]$/.exec(title)?.[0] || '';
  const bare = words
    .replace(/^(?:单位|人民币)[:：]?(?=.)/, '')
    .replace(/^月$/, '个月')
    .replace(/^日$/, '天');
  const one = /^\D/.test(bare) ? numberOf(`1.0${bare}`) : null;
  return !one || (one.kind === '' && one.value === 1) ? undefined : { kind: one.kind, size: one.value };
}
