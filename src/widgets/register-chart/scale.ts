/** Places of a chart's numbers on its paper, and the numbers that are written at its edges. */

const DAY = 86_400_000;

export interface Point {
  /** yyyy-mm-dd */
  date: string;
  value: number;
}

interface Tick {
  label: string;
  /** share of the width or height, 0 to 100 */
  at: number;
}

export interface Scale {
  /** share of the width, 0 to 100 */
  across: (date: string) => number;
  /** share of the height from the top, 0 to 100 */
  down: (value: number) => number;
  dates: Tick[];
  values: Tick[];
}

const timeOf = (date: string) => Date.parse(`${date}T00:00:00Z`);
const round = (share: number) => Math.round(share * 100) / 100;

/** @param points of all lines, at least one */
export function scaleOf(points: readonly Point[]): Scale {
  const times = points.map(({ date }) => timeOf(date));
  const from = Math.min(...times);
  const span = Math.max(...times) - from;
  const across = (date: string) => (span === 0 ? 50 : round(((timeOf(date) - from) / span) * 100));
  const { least, most, step } = valueRange(points.map(({ value }) => value));
  const down = (value: number) => round(((most - value) / (most - least)) * 100);
  const digits = Math.max(2, Math.ceil(-Math.log10(step) - 1e-9) + (String(step).includes('25') ? 1 : 0));
  const count = Math.round((most - least) / step);
  const values = Array.from({ length: count + 1 }, (_, at) => least + at * step).map((value) => ({
    label: value.toFixed(digits),
    at: down(value),
  }));
  return {
    across,
    down,
    values,
    dates: dateTicks(from, span).map((time) => ({ label: labelOf(time, span), at: across(dayOf(time)) })),
  };
}

/** Round numbers around all values, about five steps of 1, 2, 2.5 or 5 times a power of ten. */
function valueRange(values: readonly number[]): { least: number; most: number; step: number } {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const rough = (high - low || Math.abs(high) / 10 || 1) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].find((size) => size * power >= rough)! * power;
  const least = Math.floor(low / step + 1e-9) * step;
  const most = Math.ceil(high / step - 1e-9) * step;
  return { least, most: most > least ? most : least + step, step };
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
const labelOf = (time: number, span: number) => (span > 100 * DAY ? dayOf(time).slice(0, 7) : dayOf(time));

/**
 * First days of months over a long time, else four days as far from each other. At the edges there is no room for a
 * label.
 */
function dateTicks(from: number, span: number): number[] {
  if (span <= 100 * DAY)
    return (span < 4 * DAY ? [0.5] : [0.08, 0.36, 0.64, 0.92]).map(
      (share) => from + Math.round((span * share) / DAY) * DAY,
    );
  const months = span / DAY / 30.4;
  const every = [1, 2, 3, 6, 12, 24, 60].find((size) => months / size <= 5) ?? 120;
  const ticks: number[] = [];
  const start = new Date(from);
  for (let month = Math.ceil(start.getUTCMonth() / every) * every; ; month += every) {
    const time = Date.UTC(start.getUTCFullYear(), month);
    if (time > from + span * 0.95) return ticks;
    if (time > from + span * 0.05) ticks.push(time);
  }
}
