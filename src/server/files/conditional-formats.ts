import sax from 'sax';
import { columnOf } from './cell-address.ts';
import { FAILED, readCondition, type Condition, type KnownCells, type Operand } from './condition.ts';
import { shownText } from './number-formats.ts';
import { STRUCK, UNSEEN, type StyleLooks } from './style-looks.ts';
import { attribute, type ZippedXml } from './zipped-xml.ts';

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
  /** null: undecidable here */
  condition: Condition | null;
}

/** Cell as its conditional formats judge it. */
export interface JudgedCell {
  value: Operand;
  /** style of the cell */
  style: number;
}

/**
 * EY8, AC3: conditional formats of a worksheet that hide or strike out. They come behind its rows: `piece` collects
 * them while the part is unpacked once before, and `looksOf` gives the looks of the cells of a row by them.
 */
export class ConditionalFormats {
  private text = '';
  private isBegun = false;
  private rules: Rule[] = [];
  private readonly styles: StyleLooks;
  private before: readonly (JudgedCell | undefined)[] = [];
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

  /**
   * Reads the collected formats.
   * @returns places of rules that hide or strike out by what cannot be decided here, or not in every row
   */
  end(): { line: number; place: number }[] {
    if (this.isBegun) this.rules = readRules(Buffer.from(this.text, 'latin1').toString('utf8'));
    this.text = '';
    this.rules = this.rules.filter(({ look }) => look === null || this.styles.changes(look));
    return this.rules
      .filter(({ condition, ranges }) => condition === null || ranges.some(({ top }) => needsOtherRows(condition, top)))
      .flatMap(({ ranges }) => ranges.slice(0, 1))
      .map(({ top, left }) => ({ line: top, place: left }));
  }

  /** True where `looksOf` gives no looks to any cell. */
  get isEmpty(): boolean {
    return this.rules.length === 0;
  }

  /**
   * Looks that conditions give to the cells of a row, by column; absent for none.
   * @param line number of the row from 1; rows come in their order
   * @param cells by column; undefined for empty ones
   */
  looksOf(line: number, cells: readonly (JudgedCell | undefined)[]): (number | undefined)[] {
    const looks: (number | undefined)[] = [];
    if (this.isEmpty) return looks;
    const known: KnownCells = (row, column) => {
      if (row === line) return valueOf(cells[column]);
      return row === this.lineBefore ? valueOf(this.before[column]) : null;
    };
    for (const { ranges, look, condition } of this.rules) {
      const [first] = ranges;
      if (condition === null || first === undefined) continue;
      for (const { left, right } of ranges.filter(({ top, bottom }) => top <= line && line <= bottom))
        for (let place = left; place <= Math.min(right, cells.length - 1); place++) {
          const cell = cells[place];
          // a zero that is not shown is worth the same as one that is
          if (cell === undefined || cell.value === 0) continue;
          if (condition({ line, place, rows: line - first.top, columns: place - first.left }, known) !== true) continue;
          const given = look === null ? UNSEEN : this.looksBy(look, cell);
          if (given !== 0) looks[place] = (looks[place] ?? 0) | given;
        }
    }
    [this.before, this.lineBefore] = [cells, line];
    return looks;
  }

  private looksBy(look: number, { style, value }: JudgedCell): number {
    const { isStruck, isUnseen, code } = this.styles.by(look, style);
    const sample = typeof value === 'number' || typeof value === 'string' ? value : '甲';
    const isBlank = code !== '' && shownText(code, sample) === '';
    return (isStruck ? STRUCK : 0) | (isUnseen || isBlank ? UNSEEN : 0);
  }
}

/** Cell as conditional formats compare it; undefined for an empty one. @param texts shared strings */
export function judgedCell(
  cell: { type: string; style: number; value: string } | undefined,
  texts: readonly string[],
): JudgedCell | undefined {
  if (cell === undefined || cell.value.trim() === '') return undefined;
  return { value: operandOf(cell.type, cell.value, texts), style: cell.style };
}

function operandOf(type: string, value: string, texts: readonly string[]): Operand {
  if (type === 's') return texts[Number(value)] ?? '';
  if (type === 'b') return value.trim() === '1';
  if (type === 'e') return FAILED;
  const number = Number(value);
  return type === 'n' && Number.isFinite(number) ? number : value;
}

const valueOf = (cell: JudgedCell | undefined): Operand => (cell === undefined ? '' : cell.value);

/** Whether a condition asks for cells of rows other than its own and the one above. */
function needsOtherRows(condition: Condition, line: number): boolean {
  let isNeeded = false;
  condition({ line, place: 0, rows: 0, columns: 0 }, (row) => {
    isNeeded ||= row !== line && row !== line - 1;
    return 1;
  });
  return isNeeded;
}

/** Reads the conditional formats of a sheet before its rows. @returns also places that cannot be decided here */
export async function readConditionalFormats(
  archive: ZippedXml,
  part: string,
  styles: StyleLooks,
): Promise<{ formats: ConditionalFormats; undecided: { line: number; place: number }[] }> {
  const formats = new ConditionalFormats(styles);
  for await (const piece of archive.unpack(part, false)) formats.piece(piece.toString('latin1'));
  return { undecided: formats.end(), formats };
}

const isFalse = (value: string | undefined): boolean => /^(?:0|false)$/.test(value ?? '');

function readRules(xml: string): Rule[] {
  const rules: Rule[] = [];
  let ranges: Range[] = [];
  let open: { attributes: Readonly<Record<string, string>>; formulas: string[]; isBare: boolean } | null = null;
  let taking: 'formula' | 'sqref' | null = null;
  let text = '';
  let first = 0;
  // the end of the sheet follows the last format, but began before it
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
