import { open } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { unmarkedUtf16 } from './text-encoding.ts';
import { openPackage, PackageRefused } from './zip-package.ts';

export interface MediaType {
  /** lower case, no dot; the ending of the stored path */
  extension: string;
  mediaType: string;
}

const OCTETS = 'application/octet-stream';

const types: Record<string, string> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  zip: 'application/zip',
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  mp4: 'video/mp4',
  html: 'text/html',
  txt: 'text/plain',
  csv: 'text/csv',
};

/**
 * Endings that are accepted from an uploaded name, where the content shows its family alone; all are only
 * downloaded.
 */
const HINTS = {
  zip: ['apk', 'ofd', 'epub', 'odt', 'ods', 'odp'],
  compound: ['doc', 'xls', 'ppt', 'wps', 'et', 'dps', 'msi'],
  text: ['csv', 'md'],
  octets: ['exe', 'dmg', 'rar', '7z', 'gz', 'pkg', 'deb', 'rpm'],
};

/** Type under which a stored file is served; its ending was chosen by its bytes. */
export const mediaTypeOf = (extension: string): string => of(extension).mediaType;

const of = (extension: string): MediaType => ({ extension, mediaType: types[extension] ?? OCTETS });

/**
 * Type of a file by its bytes. `hint`, the ending of an uploaded name, decides only between kinds that the bytes
 * leave open, and never makes a file more than a download.
 */
export async function readMediaType(path: string, hint = ''): Promise<MediaType> {
  const head = await readHead(path);
  const family = familyOf(head);
  if (family in types && family !== 'zip') return of(family);
  const hinted = HINTS[family as keyof typeof HINTS]?.find(
    (extension) => extension === hint.toLowerCase().replace(/^\./, ''),
  );
  if (family === 'zip') return of((await officeFormat(path)) ?? hinted ?? 'zip');
  if (hinted) return of(hinted);
  return family === 'text' ? of('txt') : of('bin');
}

const HEAD = 8_192;

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

const SIGNATURES: [name: string, at: number, bytes: string][] = [
  ['pdf', 0, '%PDF-'],
  ['zip', 0, 'PK\x03\x04'],
  ['zip', 0, 'PK\x05\x06'],
  ['compound', 0, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['png', 0, '\x89PNG\r\n\x1a\n'],
  ['jpg', 0, '\xff\xd8\xff'],
  ['gif', 0, 'GIF87a'],
  ['gif', 0, 'GIF89a'],
  ['webp', 8, 'WEBPVP8'],
  ['m4a', 4, 'ftypM4A'],
  ['mp4', 4, 'ftyp'],
  ['mp3', 0, 'ID3'],
];

/** US3: whether the first bytes of a file fit the ending of its name; true where they are ambiguous. */
export function fitsEnding(head: Buffer, extension: string): boolean {
  const family = familyOf(head);
  if (extension in types && SIGNATURES.some(([name]) => name === extension)) return family === extension;
  if (HINTS.zip.includes(extension) || ['docx', 'xlsx', 'pptx'].includes(extension)) return family === 'zip';
  // old office files are saved under any of these
  if (HINTS.compound.includes(extension)) return family === 'compound' || family === 'zip' || family === 'text';
  return family === extension || extension === 'html' || family !== 'html';
}

function familyOf(head: Buffer): string {
  const latin = head.toString('latin1');
  const signed = SIGNATURES.find(([, at, bytes]) => latin.startsWith(bytes, at));
  if (signed) return signed[0];
  if (isMpegAudio(head)) return 'mp3';
  const text = readText(head);
  return text === null ? 'octets' : markupOf(text);
}

/** Frame header of MPEG audio layer III: eleven set bits, then a version, a bit rate and a sample rate that exist. */
function isMpegAudio(head: Buffer): boolean {
  if (head.length < 4 || head[0] !== 0xff || (head[1]! & 0xe0) !== 0xe0) return false;
  const [version, layer, rate, samples] = [
    (head[1]! >> 3) & 3,
    (head[1]! >> 1) & 3,
    head[2]! >> 4,
    (head[2]! >> 2) & 3,
  ];
  return version !== 1 && layer === 1 && rate !== 0 && rate !== 15 && samples !== 3;
}

/** UTF-8, UTF-16, or GB18030 without control characters; null for anything else. */
function readText(head: Buffer): string | null {
  if (head.length === 0) return '';
  const marked =
    head[0] === 0xff && head[1] === 0xfe
      ? 'utf-16le'
      : head[0] === 0xfe && head[1] === 0xff
        ? 'utf-16be'
        : unmarkedUtf16(head);
  for (const encoding of marked ? [marked] : ['utf-8', 'gb18030']) {
    try {
      // a character cut by the end of the head is no error with `stream`
      const text = new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true });
      if (!/[\0-\x08\x0e-\x1a\x1c-\x1f\x7f]/.test(text)) return text;
    } catch {
      // try the next encoding
    }
  }
  return null;
}

/**
 * Ending of a text that a browser might take for a document: it is stored as one, and so served under its strict
 * rules.
 */
function markupOf(text: string): string {
  const start = text
    .replace(/^\ufeff?\s*(?:<\?xml[^>]*>\s*|<!--[\s\S]*?-->\s*|<!doctype\s+svg[^>]*>\s*)*/i, '')
    .slice(0, 2_000)
    .toLowerCase();
  if (/^<(?:[a-z]+:)?svg[\s/>]/.test(start)) return 'svg';
  if (/^<(?:!doctype\s+html|html|head|body|script|iframe|style|table|div|p|a|h1|font|title|img|br|b)[\s/>]/.test(start))
    return 'html';
  return 'text';
}

/** the part of an office file that lists the types of its other parts */
const TYPE_LIST = '[Content_Types].xml';
/** bytes */
const LARGEST_TYPE_LIST = 1024 * 1024;

async function officeFormat(path: string): Promise<string | null> {
  try {
    const archive = await openPackage(path, { unpackedSize: LARGEST_TYPE_LIST });
    try {
      const listed = archive.has(TYPE_LIST) ? await text(archive.unpack(TYPE_LIST)) : '';
      if (listed.includes('wordprocessingml.document.main+xml')) return 'docx';
      if (listed.includes('spreadsheetml.sheet.main+xml')) return 'xlsx';
      if (listed.includes('presentationml.presentation.main+xml')) return 'pptx';
      return null;
    } finally {
      archive.close();
    }
  } catch (error) {
    if (error instanceof PackageRefused) return null;
    throw error;
  }
}
