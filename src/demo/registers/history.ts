import type { Cell } from '#page/data-shapes.ts';
import { addDays, daysBetween, tradingDayOnOrBefore } from '../calendar.ts';
import { dice, type Dice } from '../random.ts';

export type Row = Record<string, Cell>;

/** A register as it was at each of its publications, oldest first. */
export interface RegisterHistory {
  register: string;
  versions: Version[];
}

export interface Version {
  /** yyyy-mm-dd at which the rows are true */
  day: string;
  /**
   * made when asked for: all versions together are some hundred thousand rows. Equal rows of two versions are best the
   * same object.
   */
  rows: () => Row[];
}

/** What one person or office looked like in a version; null: not in the register then. */
export type Seen = (version: number) => Row | null;

/** Everything a maker of rows is told. */
export interface Maker {
  rowNo: number;
  random: Dice;
  /** of the versions */
  days: string[];
  /** version in which the row is new */
  from: number;
}

/** Two of a hundred rows joined in each later version, as many others left. */
const TURNOVER = 0.02;

/** Rows of the recipe at a tenth or in full, at least one. */
export const countOf = (whole: number, share: number): number => Math.max(1, Math.round(whole * share));

/**
 * What is seen of each row number. Rows below `count` are in the newest version; those above have left since, so that
 * the newest version has exactly `count`.
 */
export function turnover(register: string, count: number, days: string[], make: (maker: Maker) => Seen): Seen[] {
  const newest = days.length - 1;
  const leavers = newest === 0 ? 0 : Math.round(count * TURNOVER * newest);
  return Array.from({ length: count + leavers }, (_, rowNo) => {
    const random = dice(register, rowNo);
    const draw = random.next();
    const joined = rowNo < count ? newest + 1 - Math.ceil((TURNOVER * newest - draw) / TURNOVER) : 0;
    const from = rowNo < count && joined <= newest ? Math.max(1, joined) : 0;
    const to = rowNo < count ? newest : Math.min(newest - 1, Math.floor(draw * newest));
    const see = make({ rowNo, random, days, from });
    return (version) => (version >= from && version <= to ? see(version) : null);
  });
}

/** A register from what is seen of its rows. */
export const historyOf = (register: string, days: string[], seen: Seen[]): RegisterHistory => ({
  register,
  versions: days.map((day, version) => ({
    day,
    rows: () => seen.map((see) => see(version)).filter((row) => row !== null),
  })),
});

/** A register whose rows have been the same since its first day. */
export const permanent = (register: string, day: string, rows: () => Row[]): RegisterHistory => ({
  register,
  versions: [{ day, rows }],
});

/** A day of joining: long ago for those of the first version, else between that version and the one before. */
export function joinDay({ random, days, from }: Maker, earliest: string): string {
  const [low, high] = from === 0 ? [earliest, addDays(days[0]!, -20)] : [days[from - 1]!, days[from]!];
  return tradingDayOnOrBefore(addDays(low, random.int(1, daysBetween(low, high))));
}
