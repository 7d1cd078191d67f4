import { formatFacts, sectionsOf, shownText, type FormatPart, type FormatPiece } from '../../files/number-formats.ts';

/**
 * Meaning that a number format adds to a number beside its rounding (RG12).
 * - plain: none.
 * - stated: the number shown is the stored one times ten to the power `power`, between the words `before` and
 *   `behind`, such as 万元, % or ‰.
 * - unclear: the number cannot be read from the shown text. `code` is the whole text as it is shown, where the
 *   format draws single digits (000-000).
 */
export type StatedNumber =
  | { kind: 'plain' }
  | { kind: 'stated'; power: number; before: string; behind: string; code: string | null }
  | { kind: 'unclear'; code: string | null };

/**
 * Whether a format adds more to any number than rounding: most do not, and need not be stored. One that shows all
 * numbers as percents is a kind of cell of its own.
 */
export function statesMore(code: string): boolean {
  if (code === '') return false;
  if (isTime(code)) return true;
  const numeric = numericSections(code);
  const meanings = numeric.map((section, at) => meaningOf(section, SAMPLES[at]!));
  const isUsual = numeric.length > 0 && (meanings.every(isPlain) || meanings.every(isPercent));
  return !isUsual || (numeric.length > 1 && hidesSign(code, '-1')) || yuanSign(shownText(code, 1) ?? '') !== '';
}

