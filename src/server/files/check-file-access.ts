import type { FastifyReply, FastifyRequest } from 'fastify';
import { FILE_MISSING } from '#rules/files/file-opening.ts';
import { parseFilepath } from '#rules/files/filepath.ts';
import type { Db } from '../db/tables.ts';
import { isStoreAway } from '../errors.ts';
import type { OpenFiles } from './open-files.ts';
import { findPublicState, type PublicState } from './public-state.ts';
import type { SmallPictures } from './small-pictures.ts';
import type { StoredBytes } from './stored-bytes.ts';

/** Dependencies of the access check of stored files; the same for the files themselves and for their previews. */
export interface FileAccess {
  db: Db;
  bytes: StoredBytes;
  /** pictures made smaller (ML1) */
  smallPictures: Pick<SmallPictures, 'of'>;
  /** known facts of files while the database is away */
  openFiles: Pick<OpenFiles, 'away' | 'find'>;
  /** LS1: answers an address with a key; false for others */
  arrival: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;
  /**
   * RK6: the reason why this visitor may not open a file that needs one of these product levels. It is the login
   * address without a token (RK4), else words; null: may
   */
  refusal: (request: FastifyRequest, riskLevels: string[]) => Promise<{ login: string } | { reason: string } | null>;
  /** draws the designed page of a status (RT9); headers set before stay */
  page: (reply: FastifyReply, status: 403 | 404 | 410 | 503, message: string) => unknown;
}

export interface OpenFile {
  filepath: string;
  filename: string;
  /** a public thing that shows it, as the store names it */
  usedBy: string;
  restricted: boolean;
  stored: { sha256: string; size: number; mediaType: string };
}

export const RESTRICTED_CACHE = 'private, no-store';

/**
 * Checks the access to a stored file, once, before any byte of it leaves the server. The address is compared as it
 * was sent, undecoded: a filepath needs no escapes, so %2F, %2e, doubled slashes and the like name nothing.
 * @param base address of the folder of filepaths, with a slash at its end
 * @returns the file, or undefined when the answer (404, 403, 410) was given
 */
export async function checkFileAccess(
  access: FileAccess,
  base: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<OpenFile | undefined> {
  const missing = async () => {
    await access.page(reply.header('Cache-Control', 'no-cache'), 404, FILE_MISSING);
    return undefined;
  };
  const address = (request.raw.url ?? '').split('?', 1)[0]!;
  const filepath = address.startsWith(base) ? address.slice(base.length) : '';
  if (!parseFilepath(filepath)) return missing();
  if (await access.arrival(request, reply)) return undefined;
  const found = await stateOf(access, filepath);
  if (found.state === 'withdrawn') {
    await access.page(reply.header('Cache-Control', 'no-cache'), 410, '该文件已不再公开');
    return undefined;
  }
  if (found.state === 'unknown') return missing();
  const refusal = found.riskLevels && (await access.refusal(request, found.riskLevels));
  if (refusal) {
    void reply.header('Cache-Control', RESTRICTED_CACHE);
    if ('login' in refusal) void reply.redirect(refusal.login, 302);
    else await access.page(reply, 403, refusal.reason);
    return undefined;
  }
  // an attachment whose file never came: known, and shown as missing (FO5)
  if (!found.stored) return missing();
  return {
    filepath,
    filename: found.filename,
    usedBy: found.usedBy,
    restricted: found.riskLevels !== null,
    stored: found.stored,
  };
}

/** The state of a file now; while the database is away, of files that are open to everybody, the last known one. */
async function stateOf({ db, openFiles }: FileAccess, filepath: string): Promise<PublicState> {
  const known = openFiles.find(filepath);
  const asKnown = (): PublicState => ({ state: 'open', riskLevels: null, ...known! });
  // a database that hangs would be waited for
  if (known && openFiles.away()) return asKnown();
  try {
    return await findPublicState(db, filepath);
  } catch (error) {
    if (known && isStoreAway(error)) return asKnown();
    throw error;
  }
}
