import { attribute, type XmlHandler } from '../../files/zipped-xml.ts';

/** How letters look where it changes what they say (EY8); a sum of these, 0 for ordinary ones. */
export const STRUCK = 1;
export const RAISED = 2;
export const LOWERED = 4;
/** in the colour of their ground */
export const UNSEEN = 8;

type Attributes = Readonly<Record<string, string>>;

/** Colours as far as they are compared: what is nearly white is white. */
function colourOf(attributes: Attributes): string {
  const rgb = attribute(attributes, 'rgb')?.slice(-6).toLowerCase();
  if (rgb !== undefined) return /^(?:f[a-f\d]){3}$/.test(rgb) && !/[0-7]/.test(rgb.replaceAll('f', '')) ? WHITE : rgb;
  const indexed = attribute(attributes, 'indexed');
  if (indexed !== undefined) return indexed === '1' || indexed === '9' ? WHITE : `indexed ${indexed}`;
  const theme = attribute(attributes, 'theme');
  // the first colour of a theme is that of its paper
  if (theme !== undefined)
    return theme === '0' && !attribute(attributes, 'tint')
      ? WHITE
      : `theme ${theme} ${attribute(attributes, 'tint') ?? ''}`;
  return '';
}
const WHITE = 'white';

interface Letters {
  looks: number;
  colour: string;
}

/** Look of letters, as an element of a font or of a run's properties says. */
function seeLetters(letters: Letters, tag: string, attributes: Attributes): void {
  const value = attribute(attributes, 'val') ?? '';
  if (tag === 'strike' && !/^(?:0|false)$/.test(value)) letters.looks |= STRUCK;
  else if (tag === 'vertAlign' && value === 'superscript') letters.looks |= RAISED;
  else if (tag === 'vertAlign' && value === 'subscript') letters.looks |= LOWERED;
  else if (tag === 'color') letters.colour = colourOf(attributes);
}

export interface LooksOfStyle {
  looks: number;
  /** the ground has a colour: white letters are seen on it */
  isColoured: boolean;
}

/** Reads the looks of each style of cells beside its number format. */
export class StyleLooks {
  readonly handler: Required<Pick<XmlHandler, 'open' | 'close'>> = {
    open: (tag, attributes) => this.open(tag, attributes),
    close: (tag) => this.close(tag),
  };
  private readonly fonts: Letters[] = [];
  private readonly grounds: string[] = [];
  private readonly styles: LooksOfStyle[] = [];
  private place: 'fonts' | 'fills' | 'cellXfs' | '' = '';
  private isSolid = false;

  private open(tag: string, attributes: Attributes): void {
    if (tag === 'fonts' || tag === 'fills' || tag === 'cellXfs') this.place = tag;
    else if (this.place === 'fonts') {
      if (tag === 'font') this.fonts.push({ looks: 0, colour: '' });
      else if (this.fonts.length > 0) seeLetters(this.fonts.at(-1)!, tag, attributes);
    } else if (this.place === 'fills') {
      if (tag === 'fill') this.grounds.push(WHITE);
      else if (tag === 'patternFill') this.isSolid = attribute(attributes, 'patternType') === 'solid';
      else if (tag === 'fgColor' && this.isSolid && this.grounds.length > 0)
        this.grounds[this.grounds.length - 1] = colourOf(attributes) || WHITE;
      else if (tag === 'gradientFill') this.grounds[this.grounds.length - 1] = 'gradient';
    } else if (this.place === 'cellXfs' && tag === 'xf') {
      const { looks, colour } = this.fonts[Number(attribute(attributes, 'fontId') ?? 0)] ?? { looks: 0, colour: '' };
      const ground = this.grounds[Number(attribute(attributes, 'fillId') ?? 0)] ?? WHITE;
      this.styles.push({ looks: looks | (colour === ground ? UNSEEN : 0), isColoured: ground !== WHITE });
    }
  }

  private close(tag: string): void {
    if (tag === this.place) this.place = '';
  }

  of(style: number): LooksOfStyle {
    return this.styles[style] ?? PLAIN;
  }
}

const PLAIN: LooksOfStyle = { looks: 0, isColoured: false };

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
export function looksOf(runs: string, { looks, isColoured }: LooksOfStyle, length: number): string {
  const seen = isColoured ? (mask: number) => mask & ~UNSEEN : (mask: number) => mask;
  if (runs === '') return looks === 0 || length === 0 ? '' : `${looks}:${length}`;
  if (runs.startsWith('*')) {
    const all = seen(Number(runs.slice(1)) | looks);
    return all === 0 ? '' : `*${all}`;
  }
  const own = runs.split(',').map((run) => {
    const [mask, count] = run.split(':').map(Number) as [number, number];
    return [mask === INHERITED ? looks : seen(mask), count] as const;
  });
  return own.every(([mask]) => mask === 0) ? '' : own.map((run) => run.join(':')).join();
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
