import { decideEncoding } from '../../files/text-encoding.ts';
import { SheetRefused } from './refusals.ts';

/** First bytes of files that people send instead of a table. */
const STARTS: [start: string, what: string][] = [
  ['%PDF', 'PDF 文档'],
  ['\x89PNG', '图片'],
  ['GIF8', '图片'],
  ['\xff\xd8\xff', '图片'],
  ['BM', '图片'],
  ['{\\rtf', 'RTF 文档'],
  ['Rar!', '压缩文件'],
  ['7z\xbc\xaf', '压缩文件'],
  ['\x1f\x8b', '压缩文件'],
  ['MZ', '程序'],
  ['\x7fELF', '程序'],
];

const TEXT_ENDINGS = /\.(csv|tsv|txt)$/i;
/** files without an ending are looked at by their bytes alone */
const ENDING = /\.[A-Za-z0-9]{1,8}$/;

/**
 * Kind of the bytes, whatever the name: a zip archive, which a workbook is, or text.
 * @throws SheetRefused for any other kind, by its usual name
 */
export function fileKind(bytes: Uint8Array, filename: string): 'zip' | 'text' {
  if (bytes.length === 0) throw new SheetRefused('empty-file');
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 512)).toString('latin1');
  if (start.startsWith('PK\x03\x04') || start.startsWith('PK\x05\x06')) return 'zip';
  if (start.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'))
    throw new SheetRefused(oldOfficeKind(bytes), { what: '旧版 Office 文件' });
  const known = STARTS.find(
    ([bytesOfIt]) => start.startsWith(bytesOfIt) && (bytesOfIt.length > 2 || start.includes('\0')),
  );
  if (known) throw new SheetRefused('not-a-sheet', { what: known[1] });
  const markup = start
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
    .toLowerCase();
  if (/^(<!doctype html|<html|<table|<head|<meta)/.test(markup))
    throw new SheetRefused('other-workbook', { what: '网页格式的表格' });
  if (markup.startsWith('<?xml')) throw new SheetRefused('other-workbook', { what: 'XML 文件' });
  const ending = ENDING.exec(filename)?.[0];
  if (ending !== undefined && !TEXT_ENDINGS.test(filename))
    throw new SheetRefused('not-a-sheet', {
      what: isText(bytes)
        ? `名称以 ${ending} 结尾，内容却是逗号或制表符分列的文字，请把扩展名改为 .csv`
        : `名称以 ${ending} 结尾，内容却不是 Excel 工作簿`,
    });
  return 'text';
}

/** VA3: text in an encoding that a CSV file may have. */
function isText(bytes: Uint8Array): boolean {
  try {
    decideEncoding(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
    return true;
  } catch {
    return false;
  }
}

/** Names an encrypted .xlsx: it is inside the container of old Office files, in a stream of this name. */
function oldOfficeKind(bytes: Uint8Array): 'encrypted-workbook' | 'old-workbook' | 'not-a-sheet' {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const holds = (stream: string) => buffer.includes(Buffer.from(stream, 'utf16le'));
  if (holds('EncryptedPackage') || holds('EncryptionInfo')) return 'encrypted-workbook';
  return holds('Workbook') || holds('Book') ? 'old-workbook' : 'not-a-sheet';
}
