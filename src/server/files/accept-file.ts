import { open, readFile, rm, stat } from 'node:fs/promises';
import {
  contentProblem,
  filenameProblem,
  readFilename,
  UPLOAD_LIMITS,
  uploadSizeProblem,
} from '#rules/files/upload-rule.ts';
import type { AcceptedFile } from '#wire/console-answers.ts';
import { assertRoom, freeSpaceOf } from '../db/free-space.ts';
import { Refused } from '../errors.ts';
import { SheetRefused } from '../registers/sheets/refusals.ts';
import { decideEncoding, UnknownEncoding } from './text-encoding.ts';
import { checkSvg } from './check-svg.ts';
import { readMediaType } from './media-type.ts';
import { isRaster, rasterProblem } from './raster-size.ts';
import { SVG_LIMITS } from './svg-drawing.ts';
import { receiveFile, storeFile, type FileStore } from './store.ts';
import { isTelling, unseenText } from './unseen-text.ts';
import { cutProblem } from './whole-file.ts';

const refused = (problem: string): void => {
  if (problem !== '') throw new Refused('fileRefused', problem);
};

/**
 * An editor's file, from the wire into the store: its name, size and content checked, told by its bytes and not by what
 * its sender calls it. Nothing of it stays where it is refused or the line breaks.
 * @param announced bytes that the sender says will come; NaN where unknown
 * @param isKept another environment has it in its store: that it is not whole is no news, and keeps nothing from coming
 * @throws StoreFull, Refused fileRefused, fileTooLarge
 */
export async function acceptFile(
  store: FileStore,
  given: string,
  chunks: AsyncIterable<Uint8Array>,
  announced: number,
  { isKept = false }: { isKept?: boolean } = {},
): Promise<AcceptedFile> {
  const filename = readFilename(given);
  refused(filenameProblem(filename));
  // not even begun to be read
  if (announced > UPLOAD_LIMITS.file) throw new Refused('fileTooLarge', uploadSizeProblem(announced));
  await assertRoom(store.freeSpace ?? freeSpaceOf(store.dir));
  const received = await receiveFile(store.dir, chunks, UPLOAD_LIMITS.file);
  if (!received) throw new Refused('fileTooLarge');
  try {
    const extension = await assertContent(received.path, filename, received.size, isKept);
    const { filepath, mediaType } = await storeFile(store, { path: received.path, extension });
    const told = isTelling(extension) && !isKept ? await unseenText(received.path, extension) : '';
    return { filepath, filename, bytes: received.size, mediaType, told };
  } finally {
    await rm(received.path, { force: true });
  }
}

/**
 * Why a file on this machine would not be accepted; '' where it would. It is not stored.
 * @param path of a file that is there
 */
export async function fileProblem(path: string, given: string): Promise<string> {
  try {
    const filename = readFilename(given);
    refused(filenameProblem(filename));
    await assertContent(path, filename, (await stat(path)).size);
    return '';
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
}

/** @returns the ending of its name @throws Refused */
async function assertContent(path: string, filename: string, size: number, isKept = false): Promise<string> {
  refused(uploadSizeProblem(size));
  const extension = filename.split('.').at(-1)!;
  const kind = await readMediaType(path, extension);
  const refuseCut = async (): Promise<void> => {
    if (!isKept) refused(await cutProblem(path, kind.extension, size));
  };
  // without its end an office file is no more than the beginning of an archive
  if (kind.extension === 'zip') await refuseCut();
  if (kind.extension === 'bin' && extension === 'csv') refused(await encodingProblem(path, size));
  refused(contentProblem(filename, kind.extension));
  if (kind.extension === 'svg') refused(await checkSvg(await readText(path, size)));
  if (isRaster(kind.extension)) refused(await rasterProblem(path, kind.extension, size));
  await refuseCut();
  return extension;
}

/** bytes of a text that are looked at for what is wrong with its encoding */
const LOOKED_AT = 1024 * 1024;

/** VA3: why a text of no encoding is none, by its line, as an import says it; '' where nothing can be told. */
async function encodingProblem(path: string, size: number): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, LOOKED_AT)));
    const start = buffer.subarray(0, bytesRead);
    decideEncoding(size > bytesRead ? start.subarray(0, start.lastIndexOf(10) + 1) : start);
    return '';
  } catch (error) {
    if (error instanceof UnknownEncoding) return `${new SheetRefused(error.code, error.facts).message}。`;
    throw error;
  } finally {
    await file.close();
  }
}

/** @throws Refused where it is not UTF-8: in another encoding a script would not be found */
async function readText(path: string, size: number): Promise<string> {
  refused(uploadSizeProblem(size, true, SVG_LIMITS.bytes));
  const bytes = await readFile(path);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refused('fileRefused', '这个 SVG 图片不是 UTF-8 编码，无法检查；请导出为 PNG');
  }
}
