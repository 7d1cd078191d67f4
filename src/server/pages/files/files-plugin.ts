import type { FastifyInstance } from 'fastify';
import { fileRefusal } from './file-access.ts';
import { sendFilePage, sendNotice, takeKey, type PagesDeps } from '../pages.ts';
import type { FileAccess } from '../../files/check-file-access.ts';
import { addPreviews } from './preview.ts';
import { addStaticFiles } from './static-files.ts';

/** Stored files and their previews, behind the same access check. */
export function filesPlugin(app: FastifyInstance, deps: PagesDeps & Pick<FileAccess, 'bytes' | 'openFiles'>): void {
  const access: FileAccess = {
    db: deps.db,
    arrival: (request, reply) => takeKey(deps, request, reply),
    bytes: deps.bytes,
    openFiles: deps.openFiles,
    refusal: (request, riskLevels) => fileRefusal(deps, request, riskLevels),
    page: (reply, status, reason) => sendNotice(deps, reply.request, reply, status, { reason }),
  };
  addStaticFiles(app, access);
  addPreviews(app, { ...access, draw: (reply, file) => void sendFilePage(deps, reply.request, reply, file) });
}
