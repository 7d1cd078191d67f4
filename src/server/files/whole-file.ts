import { open, readFile, type FileHandle } from 'node:fs/promises';

/** bytes that are looked at in one piece */
const PIECE = 1024 * 1024;
/** bytes of the head in which a PDF for the web states its length */
const PDF_HEAD = 1024;
/** bytes behind the end of a zip archive: its comment, at most */
const ZIP_END = 65_557;

const ZIPPED = new Set(['zip', 'docx', 'xlsx', 'pptx', 'apk', 'ofd', 'epub', 'odt', 'ods', 'odp']);

/**
 * AC13: the reason why a PDF, a picture or a zip archive is not whole; '' where it is, and for other files. The mark
 * at its end decides; data behind it, as some programs and servers write it, is no fault.
 * @param kind ending by its content @param size bytes
 */
export async function cutProblem(path: string, kind: string, size: number): Promise<string> {
  const isWhole = await (kind === 'pdf'
    ? withFile(path, (file) => isPdfWhole(file, size))
    : ZIPPED.has(kind)
      ? withFile(path, (file) => isZipWhole(file, size))
      : kind in PICTURES
        ? readFile(path).then(PICTURES[kind])
        : true);
  return isWhole ? '' : '文件不完整，末尾缺了一段，可能没有下载完或没有复制完；请重新取得这个文件后再上传';
}

async function withFile<T>(path: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path);
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

async function read(file: FileHandle, from: number, bytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, from);
  return buffer.subarray(0, bytesRead);
}

/** The last of its ends has neither an object nor the place of a table behind it: an update of which the end is missing. */
async function isPdfWhole(file: FileHandle, size: number): Promise<boolean> {
  const head = (await read(file, 0, PDF_HEAD)).toString('latin1');
  const length = /\/Linearized\b/.test(head) ? Number(/\/L\s+(\d+)/.exec(head)?.[1] ?? 0) : 0;
  if (size < length) return false;
  // marks and objects may lie over the border of two pieces
  const shared = 32;
  for (let end = size; end > 0; end -= PIECE) {
    const from = Math.max(0, end - PIECE - shared);
    const text = (await read(file, from, Math.min(end, size) - from)).toString('latin1');
    const [mark, start] = [text.lastIndexOf('%%EOF'), text.lastIndexOf('startxref')];
    if (start > mark || /\d \d+ obj\b/.test(text.slice(mark + 1))) return false;
    if (mark >= 0) return true;
  }
  return false;
}

/** True where the directory lies before the end, with as many bytes as it states. */
async function isZipWhole(file: FileHandle, size: number): Promise<boolean> {
  const tail = await read(file, Math.max(0, size - ZIP_END), ZIP_END);
  const at = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (at < 0 || at + 22 > tail.length) return false;
  const [length, offset] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)];
  // an archive of more than four gigabytes states it elsewhere
  return offset === 0xffffffff || offset + length <= size - tail.length + at;
}

const PICTURES: Readonly<Record<string, (bytes: Buffer) => boolean>> = {
  png: (bytes) => {
    for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at))
      if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') return true;
    return false;
  },
  jpg: isJpegWhole,
  gif: isGifWhole,
  webp: (bytes) => bytes.length >= 12 && bytes.readUInt32LE(4) + 8 <= bytes.length + 1,
};

/** Segments with a length are passed over, because a small picture in one has an end of its own. */
function isJpegWhole(bytes: Buffer): boolean {
  let hasPicture = false;
  for (let at = 2; at + 2 <= bytes.length;) {
    if (bytes[at] !== 0xff) {
      at = bytes.indexOf(0xff, at);
      if (at < 0) return false;
      continue;
    }
    const mark = bytes[at + 1]!;
    if (mark === 0xd9) return hasPicture;
    if (mark === 0xda) hasPicture = true;
    if (mark === 0xff) at += 1;
    else if (mark === 0 || mark === 0x01 || (mark >= 0xd0 && mark <= 0xd8)) at += 2;
    else if (at + 4 > bytes.length) return false;
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return false;
}

function isGifWhole(bytes: Buffer): boolean {
  const tableSize = (packed: number): number => ((packed & 0x80) === 0 ? 0 : 3 * 2 ** ((packed & 7) + 1));
  const behindParts = (from: number): number => {
    let at = from;
    while (at < bytes.length && bytes[at] !== 0) at += bytes[at]! + 1;
    return at + 1;
  };
  for (let at = 13 + tableSize(bytes[10] ?? 0); at < bytes.length;) {
    if (bytes[at] === 0x3b) return true;
    if (bytes[at] === 0x21) at = behindParts(at + 2);
    else if (bytes[at] === 0x2c) at = behindParts(at + 10 + tableSize(bytes[at + 9] ?? 0) + 1);
    else return false;
  }
  return false;
}
