import { formatCell, isNumeric, type CellFormat } from './format-cell.ts';
import { numberOf, statedNumbers, statedUnit, type StatedNumber, type StatedNumbers } from './stated-numbers.ts';

/** Rules by which new rows of a register are told on top of an edition (RD1 to RD5). */
type RedLineRule = 'tenfold' | 'ratio' | 'rows-gone' | 'ended' | 'data-date';

export interface RedLine {
  rule: RedLineRule;
  /** title of the register */
  register: string;
  /** title of the column; '' where the line is about the whole register */
  column: string;
  /** key of the row, as it is shown; '' where the line is about the whole register or column */
  row: string;
  /** what is public now, and what would be, as visitors read it; '' where there is nothing */
  before: string;
  after: string;
  /** what is remarkable about it, in Chinese */
  says: string;
}

export interface RedLines {
  lines: RedLine[];
  /** lines that are not listed */
  more: number;
  /** RD6: public rows whose key is gone afterwards */
  rowsGone: number;
}

type Value = string | number | null;
type Row = Readonly<Record<string, Value | undefined>>;

/** The part of a definition that is used. */
export interface RedLineRegister {
  title: string;
  key: readonly string[];
  fields: Readonly<Record<string, CellFormat & { title: string }>>;
  verify?: { ended?: { field: string; values: readonly string[] } };
}

export interface RedLineSide {
  definition: RedLineRegister;
  /** yyyy-mm-dd */
  dataDate: string;
}

/** lines listed of one rule in one register */
const MOST_OF_RULE = 20;
const TENFOLD = 10;
/** share of the public rows that may go, and by which the mark of departure may grow, without a line */
const FIFTH = 0.2;
const DEVIATIONS = 5;
/** other values of a column below which nothing is said of how they scatter */
const LEAST_OTHERS = 5;
/** rows that keep a value as it is public, from which on it is a usual one of the column */
const USUAL = 3;
/** deviation of what is rounded, as a share of one of its last digit */
const ROUNDED = 1 / Math.sqrt(12);
/** keeps 0.3 / 0.03 from being more than ten */
const ROUNDING = 1 + 1e-9;

const UNITS: Readonly<Record<string, number>> = { 百: 1e2, 千: 1e3, 万: 1e4, 十万: 1e5, 百万: 1e6, 千万: 1e7, 亿: 1e8 };

/** By how much a shown number is multiplied to be compared with one of another unit: 万元 is ten thousand 元. */
function unitOf({ type, unit = '', title }: Field): number {
  if (type === 'percent' || /[%％]/.test(unit + title)) return 0.01;
  return UNITS[/^(?:人民币)?([百千万亿十]+)/.exec(unit.trim())?.[1] ?? ''] ?? 1;
}

type Field = CellFormat & { title: string };

const NO_NUMBERS: StatedNumbers = { frame: '', numbers: [] };

/** Reads the numbers that visitors read in cells of a field, each in the smallest unit. */
interface NumberReader {
  /** the number that a cell is as a whole */
  whole: (value: Value | undefined) => StatedNumber | null;
  /** of a number column the only one, of texts all that they state */
  all: (value: Value | undefined) => StatedNumbers;
}

