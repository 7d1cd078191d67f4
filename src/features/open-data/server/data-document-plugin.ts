import type { FastifyInstance } from 'fastify';
import { DATA_DOCUMENT } from '#wire/paths.ts';
import { sendCached } from '#server/pages/keep/cached-answer.ts';
import type { PagesDeps } from '#server/pages/pages.ts';
import { dataDocument } from './data-document.ts';

/** GET /register-file/openapi.json */
export function dataDocumentPlugin(app: FastifyInstance, deps: PagesDeps): void {
  app.get(DATA_DOCUMENT, { schema: { hide: true } }, async (request, reply) => {
    const site = await deps.siteAt('now');
    void reply.header('Access-Control-Allow-Origin', '*');
    return sendCached(request, reply, site, {
      key: 'document of the data',
      type: 'application/json',
      write: async () => JSON.stringify(await dataDocument(deps, site)),
    });
  });
}
