import { readSymbols } from '#authored/symbol-fonts.ts';
import {
  ALL_BUT_FONT,
  FONT,
  seeLetters,
  STRANGE,
  SYMBOL,
  symbolFonts,
  TINY,
  UNSEEN,
  WHITE,
  type Attributes,
  type Letters,
  type LooksOfStyle,
} from '../../files/style-looks.ts';
import type { Value } from './cell-values.ts';

/** runs of one cell that are told apart */
const MOST_RUNS = 200;
/** of a run without properties of its own: as its cell */
const INHERITED = -1;

/**
 * The runs of one text while it is read, as one word: looks and length of each, "1:3,0:5"; "*1" where there are too many
 * to be told apart, or some of their letters are spelt in code. '' where the cell alone says how its letters look.
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

  /** @param length characters that were kept */
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

/**
 * AC4, EY8: a cell with the characters of symbol fonts as they are drawn. Those without an ordinary character stay, marked
 * as strange; so does a number that a symbol font draws.
 */
export function withSymbols(value: Value): Value {
  const [kind, text, seen] = value;
  const word = seen?.looks ?? '';
  if (word.startsWith('*')) {
    const mask = Number(word.slice(1));
    const looks = `*${mask > ALL_BUT_FONT ? (mask & ALL_BUT_FONT) | STRANGE : mask}`;
    return [kind, text, { ...seen, looks }];
  }
  const runs = word === '' ? [] : runsOf(text, word)!;
  if (runs.every(({ looks }) => looks <= ALL_BUT_FONT)) return value;
  const made: TextRun[] = [];
  const add = (more: string, looks: number): void => {
    const last = made.at(-1);
    if (last?.looks === looks) last.text += more;
    else made.push({ text: more, looks });
  };
  for (const { text: own, looks } of runs) {
    const plain = looks & ALL_BUT_FONT;
    const font = symbolFonts[(looks >> FONT) - 1];
    if (font === undefined) add(own, plain);
    else if (kind !== 'text') add(own, plain | STRANGE);
    else
      for (const sign of own) {
        const read = readSymbols(sign, font);
        add(read.unknown > 0 ? sign : read.text, plain | (read.unknown > 0 ? STRANGE : read.changed > 0 ? SYMBOL : 0));
      }
  }
  const { looks: _looks, ...others } = seen!;
  const looks = made.map((run) => `${run.looks}:${run.text.length}`).join();
  const isOrdinary = made.every((run) => run.looks === 0);
  return [kind, made.map((run) => run.text).join(''), isOrdinary ? others : { ...others, looks }];
}

/** A cell whose letters all look so, too. */
export function withLooks([kind, text, seen]: Value, mask: number): Value {
  const word = seen?.looks ?? `0:${text.length}`;
  const looks = word.startsWith('*')
    ? `*${Number(word.slice(1)) | mask}`
    : word
        .split(',')
        .map((run) => run.split(':').map(Number) as [number, number])
        .map(([own, count]) => `${own | mask}:${count}`)
        .join();
  return [kind, text, { ...seen, looks }];
}

/** Letters of a cell that look alike. */
export interface TextRun {
  text: string;
  looks: number;
}

/** The runs of a cell by the word that tells their looks; null where they cannot be told apart. */
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

/** All looks of a cell together. */
export const looksIn = (word: string): number =>
  word.startsWith('*')
    ? Number(word.slice(1))
    : word.split(',').reduce((all, run) => all | Number(run.split(':')[0]), 0);
