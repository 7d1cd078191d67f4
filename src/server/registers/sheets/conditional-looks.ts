import sax from 'sax';
import { columnOf } from '../../files/cell-address.ts';
import { shownText } from '../../files/number-formats.ts';
import { attribute } from '../../files/zipped-xml.ts';
import { STRUCK, UNSEEN, type StyleLooks } from '../../files/style-looks.ts';
import { withLooks } from './cell-looks.ts';
import type { Value } from './cell-values.ts';
import { readCondition, type Condition, type KnownCells } from './condition.ts';
import type { OverCell } from './sheet.ts';

/** characters of the conditional formats of a sheet, their rules, and ranges of one rule that are read */
const MOST_CHARACTERS = 1024 * 1024;
const MOST_RULES = 300;
const MOST_RANGES = 300;
const BEGIN = /<(?:\w+:)?conditionalFormatting[\s>]/;
/** longer than the name of any element */
const OVERLAP = 60;

interface Range {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

interface Rule {
  ranges: Range[];
  /** the look that the rule gives, by its place in the styles; null: the cell shows a sign or a bar in place of its number */
  look: number | null;
  /** null: it cannot be told here */
  condition: Condition | null;
}

/**
 * EY8: conditional formats that hide or strike out, of a worksheet. They stand behind its rows: `piece` collects them while
 * the part is unpacked for what else stands there, and `seen` says how the cells of a row look by them.
 */
export class ConditionalLooks {
  private text = '';
  private isBegun = false;
  private rules: Rule[] = [];
  private readonly styles: StyleLooks;
  private before: readonly (Value | undefined)[] = [];
  private lineBefore = 0;

  constructor(styles: StyleLooks) {
    this.styles = styles;
  }

  /** @param bytes of the part, as latin1 */
  piece(bytes: string): void {
    if (this.text.length >= MOST_CHARACTERS) return;
    this.text += bytes;
    if (this.isBegun) return;
    const at = this.text.search(BEGIN);
    this.isBegun = at >= 0;
    this.text = this.text.slice(this.isBegun ? at : -OVERLAP);
  }

  /** Reads what was collected. @returns rules that hide, of which nobody can tell here where they do */
  end(): OverCell[] {
    if (this.isBegun) this.rules = readRules(Buffer.from(this.text, 'latin1').toString('utf8'));
    this.text = '';
    this.rules = this.rules.filter(({ look }) => look === null || this.styles.changes(look));
    return this.rules
      .filter(({ condition }) => condition === null)
      .flatMap(({ ranges }) => ranges.slice(0, 1))
      .map(({ top, left }) => ({ kind: 'condition', line: top, place: left }));
  }

  /** @param styles of the cells @returns the cells with the looks that conditions give them */
  seen(line: number, values: (Value | undefined)[], styles: readonly number[]): (Value | undefined)[] {
    const found = this.rules.length === 0 ? values : this.look(line, values, styles);
    [this.before, this.lineBefore] = [values, line];
    return found;
  }

  private look(line: number, values: (Value | undefined)[], styles: readonly number[]): (Value | undefined)[] {
    const known: KnownCells = (row, column) =>
      row === line ? values[column] : row === this.lineBefore ? this.before[column] : row < line ? null : undefined;
    const seen = [...values];
    for (const { ranges, look, condition } of this.rules) {
      const [first] = ranges;
      if (condition === null || first === undefined) continue;
      for (const { left, right } of ranges.filter(({ top, bottom }) => top <= line && line <= bottom))
        for (let place = left; place <= Math.min(right, values.length - 1); place++) {
          const value = values[place];
          if (value === undefined || isNothing(value)) continue;
          if (condition({ line, place, rows: line - first.top, columns: place - first.left }, known) !== true) continue;
          const looks = look === null ? UNSEEN : this.looksBy(look, styles[place] ?? 0, value);
          if (looks !== 0) seen[place] = withLooks(seen[place]!, looks);
        }
    }
    return seen;
  }

