import { readFile } from 'node:fs/promises';
import { uploadSizeProblem } from '#rules/files/upload-rule.ts';

/** FO8: limits of an unpacked picture of pixels, checked by its own headers without decoding it. */
export const RASTER_LIMITS = {
  /** bytes of the file */
  bytes: 32 * 1024 * 1024,
  /** pixels of one frame */
  pixels: 25_000_000,
  frames: 500,
  /** pixels of all frames: a gigabyte of four bytes each */
  unpacked: 250_000_000,
  /** passes of a JPEG, each of which goes over all pixels */
  passes: 100,
} as const;

export type RasterKind = 'png' | 'jpg' | 'gif' | 'webp';

export const isRaster = (extension: string): extension is RasterKind =>
  extension === 'png' || extension === 'jpg' || extension === 'gif' || extension === 'webp';

export interface RasterSize {
  width: number;
  height: number;
  frames: number;
  /** 1 but for JPEG */
  passes: number;
}

/**
 * Reason why a picture is refused; '' where it is accepted. @param path of a file of this kind @param bytes of the
 * file
 */
export async function rasterProblem(path: string, kind: RasterKind, bytes: number): Promise<string> {
  const tooLarge = uploadSizeProblem(bytes, true, RASTER_LIMITS.bytes);
  if (tooLarge !== '') return tooLarge;
  const size = rasterSize(await readFile(path), kind);
  return size ? sizeProblem(size) : '图片已损坏：读不出宽和高；请重新导出后再上传';
}

/** Size of a picture by its own data; null where it has none. Counting ends where it is too much. */
export const rasterSize = (bytes: Buffer, kind: RasterKind): RasterSize | null => readers[kind](bytes);

/** FO8: the reason why a picture of this size is refused; '' where it is accepted. */
export function sizeProblem({ width, height, frames, passes }: RasterSize): string {
  const pixels = width * height;
  const mega = (count: number): string => (count / 1_000_000).toLocaleString('zh-CN', { maximumFractionDigits: 1 });
  if (pixels > RASTER_LIMITS.pixels)
    return `图片有 ${width}×${height}，即 ${mega(pixels)} 百万像素，最多 ${mega(RASTER_LIMITS.pixels)} 百万；请缩小后再上传`;
  if (frames > RASTER_LIMITS.frames) return `动图超过 ${RASTER_LIMITS.frames} 帧；请缩短，或改为视频`;
  if (pixels * frames > RASTER_LIMITS.unpacked)
    return `动图有 ${frames} 帧，合计 ${mega(pixels * frames)} 百万像素，最多 ${mega(RASTER_LIMITS.unpacked)} 百万；请缩小、缩短或改为视频`;
  return passes > RASTER_LIMITS.passes ? `JPEG 图片分 ${RASTER_LIMITS.passes} 遍以上显示；请另存为普通的 JPEG` : '';
}

/** Sizes in the headers; null where there are none. */
const readers: Readonly<Record<RasterKind, (bytes: Buffer) => RasterSize | null>> = {
  png: readPng,
  jpg: readJpeg,
  gif: readGif,
  webp: readWebp,
};

const sized = (width: number, height: number, frames = 1, passes = 1): RasterSize | null =>
  width > 0 && height > 0 ? { width, height, frames: Math.max(frames, 1), passes } : null;

/** 'fcTL' */
const FRAME_OF_PNG = 0x6663544c;

/** Reads the size from the first chunk; in an animated one `fcTL` begins each frame. */
function readPng(bytes: Buffer): RasterSize | null {
  if (bytes.length < 24 || bytes.toString('latin1', 12, 16) !== 'IHDR') return null;
  let frames = 0;
  for (let at = 8; at + 8 <= bytes.length && frames <= RASTER_LIMITS.frames; at += 12 + bytes.readUInt32BE(at))
    if (bytes.readUInt32BE(at + 4) === FRAME_OF_PNG) frames++;
  return sized(bytes.readUInt32BE(16), bytes.readUInt32BE(20), frames);
}

