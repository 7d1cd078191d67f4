import { randomOf, type Contours } from './contour-lines.ts';

interface BarGround {
  /** paths (`d`) of narrow bars to be filled, and of their shorter middles */
  ranges: string;
  bodies: string;
  /** a smooth line to be stroked through their middles, and a grid behind them */
  curve: string;
  grid: string;
  /** the place on the line that is marked */
  mark: { x: number; y: number };
}

/** Bars that rise and fall around a line; the same seed draws the same ones everywhere. @param contours `lines` are the bars */
export function barGround({ width, height, lines, seed }: Contours): BarGround {
  const random = randomOf(seed);
  const step = width / (lines + 1);
  const [turn, start] = [1 + random() * 0.6, random() * 1.4];
  const middleAt = (x: number): number =>
    Math.round(height * (0.52 - 0.2 * (x / width) + 0.17 * Math.sin(start + (x / width) * turn * Math.PI * 2)));
  const thick = Math.max(3, Math.round(step * 0.36));
  const bars = Array.from({ length: lines }, (_, bar) => {
    const x = Math.round(step * (bar + 1));
    const [above, below] = [height * (0.05 + random() * 0.17), height * (0.05 + random() * 0.17)].map(Math.round);
    return { x, y: middleAt(x), above: above!, below: below!, share: 0.2 + random() * 0.55 };
  });
  const box = (x: number, top: number, tall: number): string =>
    `M${x - thick / 2} ${Math.round(top)}h${thick}v${Math.round(tall)}h${-thick}z`;
  const marked = bars[Math.round(lines * 0.62)]!;
  return {
    ranges: bars.map(({ x, y, above, below }) => box(x, y - above, above + below)).join(''),
    bodies: bars.map(({ x, y, above, below, share }) => box(x, y - above * share, (above + below) * share)).join(''),
    curve: curveThrough([0, ...bars.map(({ x }) => x), width].map((x) => ({ x, y: middleAt(x) }))),
    grid: gridOf(width, height, Math.round(height / 12)),
    mark: { x: marked.x, y: marked.y },
  };
}

/** A smooth line: each piece is bent towards the way to the point after the next. */
function curveThrough(points: readonly { x: number; y: number }[]): string {
  return points
    .map(({ x, y }, at) => {
      const before = points[at - 1];
      if (!before) return `M${x} ${y}`;
      const slope = (points[at + 1]?.y ?? y) - before.y;
      return `S${Math.round(x - (x - before.x) / 3)} ${Math.round(y - slope / 6)} ${x} ${y}`;
    })
    .join('');
}

function gridOf(width: number, height: number, distance: number): string {
  const lines = (length: number, write: (at: number) => string): string =>
    Array.from({ length: Math.floor(length / distance) }, (_, line) => write((line + 1) * distance)).join('');
  return lines(width, (x) => `M${x} 0V${height}`) + lines(height, (y) => `M0 ${y}H${width}`);
}
