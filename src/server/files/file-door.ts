import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FILE_MISSING } from '#rules/file-opening.ts';
import { parseFilepath } from '#rules/filepath.ts';
import type { Db } from '../db/tables.ts';
import { findPublicState } from './public-state.ts';

/** What the doors to stored files need; the same for the files themselves and for their previews. */
export interface FileDoor {
  db: Db;
  /** DATA_DIR/files */
  dir: string;
  /** RK6: whether this visitor may open files of a product risk level */
  mayOpen: (request: FastifyRequest, riskLevel: string) => Promise<boolean>;
  /** draws the designed page of a status (RT9); headers set before stay */
  page: (reply: FastifyReply, status: 403 | 404 | 410 | 503, message: string) => unknown;
}

export interface OpenFile {
  filepath: string;
  /** on the disk */
  path: string;
  filename: string;
  /** a public thing that shows it, as the store names it */
  usedBy: string;
  restricted: boolean;
  stored: { sha256: string; size: number; mediaType: string };
}

export const RESTRICTED_CACHE = 'private, no-store';

/**
 * The one check before any byte of a stored file leaves the server. The address is compared as it was sent, undecoded:
 * a filepath needs no escapes, so %2F, %2e, doubled slashes and the like name nothing.
 * @param base address below which filepaths stand, with a slash at its end
 * @returns the file, or undefined when the answer (404, 403, 410) was given
 */
export async function openDoor(door: FileDoor, base: string, request: FastifyRequest, reply: FastifyReply): Promise<OpenFile | undefined> {
  const missing = async () => {
    await door.page(reply.header('Cache-Control', 'no-cache'), 404, FILE_MISSING);
    return undefined;
  };
  const address = (request.raw.url ?? '').split('?', 1)[0]!;
  const filepath = address.startsWith(base) ? address.slice(base.length) : '';
  if (!parseFilepath(filepath)) return missing();
  const found = await findPublicState(door.db, filepath);
  if (found.state === 'withdrawn') {
    await door.page(reply.header('Cache-Control', 'no-cache'), 410, '该文件已不再公开');
    return undefined;
  }
  if (found.state === 'unknown') return missing();
  if (found.riskLevels && !(await mayOpenOne(door, request, found.riskLevels))) {
    await door.page(reply.header('Cache-Control', RESTRICTED_CACHE), 403, '该文件仅向符合条件的投资者开放，请登录后查看');
    return undefined;
  }
  // an attachment whose file never came: known, and shown as missing (FO5)
  if (!found.stored) return missing();
  return { filepath, path: join(door.dir, filepath), filename: found.filename, usedBy: found.usedBy, restricted: found.riskLevels !== null, stored: found.stored };
}

async function mayOpenOne(door: FileDoor, request: FastifyRequest, riskLevels: string[]): Promise<boolean> {
  for (const level of riskLevels) if (await door.mayOpen(request, level)) return true;
  return false;
}
