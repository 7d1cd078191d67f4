/** Contour lines, drawn from a seed: the site's only ornament, so that no photograph is needed anywhere. */

export interface Contours {
  width: number;
  height: number;
  lines: number;
  seed: number;
}

/** mulberry32: the same seed draws the same lines everywhere */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Points along one line; neighbours differ little, so the lines run together and never cross. */
const STEPS = 6;

/** One path (`d`) a line, from left to right. Coordinates are whole numbers. */
export function contourPaths({ width, height, lines, seed }: Contours): string[] {
  const random = randomOf(seed);
  const waves = Array.from({ length: 3 }, (_, wave) => ({
    reach: (height * 0.26) / (wave + 1),
    turns: (0.5 + random()) * (wave + 1),
    start: random() * Math.PI * 2,
  }));
  const yAt = (x: number, line: number): number => {
    const along = x / width;
    const depth = line / (lines - 1);
    const sway = waves.reduce(
      (sum, { reach, turns, start }) => sum + reach * Math.sin(start + along * turns * Math.PI * 2 + depth * 0.9),
      0,
    );
    const spread = 0.55 + 0.75 * along;
    return Math.round(height * (0.5 + (depth - 0.5) * spread) + sway * (0.35 + 0.5 * along));
  };
  return Array.from({ length: lines }, (_, line) => pathThrough(width, (x) => yAt(x, line)));
}

/** A smooth curve: each `s` segment mirrors the control point before it. */
function pathThrough(width: number, yAt: (x: number) => number): string {
  const step = width / STEPS;
  const slope = (x: number) => ((yAt(x + 8) - yAt(x - 8)) / 16) * (step / 3);
  let path = `M0 ${yAt(0)}C${Math.round(step / 3)} ${Math.round(yAt(0) + slope(0))}`;
  for (let index = 1; index <= STEPS; index++) {
    const x = step * index;
    const control = `${Math.round(x - step / 3)} ${Math.round(yAt(x) - slope(x))}`;
    path += index === 1 ? ` ${control} ${x} ${yAt(x)}` : `S${control} ${x} ${yAt(x)}`;
  }
  return path;
}

/** The line of banners that has the colour of marks (BR5). */
const markedOf = (lines: number): number => Math.round(lines * 0.6);

const OPENING = ({ width, height }: Contours): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMid slice">`;

/**
 * The lines of banners as a file, for a dark ground (BR1): every fourth one lighter.
 * @param mark colour of the marked line; without one it is left out, for a style sheet paints it (own-looks.css)
 */
export function contourFile(contours: Contours, mark?: string): string {
  const paths = contourPaths(contours);
  const drawn = paths.map((path, index) => {
    if (index === markedOf(paths.length)) return mark ? `<path d="${path}" stroke="${mark}" stroke-opacity=".9"/>` : '';
    return `<path d="${path}"${index % 4 === 0 ? ' stroke-opacity=".3"' : ''}/>`;
  });
  return [
    OPENING(contours),
    // fainter where the title stands
    `<linearGradient id="s" x2="${contours.width}" gradientUnits="userSpaceOnUse"><stop stop-color="#fff" stop-opacity=".25"/><stop offset=".5" stop-color="#fff"/></linearGradient>`,
    `<g fill="none" stroke="url(#s)" stroke-opacity=".14">${drawn.join('')}</g></svg>\n`,
  ].join('');
}

/** The marked line alone, as an address for a style sheet's mask. */
export function markedLine(contours: Contours): string {
  const paths = contourPaths(contours);
  const svg = `${OPENING(contours)}<path d="${paths[markedOf(paths.length)]}" fill="none" stroke="#000" stroke-opacity=".9"/></svg>`;
  return `data:image/svg+xml,${svg.replaceAll('"', "'").replaceAll('#', '%23').replaceAll('<', '%3C').replaceAll('>', '%3E')}`;
}

/** src/site/shell/contours.svg, contours-own.svg and the mask in own-looks.css are of this; a test holds them equal. */
export const BANNER: Contours = { width: 1440, height: 168, lines: 16, seed: 7 };
