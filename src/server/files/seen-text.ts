import { readSymbols } from '#authored/symbol-fonts.ts';
import { looksIn, looksOf, runsOf, scripted } from './cell-runs.ts';
import { formatCode, previewText, sectionsOf, shownText } from './number-formats.ts';
import { FONT, LOWERED, RAISED, STRUCK, symbolFonts, UNSEEN, type StyleLooks } from './style-looks.ts';

/** Letters of a text that look alike to a reader of the file. */
export interface SeenRun {
  text: string;
  look: '' | 'struck' | 'raised' | 'lowered';
}

export interface SeenText {
  runs: SeenRun[];
  /** unseen part of the text */
  unseen: string;
}

/**
 * AC3: a text in the form for searches: without struck parts, and with raised letters separate from those before
 * them.
 */
export const searchedText = (runs: readonly SeenRun[]): string =>
  runs
    .map(({ text, look }) => {
      if (look === 'struck') return '';
      return look === '' ? text : (scripted(text, look === 'raised') ?? ` ${text} `);
    })
    .join('');

/** Adds letters to the seen part of a text. */
export function addSeen(runs: SeenRun[], text: string, look: SeenRun['look']): void {
  const last = runs.at(-1);
  if (text === '') return;
  if (last?.look === look) last.text += text;
  else runs.push({ text, look });
}

/** formats that change how texts are drawn: one with their sign, and a fourth section */
const DRAWS_TEXTS = /[^]@|@[^]|;.*;.*;/;

/** the second colour of Excel's palette is white, too */
const WHITE_FORMAT = /\[(?:white|color\s*2)\]/i;

interface RawText {
  style: number;
  /** looks of the letters, by its runs (RunReader); '' for those of the style */
  runs: string;
  text: string;
}

/** AC3: the seen part of the cells of a workbook, for code that reads one for visitors or lists its unseen parts. */
export class CellEye {
  private readonly looks: StyleLooks;
  private readonly codes: readonly string[];
  private readonly hiding = new Map<string, boolean>();
  private readonly base1904: boolean;

  /** @param ids number formats of the styles @param codes those that the workbook spells */
  constructor(
    looks: StyleLooks,
    { ids, codes, base1904 }: { ids: readonly number[]; codes: ReadonlyMap<number, string>; base1904: boolean },
  ) {
    this.looks = looks;
    this.codes = ids.map((id) => formatCode(id, codes));
    this.base1904 = base1904;
  }

  /** A number as its format shows it, and as it would be shown without one where that shows nothing. */
  seeNumber(style: number, number: number): SeenText {
    const text = previewText(this.codes[style] ?? '', number, this.base1904);
    // a zero that is not shown is worth the same as one that is
    if (text === '') return { runs: [], unseen: number === 0 ? '' : String(number) };
    return this.isWhite(style, number) ? { runs: [], unseen: text } : this.seeRuns({ style, runs: '', text });
  }

  /** A text in the letters of its runs. */
  seeText(cell: RawText): SeenText {
    if (this.hides(cell.style, '甲') || this.isWhite(cell.style, '甲')) return { runs: [], unseen: cell.text };
    const code = this.codes[cell.style] ?? '';
    const words = cell.text.trim();
    // words that a format draws in place of the text, or around it
    const shown = DRAWS_TEXTS.test(code) && words !== '' ? shownText(code, cell.text) : null;
    if (shown === null || shown === words) return this.seeRuns(cell);
    if (shown.includes(words)) return this.seeRuns(cell.runs === '' ? { ...cell, text: shown } : cell);
    return { ...this.seeRuns({ ...cell, runs: '', text: shown }), unseen: cell.text };
  }

  /** Whether a style alone hides nothing of a number or a text. @param sample one of its kind and sign */
  seesAll(style: number, sample: number | string): boolean {
    return this.looks.of(style).looks === 0 && !this.hides(style, sample) && !this.isWhite(style, sample);
  }

  /** Whether the format of a style shows nothing of values like the sample. */
  private hides(style: number, sample: number | string): boolean {
    const code = this.codes[style] ?? '';
    if (code === '') return false;
    const key = `${sample} ${code}`;
    const known = this.hiding.get(key) ?? shownText(code, sample) === '';
    this.hiding.set(key, known);
    return known;
  }

  /** Whether the format of a style draws values like the sample in the colour of paper. */
  private isWhite(style: number, sample: number | string): boolean {
    const code = this.codes[style] ?? '';
    if (!WHITE_FORMAT.test(code) || this.looks.of(style).isColoured) return false;
    const sections = sectionsOf(code);
    const place = typeof sample === 'string' ? 3 : sample < 0 ? 1 : sample === 0 ? 2 : 0;
    const section = sections[place] ?? (place === 3 ? undefined : sections[0]);
    return section !== undefined && WHITE_FORMAT.test(section.code);
  }

  private seeRuns({ style, runs, text }: RawText): SeenText {
    const word = looksOf(runs, this.looks.of(style), text.length);
    const seen: SeenText = { runs: [], unseen: '' };
    if (word === '') addSeen(seen.runs, text, '');
    // runs that cannot be separated give no certain answer
    else if (word.startsWith('*')) seen.unseen = (looksIn(word) & UNSEEN) === 0 ? '' : text;
    else
      for (const run of runsOf(text, word)!) {
        const font = symbolFonts[(run.looks >> FONT) - 1];
        if ((run.looks & UNSEEN) !== 0) seen.unseen += run.text;
        else addSeen(seen.runs, font === undefined ? run.text : readSymbols(run.text, font).text, lookOf(run.looks));
      }
    return seen;
  }
}

/**
 * AC3: a text under a look that conditional formats give it.
 * @param looks STRUCK and UNSEEN
 */
export function underLooks({ runs, unseen }: SeenText, looks: number): SeenText {
  const text = runs.map((run) => run.text).join('');
  if ((looks & UNSEEN) !== 0) return { runs: [], unseen: text + unseen };
  return (looks & STRUCK) === 0 || text === '' ? { runs, unseen } : { runs: [{ text, look: 'struck' }], unseen };
}

const lookOf = (looks: number): SeenRun['look'] =>
  (looks & STRUCK) !== 0 ? 'struck' : (looks & RAISED) !== 0 ? 'raised' : (looks & LOWERED) !== 0 ? 'lowered' : '';
