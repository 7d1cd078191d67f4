import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { MATERIAL_LIMITS } from '#rules/people/professional-investor.ts';
import { isCallFailed } from '#wire/is-call-failed.ts';
import { assertRoom, freeSpaceOf, type FreeSpace } from '../db/free-space.ts';
import { Refused } from '../errors.ts';
import { answerCall, failed, uploadPaths, type Answer, type Answering } from './answer-call.ts';
import { dropUpload, readUpload } from './read-upload.ts';

/** Bytes of a whole body: the files, and room for the fields around them. */
const LARGEST = MATERIAL_LIMITS.bytesAll + 256 * 1024;

/**
 * A call whose body is multipart: handed on whole where an upstream answers it, else received and read here. Nothing of
 * it stays that the call does not keep.
 */
export async function answerUpload(
  deps: Answering & { materialsDir: string; freeSpace?: FreeSpace },
  request: FastifyRequest,
  path: string,
  headers: Record<string, unknown>,
): Promise<Answer> {
  try {
    if (!uploadPaths.has(path)) throw new Refused('badRequest');
    if (deps.gateway.answers(path)) {
      const bytes = await readWhole(request);
      return {
        status: 200,
        envelope: await deps.gateway.post(path, { contentType: request.headers['content-type']!, bytes }, headers),
      };
    }
    const { freeSpace = freeSpaceOf(join(deps.materialsDir, '..')) } = deps;
    await assertRoom(freeSpace).catch(() => Promise.reject(new Refused('noRoom')));
    const upload = await readUpload(request, deps.materialsDir);
    try {
      return await answerCall({ ...deps, files: upload.files }, path, upload.fields, 'now', headers);
    } finally {
      await dropUpload(upload);
    }
  } catch (error) {
    if (error instanceof Refused || isCallFailed(error)) return failed(error, path, deps.log);
    throw error;
  }
}

async function readWhole({ raw }: FastifyRequest): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of raw as AsyncIterable<Uint8Array>) {
    size += part.length;
    // read on to its end, or the answer would not arrive
    if (size <= LARGEST) parts.push(part);
  }
  if (size > LARGEST) throw new Refused('uploadTooLarge');
  return Buffer.concat(parts);
}
