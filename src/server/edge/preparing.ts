import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CONSOLE } from '#wire/console-paths.ts';
import { FEED, QR } from '#wire/paths.ts';
import { isCallAddress, sendError, type SendEnvelope } from '../api/wire-plugin.ts';
import type { Db } from '../db/tables.ts';
import { sendPreparing, type PagesDeps } from '../pages/pages.ts';
import { isPublic } from '../people/staff/opening.ts';

/** milliseconds in which one look at the store answers for all requests */
const LOOK_AGAIN = 1_000;

/** seconds after which whoever came too early may ask again */
const RETRY_AFTER = 3600;

/** What answers before the site is opened: what those need who prepare or watch it. */
const ALWAYS = [CONSOLE, FEED, QR, '/assets', '/healthz', '/readyz', '/metrics'];

const isAlways = (address: string): boolean => {
  const path = address.split('?', 1)[0]!;
  return ALWAYS.some((base) => path === base || path.startsWith(`${base}/`));
};

/** Whether the site has been opened, by one question a second at most until it has. */
function watchOpening(db: Db): () => Promise<boolean> {
  let lookedAt = -Infinity;
  // while the database is away nothing is known, and what answers then says that it is away
  let found: Promise<boolean> = Promise.resolve(true);
  return () => {
    if (lookedAt === Infinity || performance.now() - lookedAt < LOOK_AGAIN) return found;
    lookedAt = performance.now();
    const before = found;
    found = isPublic(db).then(
      (opened) => {
        if (opened) lookedAt = Infinity;
        return opened;
      },
      () => before,
    );
    return found;
  };
}

/**
 * SU1: until the firm opens its site, every public address says that it is being prepared: 503, Retry-After, noindex, of
 * no firm, because nothing about one has been published.
 */
export function preparingPlugin(app: FastifyInstance, deps: PagesDeps, send: SendEnvelope): void {
  const isOpen = watchOpening(deps.db);
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    if (isAlways(request.url) || (await isOpen())) return;
    void reply.header('Retry-After', RETRY_AFTER);
    if (isCallAddress(request.url)) return sendError(send, reply, 'preparing');
    return sendPreparing(deps, request, reply);
  });
}
