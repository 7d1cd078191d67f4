import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { fileProblem } from '#server/files/accept-file.ts';
import { RASTER_LIMITS, rasterSize } from '#server/files/raster-size.ts';
import { gifHead, jpegHead, PNG, pngHead, webpHead } from '../world/pictures.ts';
import { temporaryFolder } from '../world/stores.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());
const problemOf = (filename: string, bytes: Buffer): Promise<string> => {
  const path = join(folder.path, filename);
  writeFileSync(path, bytes);
  return fileProblem(path, filename);
};

describe('[FO8] a picture of pixels', () => {
  test.each([
    ['png', pngHead(640, 480, 3), { width: 640, height: 480, frames: 3, passes: 1 }],
    ['png', PNG, { width: 1, height: 1, frames: 1, passes: 1 }],
    ['jpg', jpegHead(640, 480, 4), { width: 640, height: 480, frames: 1, passes: 4 }],
    ['gif', gifHead(640, 480, 5), { width: 640, height: 480, frames: 5, passes: 1 }],
    ['gif', gifHead(1, 1, 1, [9_000, 8_000]), { width: 9_000, height: 8_000, frames: 1, passes: 1 }],
    ['webp', webpHead(640, 480, 6), { width: 640, height: 480, frames: 6, passes: 1 }],
  ] as const)('%s says its own size', (kind, bytes, size) => {
    expect(rasterSize(bytes, kind)).toEqual(size);
  });

  test('is taken up to 25 million pixels', async () => {
    for (const [name, bytes] of [
      ['a.png', pngHead(5_000, 5_000)],
      ['a.jpg', jpegHead(5_000, 5_000, 10)],
      ['a.gif', gifHead(500, 500, 300)],
      ['a.webp', webpHead(5_000, 5_000)],
    ] as const)
      expect(await problemOf(name, bytes), name).toBe('');
  });

  test.each([
    ['a.png', pngHead(30_000, 30_000), '图片有 30000×30000，即 900 百万像素，最多 25 百万'],
    ['a.png', pngHead(4_294_967_295, 4_294_967_295), '百万像素'],
    ['a.jpg', jpegHead(65_535, 65_535), '百万像素'],
    ['a.gif', gifHead(1, 1, 1, [60_000, 60_000]), '百万像素'],
    ['a.webp', webpHead(16_000, 16_000), '百万像素'],
    ['a.png', pngHead(10, 10, RASTER_LIMITS.frames + 1), '动图超过 500 帧'],
    ['a.gif', gifHead(10, 10, RASTER_LIMITS.frames + 1), '动图超过 500 帧'],
    ['a.webp', webpHead(5_000, 5_000, 11), '动图有 11 帧，合计 275 百万像素，最多 250 百万'],
    ['a.jpg', jpegHead(5_000, 5_000, 101), 'JPEG 图片分 100 遍以上显示'],
    ['a.png', Buffer.from('\x89PNG\r\n\x1a\nnothing of it', 'latin1'), '读不出宽和高'],
    ['a.gif', Buffer.from('GIF89a'), '读不出宽和高'],
    ['a.jpg', Buffer.from('ffd8ffe0ffff', 'hex'), '读不出宽和高'],
    ['a.jpg', Buffer.from(`ffd8ff${'ff'.repeat(500)}`, 'hex'), '读不出宽和高'],
  ])('%s is refused by its header', async (name, bytes, words) => {
    expect(await problemOf(name, bytes)).toContain(words);
  });
});
