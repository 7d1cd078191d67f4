import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { PictureSize } from '#rules/look/brand.ts';

/** bytes of a picture that contain its size */
const HEAD = 16 * 1024;

/**
 * Size of a stored PNG or SVG, by its own data.
 * @param dir DATA_DIR/files
 * @returns null where it is missing, no such picture, or has no size
 */
export async function readPictureSize(dir: string, filepath: string): Promise<PictureSize | null> {
  const head = await readHead(join(dir, filepath));
  if (!head) return null;
  return filepath.endsWith('.svg') ? svgSize(head.toString('utf8')) : pngSize(head);
}

async function readHead(path: string): Promise<Buffer | null> {
  const file = await open(path).catch(() => null);
  if (!file) return null;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Reads the first chunk. */
function pngSize(head: Buffer): PictureSize | null {
  if (head.length < 24 || head.toString('latin1', 12, 16) !== 'IHDR') return null;
  return { width: head.readUInt32BE(16), height: head.readUInt32BE(20), isDrawing: false };
}

const svgSize = (text: string): PictureSize | null => {
  const tag = /<(?:[a-z]+:)?svg\b[^>]*>/i.exec(text)?.[0] ?? '';
  const attribute = (name: string): string | undefined =>
    new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1];
  const length = (name: string): number => Number(/^\s*([0-9.]+)(?:px)?\s*$/.exec(attribute(name) ?? '')?.[1] ?? NaN);
  const [width, height] = [length('width'), length('height')];
  if (width > 0 && height > 0) return { width, height, isDrawing: true };
  const [, , wide = NaN, high = NaN] = (attribute('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  return wide > 0 && high > 0 ? { width: wide, height: high, isDrawing: true } : null;
};
