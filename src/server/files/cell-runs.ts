import { seeLetters, TINY, UNSEEN, WHITE, type Attributes, type Letters, type LooksOfStyle } from './style-looks.ts';
import type { StringRuns } from './xlsx-parts.ts';

/** runs of one cell that are recorded one by one */
const MOST_RUNS = 200;
/** looks of a run without properties of its own: those of its cell */
const INHERITED = -1;

/**
 * Runs of one text while it is read, as one word: looks and length of each, "1:3,0:5". The word is "*1" where there
 * are too many to record, or some of their letters are spelt in code. It is '' where the cell alone decides the
 * looks of its letters.
 */
export class RunReader {
  private runs: [looks: number, length: number][] = [];
  private letters: Letters | null = null;
  private inProperties = false;
  private seen = 0;
  private isCut = false;

  begin(): void {
    [this.runs, this.letters, this.inProperties, this.seen, this.isCut] = [[], null, false, 0, false];
  }

  open(tag: string, attributes: Attributes): void {
    if (tag === 'r') this.letters = null;
    else if (tag === 'rPr') [this.letters, this.inProperties] = [{ looks: 0, colour: '' }, true];
    else if (this.inProperties) seeLetters(this.letters!, tag, attributes);
  }

  close(tag: string): void {
    if (tag === 'rPr') this.inProperties = false;
    else if (tag === 'r') this.letters = null;
  }

  /** @param length stored characters */
  text(length: number): void {
    if (length === 0) return;
    const looks = this.letters === null ? INHERITED : this.letters.looks | (this.letters.colour === WHITE ? UNSEEN : 0);
    if (looks > 0) this.seen |= looks;
    const last = this.runs.at(-1);
    if (last?.[0] === looks) last[1] += length;
    else if (this.runs.length < MOST_RUNS) this.runs.push([looks, length]);
    else this.isCut = true;
  }

  /** @param text that the runs make */
  word(text: string): string {
    if (this.seen === 0) return '';
    return this.isCut || text.includes('_x') ? `*${this.seen}` : this.runs.map((run) => run.join(':')).join();
  }
}

/** The looks of a cell's letters: those of its runs, else those of its style. '' for ordinary ones. */
export function looksOf(
  runs: string,
  { looks, isColoured }: Pick<LooksOfStyle, 'looks' | 'isColoured'>,
  length: number,
): string {
  const sized = (mask: number): number => ((mask & TINY) === 0 ? mask : (mask & ~TINY) | UNSEEN);
  const seen = (mask: number): number => sized(isColoured ? mask & ~UNSEEN : mask);
  if (runs === '') return looks === 0 || length === 0 ? '' : `${sized(looks)}:${length}`;
  if (runs.startsWith('*')) {
    const all = seen(Number(runs.slice(1)) | looks);
    return all === 0 ? '' : `*${all}`;
  }
  const own = runs.split(',').map((run) => {
    const [mask, count] = run.split(':').map(Number) as [number, number];
    return [mask === INHERITED ? sized(looks) : seen(mask), count] as const;
  });
  return own.every(([mask]) => mask === 0) ? '' : own.map((run) => run.join(':')).join();
}

/** Collects the runs of strings that have letters of their own looks. */
export function stringRuns(runs: Map<number, string>): StringRuns {
  const reader = new RunReader();
  return {
    begin: () => reader.begin(),
    open: (tag, attributes) => reader.open(tag, attributes),
    close: (tag) => reader.close(tag),
    text: (length) => reader.text(length),
    end: (number, text) => {
      const word = reader.word(text);
      if (word !== '') runs.set(number, word);
    },
  };
}

/** Letters of a cell that look alike. */
export interface TextRun {
  text: string;
  looks: number;
}

/** Runs of a cell by the word of their looks; null where they cannot be separated. */
export function runsOf(text: string, word: string): TextRun[] | null {
  if (word.startsWith('*')) return null;
  let from = 0;
  return word.split(',').map((run) => {
    const [looks = 0, length = 0] = run.split(':').map(Number);
    const part = { text: text.slice(from, from + length), looks };
    from += length;
    return part;
  });
}

/** Sum of all looks of a cell. */
export const looksIn = (word: string): number =>
  word.startsWith('*')
    ? Number(word.slice(1))
    : word.split(',').reduce((all, run) => all | Number(run.split(':')[0]), 0);

const PLAIN = '0123456789+-=()−n';
const RAISED_SIGNS = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾⁻ⁿ';
const LOWERED_SIGNS = '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎₋ₙ';
/** signs that look the same above the line */
const AS_IT_IS = /^[®™©*※†‡①-⑳\s]$/u;

/** Raised or lowered letters as signs that mean so by themselves: 10⁴, m²; null where there are none. */
export function scripted(text: string, isRaised: boolean): string | null {
  const signs = isRaised ? RAISED_SIGNS : LOWERED_SIGNS;
  let made = '';
  for (const sign of text) {
    const at = PLAIN.indexOf(sign);
    if (at < 0 && !AS_IT_IS.test(sign)) return null;
    made += at < 0 ? sign : signs[at]!;
  }
  return made;
}
