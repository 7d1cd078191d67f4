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
import { notSearchedWords } from './file-numbers.ts';
import { isTelling, unseenText } from './unseen-text.ts';
import { cutProblem } from './whole-file.ts';

const refused = (problem: string): void => {
  if (problem !== '') throw new Refused('fileRefused', problem);
};

/**
 * Takes an editor's file from the wire into the store. Its name, size and content are checked; its kind is known by
 * its bytes and not by the name from its sender. No part of it stays where it is refused or the line breaks.
 * @param announced bytes that the sender announces; NaN where unknown
 * @param isStored another environment has it in its store: an incomplete file is known then, and is taken
 * @throws StoreFull, Refused fileRefused, fileTooLarge
 */
export async function acceptFile(
  store: FileStore,
  given: string,
  chunks: AsyncIterable<Uint8Array>,
  announced: number,
  { isStored = false }: { isStored?: boolean } = {},
): Promise<AcceptedFile> {
  const filename = readFilename(given);
  refused(filenameProblem(filename));
  // refused before it is read
  if (announced > UPLOAD_LIMITS.file) throw new Refused('fileTooLarge', uploadSizeProblem(announced));
  await assertRoom(store.freeSpace ?? freeSpaceOf(store.dir));
  const received = await receiveFile(store.dir, chunks, UPLOAD_LIMITS.file);
  if (!received) throw new Refused('fileTooLarge');
  try {
    const extension = await assertContent(received.path, filename, received.size, isStored);
    const { filepath, mediaType } = await storeFile(store, { path: received.path, extension });
    const warnings = isStored
      ? []
      : [
          isTelling(extension) ? await unseenText(received.path, extension) : '',
          await notSearchedWords(store.dir, filepath),
        ].filter((words) => words !== '');
    return { filepath, filename, bytes: received.size, mediaType, told: warnings.join('。') };
  } finally {
    await rm(received.path, { force: true });
  }
}

/**
 * Reason why a file on this machine would not be accepted; '' where it would. It is not stored.
 * @param path of an existing file
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
async function assertContent(path: string, filename: string, size: number, isStored = false): Promise<string> {
  refused(uploadSizeProblem(size));
  const extension = filename.split('.').at(-1)!;
  const kind = await readMediaType(path, extension);
  const refuseCut = async (): Promise<void> => {
    if (!isStored) refused(await cutProblem(path, kind.extension, size));
  };
  // an office file without its end is no more than the beginning of an archive
  if (kind.extension === 'zip') await refuseCut();
  if (kind.extension === 'bin' && extension === 'csv') refused(await encodingProblem(path, size));
  refused(contentProblem(filename, kind.extension));
  if (kind.extension === 'svg') refused(await checkSvg(await readText(path, size)));
  if (isRaster(kind.extension)) refused(await rasterProblem(path, kind.extension, size));
  await refuseCut();
  return extension;
}

/** bytes of a text in which a fault of its encoding is looked for */
const LOOKED_AT = 1024 * 1024;

/** VA3: problem of a text in no encoding, by its line, in the words of an import; '' where it is unknown. */
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
