import { rm } from 'node:fs/promises';
import type { FastifyRequest } from 'fastify';
import { MATERIAL_LIMITS } from '#rules/people/professional-investor.ts';
import { isDiskFull, Refused } from '../errors.ts';
import { noteFailure } from '../http/shortages.ts';
import { receiveFile } from '../files/store.ts';

/** One file of a form, received whole, under a name of its own that goes with the request. */
export interface UploadedFile {
  /** name of the form's field */
  field: string;
  /** name on the visitor's computer, without folders; shown, never used as a path */
  filename: string;
  /** on the disk */
  path: string;
  size: number;
}

export interface Upload {
  fields: Record<string, string>;
  files: UploadedFile[];
}

const FORM_LIMITS = { fields: 30, fieldSize: 4 * 1024, fieldNameSize: 60, parts: 50, headerPairs: 40 };
const LONGEST_NAME = 120;

/**
 * A multipart body: its fields as text, its files on the disk. Needs @fastify/multipart.
 * @throws Refused uploadTooLarge beyond MATERIAL_LIMITS, badRequest for a body that cannot be read; nothing stays then
 */
export async function readUpload(request: FastifyRequest, dir: string): Promise<Upload> {
  const upload: Upload = { fields: {}, files: [] };
  let left: number = MATERIAL_LIMITS.bytesAll;
  try {
    // one file more than allowed is counted by us, so that the refusal says so
    for await (const part of request.parts({
      limits: { ...FORM_LIMITS, files: MATERIAL_LIMITS.files + 1, fileSize: MATERIAL_LIMITS.bytesEach + 1 },
    })) {
      // lists are sent as name[] by browsers' form libraries
      const field = part.fieldname.replace(/\[\d*\]$/, '');
      if (part.type === 'field') {
        if (!part.valueTruncated)
          Object.defineProperty(upload.fields, field, {
            value: String(part.value),
            enumerable: true,
            configurable: true,
          });
        continue;
      }
      const received = await receiveFile(dir, part.file, Math.min(MATERIAL_LIMITS.bytesEach, left));
      if (!received) throw new Refused('uploadTooLarge');
      left -= received.size;
      upload.files.push({ field, filename: nameOf(part.filename), ...received });
      if (upload.files.length > MATERIAL_LIMITS.files) throw new Refused('uploadTooLarge');
    }
    return upload;
  } catch (error) {
    noteFailure(error);
    await dropUpload(upload);
    if (error instanceof Refused) throw error;
    if (isDiskFull(error)) throw new Refused('noRoom');
    throw new Refused((error as { statusCode?: number }).statusCode === 413 ? 'uploadTooLarge' : 'badRequest');
  }
}

/** Removes received files that are not kept. */
export async function dropUpload({ files }: Upload): Promise<void> {
  for (const { path } of files) await rm(path, { force: true });
}

/**
 * The last part of whatever path a browser names, without control and bidi characters; the ending stays when it is cut.
 */
function nameOf(filename: string): string {
  const name = (filename.split(/[\\/]/).at(-1) ?? '').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim() || '未命名';
  const letters = [...name];
  if (letters.length <= LONGEST_NAME) return name;
  return [...letters.slice(0, LONGEST_NAME - 10), '…', ...letters.slice(-9)].join('');
}
