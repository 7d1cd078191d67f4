import { isUtf8 } from 'node:buffer';
import { isValid, lineAt, otherEncoding } from './other-encodings.ts';

type TextEncodingName = 'utf-8' | 'gb18030' | 'utf-16le' | 'utf-16be';

export interface DecidedEncoding {
  encoding: TextEncodingName;
  /** bytes of the byte order mark */
  mark: number;
}

/** Text file of an unknown encoding, or of two; its code is that of a refusal of sheets. */
export class UnknownEncoding extends Error {
  readonly code: 'unknown-encoding' | 'mixed-encodings' | 'other-encoding';
  readonly facts: Readonly<Record<string, string | number>>;

  constructor(code: UnknownEncoding['code'], facts: UnknownEncoding['facts']) {
    super(code);
    this.code = code;
    this.facts = facts;
  }
}

const CHUNK = 1024 * 1024;

/**
 * Encoding of a text file: by its mark; without one UTF-16 where every other byte of its line ends is zero. Else it
 * is UTF-8 where that is valid throughout, else GB18030 where that is and no other encoding fits better (VA3).
 * @throws UnknownEncoding where none is, or where lines differ
 */
export function decideEncoding(bytes: Buffer): DecidedEncoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return checked(bytes, { encoding: 'utf-16le', mark: 2 });
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return checked(bytes, { encoding: 'utf-16be', mark: 2 });
  const zero = bytes.indexOf(0);
  const wide = zero < 0 ? null : unmarkedUtf16(bytes);
  if (wide) return checked(bytes, { encoding: wide, mark: 0 });
  if (zero >= 0) throw new UnknownEncoding('unknown-encoding', { where: `文本第 ${lineAt(bytes, zero)} 行含有空字符` });
  const mark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  if (isUtf8(bytes)) return { encoding: 'utf-8', mark };
  const mixed = findOtherLine(bytes);
  if (mixed !== undefined) throw new UnknownEncoding('mixed-encodings', { line: mixed });
  const other = otherEncoding(bytes);
  if (other) throw new UnknownEncoding('other-encoding', { ...other });
  return checked(bytes, { encoding: 'gb18030', mark });
}

/** The whole text, piece by piece. */
export function* decodeText(bytes: Buffer, { encoding, mark }: DecidedEncoding): Generator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  for (let at = mark; at < bytes.length; at += CHUNK)
    yield decoder.decode(bytes.subarray(at, at + CHUNK), { stream: true });
  yield decoder.decode();
}

/** GB18030 reads nearly anything; bytes that it reads as private-use characters were of another encoding. */
const PRIVATE = /[\u0000\ue000-\uf8ff\ufffd]/;

function checked(bytes: Buffer, decided: DecidedEncoding): DecidedEncoding {
  let line = 1;
  const refused = () => new UnknownEncoding('unknown-encoding', { where: `文本第 ${line} 行附近` });
  let pieces: Generator<string>;
  try {
    pieces = decodeText(bytes, decided);
    for (const piece of pieces) {
      const bad = PRIVATE.exec(piece);
      line += newlines(bad ? piece.slice(0, bad.index) : piece);
      if (bad) throw refused();
    }
  } catch {
    throw refused();
  }
  return decided;
}

const newlines = (text: string): number => text.split('\n').length - 1;

/** number of Chinese characters from which a line of valid UTF-8 is no accident of GB18030 */
const CERTAIN = 2;
const HAN = /[\u4e00-\u9fff]/g;

/** Whether a line that is valid UTF-8 is no accident of GB18030: of one Chinese character GB18030 reads a half more. */
function isCertainlyUtf8(line: Buffer): boolean {
  const count = line.toString('utf8').match(HAN)?.length ?? 0;
  return count >= CERTAIN || (count > 0 && !isValid('gb18030', line));
}

/**
 * First line that is encoded unlike most, in a file that is not UTF-8 throughout, where some lines are UTF-8 for
 * certain.
 */
function findOtherLine(bytes: Buffer): number | undefined {
  const first: { utf8?: number; other?: number } = {};
  const count = { utf8: 0, other: 0 };
  let line = 0;
  for (let start = 0; start < bytes.length;) {
    const next = bytes.indexOf(10, start);
    const end = next < 0 ? bytes.length : next;
    const text = bytes.subarray(start, end);
    line++;
    start = end + 1;
    const kind = !isUtf8(text) ? 'other' : isCertainlyUtf8(text) ? 'utf8' : undefined;
    if (!kind) continue;
    count[kind]++;
    first[kind] ??= line;
  }
  if (count.utf8 === 0) return undefined;
  return count.utf8 >= count.other ? first.other : first.utf8;
}

/** bytes at which the halves of a line end are looked for */
const HEAD = 8_192;

/** VA3: UTF-16 without a mark: its line ends, commas and digits have a zero beside them, on the same side. */
export function unmarkedUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes.length % 2 !== 0 && bytes.length < HEAD) return null;
  const [zeros, ends] = [
    [0, 0],
    [0, 0],
  ];
  for (let at = 0; at < Math.min(bytes.length, HEAD); at++) {
    if (bytes[at] !== 0) continue;
    zeros[at % 2]!++;
    if (isLineSign(bytes[at % 2 === 0 ? at + 1 : at - 1])) ends[at % 2]!++;
  }
  // 一 is 4E00: a few zeros are on the other side, too
  const side = zeros[1]! > zeros[0]! ? 1 : 0;
  if (ends[side] === 0 || ends[1 - side]! > 0 || zeros[1 - side]! * 2 > zeros[side]!) return null;
  return side === 1 ? 'utf-16le' : 'utf-16be';
}

const isLineSign = (byte: number | undefined): boolean =>
  byte === 0x0a || byte === 0x0d || byte === 0x09 || byte === 0x2c;