/** Reads segments up to the first pass, then the marks of further ones between packed data. */
function readJpeg(bytes: Buffer): RasterSize | null {
  let size: { width: number; height: number } | undefined;
  let passes = 0;
  for (let at = 2; at + 9 <= bytes.length && passes <= RASTER_LIMITS.passes;) {
    if (bytes[at] !== 0xff) {
      const next = bytes.indexOf(0xff, at);
      if (next < 0) break;
      at = next;
      continue;
    }
    const mark = bytes[at + 1]!;
    // packed data has a zero behind such a byte; others of these have no length
    if (mark === 0 || mark === 0xff || mark === 0x01 || (mark >= 0xd0 && mark <= 0xd8)) {
      at += mark === 0xff ? 1 : 2;
      continue;
    }
    if (mark === 0xd9) break;
    if (isFrameHeader(mark)) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
      if (!size || width * height > size.width * size.height) size = { width, height };
    }
    if (mark === 0xda) passes++;
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return size ? sized(size.width, size.height, 1, passes) : null;
}

/** SOF0 to SOF15, without the tables that are numbered among them. */
const isFrameHeader = (mark: number): boolean =>
  mark >= 0xc0 && mark <= 0xcf && mark !== 0xc4 && mark !== 0xc8 && mark !== 0xcc;

/** Reads blocks: 0x2c begins a frame, which may be larger than the screen in the head. */
function readGif(bytes: Buffer): RasterSize | null {
  if (bytes.length < 13) return null;
  let [width, height] = [bytes.readUInt16LE(6), bytes.readUInt16LE(8)];
  let frames = 0;
  let at = 13 + tableSize(bytes[10]!);
  while (at < bytes.length && frames <= RASTER_LIMITS.frames) {
    const block = bytes[at];
    if (block === 0x21) at = behindParts(bytes, at + 2);
    else if (block === 0x2c && at + 10 <= bytes.length) {
      frames++;
      width = Math.max(width, bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5));
      height = Math.max(height, bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7));
      at = behindParts(bytes, at + 10 + tableSize(bytes[at + 9]!) + 1);
    } else break;
  }
  return sized(width, height, frames);
}

/** Bytes of a table of colours, by its descriptor byte. */
const tableSize = (packed: number): number => ((packed & 0x80) === 0 ? 0 : 3 * 2 ** ((packed & 7) + 1));

/** Parts of at most 255 bytes, each behind its length; 0 ends them. */
function behindParts(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 0) at += bytes[at]! + 1;
  return at + 1;
}

/** RIFF: the head of a still one, or VP8X with the canvas and `ANMF` for each frame. */
function readWebp(bytes: Buffer): RasterSize | null {
  let size: RasterSize | null = null;
  let frames = 0;
  for (let at = 12; at + 8 <= bytes.length && frames <= RASTER_LIMITS.frames;) {
    const [name, length] = [bytes.toString('latin1', at, at + 4), bytes.readUInt32LE(at + 4)];
    const head = bytes.subarray(at + 8, at + 8 + Math.min(length, 10));
    if (name === 'ANMF') frames++;
    size ??= webpHead(name, head);
    at += 8 + length + (length % 2);
  }
  return size && { ...size, frames: Math.max(frames, 1) };
}

function webpHead(name: string, head: Buffer): RasterSize | null {
  if (name === 'VP8X' && head.length >= 10) return sized(head.readUIntLE(4, 3) + 1, head.readUIntLE(7, 3) + 1);
  if (name === 'VP8 ' && head.length >= 10) return sized(head.readUInt16LE(6) & 0x3fff, head.readUInt16LE(8) & 0x3fff);
  if (name !== 'VP8L' || head.length < 5) return null;
  const bits = head.readUInt32LE(1);
  return sized((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
}
