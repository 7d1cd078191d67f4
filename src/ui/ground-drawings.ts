import { contourPaths, randomOf, type Contours } from './contour-lines.ts';

/** waves run beside each other, rings go out from a place at the right, strata climb in steps; bars are drawn by ground-bars.ts. */
export type Drawing = 'waves' | 'rings' | 'strata' | 'bars';

/** The measure that grounds are drawn in. */
export const GROUND = { width: 1440, height: 660 };

/** Paths (`d`) of a ground; the same seed draws the same one everywhere. */
export function groundPaths(drawing: Exclude<Drawing, 'bars'>, contours: Contours): string[] {
  if (drawing === 'rings') return ringPaths(contours);
  return drawing === 'strata' ? strataPaths(contours) : contourPaths(contours);
}

/** Circles whose middle wanders as they grow: closer together on one side, like rings of a tree. */
function ringPaths({ width, height, lines, seed }: Contours): string[] {
  const random = randomOf(seed);
  const [x, y] = [width * (0.66 + random() * 0.2), height * (0.4 + random() * 0.3)];
  const [driftX, driftY] = [(random() - 0.7) * 14, (random() - 0.5) * 12];
  return Array.from({ length: lines }, (_, ring) => {
    const r = Math.round(18 + ring * (width / lines) * 0.62 + ring * ring * 0.35);
    return `M${Math.round(x + driftX * ring) - r} ${Math.round(y + driftY * ring)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
  });
}

/** Terraces that climb to the right; each line keeps its distance to the one below, so none cross. */
function strataPaths({ width, height, lines, seed }: Contours): string[] {
  const random = randomOf(seed);
  const steps = Array.from({ length: 9 }, (_, step) => ({
    x: Math.round((width * (step + 0.35 + random() * 0.5)) / 9),
    rise: Math.round(height * (random() < 0.22 ? -0.05 : 0.035 + random() * 0.075)),
  }));
  const distance = (height * 1.5) / lines;
  return Array.from({ length: lines }, (_, line) => {
    // each lower line turns a little later: the edges lean
    const lean = line * 9;
    return (
      steps.reduce(
        (path, { x, rise }) => `${path}H${x + lean}l12 ${-rise}`,
        `M${-lines * 9} ${Math.round(line * distance + height * 0.12)}`,
      ) + `H${width + lines * 9}`
    );
  });
}
