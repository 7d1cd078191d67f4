import type { ProblemCode } from './problems.ts';

/**
 * Patterns are written by editors and run on the server for every row, so one that can backtrack without end must not
 * be stored. Refuses a repeated group that itself repeats, offers alternatives or leaves something out (star height
 * above one), back-references and look-around. Refuses repeats and alternatives in a row that could share a text in too
 * many ways. What register fields need (codes, numbers, dates) passes.
 */
export function checkPattern(pattern: string): { code: ProblemCode; message: string } | null {
  if (pattern.length > 200) return { code: 'slow-pattern', message: 'The pattern is longer than 200 characters.' };
  try {
    new RegExp(pattern, 'u');
  } catch (error) {
    return { code: 'bad-pattern', message: `The pattern is not a regular expression: ${(error as Error).message}.` };
  }
  if (!isAnchored(pattern))
    return {
      code: 'unanchored-pattern',
      message: 'The pattern should start with ^ and end with $, in each of its alternatives.',
    };
  const slow = slowness(tokensOf(pattern));
  return slow === null
    ? null
    : { code: 'slow-pattern', message: `The pattern could take very long on some texts: ${slow}.` };
}

type Token = { kind: 'atom' | 'open' | 'close' | 'or' | 'refused'; text: string; repeat: Repeat | null };
interface Repeat {
  min: number;
  max: number;
}

const TOKEN =
  /\\k<[^>]*>|\\[1-9]\d*|\\u\{[^}]*\}|\\[pP]\{[^}]*\}|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\c[A-Za-z]|\\.|\[(?:\\.|[^\]\\])*\]|\(\?(?:<?[=!]|:|<[^>]*>|[a-z-]*:)|[()|]|./gsu;
const QUANTIFIER = /(?:([*+?])|\{(\d+)(,(\d*))?\})\??/y;

function tokensOf(pattern: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < pattern.length;) {
    TOKEN.lastIndex = at;
    const text = TOKEN.exec(pattern)![0];
    at += text.length;
    QUANTIFIER.lastIndex = at;
    const quantifier = QUANTIFIER.exec(pattern);
    if (quantifier) at += quantifier[0].length;
    tokens.push({ kind: kindOf(text), text, repeat: quantifier && repeatOf(quantifier) });
  }
  return tokens;
}

function kindOf(text: string): Token['kind'] {
  if (/^\\(k<|[1-9])/.test(text) || /^\(\?<?[=!]/.test(text)) return 'refused';
  if (text.startsWith('(')) return 'open';
  if (text === ')') return 'close';
  return text === '|' ? 'or' : 'atom';
}

function repeatOf([, sign, from, range, to]: RegExpExecArray): Repeat {
  if (sign) return { min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity };
  return { min: Number(from), max: range === undefined ? Number(from) : to === '' ? Infinity : Number(to) };
}

function slowness(tokens: Token[]): string | null {
  /** one flag for each open group: does it hold anything that can match in more than one way? */
  const groups: boolean[] = [false];
  /** and how many alternatives it offers */
  const alternatives: number[] = [1];
  let ways = 1;
  for (const { kind, text, repeat } of tokens) {
    if (kind === 'refused') return `${text} is not allowed here`;
    if (repeat) ways *= lengths(repeat);
    if (kind === 'open') {
      groups.push(false);
      alternatives.push(1);
    } else if (kind === 'or') {
      groups[groups.length - 1] = true;
      alternatives[alternatives.length - 1]! += 1;
    } else {
      // each group may be tried in each of its ways for each way of the others
      if (kind === 'close') ways *= alternatives.pop() ?? 1;
      const inner = kind === 'close' ? (groups.pop() ?? false) : false;
      if (inner && repeat && repeat.max > 1) return 'a repeated group holds a repeat, an optional part or alternatives';
      if (inner || (repeat && lengths(repeat) > 1)) groups[groups.length - 1] = true;
    }
  }
  return ways * (alternatives[0] ?? 1) > MAX_WAYS ? 'its repeats could share a text in too many ways' : null;
}

/** Number of lengths that a repeat can have; the longest text that is ever matched has LONGEST characters. */
const lengths = ({ min, max }: Repeat): number => Math.min(max, LONGEST) - Math.min(min, LONGEST) + 1;

const LONGEST = 4_000;
/** one open-ended repeat and some short ones beside it: two would take a tenth of a second a cell */
const MAX_WAYS = 200 * (LONGEST + 1);

/** Every top-level alternative starts with ^ and ends with an unescaped $. */
function isAnchored(pattern: string): boolean {
  const alternatives: Token[][] = [[]];
  let depth = 0;
  for (const token of tokensOf(pattern)) {
    if (token.kind === 'open') depth += 1;
    if (token.kind === 'close') depth -= 1;
    if (token.kind === 'or' && depth === 0) alternatives.push([]);
    else alternatives.at(-1)!.push(token);
  }
  return alternatives.every(
    (tokens) =>
      tokens.length > 1 && tokens[0]!.text === '^' && tokens.at(-1)!.text === '$' && tokens.at(-1)!.repeat === null,
  );
}
