import type { FastifyInstance } from 'fastify';
import { fileRefusal } from './file-access.ts';
import { sendFilePage, sendNotice, takeKey, type PagesDeps } from '../pages.ts';
import type { FileAccess } from '../../files/check-file-access.ts';
import type { UpstreamFiles } from '../../http/upstream-files.ts';
import { addPreviews } from './preview.ts';
import { addStaticFiles } from './static-files.ts';

/** Stored files and their previews, behind the same access check. */
export function filesPlugin(
  app: FastifyInstance,
  deps: PagesDeps & Pick<FileAccess, 'bytes' | 'openFiles' | 'smallPictures'> & { upstreamFiles: UpstreamFiles | null },
): void {
  const access: FileAccess = {
    db: deps.db,
    arrival: (request, reply) => takeKey(deps, request, reply),
    bytes: deps.bytes,
    openFiles: deps.openFiles,
    smallPictures: deps.smallPictures,
    refusal: (request, riskLevels) => fileRefusal(deps, request, riskLevels),
    page: (reply, status, reason) => sendNotice(deps, reply.request, reply, status, { reason }),
  };
  const elsewhere = deps.upstreamFiles && { files: deps.upstreamFiles, filenames: deps.reading.filenames };
  addStaticFiles(app, access, elsewhere);
  addPreviews(app, {
    ...access,
    elsewhere,
    draw: (reply, file) => void sendFilePage(deps, reply.request, reply, file),
  });
}
