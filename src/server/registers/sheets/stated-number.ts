import { numberFormat } from '../../files/number-formats.ts';
import { formatSections, sectionFor, type FormatSection, type FormatToken } from './format-sections.ts';

/**
 * What a number format says of a number beside how it is rounded (RG12). plain: nothing. stated: the number shown is the
 * stored one times ten to the power `power`, between the words `before` and `behind`, such as 万元, % or ‰. unclear: what
 * is shown does not tell the number. `code` is the whole text as it is shown, where the format draws single digits
 * (000-000).
 */
export type StatedNumber =
  | { kind: 'plain' }
  | { kind: 'stated'; power: number; before: string; behind: string; code: string | null }
  | { kind: 'unclear'; code: string | null };

/**
 * Whether a format says more of any number than how it is rounded: most do not, and need not be kept. One that shows all
 * numbers as percents is a kind of cell of its own.
 */
export function statesMore(code: string): boolean {
  if (isTime(code)) return true;
  const numeric = formatSections(code)
    .slice(0, 3)
    .filter(({ tokens }) => !tokens.some(({ kind }) => kind === 'text'));
  const meanings = numeric.map((section, at) => meaningOf(section, SAMPLES[at]!));
  return !(meanings.every(isPlain) || meanings.every(isPercent));
}

/** numbers that the sections draw: above, below and zero, which many people hide */
const SAMPLES = [1, -1, 0];

/** @param code a format's, for which `statesMore` holds @param text a number as a worksheet spells it */
export function statedNumber(code: string, text: string): StatedNumber {
  if (isTime(code)) return { kind: 'unclear', code: null };
  const number = Number(text);
  const section = sectionFor(formatSections(code), number);
  const meaning = section && meaningOf(section, number);
  if (!meaning) return { kind: 'unclear', code: section ? drawnCode(section.tokens, text) : null };
  if (isPlain(meaning)) return { kind: 'plain' };
  return { kind: 'stated', ...meaning, code: drawnCode(section.tokens, text) };
}

/** hours and minutes are parts of a day: 0.375 for 9:00 */
const isTime = (code: string): boolean => numberFormat(-1, new Map([[-1, code]])).kind === 'time';

interface Meaning {
  power: number;
  before: string;
  behind: string;
}

const isPlain = (meaning: Meaning | null): boolean =>
  meaning !== null && meaning.power === 0 && bareWords(meaning.before + meaning.behind) === '';
const isPercent = (meaning: Meaning | null): boolean =>
  meaning !== null && meaning.power === 2 && bareWords(meaning.before + meaning.behind) === '%';

/** Words around a number without what has no meaning of its own there: blanks, brackets, the sign of the yuan. */
export const bareWords = (words: string): string => words.replaceAll(/[\s¥￥+()（）'’]|人民币|RMB|CNY/gi, '');

const MINUS = /[-−－]/g;
const DASHES = /^[-–—―－/]*$/;

/** null where the number cannot be told from what is shown */
function meaningOf({ tokens }: FormatSection, number: number): Meaning | null {
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
  // what makes a number look negative belongs to those below zero
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
    .trim();

/**
 * By which power of ten the digits that are shown differ from the stored number: commas behind the whole number divide by
 * a thousand, a drawn point (0!.0) by ten for each digit behind it. null where something else is drawn among the digits
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