function numberReader(field: Field | undefined): NumberReader | null {
  if (!field || field.choices || !(isNumeric(field.type) || field.type === 'text')) return null;
  const alone = (one: StatedNumber | null): StatedNumbers => (one ? { frame: '#', numbers: [one] } : NO_NUMBERS);
  if (field.type === 'text') {
    const unit = statedUnit(field.title, field.unit);
    const isOfRatio = isRatio(field);
    const inUnit = (one: StatedNumber): StatedNumber =>
      one.kind !== '' ? one : unit ? ofUnit(one, unit) : { ...one, isBare: one.isBare && !isOfRatio };
    const whole = (value: Value | undefined): StatedNumber | null => {
      const one = numberOf(String(value ?? ''));
      return one && inUnit(one);
    };
    return {
      whole,
      all: (value) => {
        const one = whole(value);
        return one ? alone(one) : statedNumbers(String(value ?? ''));
      },
    };
  }
  const [size, ofStep] = field.type === 'percent' ? [field.fraction ? 1 : 0.01, 0.01] : [unitOf(field), unitOf(field)];
  const whole = (value: Value | undefined): StatedNumber | null => {
    const digits = String(value ?? '')
      .replaceAll(',', '')
      .trim();
    const number = Number(digits || Number.NaN);
    if (!Number.isFinite(number)) return null;
    const step = ofStep / 10 ** (field.scale ?? digits.split('.')[1]?.length ?? 0);
    return { value: number * size, kind: '', step, isBare: false };
  };
  return { whole, all: (value) => alone(whole(value)) };
}

const ofUnit = ({ value, step }: StatedNumber, { kind, size }: { kind: string; size: number }): StatedNumber => ({
  value: value * size,
  kind,
  step: step * size,
  isBare: false,
});

/** Two numbers that count the same: what is not said of one is as of the other, but digits alone are codes. */
const areOneKind = (one: StatedNumber, other: StatedNumber): boolean =>
  (one.kind === other.kind || one.kind === '' || other.kind === '') && !(one.isBare && other.isBare);

/** titles of columns of ratios */
const RATIO = /(?:率|比例|占比|比重)\s*(?:[([（【][^()[\]（）【】]*[)\]）】])?$/;

/** RD2: whether a number column, or one of texts, is one of ratios by what its definition says. */
const isRatio = ({ type, title, unit }: Field): boolean =>
  type === 'percent' ||
  (['text', 'decimal'].includes(type) && (RATIO.test(title) || statedUnit(title, unit)?.kind === '%'));

/** Sums of a column, about its first value so that no digits are lost. */
class Scatter {
  #first: number | undefined;
  #count = 0;
  #shares = 0;
  #sum = 0;
  #squares = 0;
  #step = Number.POSITIVE_INFINITY;
  readonly #usual = new Map<number, number>();