  private looksBy(look: number, style: number, [kind, text]: Value): number {
    const { isStruck, isUnseen, code } = this.styles.by(look, style);
    const number = kind === 'number' || kind === 'percent' ? Number(text) : text;
    const isBlank = code !== '' && shownText(code, number) === '';
    return (isStruck ? STRUCK : 0) | (isUnseen || isBlank ? UNSEEN : 0);
  }
}

/** A zero that is not shown says the same as one that is. */
const isNothing = ([kind, text]: Value): boolean =>
  kind === 'empty' || ((kind === 'number' || kind === 'percent') && Number(text) === 0);

const isFalse = (value: string | undefined): boolean => /^(?:0|false)$/.test(value ?? '');

function readRules(xml: string): Rule[] {
  const rules: Rule[] = [];
  let ranges: Range[] = [];
  let open: { attributes: Readonly<Record<string, string>>; formulas: string[]; isBare: boolean } | null = null;
  let taking: 'formula' | 'sqref' | null = null;
  let text = '';
  let first = 0;
  // behind the last format stands the end of the sheet, which began before it
  const state = { isOver: false };
  const parser = Object.assign(sax.parser(true, { position: false } as sax.SAXOptions), {
    onerror: () => void (state.isOver = true),
    onopentag: ({ name, attributes: given }: sax.Tag | sax.QualifiedTag) => {
      const tag = name.replace(/^.*:/, '');
      const attributes = given as Readonly<Record<string, string>>;
      if (tag === 'conditionalFormatting')
        [ranges, first] = [rangesOf(attribute(attributes, 'sqref') ?? ''), rules.length];
      else if (tag === 'cfRule') open = { attributes, formulas: [], isBare: false };
      else if (tag === 'formula' || tag === 'f' || tag === 'sqref')
        [taking, text] = [tag === 'sqref' ? tag : 'formula', ''];
      else if ((tag === 'iconSet' || tag === 'dataBar') && isFalse(attribute(attributes, 'showValue')) && open)
        open.isBare = true;
    },
    ontext: (more: string) => {
      if (taking !== null && text.length < MOST_CHARACTERS) text += more;
    },
    onclosetag: (name: string) => {
      const tag = name.replace(/^.*:/, '');
      if (taking === 'formula' && (tag === 'formula' || tag === 'f')) open?.formulas.push(text.trim());
      // Excel's newer rules name their cells behind them
      if (taking === 'sqref') {
        ranges = rangesOf(text);
        for (const rule of rules.slice(first)) rule.ranges = ranges;
      }
      if (tag === 'formula' || tag === 'f' || tag === 'sqref') taking = null;
      if (tag !== 'cfRule' || open === null) return;
      const { attributes, formulas, isBare } = open;
      const dxf = attribute(attributes, 'dxfId');
      const type = attribute(attributes, 'type') ?? '';
      if (rules.length < MOST_RULES && (isBare || dxf !== undefined))
        rules.push({
          ranges,
          look: isBare ? null : Number(dxf),
          condition: isBare ? () => true : readCondition(type, attributes, formulas),
        });
      open = null;
    },
  });
  for (let at = 0; at < xml.length && !state.isOver; at += 4_096) parser.write(xml.slice(at, at + 4_096));
  return rules;
}

function rangesOf(sqref: string): Range[] {
  return sqref
    .trim()
    .split(/\s+/)
    .slice(0, MOST_RANGES)
    .flatMap((range) => {
      const [from = '', to = from] = range.split(':');
      const [left, right] = [columnOf(from), columnOf(to)];
      const [top, bottom] = [from, to].map((word) => Number(/\d+$/.exec(word)?.[0] ?? NaN)) as [number, number];
      return left === undefined || right === undefined || !(top <= bottom) ? [] : [{ top, bottom, left, right }];
    });
}
