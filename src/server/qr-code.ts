/**
 * QR codes as ISO/IEC 18004 describes them, as far as an address needs: bytes, error correction M, versions 1 to 10
 * (213 bytes). Written here because the visitor's browser must not pay for it and one call site is no reason for a package.
 */

/** Of each version: error correction codewords a block, and data codewords of every block. */
const BLOCKS: readonly (readonly [correction: number, data: readonly number[]])[] = [
  [10, [16]],
  [16, [28]],
  [26, [44]],
  [18, [32, 32]],
  [24, [43, 43]],
  [16, [27, 27, 27, 27]],
  [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]],
  [22, [36, 36, 36, 37, 37]],
  [26, [43, 43, 43, 43, 44]],
];

/** Powers of 2 in the field of 256 elements, and their logarithms. */
const POWER: number[] = [];
const LOG: number[] = [];
for (let exponent = 0, value = 1; exponent < 255; exponent += 1) {
  POWER[exponent] = value;
  LOG[value] = exponent;
  value = value < 128 ? value * 2 : (value * 2) ^ 0x11d;
}
const times = (a: number, b: number): number => (a === 0 || b === 0 ? 0 : POWER[(LOG[a]! + LOG[b]!) % 255]!);

/** Rows of dark (true) and light modules. @throws RangeError when the text is longer than 213 bytes */
export function qrModules(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text);
  const version =
    BLOCKS.findIndex(([, data], index) => sum(data) * 8 >= 4 + lengthBits(index + 1) + bytes.length * 8) + 1;
  if (version === 0) throw new RangeError(`A QR code here holds 213 bytes at most, not ${bytes.length}.`);
  const words = interleaved(dataWords(bytes, version), version);
  const drawn = Array.from({ length: 8 }, (_, mask) => drawMasked(version, words, mask));
  const best = drawn.map(penalty).reduce((least, one, mask, all) => (one < all[least]! ? mask : least), 0);
  return drawn[best]!;
}

/** Path data of the dark modules, one unit a module, with the quiet zone of four around; `size` is the whole's. */
export function qrPath(text: string): { path: string; size: number } {
  const modules = qrModules(text);
  const path = modules
    .flatMap((row, y) => runs(row).map(([from, length]) => `M${from + 4} ${y + 4}h${length}v1h-${length}z`))
    .join('');
  return { path, size: modules.length + 8 };
}

