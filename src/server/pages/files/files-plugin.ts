import type { FastifyInstance } from 'fastify';
import { fileRefusal } from './file-access.ts';
import { sendFilePage, sendNotice, takeKey, type PagesDeps } from '../pages.ts';
import type { FileDoor } from '../../files/file-door.ts';
import { addPreviews } from './preview.ts';
import { addStaticFiles } from './static-files.ts';

/** Stored files and their previews, behind one door. */
export function filesPlugin(app: FastifyInstance, deps: PagesDeps & { filesDir: string }): void {
  const door: FileDoor = {
    db: deps.db,
    arrival: (request, reply) => takeKey(deps, request, reply),
    dir: deps.filesDir,
    refusal: (request, riskLevels) => fileRefusal(deps, request, riskLevels),
    page: (reply, status, reason) => sendNotice(deps, reply.request, reply, status, { reason }),
  };
  addStaticFiles(app, door);
  addPreviews(app, { ...door, draw: (reply, file) => void sendFilePage(deps, reply.request, reply, file) });
}
