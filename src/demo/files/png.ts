import { crc32, deflateSync } from 'node:zlib';
import { dice } from '../random.ts';

type Colour = readonly [red: number, green: number, blue: number];

/** A PNG in true colour; `paint` returns the colour of each pixel. */
export function makePng(width: number, height: number, paint: (x: number, y: number) => Colour): Buffer {
  const raw = Buffer.alloc(height * (1 + width * 3));
  let at = 0;
  for (let y = 0; y < height; y++) {
    raw[at++] = 0; // filter type 0: none
    for (let x = 0; x < width; x++) for (const part of paint(x, y)) raw[at++] = part;
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(raw, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body]);
  const framed = Buffer.alloc(body.length + 12);
  framed.writeUInt32BE(body.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), body.length + 8);
  return framed;
}

const INK: Colour = [11, 31, 63];
const GOLD: Colour = [154, 122, 69];
const GROUNDS: Colour[] = [
  [232, 237, 243],
  [238, 235, 228],
  [229, 236, 234],
  [240, 233, 231],
];

/** A drawn picture for an article: contour lines on a pale ground, different for every seed; no photograph. */
export function contourPicture(seed: string, width = 400, height = 225): Buffer {
  const random = dice('picture', seed);
  const ground = random.pick(GROUNDS);
  const hills = Array.from({ length: 4 }, () => ({
    x: random.next() * width,
    y: random.next() * height,
    spread: width * (0.18 + random.next() * 0.22),
    height: 4 + random.next() * 5,
  }));
  const altitude = (x: number, y: number) => {
    let metres = (x / width) * 2 + (y / height) * 1.5;
    for (const hill of hills)
      metres += hill.height * Math.exp(-((x - hill.x) ** 2 + (y - hill.y) ** 2) / hill.spread ** 2);
    return metres;
  };
  let left = 0;
  const above = Array.from({ length: width }, (_, x) => altitude(x, -1));
  return makePng(width, height, (x, y) => {
    if (x === 0) left = altitude(-1, y);
    const here = altitude(x, y);
    // distance in pixels to the nearest contour, so that lines are equally wide on steep and on flat ground
    const steepness = Math.hypot(here - left, here - above[x]!) || 1;
    const distance = Math.abs(here - Math.round(here)) / steepness;
    const share = Math.max(0, Math.min(1, 1.2 - distance)) * 0.4;
    const line = Math.round(here) % 4 === 0 ? GOLD : INK;
    left = here;
    above[x] = here;
    return [0, 1, 2].map((part) => Math.round(ground[part]! * (1 - share) + line[part]! * share)) as unknown as Colour;
  });
}
