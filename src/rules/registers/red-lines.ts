import { areOneKind, isRatio, NO_NUMBERS, numberReader, type Field } from './cell-numbers.ts';
import { formatCell } from './format-cell.ts';
import { Scatter } from './scatter.ts';
import type { StatedNumber } from './stated-numbers.ts';

/** Rules by which new rows of a register are told on top of an edition (RD1 to RD5). */
export type RedLineRule = 'tenfold' | 'ratio' | 'rows-gone' | 'ended' | 'data-date';

export interface RedLine {
  rule: RedLineRule;
  /** title of the register */
  register: string;
  /** title of the column; '' where the line is about the whole register */
  column: string;
  /** key of the row, as it is shown; '' where the line is about the whole register or column */
  row: string;
  /** the public value and the new one, as visitors read them; '' where there is none */
  before: string;
  after: string;
  /** the finding, in Chinese */
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
  fields: Readonly<Record<string, Field>>;
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
/** keeps 0.3 / 0.03 from being more than ten */
const ROUNDING = 1 + 1e-9;

const percentOf = (count: number, of: number): string => `${of === 0 ? 0 : Math.round((count * 1_000) / of) / 10}%`;
const rowsOf = (count: number): string => `${count.toLocaleString('zh-CN')} 行`;

/** Takes the rows of a register, each of which is told once. */
export interface RedLineFinder {
  /** the rows of one key, at least one of them */
  see(was: Row | undefined, now: Row | undefined): void;
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
  const counts = new Map<RedLineRule, number>();
  const tell = (rule: RedLineRule, line: Partial<RedLine> & { says: string }): void => {
    counts.set(rule, (counts.get(rule) ?? 0) + 1);
    if (counts.get(rule)! <= MOST_OF_RULE)
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
      /** scatter of the public values */
      publicScatter: new Scatter(),
      /** numbers that come or change: what was public for long is not told with every edition */
      fresh: [] as Fresh[],
    };
  });
  const count = { before: 0, after: 0, gone: 0, endedBefore: 0, endedAfter: 0 };
  const isEnded = ({ definition: { verify } }: RedLineSide, row: Row): boolean =>
    verify?.ended !== undefined && verify.ended.values.includes(String(row[verify.ended.field] ?? ''));

  const had = (was: Row): void => {
    count.before += 1;
    if (before && isEnded(before, was)) count.endedBefore += 1;
  };
  const seePublic = ({ name, isSame, read, scatter, publicScatter }: (typeof columns)[number], was: Row): void => {
    const number = scatter && isSame ? read.whole(was[name]) : null;
    if (number) publicScatter.add(number);
  };
  const has = (was: Row | undefined, now: Row): void => {
    count.after += 1;
    if (isEnded(after, now)) count.endedAfter += 1;
    for (const column of columns) {
      const { name, field, read, was: former, readFormer, isSame, scatter, publicScatter, fresh } = column;
      const isUntouched = was !== undefined && isSame && was[name] === now[name];
      const number = scatter || !isUntouched ? read.whole(now[name]) : null;
      if (number) scatter?.add(number);
      if (isUntouched) {
        if (number) publicScatter.add(number);
        continue;
      }
      if (was) seePublic(column, was);
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
      // another spelling of the same number is nothing fresh
      if (scatter && number && old.numbers[0]?.value !== number.value)
        fresh.push({ number: number.value, row: now, before: shownBefore, after: shown });
    }
  };

  return {
    see: (was, now) => {
      if (was) had(was);
      if (now) return has(was, now);
      count.gone += 1;
      for (const column of columns) seePublic(column, was!);
    },
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
      for (const { field, scatter, publicScatter, fresh } of columns) {
        if (!scatter || !(isRatio(field) || scatter.isOfShares())) continue;
        for (const { row, before: was, after: is } of beyond(fresh, scatter, publicScatter))
          tell('ratio', {
            column: field.title,
            row: nameOf(row),
            before: was,
            after: is,
            says: '与本列其他值相差超过 5 倍标准差',
          });
      }
      const all = [...counts.values()].reduce((sum, one) => sum + one, 0);
      return { lines: lines.toSorted(byRank), more: all - lines.length, rowsGone: count.gone };
    },
  };
}

interface Fresh {
  number: number;
  row: Row;
  before: string;
  after: string;
}

/**
 * RD2: numbers beyond all others of the column, or beyond those that are public: several strange ones hide each other. Where
 * most of a column moves, it is no stranger that came.
 */
function beyond(fresh: readonly Fresh[], all: Scatter, known: Scatter): Fresh[] {
  const strange = new Set(fresh.filter(({ number }) => known.isBeyondAll(number)));
  const areFew = strange.size * 2 <= all.count;
  return fresh.filter((one) => all.isBeyondOthers(one.number) || (areFew && strange.has(one)));
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