/** EY1: the sign of the yuan before a number that is shown; to a column of texts it is a part of it. '' for none. */
export const yuanSign = (shown: string): string => /^[-(（\s]*([¥￥]|人民币|RMB|CNY)/i.exec(shown)?.[1] ?? '';

/** numbers that the sections draw: above, below and zero, which many people hide */
const SAMPLES = [1, -1, 0];

/** @param code a format's, for which `statesMore` holds @param text a number as a worksheet spells it */
export function statedNumber(code: string, text: string): StatedNumber {
  if (isTime(code)) return { kind: 'unclear', code: null };
  const number = Number(text);
  const section = sectionFor(numericSections(code), number);
  const tokens = section?.tokens.flatMap(piecesOf) ?? [];
  const meaning = section && meaningOf(section, number);
  if (!meaning) return { kind: 'unclear', code: section ? drawnCode(tokens, text) : null };
  if (isPlain(meaning)) return { kind: 'plain' };
  return { kind: 'stated', ...meaning, code: drawnCode(tokens, text) };
}

/** EY1: whether a format shows a word or a time in place of the number: 有, 已停用, 9:30. */
export function showsWords(code: string, text: string): boolean {
  const section = sectionFor(numericSections(code), Number(text));
  return isTime(code) || (section !== undefined && !section.tokens.flatMap(piecesOf).some(isNumeric));
}

/**
 * EY2: a number below zero that is shown without a minus or brackets. Accounts write one in red digits, so a format
 * of red digits marks it.
 */
export function hidesSign(code: string, text: string): boolean {
  const shown = shownText(code, Number(text));
  return Number(text) < 0 && shown !== null && /[1-9]/.test(shown) && !NEGATIVE.test(shown);
}

/** Whether the section of this number is drawn in red. */
export const isRed = (code: string, text: string): boolean =>
  sectionFor(numericSections(code), Number(text))?.tokens.some(
    ({ type, value }) => type === 'COLOR' && /^(?:red|color\s*3|3)$/i.test(value),
  ) ?? false;

const NEGATIVE = /[-−－]|[(（].*[)）]/;

/** hours and minutes are parts of a day: 0.375 for 9:00 */
const isTime = (code: string): boolean => formatFacts(code).kind === 'time';

/** The fourth section draws texts, and so does one that holds a text alone. */
const numericSections = (code: string): readonly FormatPart[] =>
  sectionsOf(code)
    .slice(0, 3)
    .filter(({ tokens }) => !tokens.some(({ type }) => type === 'TEXT'));

/** The section that draws this number; undefined where none does. */
function sectionFor(numeric: readonly FormatPart[], number: number): FormatPart | undefined {
  const conditions = numeric.map(({ tokens }) => tokens.find(({ type }) => type === 'CONDITION')?.value);
  if (conditions.some((condition) => condition !== undefined))
    return numeric.find((_, at) => conditions[at] === undefined || holds(conditions[at], number));
  const [positive, negative = positive, zero = positive] = numeric;
  return number > 0 ? positive : number < 0 ? negative : zero;
}

/** @param condition e.g. >=10000 */
function holds(condition: string, number: number): boolean {
  const [, sign = '', given = ''] = /^(<=|>=|<>|<|>|=)\s*(.+)$/.exec(condition) ?? [];
  const value = Number(given);
  switch (sign) {
    case '<':
      return number < value;
    case '<=':
      return number <= value;
    case '>':
      return number > value;
    case '>=':
      return number >= value;
    case '=':
      return number === value;
    default:
      return number !== value;
  }
}

type FormatToken =
  /** drawn as written: quoted, escaped, or a sign that needs neither */
  | { kind: 'literal'; text: string }
  /** 0, # or ? */
  | { kind: 'digit'; sign: string }
  | { kind: 'general' | 'point' | 'comma' | 'percent' | 'exponent' };

const DIGITS: Readonly<Record<string, string>> = { ZERO: '0', HASH: '#', QMARK: '?', DIGIT: '0' };
const SIGNS: Readonly<Record<string, 'general' | 'point' | 'comma' | 'percent' | 'exponent'>> = {
  GENERAL: 'general',
  POINT: 'point',
  GROUP: 'comma',
  SCALE: 'comma',
  COMMA: 'comma',
  PERCENT: 'percent',
  EXP: 'exponent',
};
/** draw nothing, or a blank */
const UNDRAWN = new Set(['SKIP', 'FILL', 'COLOR', 'CONDITION', 'DBNUM', 'NATNUM', 'MODIFIER', 'CALENDAR']);

/** Text that a token of a format draws. */
function piecesOf({ type, value }: FormatPiece): FormatToken[] {
  const digit = DIGITS[type];
  if (digit !== undefined) return [{ kind: 'digit', sign: digit }];
  const sign = SIGNS[type];
  // commas that divide come as one token
  if (sign !== undefined) return Array.from({ length: sign === 'comma' ? value.length : 1 }, () => ({ kind: sign }));
  if (UNDRAWN.has(type)) return [];
  // [$¥-804] draws ¥, languages alone draw nothing
  const text = type === 'LOCALE' ? value.replace(/-[0-9A-Fa-f]+$/, '') : value;
  return text === '' ? [] : [{ kind: 'literal', text }];
}

interface Meaning {
  power: number;
  before: string;
  behind: string;
}

const isPlain = (meaning: Meaning | null): boolean =>
  meaning !== null && meaning.power === 0 && bareBefore(meaning.before) + bareWords(meaning.behind) === '';
const isPercent = (meaning: Meaning | null): boolean =>
  meaning !== null && meaning.power === 2 && bareBefore(meaning.before) + bareWords(meaning.behind) === '%';

/**
 * Words around a number without signs that have no meaning of their own there: blanks, brackets, the sign of the
 * yuan.
 */
export const bareWords = (words: string): string => words.replaceAll(/[\s¥￥()（）'’]|人民币|RMB|CNY/gi, '');
/** A plus is a sign before a number; behind one it is a word: 5+. */
export const bareBefore = (words: string): string => bareWords(words).replaceAll('+', '');

const MINUS = /[-−－]/g;
const DASHES = /^[-–—―－/]*$/;

/** null where the number cannot be read from the shown text */
function meaningOf(section: FormatPart, number: number): Meaning | null {
  const tokens = section.tokens.flatMap(piecesOf);
  const first = tokens.findIndex(isNumeric);
  if (first < 0) {
    const isNothing = number === 0 && DASHES.test(bareWords(wordsOf(tokens)));
    return isNothing ? { power: 0, before: '', behind: '' } : null;
  }
  let end = tokens.findLastIndex(isNumeric) + 1;
  while (tokens[end]?.kind === 'comma' || tokens[end]?.kind === 'point') end++;
  const [front, middle, back] = [tokens.slice(0, first), tokens.slice(first, end), tokens.slice(end)];
  const power = powerOf(middle);
  // a comma behind words may divide or may be drawn: programs differ
  if (power === null || [...front, ...back].some(({ kind }) => kind === 'comma' || kind === 'point')) return null;
  const [before, behind] = [wordsOf(front), wordsOf(back)];
  // signs by which a number looks negative belong to those below zero
  const looksNegative = MINUS.test(before + behind) || (/[(（]/.test(before) && /[)）]/.test(behind));
  if (looksNegative && number > 0) return null;
  const percents = tokens.filter(({ kind }) => kind === 'percent').length;
  return { power: power + 2 * percents, before: before.replaceAll(MINUS, ''), behind: behind.replaceAll(MINUS, '') };
}

const isNumeric = ({ kind }: FormatToken): boolean => kind === 'digit' || kind === 'general';

/** Literals and percent signs as they are drawn. */
const wordsOf = (tokens: readonly FormatToken[]): string =>
  tokens
    .map((token) => (token.kind === 'literal' ? token.text : token.kind === 'percent' ? '%' : ''))
    .join('')
    .replaceAll('％', '%')
    .trim();

/**
 * Power of ten by which the shown digits differ from the stored number. Commas behind the whole number divide by a
 * thousand, a drawn point (0!.0) by ten for each digit behind it. Null where another sign is drawn among the digits
 * that people do not read as a mark of thousands.
 */
function powerOf(tokens: readonly FormatToken[]): number | null {
  const exponent = tokens.findIndex(({ kind }) => kind === 'exponent');
  const digits = exponent < 0 ? tokens : tokens.slice(0, exponent);
  if (digits.some((token, at) => isFractionBar(token, digits[at - 1]))) return 0;
  let power = 0;
  let drawnPoint = false;
  for (const [at, token] of digits.entries()) {
    if (token.kind === 'percent') return null;
    if (token.kind === 'digit' && drawnPoint) power--;
    if (token.kind === 'comma') {
      const next = digits.slice(at).find(({ kind }) => kind !== 'comma');
      if (next === undefined || next.kind === 'point') power -= 3;
      else if (next.kind === 'literal') return null;
    }
    if (token.kind !== 'literal') continue;
    if (/^[.．]$/.test(token.text) && !drawnPoint && !digits.some(({ kind }) => kind === 'point')) drawnPoint = true;
    else if (drawnPoint || !marksThousands(token.text, digits.slice(at + 1))) return null;
  }
  return power;
}

/** # ?/? : a number that is shown as a fraction */
const isFractionBar = (token: FormatToken, before: FormatToken | undefined): boolean =>
  token.kind === 'literal' && token.text === '/' && before?.kind === 'digit' && before.sign !== '0';

function marksThousands(sign: string, rest: readonly FormatToken[]): boolean {
  const point = rest.findIndex(({ kind }) => kind === 'point');
  const count = (point < 0 ? rest : rest.slice(0, point)).filter(({ kind }) => kind === 'digit').length;
  return /^[,，'’\s]$/.test(sign) && count > 0 && count % 3 === 0;
}

/** The text that placeholders and words draw of a whole number; null of formats that draw a number as one. */
function drawnCode(tokens: readonly FormatToken[], text: string): string | null {
  if (!/^\d{1,15}$/.test(text)) return null;
  if (tokens.some((token) => (token.kind === 'digit' ? token.sign !== '0' : token.kind !== 'literal'))) return null;
  const places = tokens.filter(({ kind }) => kind === 'digit').length;
  if (places === 0) return null;
  const digits = text.padStart(places, '0');
  let [next, drawn] = [0, ''];
  for (const token of tokens) {
    if (token.kind === 'literal') drawn += token.text;
    else {
      // the first place takes all digits that are too many
      const end = next === 0 ? digits.length - places + 1 : next + 1;
      drawn += digits.slice(next, end);
      next = end;
    }
  }
  return drawn;
}
