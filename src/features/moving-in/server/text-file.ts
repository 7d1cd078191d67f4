import { readFileSync, statSync } from 'node:fs';
import { decideEncoding, decodeText, UnknownEncoding } from '#server/files/text-encoding.ts';
import type { BilingualText } from './problems.ts';

const MEGABYTE = 1024 * 1024;
/** bytes; a list may hold the HTML of all its articles */
const MOST_BYTES = 256 * MEGABYTE;

/** Error for a text file that cannot be read, with the reason and without the file's name. */
export class UnreadableText extends Error {
  readonly reason: BilingualText;

  constructor(reason: BilingualText) {
    super(reason.en);
    this.reason = reason;
  }
}

export interface TextFile {
  /** without a byte order mark */
  text: string;
  /** encoding in the words of an operator: UTF-8, UTF-8 with BOM, GB18030, UTF-16 */
  encoding: string;
}

/** MI1: a text file in the encoding that its bytes show. @param path of a file that is there @throws UnreadableText */
export function readTextFile(path: string): TextFile {
  const { bytes, encoding } = readTextBytes(path);
  return { text: bytes.toString(), encoding };
}

/** Reads the same as UTF-8 bytes, for readers of bytes: a large text is in memory once. @throws UnreadableText */
export function readTextBytes(path: string): Omit<TextFile, 'text'> & { bytes: Buffer } {
  const { size } = statSync(path);
  if (size > MOST_BYTES)
    throw new UnreadableText({
      en: `it has ${Math.round(size / MEGABYTE)} MB, and at most ${MOST_BYTES / MEGABYTE} are read`,
      zh: `有 ${Math.round(size / MEGABYTE)} MB，最多读 ${MOST_BYTES / MEGABYTE} MB`,
    });
  const bytes = readFileSync(path);
  try {
    const decided = decideEncoding(bytes);
    const name = { 'utf-8': 'UTF-8', gb18030: 'GB18030', 'utf-16le': 'UTF-16', 'utf-16be': 'UTF-16' }[decided.encoding];
    return {
      bytes:
        decided.encoding === 'utf-8'
          ? bytes.subarray(decided.mark)
          : Buffer.concat(Array.from(decodeText(bytes, decided), (piece) => Buffer.from(piece))),
      encoding: decided.mark === 3 ? `${name} with BOM` : name,
    };
  } catch (error) {
    if (!(error instanceof UnknownEncoding)) throw error;
    throw new UnreadableText(
      error.code === 'mixed-encodings'
        ? {
            en: `its line ${error.facts.line} is encoded otherwise than the others; save it in one encoding, best UTF-8`,
            zh: `第 ${error.facts.line} 行与其他行的编码不同；请统一存成一种编码，最好是 UTF-8`,
          }
        : error.code === 'other-encoding'
          ? {
              en: `it looks like ${String(error.facts.encoding).replace(/（.*/, '')} from line ${error.facts.line} on; save it as UTF-8`,
              zh: `像是 ${error.facts.encoding} 编码（第 ${error.facts.line} 行起）；请另存为 UTF-8`,
            }
          : {
              en: 'it is neither UTF-8 nor GB18030 throughout; save it as UTF-8',
              zh: '既不是 UTF-8，也不是 GB18030 编码；请另存为 UTF-8',
            },
    );
  }
}
