/** Number formats as a list of what they draw (ECMA-376 part 1, 18.8.31), as far as it changes what a number means. */

export interface FormatSection {
  /** for which numbers, where the section says so itself: [>=10000] */
  condition: { sign: string; value: number } | null;
  tokens: FormatToken[];
}

export type FormatToken =
  /** drawn as it stands: quoted, escaped, or a sign that needs neither */
  | { kind: 'literal'; text: string }
  /** 0, # or ? */
  | { kind: 'digit'; sign: string }
  | { kind: 'general' | 'point' | 'comma' | 'percent' | 'exponent' | 'text' };

/** longer than any that a program offers */
const LONGEST = 500;
/** strings, escapes, widths, repeats, brackets, words with a meaning, and single signs, in this order */
const PIECE =
  /"([^"]*)"?|[\\!](.)|_.|\*.|\[([^\]]*)\]|(G\/通用格式|General)|([0#?])|(\.)|(,)|(%)|(E[+-])|(@)|(;)|([^])/giu;
const CONDITION = /^(<=|>=|<>|<|>|=)\s*(-?\d+(?:\.\d+)?)$/;

/** all cells of a column have one format, mostly */
let last: { code: string; sections: readonly FormatSection[] } = { code: '', sections: [] };

/** The sections of a format code, at most four, as they stand. */
export function formatSections(code: string): readonly FormatSection[] {
  if (code !== last.code || last.sections.length === 0) last = { code, sections: readSections(code) };
  return last.sections;
}

function readSections(code: string): FormatSection[] {
  const sections: FormatSection[] = [{ condition: null, tokens: [] }];
  for (const match of code.slice(0, LONGEST).matchAll(PIECE)) {
    const section = sections.at(-1)!;
    const [whole, quoted, escaped, bracket, general, digit, point, comma, percent, exponent, text, end, other] = match;
    const literal = quoted ?? escaped ?? (bracket === undefined ? other : currencyOf(bracket));
    if (end !== undefined) sections.push({ condition: null, tokens: [] });
    else if (digit !== undefined) section.tokens.push({ kind: 'digit', sign: digit });
    else if (general !== undefined) section.tokens.push({ kind: 'general' });
    else if (point !== undefined) section.tokens.push({ kind: 'point' });
    else if (comma !== undefined) section.tokens.push({ kind: 'comma' });
    else if (percent !== undefined) section.tokens.push({ kind: 'percent' });
    else if (exponent !== undefined) section.tokens.push({ kind: 'exponent' });
    else if (text !== undefined) section.tokens.push({ kind: 'text' });
    else if (literal !== undefined && literal !== '') section.tokens.push({ kind: 'literal', text: literal });
    const [, sign, value] = CONDITION.exec(bracket ?? '') ?? [];
    if (sign !== undefined && whole.startsWith('[')) section.condition = { sign, value: Number(value) };
  }
  return sections;
}

/** [$¥-804] draws ¥; colours, languages and conditions draw nothing. */
const currencyOf = (bracket: string): string | undefined =>
  bracket.startsWith('$') ? bracket.slice(1).replace(/-[0-9A-Fa-f]+$/, '') : undefined;

/** The section that draws this number; undefined where none does. */
export function sectionFor(sections: readonly FormatSection[], number: number): FormatSection | undefined {
  // the fourth draws texts, and so does one that holds a text alone
  const numeric = sections.slice(0, 3).filter(({ tokens }) => !tokens.some(({ kind }) => kind === 'text'));
  if (numeric.some(({ condition }) => condition !== null))
    return numeric.find(({ condition }) => condition === null || holds(condition, number));
  const [positive, negative = positive, zero = positive] = numeric;
  return number > 0 ? positive : number < 0 ? negative : zero;
}

function holds({ sign, value }: NonNullable<FormatSection['condition']>, number: number): boolean {
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
