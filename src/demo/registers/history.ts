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
  /** yyyy-mm-dd of the data */
  day: string;
  /**
   * Made on demand: all versions together have some hundred thousand rows. Equal rows of two versions should be the
   * same object.
   */
  rows: () => Row[];
}

/** Returns the row of one person or office in a version; null where the version does not hold it. */
export type Seen = (version: number) => Row | null;

/** Arguments of a function that makes rows. */
export interface Maker {
  rowNo: number;
  random: Dice;
  /** days of the versions, yyyy-mm-dd */
  days: string[];
  /** first version that holds the row */
  from: number;
}

/** In each later version, this share of the rows is new, and as many have left. */
const TURNOVER = 0.02;

/** Number of rows for a share of 1 or 0.1; at least one. */
export const countOf = (whole: number, share: number): number => Math.max(1, Math.round(whole * share));

/**
 * Makes the rows of a register whose members change. Row numbers below `count` are in the newest version; those above
 * have left since, so that the newest version has exactly `count` rows.
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

/** A register made from the rows of each member. */
export const historyOf = (register: string, days: string[], seen: Seen[]): RegisterHistory => ({
  register,
  versions: days.map((day, version) => ({
    day,
    rows: () => seen.map((see) => see(version)).filter((row) => row !== null),
  })),
});

/** A register whose rows have not changed since its first day. */
export const permanent = (register: string, day: string, rows: () => Row[]): RegisterHistory => ({
  register,
  versions: [{ day, rows }],
});

/**
 * A day of joining: long ago for members of the first version, otherwise between the version before and the first one
 * that holds the row.
 */
export function joinDay({ random, days, from }: Maker, earliest: string): string {
  const [low, high] = from === 0 ? [earliest, addDays(days[0]!, -20)] : [days[from - 1]!, days[from]!];
  return tradingDayOnOrBefore(addDays(low, random.int(1, daysBetween(low, high))));
}