  add({ value, kind, step }: StatedNumber): void {
    const from = value - (this.#first ??= value);
    this.#count += 1;
    if (kind === '%') this.#shares += 1;
    this.#sum += from;
    this.#squares += from * from;
    this.#step = Math.min(this.#step, step);
  }

  /** a value that a row keeps as it is public */
  seeUsual({ value }: StatedNumber): void {
    this.#usual.set(value, (this.#usual.get(value) ?? 0) + 1);
  }

  /** Whether most of the numbers are shares by their sign. */
  isOfShares(): boolean {
    return this.#shares * 2 > this.#count;
  }

  /** RD2: whether a value of the column lies more than five deviations from all its other values. */
  isBeyond(value: number): boolean {
    const others = this.#count - 1;
    if (others < LEAST_OTHERS || (this.#usual.get(value) ?? 0) >= USUAL) return false;
    const from = value - this.#first!;
    const mean = (this.#sum - from) / others;
    const variance = Math.max(0, (this.#squares - from * from) / others - mean * mean);
    const least = this.#step * ROUNDED;
    return Math.abs(from - mean) > DEVIATIONS * Math.max(Math.sqrt(variance), least) * ROUNDING;
  }
}

const percentOf = (count: number, of: number): string => `${of === 0 ? 0 : Math.round((count * 1_000) / of) / 10}%`;
const rowsOf = (count: number): string => `${count.toLocaleString('zh-CN')} 行`;

/** Takes the rows of a register, each of which is told once. */
export interface RedLineFinder {
  /** a row that stands on both sides, by its key */
  stays(was: Row, now: Row): void;
  goes(was: Row): void;
  comes(now: Row): void;
  /** once all rows are told */
  found(): RedLines;
}

/**
 * RD1 to RD6: finds the red lines between what is public of a register and what an edition makes of it.
 * @param before null: nothing of it is public
 */
export function redLineFinder(before: RedLineSide | null, after: RedLineSide): RedLineFinder {
  const { title, key, fields } = after.definition;
  const lines: RedLine[] = [];
  const told = new Map<RedLineRule, number>();
  const tell = (rule: RedLineRule, line: Partial<RedLine> & { says: string }): void => {
    told.set(rule, (told.get(rule) ?? 0) + 1);
    if (told.get(rule)! <= MOST_OF_RULE)
      lines.push({ rule, register: title, column: '', row: '', before: '', after: '', ...line });
  };
  const nameOf = (row: Row): string =>
    key
      .map((name) => (fields[name] ? formatCell(row[name] ?? null, fields[name]) : String(row[name] ?? '')))
      .join(' / ');

  const columns = Object.entries(fields).flatMap(([name, field]) => {
    const read = numberReader(field);
    if (!read) return [];
    const former = before?.definition.fields[name];
    return {
      name,
      field,
      read,
      was: former,
      readFormer: numberReader(former),
      isSame: JSON.stringify(former) === JSON.stringify(field),
      scatter: isRatio(field) || field.type === 'text' ? new Scatter() : null,
    };
  });
  /** ratios that come or change: what was public for long is not told with every edition */
  const fresh: { column: (typeof columns)[number]; number: number; row: Row; before: string; after: string }[] = [];
  const count = { before: 0, after: 0, gone: 0, endedBefore: 0, endedAfter: 0 };
  const isEnded = ({ definition: { verify } }: RedLineSide, row: Row): boolean =>
    verify?.ended !== undefined && verify.ended.values.includes(String(row[verify.ended.field] ?? ''));

  const had = (was: Row): void => {
    count.before += 1;
    if (before && isEnded(before, was)) count.endedBefore += 1;
  };
  const has = (was: Row | null, now: Row): void => {
    count.after += 1;
    if (isEnded(after, now)) count.endedAfter += 1;
    for (const column of columns) {
      const { name, field, read, was: former, readFormer, isSame, scatter } = column;
      const isUntouched = was !== null && isSame && was[name] === now[name];
      const number = scatter || !isUntouched ? read.whole(now[name]) : null;
      if (number) scatter?.add(number);
      if (isUntouched) {
        if (number) scatter?.seeUsual(number);
        continue;
      }
      const { frame, numbers } = read.all(now[name]);
      if (numbers.length === 0) continue;
      const shown = formatCell(now[name], field);
      const shownBefore = was && former ? formatCell(was[name], former) : '';
      if (shown === shownBefore) continue;
      const old = (was && readFormer?.all(was[name])) ?? NO_NUMBERS;
      const isOfOld = (one: StatedNumber, at: number): boolean =>
        areOneKind(old.numbers[at]!, one) && isTenfold(old.numbers[at]!.value, one.value);
      if (old.frame === frame && numbers.some(isOfOld))
        tell('tenfold', {
          column: field.title,
          row: nameOf(now),
          before: shownBefore,
          after: shown,
          says: '变动超过十倍',
        });
      // of another spelling of the same number nothing is fresh
      if (scatter && number && old.numbers[0]?.value !== number.value)
        fresh.push({ column, number: number.value, row: now, before: shownBefore, after: shown });
    }
  };

  return {
    stays: (was, now) => {
      had(was);
      has(was, now);
    },
    goes: (was) => {
      had(was);
      count.gone += 1;
    },
    comes: (now) => has(null, now),
    found: () => {
      if (count.gone > count.before * FIFTH)
        tell('rows-gone', {
          before: rowsOf(count.before),
          after: rowsOf(count.after),
          says: `现在公示的 ${rowsOf(count.before)}中有 ${rowsOf(count.gone)}将移除（${percentOf(count.gone, count.before)}）`,
        });
      if (before && after.dataDate < before.dataDate)
        tell('data-date', { before: before.dataDate, after: after.dataDate, says: '数据日期早于公示中的数据日期' });
      const ended = endedLine(before, after, count);
      if (ended) tell('ended', ended);
      for (const { column, number, row, ...values } of fresh)
        if ((isRatio(column.field) || column.scatter!.isOfShares()) && column.scatter!.isBeyond(number))
          tell('ratio', {
            column: column.field.title,
            row: nameOf(row),
            ...values,
            says: `与本列其他值相差超过 ${DEVIATIONS} 倍标准差`,
          });
      const all = [...told.values()].reduce((sum, one) => sum + one, 0);
      return { lines: lines.toSorted(byRank), more: all - lines.length, rowsGone: count.gone };
    },
  };
}

const RANK: readonly RedLineRule[] = ['rows-gone', 'data-date', 'ended', 'tenfold', 'ratio'];
const byRank = (one: RedLine, other: RedLine): number => RANK.indexOf(one.rule) - RANK.indexOf(other.rule);

/** RD3: nobody can see the register any more. @param count its public rows */
export function wholeRegisterGone(register: string, count: number): RedLines {
  if (count === 0) return { lines: [], more: 0, rowsGone: 0 };
  const says = `不再有栏目显示这个登记表，现在公示的 ${rowsOf(count)}全部不再公示`;
  const line = {
    rule: 'rows-gone' as const,
    register,
    column: '',
    row: '',
    before: rowsOf(count),
    after: rowsOf(0),
    says,
  };
  return { lines: [line], more: 0, rowsGone: count };
}

/** RD1: more than ten times as much, or less than a tenth; of nothing nothing is ten times as much. */
function isTenfold(one: number, other: number): boolean {
  const [less, more] = [Math.abs(one), Math.abs(other)].toSorted((a, b) => a - b) as [number, number];
  return less > 0 && more > less * TENFOLD * ROUNDING;
}

/** RD4: a mark that covers none or all, where it did not before, or a fifth of the rows more. */
function endedLine(
  before: RedLineSide | null,
  after: RedLineSide,
  count: { before: number; after: number; endedBefore: number; endedAfter: number },
): (Partial<RedLine> & { says: string }) | null {
  const mark = (side: RedLineSide | null) => side?.definition.verify?.ended;
  const [was, is] = [mark(before), mark(after)];
  const at = is ?? was;
  if (!at || count.after === 0) return null;
  const line = (says: string) => ({
    column: (is ? after : before!).definition.fields[at.field]?.title ?? at.field,
    before: before ? `${rowsOf(count.endedBefore)}（${percentOf(count.endedBefore, count.before)}）` : '',
    after: `${rowsOf(count.endedAfter)}（${percentOf(count.endedAfter, count.after)}）`,
    says,
  });
  const stood = (covered: boolean): boolean => was !== undefined && is !== undefined && count.before > 0 && covered;
  if (count.endedAfter === 0) return stood(count.endedBefore === 0) ? null : line('离岗或终止的标记不覆盖任何一行');
  if (count.endedAfter === count.after)
    return stood(count.endedBefore === count.before) ? null : line('离岗或终止的标记覆盖所有行');
  const grown = count.endedAfter / count.after - (count.before === 0 ? 0 : count.endedBefore / count.before);
  return before && grown > FIFTH * ROUNDING ? line('离岗或终止的标记比公示中的多覆盖超过 20% 的行') : null;
}

/** A red line in one sentence: where, what, before and after. */
export function redLineWords({ column, row, before, after, says }: Omit<RedLine, 'rule' | 'register'>): string {
  const place = [column && `“${column}”`, row && `（${row}）`].join('');
  const values = before === '' ? after : `${before} → ${after}`;
  return `${place === '' ? '' : `${place}：`}${says}${values === '' ? '' : `，${values}`}`;
}
