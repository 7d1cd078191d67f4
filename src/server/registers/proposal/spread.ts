/** Days and numbers of a column: where most of them lie, and which ones lie farthest out. */

/** milliseconds of a day */
export const DAY = 86_400_000;

/** One cell on a scale. */
export interface Point {
  /** days since 1970, or the number as it is shown */
  at: number;
  /** the cell's own text */
  text: string;
  shown: string;
  line: number;
}

interface Scale {
  /** the first ones, of which the middle is taken */
  sample: number[];
  /** points from the outside inwards */
  low: Point[];
  high: Point[];
}

export type Spread = Record<'days' | 'numbers', Scale>;

const MOST_SAMPLED = 20_000;
/** outer values of each side: the outer two are judged by those behind them */
const MOST_OUTER = 3;
const TAIL = 0.05;

const newScale = (): Scale => ({ sample: [], low: [], high: [] });
export const newSpread = (): Spread => ({ days: newScale(), numbers: newScale() });

/** Takes one more cell into account. */
export function seeSpread(spread: Spread, of: keyof Spread, point: Point): void {
  if (!Number.isFinite(point.at)) return;
  const { sample, low, high } = spread[of];
  if (sample.length < MOST_SAMPLED) sample.push(point.at);
  keep(low, point, (one, other) => one.at < other.at);
  keep(high, point, (one, other) => one.at > other.at);
}

function keep(list: Point[], point: Point, isFarther: (one: Point, other: Point) => boolean): void {
  const found = list.findIndex((other) => isFarther(point, other));
  const at = found < 0 ? list.length : found;
  if (at >= MOST_OUTER) return;
  list.splice(at, 0, point);
  list.length = Math.min(list.length, MOST_OUTER);
}

export interface Middle {
  from: number;
  median: number;
  to: number;
}

/** Range of nine values of ten. @param sample some of the values */
export function middleOf(sample: readonly number[]): Middle {
  const sorted = sample.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.round((sorted.length - 1) * share)]!;
  return { from: at(TAIL), median: at(0.5), to: at(1 - TAIL) };
}

/** The outer points of one side that a step from the next one sets apart, and that one; none without such a step. */
export function outliers(
  outer: readonly Point[],
  isStep: (point: Point, next: Point) => boolean,
): { points: readonly Point[]; next: Point } | null {
  for (let count = outer.length - 1; count > 0; count--)
    if (isStep(outer[count - 1]!, outer[count]!)) return { points: outer.slice(0, count), next: outer[count]! };
  return null;
}
