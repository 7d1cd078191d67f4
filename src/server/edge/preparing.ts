import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CONSOLE } from '#wire/console-paths.ts';
import { FEED } from '#wire/paths.ts';
import { isCallAddress, sendError, type SendEnvelope } from '../api/wire-plugin.ts';
import type { Db } from '../db/tables.ts';
import { isStoreAway } from '../errors.ts';
import { SHOWN_LATER, sendPreparing, type PagesDeps } from '../pages/pages.ts';
import { isPublic } from '../people/staff/opening.ts';

/** milliseconds in which one look at the store answers for all requests */
const LOOK_AGAIN = 1_000;

/** Paths that answer before the site is shown: those needed by whoever prepares or watches it. */
const ALWAYS = [CONSOLE, FEED, '/assets', '/healthz', '/readyz', '/metrics'];

const isAlways = (address: string): boolean => {
  const path = address.split('?', 1)[0]!;
  return ALWAYS.some((base) => path === base || path.startsWith(`${base}/`));
};

/**
 * Whether visitors see the site, by one question a second at most until they do. While the database is away that is not
 * known: what answers then says that it is away, or is a page that was public before.
 * @param onHidden told when the site is found to be hidden after it was not known: what was drawn meanwhile is nobody's
 */
export function watchShown(db: Db, onHidden: () => void): () => Promise<boolean> {
  let lookedAt = -Infinity;
  let state: 'unknown' | 'hidden' | 'shown' = 'hidden';
  let found: Promise<boolean>;
  const look = (): Promise<boolean> => {
    lookedAt = performance.now();
    found = isPublic(db).then(
      (isShown) => {
        if (!isShown && state === 'unknown') onHidden();
        state = isShown ? 'shown' : 'hidden';
        if (isShown) lookedAt = Infinity;
        return isShown;
      },
      (error: unknown) => {
        if (!isStoreAway(error)) return false;
        state = 'unknown';
        // kept pages are answered without asking here
        setTimeout(() => void look(), LOOK_AGAIN).unref();
        return true;
      },
    );
    return found;
  };
  return () => (lookedAt === Infinity || performance.now() - lookedAt < LOOK_AGAIN ? found : look());
}

/**
 * SU1: until the firm opens its site, every public address says that it is being prepared: 503, Retry-After, noindex, of
 * no firm, because nothing about one has been published.
 */
export function preparingPlugin(app: FastifyInstance, deps: PagesDeps, send: SendEnvelope): void {
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    if (isAlways(request.url) || (await deps.isShown())) return;
    if (isCallAddress(request.url)) return sendError(send, reply.header('Retry-After', SHOWN_LATER), 'preparing');
    return sendPreparing(deps, request, reply);
  });
}
