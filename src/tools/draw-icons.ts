/** Draws the site's icons and its share image into public/. To be run after the mark has changed. */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { makePng } from '#demo/files/png.ts';

type Colour = readonly [red: number, green: number, blue: number];

const INK: Colour = [11, 31, 63];
const INK_LIGHT: Colour = [23, 54, 107];
const PAPER: Colour = [255, 255, 255];
const VERMILION: Colour = [184, 20, 27];
const GOLD: Colour = [154, 122, 69];

const mixed = (a: Colour, b: Colour, share: number): Colour =>
  [0, 1, 2].map((part) => Math.round(a[part]! * (1 - share) + b[part]! * share)) as unknown as Colour;
const clamped = (value: number): number => Math.max(0, Math.min(1, value));

/**
 * The mark of Logo.tsx at a point: a frame of 34 units, and in it a square that stands on its corner, 9 units from
 * centre to corner. Returns the share of the pixel that each covers.
 */
function markAt(x: number, y: number, size: number, stroke: number): { frame: number; core: number } {
  const unit = size / 34;
  const out = Math.max(Math.abs(x), Math.abs(y)) - size / 2;
  const frame = clamped(0.5 - out) * clamped(0.5 + out + stroke * unit);
  return { frame, core: clamped(0.5 + (9 * unit - Math.abs(x) - Math.abs(y)) / Math.SQRT2) };
}

/**
 * Draws an icon of `size` pixels.
 * @param share of the side that the mark fills
 */
function icon(size: number, share: number, stroke: number): Buffer {
  return makePng(size, size, (x, y) => {
    const { frame, core } = markAt(x + 0.5 - size / 2, y + 0.5 - size / 2, size * share, stroke);
    return mixed(mixed(PAPER, INK, frame), VERMILION, core);
  });
}

/**
 * The image that social networks show with a link, 1200 × 630: contour lines on a dark ground, the mark at the left. It
 * holds no text, because networks show the title of the page.
 */
function shareImage(): Buffer {
  const [width, height] = [1200, 630];
  const hills = [
    { x: 980, y: 170, spread: 300, height: 9 },
    { x: 620, y: 560, spread: 260, height: 6 },
    { x: 1180, y: 600, spread: 220, height: 7 },
  ];
  const altitude = (x: number, y: number) =>
    hills.reduce(
      (sum, hill) => sum + hill.height * Math.exp(-((x - hill.x) ** 2 + (y - hill.y) ** 2) / hill.spread ** 2),
      x / 500 + y / 700,
    );
  return makePng(width, height, (x, y) => {
    const here = altitude(x, y);
    const steepness = Math.hypot(altitude(x + 1, y) - here, altitude(x, y + 1) - here) || 1;
    const line = clamped(1.3 - Math.abs(here - Math.round(here)) / steepness);
    const golden = Math.round(here) % 5 === 0;
    const ground = mixed(INK, INK_LIGHT, x / width);
    // the lines are fainter near the mark
    const drawn = mixed(ground, golden ? GOLD : PAPER, line * (golden ? 0.75 : 0.16) * clamped((x - 180) / 500));
    const { frame, core } = markAt(x + 0.5 - 260, y + 0.5 - height / 2, 200, 2);
    return mixed(mixed(drawn, PAPER, frame), VERMILION, core);
  });
}

const pictures: Record<string, Buffer> = {
  'icon-32.png': icon(32, 1, 3),
  'icon-180.png': icon(180, 0.6, 2),
  'icon-192.png': icon(192, 0.6, 2),
  'icon-512.png': icon(512, 0.6, 2),
  'share.png': shareImage(),
};
const folder = fileURLToPath(new URL('../../public/', import.meta.url));
for (const [name, bytes] of Object.entries(pictures)) await writeFile(folder + name, bytes);
