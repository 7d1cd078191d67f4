import { readFile, rm } from 'node:fs/promises';
import { svgProblem } from '#rules/svg-rule.ts';
import { contentProblem, filenameProblem, readFilename, UPLOAD_LIMITS, uploadSizeProblem } from '#rules/upload-rule.ts';
import type { AcceptedFile } from '#wire/console-answers.ts';
import { assertRoom, freeSpaceOf } from '../db/free-space.ts';
import { Refused } from '../errors.ts';
import { readMediaType } from './media-type.ts';
import { receiveFile, storeFile, type FileStore } from './store.ts';

const refused = (problem: string): void => {
  if (problem !== '') throw new Refused('fileRefused', problem);
};

/**
 * An editor's file, from the wire into the store: its name, size and content checked, told by its bytes and not by what
 * its sender calls it. Nothing of it stays where it is refused or the line breaks.
 * @param announced bytes that the sender says will come; NaN where unknown
 * @throws StoreFull, Refused fileRefused, fileTooLarge
 */
export async function acceptFile(
  store: FileStore,
  given: string,
  chunks: AsyncIterable<Uint8Array>,
  announced: number,
): Promise<AcceptedFile> {
  const filename = readFilename(given);
  refused(filenameProblem(filename));
  // not even begun to be read
  if (announced > UPLOAD_LIMITS.file) throw new Refused('fileTooLarge', uploadSizeProblem(announced));
  await assertRoom(store.freeSpace ?? freeSpaceOf(store.dir));
  const received = await receiveFile(store.dir, chunks, UPLOAD_LIMITS.file);
  if (!received) throw new Refused('fileTooLarge');
  try {
    refused(uploadSizeProblem(received.size));
    const extension = filename.split('.').at(-1)!;
    const kind = await readMediaType(received.path, extension);
    refused(contentProblem(filename, kind.extension));
    if (kind.extension === 'svg') refused(svgProblem(await readText(received.path)));
    const { filepath, mediaType } = await storeFile(store, { path: received.path, extension });
    return { filepath, filename, bytes: received.size, mediaType };
  } finally {
    await rm(received.path, { force: true });
  }
}

/** @throws Refused where it is not UTF-8: in another encoding a script would not be found */
async function readText(path: string): Promise<string> {
  const bytes = await readFile(path);
  refused(uploadSizeProblem(bytes.length, true));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refused('fileRefused', '这个 SVG 图片不是 UTF-8 编码，无法检查；请导出为 PNG');
  }
}
