import { baseAttributes } from '#wire/bases.ts';
import fastify from 'fastify';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { serveAssets } from './app.ts';
import { filesFolder } from './db/data-folder.ts';
import { readMark } from './db/instance.ts';
import { createEnding } from './edge/ending.ts';
import { allowedHosts, hostProblem } from './edge/host-check.ts';
import { assertListenable, listenProblem } from './edge/listen.ts';
import type { Env } from './env.ts';
import { Metrics, METRICS_TYPE } from './http/metrics.ts';
import { requestIds } from './http/request-id.ts';
import { asObject, everyAnswer, pageHeaders } from './http/security-headers.ts';
import { drawNotice } from './pages/address/bare-pages.ts';
import { DiskPages } from './pages/keep/disk-pages.ts';
import { joined } from './pages/draw/document.ts';
import { modePrefix, readMode } from './pages/address/modes.ts';
import { PageCache } from './pages/keep/page-cache.ts';
import type { Front } from './serve.ts';

/** Parts of a start that serves while the database is away. */
export interface StandIn {
  /** number of the newest publication that the server knew, and when the database answered last */
  publication: number;
  seenAt: Date;
  pages: number;
  end: () => Promise<void>;
}

/**
 * PD9: serves the pages of the last run while the database is away; everything else answers 503, `/readyz` says no and
 * `/metrics` that the database is away.
 * @returns null where there is no copy of this store and this build that is under 24 hours old
 * @throws ListenProblem
 */
export async function standIn(
  env: Pick<Env, 'dataDir' | 'siteUrl' | 'fixedHost' | 'host' | 'port' | 'trustedProxies'>,
  front: Front,
): Promise<StandIn | null> {
  const copy = new DiskPages(pagesFolder(env.dataDir)).read();
  const mark = readMark(filesFolder(env.dataDir));
  if (copy === null || copy.instance !== mark || copy.build !== (await front.build()).entry + baseAttributes)
    return null;
  const freshness = { current: () => copy.publication, away: () => true, seenAt: () => copy.seenAt };
  const secure = env.siteUrl.startsWith('https:');
  const headers = pageHeaders({ secure });
  const cache = new PageCache(headers, freshness);
  cache.restore(copy.pages, copy.publication);
  if (!copy.pages.some(({ key }) => cache.find(key))) return null;
  await assertListenable(env);
  const hosts = env.fixedHost ? allowedHosts(env.siteUrl) : null;
  const ending = createEnding();
  const requestId = requestIds(env.trustedProxies);
  const app = fastify({
    logger: false,
    serverFactory: (handler) =>
      ending.follow(
        createServer((request, response) => {
          ending.watch(request, response);
          handler(request, response);
        }),
      ),
  });
  app.addHook('onRequest', (request, reply, done) => {
    const problem = hostProblem(request.raw, hosts);
    void reply.headers(everyAnswer(secure));
    if (problem) reply.code(problem.status).type('text/plain; charset=utf-8').send(problem.sentence);
    else done();
  });
  app.get('/healthz', (_request, reply) => reply.header('Cache-Control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', (_request, reply) =>
    reply
      .code(503)
      .header('Cache-Control', 'no-store')
      .send({ status: 'database away', publication: copy.publication }),
  );
  const metrics = metricsOf(copy.seenAt, copy.publication);
  app.get('/metrics', async (_request, reply) => reply.type(METRICS_TYPE).send(await metrics.text()));
  await serveAssets(app);
  app.setNotFoundHandler(async (request, reply) => {
    const mode = readMode(request.headers);
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const page = reads ? cache.findByAddress(modePrefix(mode) + request.url) : undefined;
    if (page) {
      reply.hijack();
      return cache.send(page, request.raw, reply.raw, requestId(request.raw));
    }
    const { html } = await drawNotice({ renderer: front.renderer, build: front.build, mode }, null, 503);
    return reply
      .code(503)
      .headers({ ...asObject(headers(html)), 'Cache-Control': 'no-store', 'Retry-After': '10' })
      .send(joined(html));
  });
  await app.listen({ host: env.host, port: env.port }).catch((error: unknown) => {
    throw listenProblem(error, env);
  });
  return {
    publication: copy.publication,
    seenAt: new Date(copy.seenAt),
    pages: copy.pages.length,
    end: async () => {
      await ending.begin(app.server);
      await ending.closed();
      await app.close();
    },
  };
}

/** OP1: the metrics that name the database as the cause; no other is known before it answers. */
function metricsOf(seenAt: number, publication: number): Metrics {
  const metrics = new Metrics();
  metrics.gauge({ name: 'site_database_up', help: 'Whether the database answers (1 or 0).', read: () => 0 });
  metrics.gauge({
    name: 'site_database_answer_age_seconds',
    help: 'Time since the database answered last.',
    read: () => Math.max(0, Date.now() - seenAt) / 1000,
  });
  metrics.gauge({ name: 'site_publication', help: 'Number of the newest publication known.', read: () => publication });
  return metrics;
}

/** The copies of pages below DATA_DIR. */
export const pagesFolder = (dataDir: string): string => join(dataDir, 'pages');
