import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { filepathsIn, parseFilepath } from '#rules/files/filepath.ts';
import { mayBeSmaller, type PictureSize, type PictureSizes } from '#rules/files/small-picture.ts';
import { isRaster, RASTER_LIMITS, rasterSize, type RasterSize } from './raster-size.ts';

/** ML4: sizes of stored pictures, each read once while it is remembered. */
export interface SizeReading {
  of(filepath: string): Promise<PictureSize | null>;
  /** sizes of the pictures in a text that may be made smaller */
  inText(html: string): Promise<PictureSizes>;
}

/** sizes that are remembered; a path is the hash of its content, so one never grows old */
const REMEMBERED = 20_000;
/** pictures of one text whose sizes are looked for */
const MOST = 200;
/** originals that are in memory at once, of at most RASTER_LIMITS.bytes each */
const AT_ONCE = 2;

/** @param dir DATA_DIR/files @param readSize tests have their own */
export function openSizeReading(dir: string, readSize = readShownSize): SizeReading {
  const known = new Map<string, PictureSize | null>();
  const underWay = new Map<string, Promise<PictureSize | null>>();
  const inTurn = atMost(AT_ONCE);
  const read = async (filepath: string): Promise<PictureSize | null> => {
    const found = await readSize(join(dir, filepath), filepath).catch(() => undefined);
    // one that is not there today may be brought back
    if (found === undefined) return null;
    const size = found && { width: found.width, height: found.height };
    known.set(filepath, size);
    if (known.size > REMEMBERED) known.delete(known.keys().next().value!);
    return size;
  };
  // requests that need the same size at once wait for one reading
  const of = async (filepath: string): Promise<PictureSize | null> => {
    const there = known.get(filepath);
    if (there !== undefined) return there;
    const begun = underWay.get(filepath) ?? inTurn(() => read(filepath)).finally(() => underWay.delete(filepath));
    underWay.set(filepath, begun);
    return begun;
  };
  return {
    of,
    async inText(html) {
      const sizes: PictureSizes[number][] = [];
      for (const filepath of filepathsIn(html).filter(mayBeSmaller).slice(0, MOST)) {
        const size = await of(filepath);
        if (size) sizes.push({ filepath, ...size });
      }
      return sizes;
    },
  };
}

/** Lets so many at once do their work, the others after them in the order in which they came. */
function atMost(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running < most) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // the next one takes the place over
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/**
 * The size of a picture as browsers show it: a camera may have written that it lies on its side.
 * @param path of the file @returns null where it says none, or is too large to be read @throws where it is not there
 */
export async function readShownSize(path: string, filepath: string): Promise<RasterSize | null> {
  const kind = parseFilepath(filepath)?.extension ?? '';
  if (!isRaster(kind) || (await stat(path)).size > RASTER_LIMITS.bytes) return null;
  const bytes = await readFile(path);
  const size = rasterSize(bytes, kind);
  if (!size || kind !== 'jpg' || orientationOf(bytes) < 5) return size;
  return { ...size, width: size.height, height: size.width };
}

/** Tag of the orientation in the data of a camera. */
const ORIENTATION = 0x0112;

/** The orientation 1 to 8 that a JPEG says; 1 where it says none. 5 and above lie on their side. */
export function orientationOf(bytes: Buffer): number {
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    if (bytes[at + 1] === 0xda) return 1;
    if (bytes[at + 1] !== 0xe1 || bytes.toString('latin1', at + 4, at + 10) !== 'Exif\0\0') continue;
    return orientationIn(bytes.subarray(at + 10, at + 2 + bytes.readUInt16BE(at + 2)));
  }
  return 1;
}

/** @param tiff data of a camera: order of bytes, then a list of tags */
function orientationIn(tiff: Buffer): number {
  if (tiff.length < 14) return 1;
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const two = (at: number): number => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const start = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (start + 2 > tiff.length) return 1;
  const count = two(start);
  for (let at = start + 2, tag = 0; tag < count && at + 12 <= tiff.length; at += 12, tag++)
    if (two(at) === ORIENTATION) return two(at + 8) || 1;
  return 1;
}
