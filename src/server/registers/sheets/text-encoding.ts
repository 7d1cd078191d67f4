import { isUtf8 } from 'node:buffer';
import { SheetRefused } from './refusals.ts';

type TextEncodingName = 'utf-8' | 'gb18030' | 'utf-16le' | 'utf-16be';

export interface DecidedEncoding {
  encoding: TextEncodingName;
  /** bytes of the byte order mark */
  mark: number;
}

const CHUNK = 1024 * 1024;

/**
 * How a text file is encoded: by its mark; without one UTF-8 where that is valid throughout, else GB18030 where that
 * is.
 * @throws SheetRefused where neither is, or where lines differ
 */
export function decideEncoding(bytes: Buffer): DecidedEncoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return checked(bytes, { encoding: 'utf-16le', mark: 2 });
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return checked(bytes, { encoding: 'utf-16be', mark: 2 });
  const zero = bytes.indexOf(0);
  if (zero >= 0) throw new SheetRefused('unknown-encoding', { where: `文本第 ${lineAt(bytes, zero)} 行含有空字符` });
  const mark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  if (isUtf8(bytes)) return { encoding: 'utf-8', mark };
  const mixed = findOtherLine(bytes);
  if (mixed !== undefined) throw new SheetRefused('mixed-encodings', { line: mixed });
  return checked(bytes, { encoding: 'gb18030', mark });
}

/** The whole text, piece by piece. */
export function* decodeText(bytes: Buffer, { encoding, mark }: DecidedEncoding): Generator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  for (let at = mark; at < bytes.length; at += CHUNK)
    yield decoder.decode(bytes.subarray(at, at + CHUNK), { stream: true });
  yield decoder.decode();
}

/** GB18030 reads nearly anything; what comes out as private-use characters was something else. */
const PRIVATE = /[\u0000\ue000-\uf8ff\ufffd]/;

function checked(bytes: Buffer, decided: DecidedEncoding): DecidedEncoding {
  let line = 1;
  const refused = () => new SheetRefused('unknown-encoding', { where: `文本第 ${line} 行附近` });
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

function lineAt(bytes: Buffer, end: number): number {
  let line = 1;
  for (let at = bytes.indexOf(10); at >= 0 && at < end; at = bytes.indexOf(10, at + 1)) line++;
  return line;
}

/** so many Chinese characters of a line that are valid UTF-8 are no accident of GB18030 */
const CERTAIN = 4;
const HAN = /[\u4e00-\u9fff]/g;

/**
 * In a file that is not UTF-8 throughout: the first line that is encoded unlike most, where some lines are UTF-8 for
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
    const kind = !isUtf8(text)
      ? 'other'
      : (text.toString('utf8').match(HAN)?.length ?? 0) >= CERTAIN
        ? 'utf8'
        : undefined;
    if (!kind) continue;
    count[kind]++;
    first[kind] ??= line;
  }
  if (count.utf8 === 0) return undefined;
  return count.utf8 >= count.other ? first.other : first.utf8;
}
