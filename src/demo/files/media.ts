/** Audio and video made of the smallest valid bytes: real players open them, and nothing had to be recorded. */

/** MPEG-1 layer III at 44.1 kHz and 128 kbit/s: a frame whose side information is all zero decodes to silence. */
const FRAME_BYTES = 417;
const FRAME_SECONDS = 1152 / 44100;

export function makeMp3(seconds: number): Buffer {
  const frame = Buffer.alloc(FRAME_BYTES);
  frame.set([0xff, 0xfb, 0x90, 0x64]);
  return Buffer.concat(Array.from({ length: Math.ceil(seconds / FRAME_SECONDS) }, () => frame));
}

/** Width and height of the picture, in macroblocks of 16 × 16 pixels. */
const WIDE = 10;
const HIGH = 6;
const TIMESCALE = 1000;

/** An MP4 of one still picture in H.264. Every macroblock is I_PCM, that is raw samples, so no encoder is needed. */
export function makeMp4(seconds: number): Buffer {
  const set = Buffer.concat([Buffer.from([0x67, 66, 0xc0, 10]), sequenceSet()]);
  const pictureSet = Buffer.concat([
    Buffer.from([0x68]),
    new Bits()
      .ue(0)
      .ue(0)
      .flag(0)
      .flag(0)
      .ue(0)
      .ue(0)
      .ue(0)
      .flag(0)
      .put(0, 2)
      .se(0)
      .se(0)
      .se(0)
      .flag(0)
      .flag(0)
      .flag(0)
      .end(),
  ]);
  const picture = protect(Buffer.concat([Buffer.from([0x65]), picturePayload()]));
  const sample = Buffer.concat([uint32(picture.length), picture]);
  const type = box('ftyp', Buffer.from('isom\0\0\x02\0isomiso2avc1mp41', 'latin1'));
  const build = (offset: number) => movie(seconds * TIMESCALE, sample.length, offset, set, pictureSet);
  const length = build(0).length;
  return Buffer.concat([type, build(type.length + length + 8), box('mdat', sample)]);
}

function sequenceSet(): Buffer {
  return new Bits()
    .ue(0) // sequence parameter set id
    .ue(0) // 4-bit frame numbers
    .ue(2) // output order is decoding order
    .ue(0) // no reference frames
    .flag(0)
    .ue(WIDE - 1)
    .ue(HIGH - 1)
    .flag(1) // frames only, no fields
    .flag(1)
    .flag(0)
    .flag(0)
    .end();
}

/** Picture data: a dark ground with one pale band, like the cards of the site. */
function picturePayload(): Buffer {
  const bits = new Bits().ue(0).ue(7).ue(0).put(0, 4).ue(0).flag(0).flag(0).se(0);
  for (let row = 0; row < HIGH; row++)
    for (let column = 0; column < WIDE; column++) {
      bits.ue(25).align();
      const bright = row === HIGH - 2 && column > 0 && column < WIDE - 1;
      bits
        .bytes(256, bright ? 0xb4 : 0x28)
        .bytes(64, bright ? 0x80 : 0x98)
        .bytes(64, bright ? 0x84 : 0x74);
    }
  return bits.end();
}

/** Writer of an H.264 bit stream: fixed bits, Exp-Golomb numbers, and a stop bit at the end. */
class Bits {
  #bytes: number[] = [];
  #byte = 0;
  #used = 0;

  flag(bit: number): this {
    this.#byte = (this.#byte << 1) | bit;
    if (++this.#used === 8) {
      this.#bytes.push(this.#byte);
      this.#byte = 0;
      this.#used = 0;
    }
    return this;
  }

  put(value: number, width: number): this {
    for (let bit = width - 1; bit >= 0; bit--) this.flag((value >> bit) & 1);
    return this;
  }

  ue(value: number): this {
    const width = 32 - Math.clz32(value + 1);
    return this.put(0, width - 1).put(value + 1, width);
  }

  se(value: number): this {
    return this.ue(value > 0 ? 2 * value - 1 : -2 * value);
  }

  align(): this {
    while (this.#used !== 0) this.flag(0);
    return this;
  }

  bytes(count: number, value: number): this {
    for (let left = count; left > 0; left--) this.#bytes.push(value);
    return this;
  }

  end(): Buffer {
    this.flag(1).align();
    return Buffer.from(this.#bytes);
  }
}

/** Inserts a byte 3 where three bytes could be read as a start code (emulation prevention). */
function protect(unit: Buffer): Buffer {
  const safe: number[] = [];
  let zeros = 0;
  for (const byte of unit) {
    if (zeros >= 2 && byte <= 3) {
      safe.push(3);
      zeros = 0;
    }
    safe.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Buffer.from(safe);
}

const uint16 = (...values: number[]) => Buffer.concat(values.map((value) => Buffer.from([value >> 8, value & 0xff])));

function uint32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, place) => bytes.writeUInt32BE(value, place * 4));
  return bytes;
}

function box(name: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([uint32(body.length + 8), Buffer.from(name, 'latin1'), body]);
}

const MATRIX = uint32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

function movie(duration: number, sampleSize: number, offset: number, sequence: Buffer, picture: Buffer): Buffer {
  const [width, height] = [WIDE * 16, HIGH * 16];
  const configuration = box(
    'avcC',
    Buffer.from([1, 66, 0xc0, 10, 0xff, 0xe1]),
    uint16(sequence.length),
    sequence,
    Buffer.from([1]),
    uint16(picture.length),
    picture,
  );
  const entry = box(
    'avc1',
    Buffer.alloc(6),
    uint16(1),
    Buffer.alloc(16),
    uint16(width, height),
    uint32(0x480000, 0x480000, 0),
    uint16(1),
    Buffer.alloc(32),
    uint16(0x18, 0xffff),
    configuration,
  );
  const samples = box(
    'stbl',
    box('stsd', uint32(0, 1), entry),
    box('stts', uint32(0, 1, 1, duration)),
    box('stsc', uint32(0, 1, 1, 1, 1)),
    box('stsz', uint32(0, sampleSize, 1)),
    box('stco', uint32(0, 1, offset)),
  );
  const media = box(
    'mdia',
    box('mdhd', uint32(0, 0, 0, TIMESCALE, duration), uint16(0x55c4, 0)),
    box('hdlr', uint32(0, 0), Buffer.from('vide'), Buffer.alloc(12), Buffer.from('video\0')),
    box(
      'minf',
      box('vmhd', uint32(1), Buffer.alloc(8)),
      box('dinf', box('dref', uint32(0, 1), box('url ', uint32(1)))),
      samples,
    ),
  );
  const header = box(
    'mvhd',
    uint32(0, 0, 0, TIMESCALE, duration, 0x10000),
    uint16(0x100),
    Buffer.alloc(10),
    MATRIX,
    Buffer.alloc(24),
    uint32(2),
  );
  const track = box(
    'tkhd',
    uint32(7, 0, 0, 1, 0, duration),
    Buffer.alloc(16),
    MATRIX,
    uint32(width << 16, height << 16),
  );
  return box('moov', header, box('trak', track, media));
}