function runs(row: readonly boolean[]): [from: number, length: number][] {
  const found: [number, number][] = [];
  row.forEach((dark, x) => {
    if (dark && row[x - 1]) found.at(-1)![1] += 1;
    else if (dark) found.push([x, 1]);
  });
  return found;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const lengthBits = (version: number): number => (version < 10 ? 8 : 16);

function dataWords(bytes: Uint8Array, version: number): number[] {
  const bits: number[] = [];
  const add = (value: number, count: number) => {
    for (let bit = count - 1; bit >= 0; bit -= 1) bits.push((value >> bit) & 1);
  };
  const room = sum(BLOCKS[version - 1]![1]) * 8;
  add(0b0100, 4);
  add(bytes.length, lengthBits(version));
  bytes.forEach((byte) => add(byte, 8));
  add(0, Math.min(4, room - bits.length));
  add(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < room; pad ^= 0xec ^ 0x11) add(pad, 8);
  return Array.from({ length: room / 8 }, (_, at) => Number.parseInt(bits.slice(at * 8, at * 8 + 8).join(''), 2));
}

/** Blocks with their correction, column by column as they are placed. */
function interleaved(words: readonly number[], version: number): number[] {
  const [correction, sizes] = BLOCKS[version - 1]!;
  const generator = generatorOf(correction);
  let from = 0;
  const blocks = sizes.map((size) => words.slice(from, (from += size)));
  const corrections = blocks.map((block) => remainder(block, generator));
  const columns = (lists: readonly number[][]) =>
    Array.from({ length: Math.max(...lists.map(({ length }) => length)) }, (_, at) =>
      lists.flatMap((one) => one[at] ?? []),
    ).flat();
  return [...columns(blocks), ...columns(corrections)];
}

function generatorOf(degree: number): number[] {
  let terms = [1];
  for (let root = 0; root < degree; root += 1) {
    terms = [...terms, 0].map((term, at) => term ^ times(terms[at - 1] ?? 0, POWER[root]!));
  }
  return terms;
}

function remainder(block: readonly number[], generator: readonly number[]): number[] {
  const rest = [...block, ...Array.from({ length: generator.length - 1 }, () => 0)];
  for (let at = 0; at < block.length; at += 1) {
    const factor = rest[at]!;
    generator.forEach((term, offset) => (rest[at + offset]! ^= times(term, factor)));
  }
  return rest.slice(block.length);
}

type Canvas = (boolean | undefined)[][];

function drawMasked(version: number, words: readonly number[], mask: number): boolean[][] {
  const size = version * 4 + 17;
  const canvas: Canvas = Array.from({ length: size }, () => Array.from({ length: size }));
  drawPatterns(canvas, version);
  drawFormat(canvas, mask);
  if (version >= 7) drawVersion(canvas, version);
  drawWords(canvas, words, mask);
  return canvas as boolean[][];
}

function drawPatterns(canvas: Canvas, version: number): void {
  const size = canvas.length;
  const square = (centreX: number, centreY: number, reach: number, dark: (ring: number) => boolean) => {
    for (let y = -reach; y <= reach; y += 1) {
      for (let x = -reach; x <= reach; x += 1) {
        const row = canvas[centreY + y];
        if (row && centreX + x >= 0 && centreX + x < size) row[centreX + x] = dark(Math.max(Math.abs(x), Math.abs(y)));
      }
    }
  };
  const centres = version === 1 ? [] : [6, ...alignmentAfterFirst(version, size)];
  for (const y of centres) for (const x of centres) if (!isCorner(x, y, size)) square(x, y, 2, (ring) => ring !== 1);
  for (let at = 8; at < size - 8; at += 1) canvas[6]![at] = canvas[at]![6] = at % 2 === 0;
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    square(x, y, 4, (ring) => ring !== 2 && ring !== 4);
  canvas[size - 8]![8] = true;
}

const isCorner = (x: number, y: number, size: number): boolean =>
  (x === 6 && y === 6) || (x === 6 && y === size - 7) || (x === size - 7 && y === 6);

/** Up to version 6 there is one more line of alignment, above it two. */
const alignmentAfterFirst = (version: number, size: number): number[] =>
  version < 7 ? [size - 7] : [(size - 1) / 2, size - 7];

/** Bits with their check bits (BCH). */
function checked(value: number, generator: number, bits: number): number {
  let rest = value << bits;
  for (let bit = 31 - Math.clz32(rest); bit >= bits; bit = 31 - Math.clz32(rest)) rest ^= generator << (bit - bits);
  return (value << bits) | rest;
}

function drawFormat(canvas: Canvas, mask: number): void {
  const size = canvas.length;
  // error correction M is 00
  const bits = checked(mask, 0x537, 10) ^ 0x5412;
  for (let at = 0; at < 15; at += 1) {
    const dark = ((bits >> at) & 1) === 1;
    canvas[at < 6 ? at : at < 8 ? at + 1 : size - 15 + at]![8] = dark;
    canvas[8]![at < 8 ? size - 1 - at : at < 9 ? 7 : 14 - at] = dark;
  }
}

function drawVersion(canvas: Canvas, version: number): void {
  const size = canvas.length;
  const bits = checked(version, 0x1f25, 12);
  for (let at = 0; at < 18; at += 1) {
    const dark = ((bits >> at) & 1) === 1;
    const [far, near] = [size - 11 + (at % 3), Math.floor(at / 3)];
    canvas[near]![far] = canvas[far]![near] = dark;
  }
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** In pairs of columns from the right, upwards and downwards in turns, around what stands already. */
function drawWords(canvas: Canvas, words: readonly number[], mask: number): void {
  const size = canvas.length;
  let bit = 0;
  let upwards = true;
  // column 6 is the timing pattern's and no part of a pair
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    for (let step = 0; step < size; step += 1) {
      const y = upwards ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (canvas[y]![x] !== undefined) continue;
        const dark = (((words[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
        canvas[y]![x] = dark !== MASKS[mask]!(x, y);
        bit += 1;
      }
    }
    upwards = !upwards;
  }
}

/** How hard a code is to read: runs, blocks, what looks like a corner, and too much of one colour. */
function penalty(modules: boolean[][]): number {
  const size = modules.length;
  const columns = modules.map((_, x) => modules.map((row) => row[x]!));
  const lines = [...modules, ...columns].map((line) => line.map((dark) => (dark ? '1' : '0')).join(''));
  let points = 0;
  for (const line of lines) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) points += run.length - 2;
    for (const _ of line.matchAll(/(?=10111010000|00001011101)/g)) points += 40;
  }
  for (let y = 1; y < size; y += 1) {
    for (let x = 1; x < size; x += 1) {
      const dark = modules[y]![x];
      if (dark === modules[y - 1]![x] && dark === modules[y]![x - 1] && dark === modules[y - 1]![x - 1]) points += 3;
    }
  }
  const share = (sum(modules.map((row) => row.filter(Boolean).length)) * 100) / (size * size);
  return points + Math.floor(Math.abs(share - 50) / 5) * 10;
}
