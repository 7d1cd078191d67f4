/** One line of a picture: values over time, with the unit of its axis. */
export interface Curve {
  name: string;
  unit: string;
  /** seconds since the start, value */
  points: readonly (readonly [number, number])[];
}

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [900, 220, 90, 40];

/** Curves over the same seconds, one below the other, as SVG: each axis begins at 0 and names its largest value. */
export function drawCurves(title: string, curves: readonly Curve[]): string {
  const seconds = Math.max(1, ...curves.flatMap(({ points }) => points.map(([at]) => at)));
  const x = (at: number): number => LEFT + (at / seconds) * (WIDTH - LEFT - 20);
  const panels = curves.map(({ name, unit, points }, row) => {
    const top = 40 + row * HEIGHT;
    const most = Math.max(1, ...points.map(([, value]) => value)) * 1.1;
    const y = (value: number): number => top + (HEIGHT - BOTTOM) * (1 - value / most);
    const line = points.map(([at, value]) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
    const marks = [0, most / 2, most].map(
      (value) =>
        `<line x1="${LEFT}" x2="${WIDTH - 20}" y1="${y(value)}" y2="${y(value)}" stroke="#ddd"/><text x="${LEFT - 8}" y="${y(value) + 4}" text-anchor="end">${value.toFixed(0)}</text>`,
    );
    return `<text x="${LEFT}" y="${top - 8}">${name} (${unit})</text>${marks.join('')}<polyline fill="none" stroke="#1f4e8c" stroke-width="1.5" points="${line}"/>`;
  });
  const height = 60 + curves.length * HEIGHT;
  const times = [0, 0.25, 0.5, 0.75, 1].map(
    (part) =>
      `<text x="${x(seconds * part)}" y="${height - 24}" text-anchor="middle">${Math.round(seconds * part)} s</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="#fff"/><text x="${LEFT}" y="18" font-size="14">${title}</text>${panels.join('')}${times.join('')}</svg>\n`;
}
