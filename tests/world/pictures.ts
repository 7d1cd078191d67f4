import { makePng } from '#demo/files/png.ts';

/** A whole PNG of one pixel. */
export const PNG = makePng(1, 1, () => [11, 31, 63]);

const u16 = (...numbers: number[]): Buffer => Buffer.from(numbers.flatMap((at) => [at >> 8, at & 0xff]));
const le16 = (...numbers: number[]): Buffer => Buffer.from(numbers.flatMap((at) => [at & 0xff, at >> 8]));
const u32 = (number: number): Buffer =>
  Buffer.from([number >>> 24, (number >>> 16) & 255, (number >>> 8) & 255, number & 255]);

/** Heads of pictures that say this size, each of a few bytes: nothing has to be painted to say it. */
export function pngHead(width: number, height: number, frames = 0): Buffer {
  const chunk = (name: string, body: Buffer) => Buffer.concat([u32(body.length), Buffer.from(name), body, u32(0)]);
  return Buffer.concat([
    PNG.subarray(0, 8),
    chunk('IHDR', Buffer.concat([u32(width), u32(height), Buffer.from([8, 2, 0, 0, 0])])),
    ...Array.from({ length: frames }, () => chunk('fcTL', Buffer.alloc(26))),
    chunk('IDAT', Buffer.alloc(4)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export function jpegHead(width: number, height: number, passes = 1): Buffer {
  const segment = (mark: number, body: Buffer) =>
    Buffer.concat([Buffer.from([0xff, mark]), u16(body.length + 2), body]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('JFIF\0')),
    segment(0xc2, Buffer.concat([Buffer.from([8]), u16(height, width), Buffer.from([1, 1, 0x11, 0])])),
    ...Array.from({ length: passes }, () =>
      Buffer.concat([segment(0xda, Buffer.alloc(6)), Buffer.from([0x12, 0xff, 0x00, 0x34])]),
    ),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** @param frame size of each frame, where it is another than the screen's */
export function gifHead(width: number, height: number, frames = 1, frame = [width, height]): Buffer {
  return Buffer.concat([
    Buffer.from('GIF89a'),
    le16(width, height),
    Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
    Buffer.from([0x21, 0xff, 3, 1, 2, 3, 0]),
    ...Array.from({ length: frames }, () =>
      Buffer.concat([Buffer.from([0x2c]), le16(0, 0, ...frame), Buffer.from([0, 2, 1, 0x2c, 0])]),
    ),
    Buffer.from([0x3b]),
  ]);
}

export function webpHead(width: number, height: number, frames = 0): Buffer {
  const le24 = (number: number) => Buffer.from([number & 255, (number >> 8) & 255, number >> 16]);
  const chunk = (name: string, body: Buffer) =>
    Buffer.concat([Buffer.from(name), Buffer.from(u32(body.length)).reverse(), body, Buffer.alloc(body.length % 2)]);
  const chunks = [
    chunk('VP8X', Buffer.concat([Buffer.alloc(4), le24(width - 1), le24(height - 1)])),
    ...Array.from({ length: frames }, () => chunk('ANMF', Buffer.alloc(17))),
  ];
  return Buffer.concat([Buffer.from('RIFF'), u32(0), Buffer.from('WEBP'), ...chunks]);
}
